import { each, once, readOnce, rl, type Row } from './rowTypes';

/* Form values of the operations for whole fleets, and their effects at the service. */

const endpointId = rl('={{ $json.id }}');
const all = { returnAll: true, simplify: true };

const dataQuota = {
	endpointId,
	volume: 10,
	expiryDate: '={{ $now.plus({ days: 30 }) }}',
	status: 1,
	actionOnExhaustion: 1,
};
const lab = { endpointId, tagsBy: 'names', tagNames: 'lab, field' };

const tagRows: Record<string, Row> = {
	'dataQuota get': each({ endpointId, simplify: true }),
	'dataQuota set': each(dataQuota, ['dataQuota.set']),
	'dataQuota topUp': each({ endpointId, add: 5 }, ['dataQuota.set'], { after: ['dataQuota set'] }),
	'dataQuota delete': each({ endpointId }, ['dataQuota.deleted'], { after: ['dataQuota set'] }),
	'tag getAll': each(all, [], { results: 6 }),
	'lookup getTagColors': each(all, [], { results: 16 }),
	'tag create': each({ name: '={{ "tag " + $json.id }}', simplify: true }, ['tag.created']),
	'tag update': once({ tagId: rl('lab', 'name'), updateFields: { colorId: rl(3) } }, [
		'tag.updated',
	]),
	'tag delete': once({ tagId: rl(401) }, ['tag.deleted']),
	'tag deleteMany': each({ tagId: rl('={{ $json.id - 9600 }}') }, ['tag.deleted']),
	'endpoint getTags': each({ endpointId, ...all }, [], { after: ['endpoint addTags'], results: 4 }),
	'endpoint addTags': each(lab, ['tag.assigned', 'tag.assigned']),
	'endpoint removeTags': each(lab, ['tag.unassigned', 'tag.unassigned'], {
		after: ['endpoint addTags'],
	}),
};

const perDay = { output: 'totals', simplify: true };
const seededSim = rl('={{ $json.sim + 230 }}');
const serviceProfileId = rl(101);
const ids = { tariffProfileId: rl(201), operatorId: rl('={{ $json.operator }}') };

const reportRows: Record<string, Row> = {
	'lookup getEventTypes': readOnce(all, 70),
	'usage getSummary': each({ endpointId, simplify: true }),
	'usage getSimSummary': each({ simId: seededSim, simplify: true }),
	'usage getSimDaily': each({ simId: seededSim, ...perDay }),
	'usage forecast': readOnce({ of: 'organisation', options: { contributors: 1 } }),
	'organisationUsage getSummary': readOnce({ simplify: true }),
	'organisationUsage getDaily': readOnce(perDay),
	'organisationUsage getHourly': readOnce({ simplify: true }, 4),
	'organisationUsage getByTag': readOnce({ month: 'current_month' }),
	'organisationUsage getHierarchyDaily': readOnce(perDay),
	'organisationUsage getWorkspacesDaily': readOnce(
		{ ...perDay, filters: { workspaceIds: [1001, 1002] } },
		2,
	),
	'organisationUsage chart': readOnce({ of: 'organisation', show: 'data' }),
	'place map': readOnce({ days: 30 }),
};

const listRows: Record<string, Row> = {
	'serviceProfile getAll': readOnce({ ...all, returnAll: false, limit: 3 }, 3),
	'serviceProfile get': readOnce({ serviceProfileId, simplify: true }),
	'serviceProfile getDataLimits': readOnce({ serviceProfileId, ...all }, 1, {
		after: ['serviceProfile addDataLimit'],
	}),
	'serviceProfile addDataLimit': once(
		{ serviceProfileId, volume: 1000000, options: { warningPercent: 80 } },
		['dataLimit.added'],
	),
	'serviceProfile removeDataLimit': once({ serviceProfileId, limitId: 1 }, ['dataLimit.removed'], {
		after: ['serviceProfile addDataLimit'],
	}),
	'serviceProfile removeQuotas': once({ serviceProfileId, kind: 'data' }, ['quotas.removed']),
	'lookup getServices': readOnce(all, 4),
	'lookup getSmsLimits': readOnce({ serviceId: rl(6), ...all }, 3),
	'lookup getTrafficLimits': readOnce(all, 3),
	'tariffProfile getAll': readOnce({ ...all, returnAll: false, limit: 2 }, 2),
	'tariffProfile get': readOnce({ tariffProfileId: rl(201), simplify: true }),
	'tariffProfile getCoverage': readOnce({ tariffProfileId: rl(201), ...all }, 4),
	'tariffProfileBlocklist getAll': readOnce({ tariffProfileId: rl(201), ...all }, 2, {
		after: ['tariffProfileBlocklist blockOperator'],
	}),
	'tariffProfileBlocklist get': each({ ...ids, simplify: true }),
	'tariffProfileBlocklist blockOperator': each(ids, ['operator.blocked']),
	'tariffProfileBlocklist unblockOperator': each(ids, ['operator.unblocked']),
	'tariffProfileBlocklist blockRatTypes': each({ ...ids, ratTypeIds: [6, 8] }, [
		'ratTypes.blocked',
	]),
	'tariffProfileBlocklist unblockRatType': each({ ...ids, ratTypeId: rl(6) }, [
		'ratType.unblocked',
	]),
	'lookup getIpAddressSpaces': readOnce({ ...all, returnAll: false, limit: 3 }, 3),
	'lookup getAvailableIpAddressSpaces': readOnce({ ...all, filters: { version: 6 } }, 10),
	'lookup getOperators': readOnce({ ...all, returnAll: false, limit: 5 }, 5),
	'lookup getCountries': readOnce({ ...all, filters: { geographic: true } }, 4),
	'lookup getRatTypes': readOnce(all, 7),
};

const simId = rl('={{ $json.sim }}');
const bic = 'BATCHRESELLER001';
const unlinked = {
	actionId: rl(2),
	targetsBy: 'ids',
	simIds: '={{ [$json.sim] }}',
	simplify: true,
};
const operationId = '00000000-0000-4000-8000-000000000001';
const euiccId = rl('={{ $json.sim }}');

const simRows: Record<string, Row> = {
	'simBatch validate': readOnce({ bic, simplify: true }),
	'simBatch register': once(
		{ bic, status: 1, dryRun: false },
		[1, 2, 3].flatMap(() => ['sim.activated', 'sim.registered']),
		{ results: 3 },
	),
	'sim delete': once({ simId, confirmIccid: '8988303000000000001' }, ['sim.deleted']),
	'sim deleteMany': each({ simId, confirmCount: 2 }, ['sim.deleted']),
	'sim assign': each({ simId, takeBack: false, organisationId: '1002' }, ['sim.assignedTo']),
	'sim swap': each({ endpointId, simId, swapWith: 'sim', suspendOld: true, dryRun: false }, [
		'sim.suspended',
		'endpoint.updated',
		'sim.unassigned',
		'endpoint.updated',
		'sim.assigned',
		'sim.activated',
	]),
	'lookup getSimStatuses': readOnce(all, 5),
	'simOperation create': each(unlinked, ['operation.scheduled']),
	'simOperation getAll': readOnce(all, 2, { after: ['simOperation create'] }),
	'simOperation get': readOnce({ operationId, simplify: true }, 1, {
		after: ['simOperation create'],
	}),
	'lookup getSimOperationActions': readOnce(all, 4),
	'lookup getSimOperationStatuses': readOnce(all, 3),
	'euicc getAll': readOnce(all, 3),
	'euicc get': each({ euiccId, simplify: true }),
	'euicc getOperations': each({ euiccId, ...all }, [], { after: ['euicc scheduleOperations'] }),
	'euicc getOperation': readOnce({ euiccId, operationId, simplify: true }, 1, {
		after: ['euicc scheduleOperations'],
	}),
	'euicc scheduleOperations': each(
		{
			euiccId,
			actionId: rl(2),
			options: { iccidWithLuhn: '89883030000000000175' },
			simplify: true,
		},
		['operation.scheduled'],
	),
};

const dataStreamId = rl('={{ (2684354560 + $json.sim).toString(16) }}');
const stream = {
	name: '={{ "stream " + $json.sim }}',
	streamType: 2,
	connectionType: 'RestAPI',
	url: 'https://example.com/x',
	method: 'POST',
	headers: 'Authorization:Bearer example',
	size: 100,
	simplify: true,
};
const after = ['dataStream create'];

const streamRows: Record<string, Row> = {
	'dataStream getAll': readOnce(all, 2, { after }),
	'dataStream get': each({ dataStreamId, simplify: true }, [], { after }),
	'dataStream create': each(stream, ['stream.created']),
	'dataStream update': each(
		{ dataStreamId, destination: 'keep', updateFields: { name: 'other' } },
		['stream.updated'],
		{ after },
	),
	'dataStream pause': each({ dataStreamId }, ['stream.updated'], { after }),
	'dataStream resume': each({ dataStreamId }, ['stream.updated'], { after }),
	'dataStream restart': each(
		(sim) => {
			for (const stored of sim.store.streams.values()) {
				stored.next = null;
				stored.statusId = 3;
			}
			return { dataStreamId };
		},
		['stream.restarted'],
		{ after },
	),
	'dataStream delete': each({ dataStreamId }, ['stream.deleted'], { after }),
	'account check': readOnce({}),
	'dataStream getTypes': readOnce(all, 2),
	'dataStream getStatuses': readOnce(all, 4),
	'dataStream getFilterFields': readOnce(all, 2),
};

export const FLEET_ROWS: Record<string, Row> = {
	...tagRows,
	...reportRows,
	...listRows,
	...simRows,
	...streamRows,
};

import type { INodeParameters } from 'n8n-workflow';

import { rl, type Row } from './rowTypes';

/* Form values of the operations for whole fleets, and what the service applies. */

const endpointId = rl('={{ $json.id }}');
const all = { returnAll: true, simplify: true };
const twice = (...kinds: string[]) => [...kinds, ...kinds];
const first = { once: true } as const;

const dataQuota = {
	endpointId,
	volume: 10,
	expiryDate: '={{ $now.plus({ days: 30 }) }}',
	status: 1,
	actionOnExhaustion: 1,
};
const lab = { endpointId, tagsBy: 'names', tagNames: 'lab, field' };

const tagRows: Record<string, Row> = {
	'dataQuota get': { parameters: { endpointId, simplify: true }, effects: [] },
	'dataQuota set': { parameters: dataQuota, effects: twice('dataQuota.set') },
	'dataQuota topUp': {
		parameters: { endpointId, add: 5 },
		after: ['dataQuota set'],
		effects: twice('dataQuota.set'),
	},
	'dataQuota delete': {
		parameters: { endpointId },
		after: ['dataQuota set'],
		effects: twice('dataQuota.deleted'),
	},
	'tag getAll': { parameters: all, effects: [], results: 6 },
	'lookup getTagColors': { parameters: all, effects: [], results: 16 },
	'tag create': {
		parameters: { name: '={{ "tag " + $json.id }}', simplify: true },
		effects: twice('tag.created'),
	},
	'tag update': {
		parameters: { tagId: rl('lab', 'name'), updateFields: { colorId: rl(3) } },
		...first,
		effects: ['tag.updated'],
	},
	'tag delete': { parameters: { tagId: rl(401) }, ...first, effects: ['tag.deleted'] },
	'tag deleteMany': {
		parameters: { tagId: rl('={{ $json.id - 9600 }}') },
		effects: twice('tag.deleted'),
	},
	'endpoint getTags': {
		parameters: { endpointId, ...all },
		after: ['endpoint addTags'],
		effects: [],
		results: 4,
	},
	'endpoint addTags': { parameters: lab, effects: twice('tag.assigned', 'tag.assigned') },
	'endpoint removeTags': {
		parameters: lab,
		after: ['endpoint addTags'],
		effects: twice('tag.unassigned', 'tag.unassigned'),
	},
};

const readOnce = (parameters: INodeParameters, results?: number): Row => ({
	parameters,
	...first,
	effects: [],
	...(results !== undefined && { results }),
});
const perDay = { output: 'totals', simplify: true };
const seededSim = rl('={{ $json.sim + 230 }}');
const serviceProfileId = rl(101);
const ids = { tariffProfileId: rl(201), operatorId: rl('={{ $json.operator }}') };

const reportRows: Record<string, Row> = {
	'lookup getEventTypes': readOnce(all, 69),
	'usage getSummary': { parameters: { endpointId, simplify: true }, effects: [] },
	'usage getSimSummary': { parameters: { simId: seededSim, simplify: true }, effects: [] },
	'usage getSimDaily': { parameters: { simId: seededSim, ...perDay }, effects: [] },
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
	'serviceProfile getDataLimits': {
		...readOnce({ serviceProfileId, ...all }),
		after: ['serviceProfile addDataLimit'],
	},
	'serviceProfile addDataLimit': {
		parameters: { serviceProfileId, volume: 1000000, options: { warningPercent: 80 } },
		...first,
		effects: ['dataLimit.added'],
	},
	'serviceProfile removeDataLimit': {
		parameters: { serviceProfileId, limitId: 1 },
		after: ['serviceProfile addDataLimit'],
		...first,
		effects: ['dataLimit.removed'],
	},
	'serviceProfile removeQuotas': {
		parameters: { serviceProfileId, kind: 'data' },
		...first,
		effects: ['quotas.removed'],
	},
	'lookup getServices': readOnce(all, 4),
	'lookup getSmsLimits': readOnce({ serviceId: rl(6), ...all }, 3),
	'lookup getTrafficLimits': readOnce(all, 3),
	'tariffProfile getAll': readOnce({ ...all, returnAll: false, limit: 2 }, 2),
	'tariffProfile get': readOnce({ tariffProfileId: rl(201), simplify: true }),
	'tariffProfile getCoverage': readOnce({ tariffProfileId: rl(201), ...all }, 4),
	'tariffProfileBlocklist getAll': {
		...readOnce({ tariffProfileId: rl(201), ...all }, 2),
		after: ['tariffProfileBlocklist blockOperator'],
	},
	'tariffProfileBlocklist get': { parameters: { ...ids, simplify: true }, effects: [] },
	'tariffProfileBlocklist blockOperator': { parameters: ids, effects: twice('operator.blocked') },
	'tariffProfileBlocklist unblockOperator': {
		parameters: ids,
		effects: twice('operator.unblocked'),
	},
	'tariffProfileBlocklist blockRatTypes': {
		parameters: { ...ids, ratTypeIds: [6, 8] },
		effects: twice('ratTypes.blocked'),
	},
	'tariffProfileBlocklist unblockRatType': {
		parameters: { ...ids, ratTypeId: rl(6) },
		effects: twice('ratType.unblocked'),
	},
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
	'simBatch register': {
		parameters: { bic, status: 1, dryRun: false },
		...first,
		effects: [...twice('sim.activated', 'sim.registered'), 'sim.activated', 'sim.registered'],
		results: 3,
	},
	'sim delete': {
		parameters: { simId, confirmIccid: '={{ "898830300000000000" + $json.sim }}' },
		effects: twice('sim.deleted'),
	},
	'sim deleteMany': { parameters: { simId, confirmCount: 2 }, effects: twice('sim.deleted') },
	'sim assign': {
		parameters: { simId, takeBack: false, organisationId: '1002' },
		effects: twice('sim.assignedTo'),
	},
	'sim swap': {
		parameters: { endpointId, simId, swapWith: 'sim', suspendOld: true, dryRun: false },
		effects: twice(
			...['sim.suspended', 'endpoint.updated', 'sim.unassigned'],
			...['endpoint.updated', 'sim.assigned', 'sim.activated'],
		),
	},
	'lookup getSimStatuses': readOnce(all, 5),
	'simOperation create': { parameters: unlinked, effects: twice('operation.scheduled') },
	'simOperation getAll': { ...readOnce(all, 2), after: ['simOperation create'] },
	'simOperation get': {
		...readOnce({ operationId, simplify: true }),
		after: ['simOperation create'],
	},
	'lookup getSimOperationActions': readOnce(all, 4),
	'lookup getSimOperationStatuses': readOnce(all, 3),
	'euicc getAll': readOnce(all, 3),
	'euicc get': { parameters: { euiccId, simplify: true }, effects: [] },
	'euicc getOperations': {
		parameters: { euiccId, ...all },
		after: ['euicc scheduleOperations'],
		effects: [],
	},
	'euicc getOperation': {
		...readOnce({ euiccId, operationId, simplify: true }),
		after: ['euicc scheduleOperations'],
	},
	'euicc scheduleOperations': {
		parameters: {
			euiccId,
			actionId: rl(2),
			options: { iccidWithLuhn: '89883030000000000175' },
			simplify: true,
		},
		effects: twice('operation.scheduled'),
	},
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
	'dataStream getAll': { ...readOnce(all, 2), after },
	'dataStream get': { parameters: { dataStreamId, simplify: true }, after, effects: [] },
	'dataStream create': { parameters: stream, effects: twice('stream.created') },
	'dataStream update': {
		parameters: { dataStreamId, destination: 'keep', updateFields: { name: 'other' } },
		after,
		effects: twice('stream.updated'),
	},
	'dataStream pause': { parameters: { dataStreamId }, after, effects: twice('stream.updated') },
	'dataStream resume': { parameters: { dataStreamId }, after, effects: twice('stream.updated') },
	'dataStream restart': {
		parameters: (sim) => {
			for (const one of sim.store.streams.values()) {
				one.next = null;
				one.statusId = 3;
			}
			return { dataStreamId };
		},
		after,
		effects: twice('stream.restarted'),
	},
	'dataStream delete': { parameters: { dataStreamId }, after, effects: twice('stream.deleted') },
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

import type { INodeParameters } from 'n8n-workflow';
import type { SimulatorHandle } from '../../simulator';
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
	'tag getColors': { parameters: all, effects: [], results: 16 },
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
		after: ['endpoint addTag'],
		effects: [],
	},
	'endpoint addTag': {
		parameters: { endpointId, tagId: rl('lab', 'name') },
		effects: twice('tag.assigned'),
	},
	'endpoint removeTag': {
		parameters: { endpointId, tagId: rl(401) },
		after: ['endpoint addTag'],
		effects: twice('tag.unassigned'),
	},
	'endpoint addTagsToMany': {
		parameters: lab,
		effects: twice('tag.assigned', 'tag.assigned'),
	},
	'endpoint removeTagsFromMany': {
		parameters: lab,
		after: ['endpoint addTagsToMany'],
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

/** An event that the user made. */
const userEvent = (sim: SimulatorHandle): void => {
	const event = { id: 1, timestamp: sim.clock.now(), organisationId: 1001, typeId: 37 };
	const detail = { activationKey: 'live' };
	const description = 'Password reset requested';
	const of = { endpointId: null, simId: null, userId: 11 };
	sim.store.events.push({ ...event, description, ...of, detail });
};

const reportRows: Record<string, Row> = {
	'endpoint getEvents': {
		parameters: { endpointId, ...all },
		after: ['smsQuota set'],
		effects: [],
	},
	'sim getEvents': {
		parameters: { simId: seededSim, ...all, filters: { alert: false } },
		after: ['smsQuota set'],
		effects: [],
	},
	'event getUserEvents': {
		parameters: (sim) => (userEvent(sim), all),
		user: 'totp',
		...first,
		effects: [],
	},
	'event getTypes': readOnce(all, 69),
	'usage getSummary': { parameters: { endpointId, simplify: true }, effects: [] },
	'usage getSimSummary': { parameters: { simId: seededSim, simplify: true }, effects: [] },
	'usage getSimDaily': { parameters: { simId: seededSim, ...perDay }, effects: [] },
	'usage getOrganisationSummary': readOnce({ simplify: true }),
	'usage getOrganisationDaily': readOnce(perDay),
	'usage getOrganisationHourly': readOnce({ simplify: true }, 4),
	'usage getHierarchyDaily': readOnce(perDay),
	'usage getWorkspacesDaily': readOnce({ ...perDay, filters: { workspaceIds: [1001, 1002] } }, 2),
	'inclusiveVolume getActive': readOnce(all),
};

const listRows: Record<string, Row> = {
	'serviceProfile getAll': readOnce({ ...all, returnAll: false, limit: 3 }, 3),
	'serviceProfile get': readOnce({ serviceProfileId, simplify: true }),
	'serviceProfile getDataLimits': {
		...readOnce({ serviceProfileId, ...all }),
		after: ['serviceProfile addDataLimit'],
	},
	'serviceProfile addDataLimit': {
		parameters: { serviceProfileId, volume: 1000000, additionalFields: { warningPercent: 80 } },
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
	'service getAll': readOnce(all, 4),
	'service getSmsLimits': readOnce({ serviceId: rl(6), ...all }, 3),
	'trafficLimit getAll': readOnce(all, 3),
	'tariffProfile getAll': readOnce({ ...all, returnAll: false, limit: 2 }, 2),
	'tariffProfile get': readOnce({ tariffProfileId: rl(201), simplify: true }),
	'tariffProfile getCoverage': readOnce({ tariffProfileId: rl(201), ...all }, 3),
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
	'ipAddressSpace getAll': readOnce({ ...all, returnAll: false, limit: 3 }, 3),
	'ipAddressSpace getAvailable': readOnce({ ...all, filters: { version: 6 } }, 10),
	'operator getAll': readOnce({ ...all, returnAll: false, limit: 5 }, 5),
	'country getAll': readOnce({ ...all, filters: { geographic: true } }, 3),
	'ratType getAll': readOnce(all, 7),
};

export const FLEET_ROWS: Record<string, Row> = { ...tagRows, ...reportRows, ...listRows };

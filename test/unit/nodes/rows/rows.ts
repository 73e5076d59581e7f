import { Secret, TOTP } from 'otpauth';
import type { IDataObject } from 'n8n-workflow';

import { AUTOMATION_ROWS } from './automationRows';
import { FLEET_ROWS } from './fleetRows';
import { PEOPLE_ROWS } from './peopleRows';
import { NETWORK_ROWS } from './networkRows';
import { rl, type Row } from './rowTypes';
import { type SimulatorHandle, USERS } from '../../../../simulator';

export { rl } from './rowTypes';

/* Form values of every operation, as a person would fill them in, and what the service applies. */

const endpointId = rl('={{ $json.id }}');
const simId = rl('={{ $json.sim }}');
const all = { returnAll: true };

/** Two endpoints of the seed, two free SIMs, two operators. */
export const ITEMS: IDataObject[] = [
	{ id: 10001, sim: 1, operator: 501, iccid: '8988303000000000231' },
	{ id: 10002, sim: 2, operator: 502, iccid: '8988303000000000232' },
];

const twice = (...kinds: string[]) => [...kinds, ...kinds];

const codeOfKey = (sim: SimulatorHandle, id: number) => {
	const secret = Secret.fromBase32(sim.store.mfaKeys.get(id)?.secret ?? '');
	return new TOTP({ secret }).generate({ timestamp: sim.clock.now() });
};
const keyOf = (sim: SimulatorHandle, userId: number) =>
	[...sim.store.mfaKeys.values()].find((key) => key.userId === userId)?.id ?? 0;
const TRIAL_USER = 13;

/** Both items are sent at once: the order of their messages tells nothing. */
const smsIdOf = (sim: SimulatorHandle) =>
	String([...sim.store.smsById.values()].find((sms) => sms.endpointId === 10001)?.id);

const userIdOf = (sim: SimulatorHandle) =>
	[...sim.store.users.values()].find((user) => user.username === USERS.totp.username)?.id ?? 0;

const newEndpoint = {
	serviceProfileId: rl(101),
	tariffProfileId: rl('202'),
	status: 0,
	options: {
		name: '={{ "pump-" + $json.sim }}',
		simId: rl('={{ $json.sim }}'),
		tagAssignments: [401, 402],
	},
};
const quota = { endpointId, volume: 1, expiryDate: '={{ $now.plus({ days: 30 }) }}', status: 1 };

export const ROWS: Record<string, Row> = {
	...FLEET_ROWS,
	...AUTOMATION_ROWS,
	...PEOPLE_ROWS,
	...NETWORK_ROWS,
	'endpoint create': {
		parameters: newEndpoint,
		effects: twice('endpoint.created', 'sim.assigned', 'sim.activated'),
	},
	'endpoint createMany': {
		parameters: newEndpoint,
		effects: twice('endpoint.created', 'sim.assigned', 'sim.activated'),
	},
	'endpoint get': { parameters: { endpointId, simplify: true }, effects: [] },
	'endpoint getAll': {
		parameters: { returnAll: false, limit: 2, simplify: true, filters: { status: 0 } },
		effects: [],
		results: 4,
	},
	'endpoint update': {
		parameters: { endpointId, updateFields: { name: '={{ "new-" + $json.id }}' } },
		effects: twice('endpoint.updated'),
	},
	'endpoint updateMany': {
		parameters: { endpointId, updateFields: { unassignSim: true, status: 1 } },
		effects: twice('endpoint.updated', 'sim.unassigned'),
	},
	'endpoint applyTable': {
		parameters: {
			dryRun: false,
			valuesFrom: 'columns',
			columns: {
				mappingMode: 'defineBelow',
				matchingColumns: ['id'],
				value: { id: '={{ $json.id }}', name: '={{ "pump-" + $json.sim }}', tags: 'lab' },
			},
		},
		effects: twice('endpoint.updated'),
	},
	'endpoint delete': {
		parameters: { endpointId },
		after: ['endpoint updateMany'],
		effects: twice('endpoint.deleted'),
	},
	'endpoint deleteMany': {
		parameters: { endpointId: rl('={{ $json.iccid }}', 'iccid'), options: { deleteSims: false } },
		effects: twice('sim.unassigned', 'sim.suspended', 'endpoint.deleted'),
	},
	'endpoint getConnectivity': { parameters: { endpointId, simplify: true }, effects: [] },
	'endpoint getConnectivityInfo': { parameters: { endpointId, subscriber: true }, effects: [] },
	'endpoint resetConnectivity': {
		parameters: { endpointId, reset: 'both' },
		effects: twice('connectivity.reset'),
	},
	'sms send': {
		parameters: { endpointId, payload: '={{ "hello " + $json.id }}' },
		effects: twice('sms.sent'),
	},
	'sms awaitReply': {
		parameters: { endpointId, payload: 'STATUS?', waitMinutes: 10 },
		sleeps: true,
		once: true,
		effects: ['sms.sent'],
	},
	'sms get': {
		parameters: (sim) => ({ endpointId: rl(10001), smsId: smsIdOf(sim), simplify: true }),
		after: ['sms send'],
		once: true,
		effects: [],
	},
	'sms getAll': {
		parameters: { endpointId, ...all, simplify: true },
		after: ['sms send'],
		effects: [],
	},
	'sms cancel': {
		parameters: (sim) => ({ endpointId: rl(10001), smsId: smsIdOf(sim) }),
		after: ['sms send'],
		once: true,
		effects: ['sms.cancelled'],
	},
	'smsQuota set': { parameters: quota, effects: twice('quota.set') },
	'smsQuota topUp': {
		parameters: { endpointId, add: 5 },
		after: ['smsQuota set'],
		effects: twice('quota.set'),
	},
	'smsQuota get': { parameters: { endpointId }, after: ['smsQuota set'], effects: [] },
	'smsQuota delete': {
		parameters: { endpointId },
		after: ['smsQuota set'],
		effects: twice('quota.deleted'),
	},
	'usage getDaily': { parameters: { endpointId, output: 'totals' }, effects: [] },
	'trafficLimitExtension create': {
		parameters: { endpointId, volume: 10 },
		effects: twice('extension.created'),
	},
	'trafficLimitExtension getAll': {
		parameters: { endpointId, ...all },
		after: ['trafficLimitExtension create'],
		effects: [],
	},
	'trafficLimitExtension deleteAll': {
		parameters: { endpointId },
		after: ['trafficLimitExtension create'],
		effects: twice('extension.deleted'),
	},
	'operatorBlacklist getAll': {
		parameters: { endpointId, ...all },
		after: ['operatorBlacklist add'],
		effects: [],
	},
	'operatorBlacklist add': {
		parameters: { endpointId, operatorId: rl('={{ $json.operator }}') },
		effects: twice('blacklist.added'),
	},
	'operatorBlacklist remove': {
		parameters: { endpointId, operatorId: rl('={{ $json.operator }}') },
		after: ['operatorBlacklist add'],
		effects: twice('blacklist.removed'),
	},
	'sim get': { parameters: { simId, simplify: true }, effects: [] },
	'sim getAll': {
		parameters: { returnAll: false, limit: 3, simplify: true, filters: { unassigned: true } },
		effects: [],
		results: 6,
	},
	'sim update': { parameters: { simId, status: 1 }, effects: twice('sim.activated') },
	'sim transfer': {
		parameters: {
			targetWorkspaceId: rl(1002),
			simsBy: 'ids',
			simIds: '={{ $json.sim }}, {{ $json.sim + 10 }}',
			dryRun: false,
		},
		user: 'totp',
		effects: ['sim.transferred', 'sim.transferred', 'sim.transferred', 'sim.transferred'],
	},
	'workspace getAll': {
		// Recorded tokens name no user.
		parameters: (sim) => ({ ...all, options: { userId: userIdOf(sim) } }),
		user: 'totp',
		effects: [],
		results: 6,
	},
	'mfaKey create': {
		parameters: { typeId: 0 },
		user: 'trial',
		once: true,
		effects: ['mfaKey.created'],
	},
	'mfaKey activate': {
		parameters: (sim) => {
			const keyId = keyOf(sim, TRIAL_USER);
			return { keyId: String(keyId), code: codeOfKey(sim, keyId) };
		},
		after: ['mfaKey create'],
		user: 'trial',
		once: true,
		effects: ['mfaKey.activated'],
	},
	'mfaKey delete': {
		parameters: (sim) => ({ keyId: String(keyOf(sim, TRIAL_USER)) }),
		after: ['mfaKey create'],
		user: 'trial',
		once: true,
		effects: ['mfaKey.deleted'],
	},
	'mfaKey getStatuses': { parameters: {}, user: 'trial', once: true, effects: [], results: 2 },
	'mfaKey getTypes': { parameters: {}, user: 'trial', effects: [] },
	'trustedDevice getAll': { parameters: all, user: 'totp', effects: [] },
	'trustedDevice delete': {
		parameters: (sim) => ({ deviceId: String([...sim.store.trustedDevices.keys()][0]) }),
		after: ['trustedDevice getAll'],
		user: 'totp',
		once: true,
		effects: ['trustedDevice.deleted'],
	},
	'session requestCode': { parameters: {}, user: 'mail', once: true, effects: [] },
	'session verifyCode': {
		parameters: (sim) => ({ code: sim.codeFor('mail@example.com') }),
		after: ['session requestCode'],
		user: 'mail',
		once: true,
		effects: [],
	},
	'event getAll': {
		parameters: { ...all, simplify: true, filters: { types: [20, 21] } },
		after: ['smsQuota set', 'quota used up'],
		effects: [],
		results: 4,
	},
	'quota used up': {
		parameters: { resource: 'sms', operation: 'send', endpointId: rl(10001), payload: 'x' },
		preparesOnly: true,
		once: true,
		effects: [],
	},
};

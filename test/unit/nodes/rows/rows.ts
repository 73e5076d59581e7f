import { Secret, TOTP } from 'otpauth';
import type { IDataObject } from 'n8n-workflow';

import { AUTOMATION_ROWS } from './automationRows';
import { FLEET_ROWS } from './fleetRows';
import { PEOPLE_ROWS } from './peopleRows';
import { NETWORK_ROWS } from './networkRows';
import { each, once, readOnce, rl, type Row } from './rowTypes';
import { type SimulatorHandle, USERS } from '../../../../simulator';

export { rl } from './rowTypes';

/* Form values of every operation, as a user would fill them in, and their effects at the service. */

const endpointId = rl('={{ $json.id }}');
const simId = rl('={{ $json.sim }}');
const all = { returnAll: true };
/** One look. */
const WAITS = { atMost: 1, atMostUnit: 'hours', waitHere: 0 };

/** Two endpoints of the seed, two free SIMs, two operators. */
export const ITEMS: IDataObject[] = [
	{ id: 10001, sim: 1, operator: 501, iccid: '8988303000000000231' },
	{ id: 10002, sim: 2, operator: 502, iccid: '8988303000000000232' },
];

const codeOfKey = (sim: SimulatorHandle, id: number) => {
	const secret = Secret.fromBase32(sim.store.mfaKeys.get(id)?.secret ?? '');
	return new TOTP({ secret }).generate({ timestamp: sim.clock.now() });
};
const keyOf = (sim: SimulatorHandle, userId: number) =>
	[...sim.store.mfaKeys.values()].find((key) => key.userId === userId)?.id ?? 0;
const TRIAL_USER = 13;

/** The message of the first endpoint, since both items are sent at once in any order. */
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
	'endpoint create': each(newEndpoint, ['endpoint.created', 'sim.assigned', 'sim.activated']),
	'endpoint createMany': each(newEndpoint, ['endpoint.created', 'sim.assigned', 'sim.activated']),
	'endpoint get': each({ endpointId, simplify: true }),
	'endpoint getAll': each(
		{ returnAll: false, limit: 2, simplify: true, filters: { status: 0 } },
		[],
		{ results: 4 },
	),
	'endpoint update': each({ endpointId, updateFields: { name: '={{ "new-" + $json.id }}' } }, [
		'endpoint.updated',
	]),
	'endpoint updateMany': each({ endpointId, updateFields: { unassignSim: true, status: 1 } }, [
		'endpoint.updated',
		'sim.unassigned',
	]),
	'endpoint applyTable': each(
		{
			dryRun: false,
			valuesFrom: 'columns',
			namingColumn: 'id',
			columns: {
				mappingMode: 'defineBelow',
				value: { id: '={{ $json.id }}', name: '={{ "pump-" + $json.sim }}', tags: 'lab' },
			},
		},
		['endpoint.updated'],
	),
	'endpoint retire': {
		parameters: { endpointId, dryRun: false, confirmCount: 2 },
		effects: [
			'sim.suspended',
			'sim.suspended',
			'endpoint.updated',
			'sim.unassigned',
			'endpoint.updated',
			'sim.unassigned',
			'endpoint.deleted',
			'endpoint.deleted',
		],
	},
	'endpoint reportDrift': each({
		output: 'items',
		valuesFrom: 'columns',
		namingColumn: 'id',
		columns: {
			mappingMode: 'defineBelow',
			value: { id: '={{ $json.id }}', name: '={{ "valve-" + $json.sim }}' },
		},
		options: { unmanaged: false },
	}),
	'endpoint delete': each({ endpointId }, ['endpoint.deleted'], { after: ['endpoint updateMany'] }),
	'endpoint deleteMany': each(
		{ endpointId: rl('={{ $json.iccid }}', 'iccid'), options: { deleteSims: false } },
		['sim.unassigned', 'sim.suspended', 'endpoint.deleted'],
	),
	'endpoint getConnectivity': each({ endpointId, simplify: true }),
	'endpoint getConnectivityInfo': each({ endpointId, subscriber: true }),
	'endpoint resetConnectivity': each({ endpointId, reset: 'both' }, ['connectivity.reset']),
	'sms send': each({ endpointId, payload: '={{ "hello " + $json.id }}' }, ['sms.sent']),
	'sms awaitReply': each({ endpointId, payload: 'STATUS?', ...WAITS }, ['sms.sent']),
	'await blocked': each({ endpointId, wanted: 'unblocked', ...WAITS }),
	'await delivered': readOnce(
		(sim) => ({ endpointId: rl(10001), smsIds: smsIdOf(sim), ...WAITS }),
		1,
		{ after: ['sms send'] },
	),
	'await esimOrder': readOnce(
		{
			euiccId: rl('={{ $json.sim }}'),
			operationId: '00000000-0000-4000-8000-000000000001',
			profileState: 'any',
			...WAITS,
		},
		1,
		{ after: ['euicc scheduleOperations'] },
	),
	'endpoint diagnose': each({ endpointId }),
	'sim findIdle': readOnce(({ store }) => {
		// Both generations tell of activations, by the SIM or by its events.
		for (const sim of store.sims.values()) sim.activationDate = 0;
		store.events.length = 0;
		return { days: 30 };
	}, 5),
	'await online': each({ endpointId, ...WAITS }),
	'await reply': each({ endpointId, ...WAITS }),
	'await seenAgain': each({ endpointId, ...WAITS }),
	'await simStatus': each({ simId: rl('={{ $json.sim }}'), status: 1, ...WAITS }),
	'sms get': readOnce(
		(sim) => ({ endpointId: rl(10001), smsId: smsIdOf(sim), simplify: true }),
		1,
		{ after: ['sms send'] },
	),
	'sms getAll': each({ endpointId, ...all, simplify: true }, [], { after: ['sms send'] }),
	'sms cancel': once((sim) => ({ endpointId: rl(10001), smsId: smsIdOf(sim) }), ['sms.cancelled'], {
		after: ['sms send'],
	}),
	'smsQuota set': each(quota, ['quota.set']),
	'smsQuota topUp': each({ endpointId, add: 5 }, ['quota.set'], { after: ['smsQuota set'] }),
	'smsQuota get': each({ endpointId }, [], { after: ['smsQuota set'] }),
	'smsQuota delete': each({ endpointId }, ['quota.deleted'], { after: ['smsQuota set'] }),
	'usage getDaily': each({ endpointId, output: 'totals' }),
	'trafficLimitExtension create': each({ endpointId, volume: 10 }, ['extension.created']),
	'trafficLimitExtension getAll': each({ endpointId, ...all }, [], {
		after: ['trafficLimitExtension create'],
	}),
	'trafficLimitExtension deleteAll': each({ endpointId }, ['extension.deleted'], {
		after: ['trafficLimitExtension create'],
	}),
	'operatorBlacklist getAll': each({ endpointId, ...all }, [], {
		after: ['operatorBlacklist add'],
	}),
	'operatorBlacklist add': each({ endpointId, operatorId: rl('={{ $json.operator }}') }, [
		'blacklist.added',
	]),
	'operatorBlacklist remove': each(
		{ endpointId, operatorId: rl('={{ $json.operator }}') },
		['blacklist.removed'],
		{ after: ['operatorBlacklist add'] },
	),
	'sim get': each({ simId, simplify: true }),
	'sim getAll': each(
		{ returnAll: false, limit: 3, simplify: true, filters: { unassigned: true } },
		[],
		{ results: 6 },
	),
	'sim activate': each({ simId }, ['sim.activated']),
	'sim suspend': each({ simId }, ['sim.suspended'], { after: ['sim activate'] }),
	'sim update': each({ simId, status: 1 }, ['sim.activated']),
	'sim transfer': each(
		{
			targetWorkspaceId: rl(1002),
			simsBy: 'ids',
			simIds: '={{ $json.sim }}, {{ $json.sim + 10 }}',
			dryRun: false,
		},
		['sim.transferred', 'sim.transferred'],
		{ user: 'totp' },
	),
	// Recorded tokens have no user ID.
	'workspace getAll': each((sim) => ({ ...all, options: { userId: userIdOf(sim) } }), [], {
		user: 'totp',
		results: 6,
	}),
	'mfaKey create': once({ typeId: 0 }, ['mfaKey.created'], { user: 'trial' }),
	'mfaKey activate': once(
		(sim) => {
			const keyId = keyOf(sim, TRIAL_USER);
			return { keyId: String(keyId), code: codeOfKey(sim, keyId) };
		},
		['mfaKey.activated'],
		{ after: ['mfaKey create'], user: 'trial' },
	),
	'mfaKey delete': once((sim) => ({ keyId: String(keyOf(sim, TRIAL_USER)) }), ['mfaKey.deleted'], {
		after: ['mfaKey create'],
		user: 'trial',
	}),
	'mfaKey getStatuses': readOnce({}, 2, { user: 'trial' }),
	'mfaKey getTypes': each({}, [], { user: 'trial' }),
	'trustedDevice getAll': each(all, [], { user: 'totp' }),
	'trustedDevice delete': once(
		(sim) => ({ deviceId: String([...sim.store.trustedDevices.keys()][0]) }),
		['trustedDevice.deleted'],
		{ after: ['trustedDevice getAll'], user: 'totp' },
	),
	'session requestCode': readOnce({}, 1, { user: 'mail' }),
	'session verifyCode': readOnce((sim) => ({ code: sim.codeFor('mail@example.com') }), 1, {
		after: ['session requestCode'],
		user: 'mail',
	}),
	'event getAll': each({ ...all, simplify: true, filters: { types: [20, 21] } }, [], {
		after: ['smsQuota set', 'quota used up'],
		results: 4,
	}),
	'quota used up': readOnce(
		{ resource: 'sms', operation: 'send', endpointId: rl(10001), payload: 'x' },
		1,
		{ preparesOnly: true },
	),
};

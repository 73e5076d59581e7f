import { Secret } from 'otpauth';
import { toIso } from '../clock';
import type { Simulation } from '../context';
import { ApiError, conflict, notFound, Problems, unprocessable } from '../http/envelopes';
import { objectBody, ok, pathId, type Call, type Route, idOf } from '../http/route';
import type { MfaKey } from './entities';
import { totpOf } from './mfa';

/** Statuses of MFA keys (public reference). */
const STATUSES = [
	{ id: 0, description: 'Activation Pending' },
	{ id: 1, description: 'Active' },
];
/** Types of MFA keys (public reference). */
const TYPES = [{ id: 0, description: 'TOTP' }];

const formatKey = (key: MfaKey, username: string) => ({
	id: key.id,
	status: STATUSES[key.statusId],
	type: TYPES[key.typeId],
	secret_key: key.secret,
	otpauth: totpOf(key, username).toString(),
	creation_date: toIso(key.createdAt),
	...(key.activatedAt === null ? {} : { activation_date: toIso(key.activatedAt) }),
});

/** MFA keys of the user who calls. */
export function mfaKeyRoutes(sim: Simulation): Route[] {
	const shared = { tag: 'MFA key', source: 'public reference', access: 'user' } as const;
	const findKey = (call: Call): MfaKey => {
		const id = pathId(call, 'keyId');
		const key = sim.store.mfaKeys.get(id);
		if (key?.userId !== call.caller.userId || !key) throw notFound(`MFA key ${id} not found`);
		return key;
	};
	return [
		{
			...shared,
			method: 'POST',
			url: '/api/v1/user/mfa',
			summary: 'Create an MFA key; the secret appears only here',
			secret: true,
			fields: { type: 'object {id}, required', password: 'string, SHA-1 hex, required' },
			handle: (call) => createKey(sim, call),
		},
		{
			...shared,
			method: 'PATCH',
			url: '/api/v1/user/mfa/:keyId',
			summary: 'Activate an MFA key',
			secret: true,
			fields: { status: 'object {id: 1}', code: 'string, 6 digits' },
			handle: (call) => {
				const key = findKey(call);
				const body = objectBody(call);
				if (idOf(body.status) !== 1) throw unprocessable('status.id must be 1');
				if (key.statusId === 1) throw conflict(`MFA key ${key.id} is already active`);
				if (!sim.mfa.takeCode(key, typeof body.code === 'string' ? body.code : ''))
					throw unprocessable('The code is wrong');
				key.statusId = 1;
				key.activatedAt = sim.clock.now();
				sim.ledger.effect('mfaKey.activated', {}, { id: key.id });
				return sim.forms.changed;
			},
		},
		{
			...shared,
			method: 'DELETE',
			url: '/api/v1/user/:userId/mfa/:keyId',
			summary: 'Delete an MFA key; userId is `my` or the own id',
			handle: (call) => {
				const { userId } = call.params;
				if (userId !== 'my' && userId !== String(call.caller.userId))
					throw notFound(`User ${userId} not found`);
				const key = findKey(call);
				sim.store.mfaKeys.delete(key.id);
				sim.ledger.effect('mfaKey.deleted', {}, { id: key.id });
				return sim.forms.changed;
			},
		},
		{
			...shared,
			method: 'GET',
			url: '/api/v1/user/mfa/status',
			summary: 'Statuses of MFA keys',
			handle: () => ok(STATUSES),
		},
		{
			...shared,
			method: 'GET',
			url: '/api/v1/user/mfa/type',
			summary: 'Types of MFA keys',
			handle: () => ok(TYPES),
		},
	];
}

/** Creates a pending key. @throws 422 (1400), 401 without code, 409 (1405): specification */
function createKey(sim: Simulation, call: Call) {
	const body = objectBody(call);
	const problems = new Problems();
	for (const name of ['type', 'password'])
		if (body[name] === undefined || body[name] === null) problems.required(`${name} is required`);
	if (body.type !== undefined && idOf(body.type) !== 0) problems.invalid('type.id must be 0');
	problems.finish(true);
	const user = sim.store.users.get(call.caller.userId ?? -1);
	if (!user || body.password !== user.passwordSha1)
		throw new ApiError(401, { message: 'The password is invalid' });
	for (const { userId } of sim.store.mfaKeys.values())
		if (userId === user.id) throw conflict('An MFA key already exists, delete it first', 1405);
	const key: MfaKey = {
		id: sim.store.nextId('mfaKey'),
		userId: user.id,
		statusId: 0,
		typeId: 0,
		secret: new Secret({ size: 20 }).base32,
		createdAt: sim.clock.now(),
		activatedAt: null,
		lastStep: 0,
	};
	sim.store.mfaKeys.set(key.id, key);
	sim.ledger.effect('mfaKey.created', {}, { id: key.id });
	return ok(formatKey(key, user.username));
}

import { Secret } from 'otpauth';
import * as z from 'zod/v4';
import { toIso } from '../clock';
import type { Simulation } from '../context';
import { first, jsonBody, namingAll, readBody, reference, required } from '../http/body';
import { ApiError, conflict, notFound, unprocessable } from '../http/envelopes';
import { ok, pathId, type Call, type Route } from '../http/route';
import type { MfaKey } from './entities';
import { totpOf } from './mfa';

/** Statuses of MFA keys (public reference). */
const STATUSES = [
	{ id: 0, description: 'Activation Pending' },
	{ id: 1, description: 'Active' },
];
/** Types of MFA keys (public reference). */
const TYPES = [{ id: 0, description: 'TOTP' }];

const TYPE = 'type.id must be 0';
const WRONG = 'The password is invalid';
/** Null is missing too. */
const filled = (name: string, wrong: string) => ({
	error: ({ input }: { input?: unknown }) =>
		input === undefined || input === null ? required(`${name} is required`) : wrong,
});
const NEW_KEY = jsonBody({
	type: z.object({ id: z.literal([0], TYPE) }, filled('type', TYPE)),
	password: z.string(filled('password', WRONG)).describe('SHA-1 hex of the password'),
});
/** A value that is no text is no password; the rest keeps the specification's codes. */
const refusal = (issues: z.core.$ZodIssue[]) =>
	issues.every(({ message }) => message === WRONG) ? wrongPassword() : namingAll(issues, true);
const wrongPassword = () => new ApiError(401, { message: WRONG });
const ACTIVATION = jsonBody({
	status: reference('status.id must be 1', { among: [1] }),
	code: z.string('The code is wrong').describe('6 digits'),
});

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
			body: NEW_KEY,
			handle: (call) => createKey(sim, call),
		},
		{
			...shared,
			method: 'PATCH',
			url: '/api/v1/user/mfa/:keyId',
			summary: 'Activate an MFA key',
			secret: true,
			body: ACTIVATION,
			handle: (call) => {
				const key = findKey(call);
				const { code } = readBody(ACTIVATION, call.body, first(unprocessable));
				if (key.statusId === 1) throw conflict(`MFA key ${key.id} is already active`);
				if (!sim.mfa.takeCode(key, code)) throw unprocessable('The code is wrong');
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
	const { password } = readBody(NEW_KEY, call.body, refusal);
	const user = sim.store.users.get(call.caller.userId ?? -1);
	if (!user || password !== user.passwordSha1) throw wrongPassword();
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

import { Secret } from 'otpauth';
import * as z from 'zod/v4';
import { toIso } from '../clock';
import type { Simulation } from '../context';
import { firstProblem, jsonBody, refusalOfAll, readBody, reference, required } from '../http/body';
import { ApiError, conflict, notFound, unprocessable } from '../http/envelopes';
import { ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import type { MfaKey } from './entities';
import { totpOf } from './mfa';

/** Statuses of MFA keys (public reference). */
const MFA_KEY_STATUSES = [
	{ id: 0, description: 'Activation Pending' },
	{ id: 1, description: 'Active' },
];
/** Types of MFA keys (public reference). */
const MFA_KEY_TYPES = [{ id: 0, description: 'TOTP' }];

const TYPE = 'type.id must be 0';
const INVALID_PASSWORD = 'The password is invalid';
/** Null counts as missing. */
const requiredError = (name: string, wrong: string) => ({
	error: ({ input }: { input?: unknown }) =>
		input === undefined || input === null ? required(`${name} is required`) : wrong,
});
const NEW_KEY = jsonBody({
	type: z.object({ id: z.literal([0], TYPE) }, requiredError('type', TYPE)),
	password: z
		.string(requiredError('password', INVALID_PASSWORD))
		.describe('SHA-1 hex of the password'),
});
/** A value that is not a string is not a password; other mistakes keep the specification's codes. */
const mfaKeyRefusal = (issues: z.core.$ZodIssue[]) =>
	issues.every(({ message }) => message === INVALID_PASSWORD)
		? wrongPassword()
		: refusalOfAll(issues, true);
const wrongPassword = () => new ApiError(401, { message: INVALID_PASSWORD });
const ACTIVATION = jsonBody({
	status: reference('status.id must be 1', { among: [1] }),
	code: z.string('The code is wrong').describe('6 digits'),
});

/** A key without its secret. */
export const keyForm = (key: MfaKey) => ({
	id: key.id,
	status: MFA_KEY_STATUSES[key.statusId],
	type: MFA_KEY_TYPES[key.typeId],
	creation_date: toIso(key.createdAt),
	...(key.activatedAt === null ? {} : { activation_date: toIso(key.activatedAt) }),
});

const newKeyForm = (key: MfaKey, username: string) => ({
	...keyForm(key),
	secret_key: key.secret,
	otpauth: totpOf(key, username).toString(),
});

/** MFA keys of the calling user. */
export function mfaKeyRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'MFA key', access: 'user' });
	const findKey = (call: ApiCall): MfaKey => {
		const id = pathId(call, 'keyId');
		const key = sim.store.mfaKeys.get(id);
		if (key?.userId !== call.caller.userId || !key) throw notFound(`MFA key ${id} not found`);
		return key;
	};
	return [
		route(
			'POST /api/v1/user/mfa',
			{ summary: 'Create an MFA key; the secret appears only here', secret: true, body: NEW_KEY },
			(call) => createKey(sim, call),
		),
		route(
			'PATCH /api/v1/user/mfa/:keyId',
			{ summary: 'Activate an MFA key', secret: true, body: ACTIVATION },
			(call) => {
				const key = findKey(call);
				const { code } = readBody(ACTIVATION, call.body, firstProblem(unprocessable));
				if (key.statusId === 1) throw conflict(`MFA key ${key.id} is already active`);
				if (!sim.mfa.takeCode(key, code)) throw unprocessable('The code is wrong');
				key.statusId = 1;
				key.activatedAt = sim.clock.now();
				sim.ledger.effect('mfaKey.activated', {}, { id: key.id });
				return sim.forms.changed;
			},
		),
		route(
			'DELETE /api/v1/user/:userId/mfa/:keyId',
			'Delete an MFA key; userId is `my` or the own id',
			(call) => {
				const { userId } = call.params;
				if (userId !== 'my' && userId !== String(call.caller.userId))
					throw notFound(`User ${userId} not found`);
				const key = findKey(call);
				sim.store.mfaKeys.delete(key.id);
				sim.ledger.effect('mfaKey.deleted', {}, { id: key.id });
				return sim.forms.changed;
			},
		),
		route('GET /api/v1/user/mfa/status', 'Statuses of MFA keys', () => ok(MFA_KEY_STATUSES)),
		route('GET /api/v1/user/mfa/type', 'Types of MFA keys', () => ok(MFA_KEY_TYPES)),
	];
}

/** Creates a pending key. @throws 422 (1400), 401 without code, 409 (1405): specification */
function createKey(sim: Simulation, call: ApiCall) {
	const { password } = readBody(NEW_KEY, call.body, mfaKeyRefusal);
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
	return ok(newKeyForm(key, user.username));
}

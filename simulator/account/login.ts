import * as z from 'zod/v4';
import type { Simulation } from '../context';
import { readBody, jsonBody, required } from '../http/body';
import { locked, loginFailed, type ApiError } from '../http/envelopes';
import { isObject, ok, type ApiAnswer, type ApiCall } from '../http/route';
import { isUsable } from './applicationTokens';
import type { User } from './entities';

/** Failed logins in a row that lock an account (public reference). */
const FAILURES_TO_LOCK = 3;
/** How long an account stays locked (public reference). */
const LOCK_MS = 5 * 60_000;

/** A non-empty string. */
const filledText = (name: string) =>
	z.string(required(`${name} is required`)).min(1, required(`${name} is required`));
const deviceText = (name: string) => z.string(`trusted_device.${name} must be a string`).optional();

const APPLICATION = z.object({ application_token: z.string() });
const REFRESH = z.object({ refresh_token: z.string().describe('works once') });
const PASSWORD = jsonBody({
	username: filledText('username'),
	password: filledText('password').describe('SHA-1 hex of the password'),
	fingerprint: z.string().optional().catch(undefined).describe('of a trusted device'),
});
const CODE = z.object({
	mfa_token: z.string().describe('from the first step of a login with MFA'),
	code: z.string().describe('6 digits'),
	trusted_device: z
		.object(
			{
				fingerprint: filledText('trusted_device.fingerprint'),
				operating_system: deviceText('operating_system'),
				browser: deviceText('browser'),
				name: deviceText('name'),
			},
			required('trusted_device.fingerprint is required'),
		)
		.nullish(),
});
/** The login modes. */
export const LOGIN = z.union([PASSWORD, CODE, REFRESH, APPLICATION]);

/**
 * `POST /api/v1/authenticate`: the body selects the mode (specification; application tokens from
 * the public reference).
 */
export async function logIn(sim: Simulation, call: ApiCall): Promise<ApiAnswer> {
	sim.ledger.counters.authenticate += 1;
	sim.limits.takeAuthenticate(call.ip);
	const body = isObject(call.body) ? call.body : {};
	if ('application_token' in body) return await byApplicationToken(sim, body, call);
	if ('refresh_token' in body) return await byRefreshToken(sim, body, call.skewMs);
	if ('mfa_token' in body) return await byCode(sim, body, call.skewMs);
	return await byPassword(sim, body, call.skewMs);
}

async function byApplicationToken(
	sim: Simulation,
	body: Record<string, unknown>,
	{ skewMs, ip }: ApiCall,
): Promise<ApiAnswer> {
	const { application_token: token } = readBody(APPLICATION, body, loginFailed);
	const entry = sim.store.applicationTokens.get(token);
	if (!entry || !isUsable(sim, entry, ip)) throw loginFailed();
	const { organisationId, id: applicationId, role } = entry;
	const owner = { organisationId, userId: null, applicationId, role };
	return ok({ auth_token: await sim.tokens.issue(sim, owner, skewMs) });
}

async function byRefreshToken(
	sim: Simulation,
	body: Record<string, unknown>,
	skewMs: number,
): Promise<ApiAnswer> {
	const userId = sim.tokens.takeRefresh(readBody(REFRESH, body, loginFailed).refresh_token);
	const user = userId === undefined ? undefined : sim.store.users.get(userId);
	if (user?.statusId !== 1) throw loginFailed();
	const auth_token = await sim.tokens.issue(sim, userOwner(user), skewMs);
	if (sim.options.refreshAnswersOnlyAuthToken) return ok({ auth_token });
	return ok({ auth_token, refresh_token: sim.tokens.issueRefresh(user.id) });
}

async function byPassword(
	sim: Simulation,
	body: Record<string, unknown>,
	skewMs: number,
): Promise<ApiAnswer> {
	const { username, password, fingerprint } = readBody(PASSWORD, body);
	const user = sim.store.userByName(username);
	if (!user) throw loginFailed();
	refuseLocked(sim, user);
	if (user.statusId !== 1) throw loginFailed();
	if (password !== user.passwordSha1) throw countFailure(sim, user);
	const trusted = fingerprint !== undefined && sim.mfa.isTrusted(user.id, fingerprint);
	if (sim.mfa.needed(user) && !trusted) return ok({ mfa_token: sim.mfa.begin(user) });
	return await succeed(sim, user, skewMs);
}

async function byCode(
	sim: Simulation,
	body: Record<string, unknown>,
	skewMs: number,
): Promise<ApiAnswer> {
	const { mfa_token: mfaToken } = readBody(CODE.pick({ mfa_token: true }), body, loginFailed);
	const user = sim.store.users.get(sim.mfa.pendingUser(mfaToken) ?? -1);
	if (!user) throw loginFailed();
	refuseLocked(sim, user);
	const device = readBody(CODE.shape.trusted_device, body.trusted_device);
	const { code } = readBody(CODE.pick({ code: true }), body, () => countFailure(sim, user));
	if (!sim.mfa.complete(mfaToken, code)) throw countFailure(sim, user);
	if (device) sim.mfa.trust(user.id, device);
	return await succeed(sim, user, skewMs);
}

function refuseLocked(sim: Simulation, user: User): void {
	if (user.lockedUntil > sim.clock.now()) throw locked();
}

/** Counts a failure; the third in a row locks the account. */
function countFailure(sim: Simulation, user: User): ApiError {
	user.failures += 1;
	if (user.failures >= FAILURES_TO_LOCK) {
		user.failures = 0;
		user.lockedUntil = sim.clock.now() + LOCK_MS;
	}
	return loginFailed();
}

const userOwner = ({ id, organisationId }: User) => ({ organisationId, userId: id });

async function succeed(sim: Simulation, user: User, skewMs: number): Promise<ApiAnswer> {
	user.failures = 0;
	return ok({
		auth_token: await sim.tokens.issue(sim, userOwner(user), skewMs),
		refresh_token: sim.tokens.issueRefresh(user.id),
	});
}

import type { Simulation } from '../context';
import { locked, loginFailed, Problems, type ApiError } from '../http/envelopes';
import { isObject, ok, type Answer, type Call } from '../http/route';
import type { User } from './entities';

/** Failed logins in a row that lock an account (public reference). */
const FAILURES_TO_LOCK = 3;
/** How long an account stays locked (public reference). */
const LOCK_MS = 5 * 60_000;

const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/**
 * `POST /api/v1/authenticate`: the body selects the mode (specification; application tokens from
 * the public reference).
 */
export async function authenticate(sim: Simulation, call: Call): Promise<Answer> {
	sim.ledger.counters.authenticate += 1;
	sim.limits.takeAuthenticate(call.ip);
	const body = isObject(call.body) ? call.body : {};
	if ('application_token' in body) return await byApplicationToken(sim, body, call.skewMs);
	if ('refresh_token' in body) return await byRefreshToken(sim, body, call.skewMs);
	if ('mfa_token' in body) return await byCode(sim, body, call.skewMs);
	return await byPassword(sim, body, call.skewMs);
}

async function byApplicationToken(
	sim: Simulation,
	body: Record<string, unknown>,
	skewMs: number,
): Promise<Answer> {
	const entry = sim.store.applicationTokens.get(text(body.application_token) ?? '');
	if (!entry) throw loginFailed();
	const { organisationId } = entry;
	return ok({ auth_token: await sim.tokens.issue(sim, { organisationId, userId: null }, skewMs) });
}

async function byRefreshToken(
	sim: Simulation,
	body: Record<string, unknown>,
	skewMs: number,
): Promise<Answer> {
	const userId = sim.tokens.takeRefresh(text(body.refresh_token) ?? '');
	const user = userId === undefined ? undefined : sim.store.users.get(userId);
	if (!user) throw loginFailed();
	const auth_token = await sim.tokens.issue(sim, ownerOf(user), skewMs);
	if (sim.options.refreshAnswersOnlyAuthToken) return ok({ auth_token });
	return ok({ auth_token, refresh_token: sim.tokens.issueRefresh(user.id) });
}

async function byPassword(
	sim: Simulation,
	body: Record<string, unknown>,
	skewMs: number,
): Promise<Answer> {
	const username = text(body.username);
	const password = text(body.password);
	const problems = new Problems();
	if (username === undefined) problems.required('username is required');
	if (password === undefined) problems.required('password is required');
	problems.finish();
	const user = sim.store.userByName(username ?? '');
	if (!user) throw loginFailed();
	refuseLocked(sim, user);
	if (password !== user.passwordSha1) throw failed(sim, user);
	const fingerprint = text(body.fingerprint);
	const trusted = fingerprint !== undefined && sim.mfa.isTrusted(user.id, fingerprint);
	if (sim.mfa.needed(user) && !trusted) return ok({ mfa_token: sim.mfa.begin(user) });
	return await succeed(sim, user, skewMs);
}

async function byCode(
	sim: Simulation,
	body: Record<string, unknown>,
	skewMs: number,
): Promise<Answer> {
	const mfaToken = text(body.mfa_token) ?? '';
	const user = sim.store.users.get(sim.mfa.pendingUser(mfaToken) ?? -1);
	if (!user) throw loginFailed();
	refuseLocked(sim, user);
	const device = deviceOf(body.trusted_device);
	if (!sim.mfa.complete(mfaToken, text(body.code) ?? '')) throw failed(sim, user);
	if (device) sim.mfa.trust(user.id, device);
	return await succeed(sim, user, skewMs);
}

/** Reads `trusted_device`. @throws 422 without a fingerprint, or when a field is no string */
function deviceOf(value: unknown) {
	if (value === undefined || value === null) return undefined;
	const device = isObject(value) ? value : {};
	const fingerprint = text(device.fingerprint);
	const problems = new Problems();
	if (fingerprint === undefined) problems.required('trusted_device.fingerprint is required');
	for (const name of ['operating_system', 'browser', 'name'])
		if (!['undefined', 'string'].includes(typeof device[name]))
			problems.invalid(`trusted_device.${name} must be a string`);
	problems.finish();
	return {
		fingerprint: fingerprint ?? '',
		operating_system: text(device.operating_system),
		browser: text(device.browser),
		name: text(device.name),
	};
}

function refuseLocked(sim: Simulation, user: User): void {
	if (user.lockedUntil > sim.clock.now()) throw locked();
}

/** Counts a failure; the third in a row locks the account. */
function failed(sim: Simulation, user: User): ApiError {
	user.failures += 1;
	if (user.failures >= FAILURES_TO_LOCK) {
		user.failures = 0;
		user.lockedUntil = sim.clock.now() + LOCK_MS;
	}
	return loginFailed();
}

const ownerOf = ({ id, organisationId }: User) => ({ organisationId, userId: id });

async function succeed(sim: Simulation, user: User, skewMs: number): Promise<Answer> {
	user.failures = 0;
	return ok({
		auth_token: await sim.tokens.issue(sim, ownerOf(user), skewMs),
		refresh_token: sim.tokens.issueRefresh(user.id),
	});
}

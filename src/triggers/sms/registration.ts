import type { Client } from '../../client/client';
import { exclusively } from '../../client/exclusive';
import { CellularIotError, ownError } from '../../errors';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../../http/errors';
import { entityOf, listOf } from '../../operations/answers';
import type { Call, Json } from '../../operations/define';
import { getServiceProfile } from '../../operations/serviceProfile';
import { checkReachable } from '../reachable';
import {
	idIn,
	type Kind,
	type Made,
	madeOf,
	type Mark,
	type Pair,
	purposeOf,
} from './callbackMarks';

/*
 * Registers a workflow's address as the callback of a service profile, and takes it back. What the
 * service holds is what counts: a registration is found by its mark, whatever n8n has kept.
 * Source: public reference, Traffic limit extensions, blacklist, profiles, lookups.
 */

export interface WantedCallback {
	profileId: number;
	/** The address n8n gives this workflow: another one for tests. */
	url: string;
	/** Names instance, workflow and node. */
	owner: string;
	kind: Kind;
	secret?: string;
	/** Take the place of another callback, which comes back when this one goes. */
	replace: boolean;
	/** A person has said that the service reaches a private address. */
	allowPrivate?: boolean | undefined;
}

/** What was made, as n8n keeps it for a service that does not give marks back. */
export interface Registration {
	profileId: number;
	callbackId: number;
	secretId: number | null;
	formers: Pair[];
}

/** An address of somebody else, without what may let others in. */
function shown(text: string): string {
	if (!URL.canParse(text)) return 'an address that cannot be read';
	const { origin, host, protocol, pathname } = new URL(text);
	return (origin === 'null' ? `${protocol}//${host}` : origin) + pathname;
}

/** The profile has the callback of somebody else. */
class CallbackInUseError extends CellularIotError {
	constructor(profileId: number, url: string) {
		super(
			`Service profile ${profileId} already has another callback: ${shown(url)}`,
			'Unpublish what uses it, choose another profile, or switch on "Replace Existing Callback": it is put back when this workflow is unpublished.',
			'refused',
		);
	}
}

type MadeKind = 'api_callback' | 'api_secret';

interface Profile extends Pair {
	url: string;
}

class Requests {
	private readonly call: Call;
	constructor(client: Client) {
		this.call = client.callFor({
			resource: 'callback',
			name: 'register',
			effect: 'read',
			lane: 'single',
		});
	}

	async profile(id: number): Promise<Profile> {
		const answer = await this.call.other(getServiceProfile, { serviceProfileId: id });
		const { api_callback: callback, api_secret: secret } = entityOf(answer);
		return {
			callbackId: idIn(callback),
			secretId: idIn(secret),
			url: String((callback as Json | null | undefined)?.url ?? ''),
		};
	}

	async assign(id: number, values: Partial<Record<MadeKind, number | null>>): Promise<void> {
		const body = Object.fromEntries(Object.entries(values).map(([key, own]) => [key, { id: own }]));
		const path = `/api/v1/service_profile/${id}`;
		await this.call.send({ method: 'PATCH', path, body, effect: 'set' });
	}

	async list(kind: MadeKind): Promise<Made[]> {
		const path = `/api/v1/${kind}`;
		return listOf(await this.call.send({ method: 'GET', path })).map(madeOf);
	}

	/** Creates; where no answer came, looks for what was made beside those `before`. */
	async create(kind: MadeKind, body: Json, before: Made[]): Promise<number> {
		const path = `/api/v1/${kind}`;
		try {
			const answer = await this.call.send({ method: 'POST', path, body, effect: 'act' });
			return Number(entityOf(answer).id);
		} catch (error) {
			if (ownError(error)?.outcome !== 'unknown') throw error;
			const made = (await this.list(kind)).find(
				({ id, purpose }) => purpose === body.purpose && !before.some((other) => other.id === id),
			);
			if (!made) throw error;
			return made.id;
		}
	}

	/** Deletes; what is gone already or in use elsewhere is no mistake. */
	async remove(kind: MadeKind, id: number): Promise<void> {
		try {
			const path = `/api/v1/${kind}/${id}`;
			await this.call.send({ method: 'DELETE', path, effect: 'set' });
		} catch (error) {
			if (!(error instanceof NotFoundError) && !(error instanceof ConflictError)) throw error;
		}
	}
}

/** All that the service holds, read at once. */
interface Held {
	callbacks: Made[];
	secrets: Made[];
}

const heldBy = async (requests: Requests): Promise<Held> => {
	const [callbacks, secrets] = await Promise.all([
		requests.list('api_callback'),
		requests.list('api_secret'),
	]);
	return { callbacks, secrets };
};

const isOf =
	({ owner, kind }: Pick<Mark, 'owner' | 'kind'>) =>
	({ mark }: Made): boolean =>
		mark?.owner === owner && mark.kind === kind;

/** One registration at a time changes the callbacks of an account. */
const alone = async <T>(
	client: Client,
	job: (requests: Requests, held: Held) => Promise<T>,
): Promise<T> =>
	await exclusively(`${client.ports.baseUrl} callbacks`, async () => {
		const requests = new Requests(client);
		return await job(requests, await heldBy(requests));
	});

/** Whether the profile calls this address, with a secret exactly where one is wanted. */
export async function isRegistered(client: Client, wanted: WantedCallback): Promise<boolean> {
	const requests = new Requests(client);
	const { callbackId, secretId } = await requests.profile(wanted.profileId);
	if (callbackId === null) return false;
	const { callbacks, secrets } = await heldBy(requests);
	const own = callbacks.filter(isOf(wanted));
	const stands = own.some(({ id, url }) => id === callbackId && url === wanted.url);
	const hasOwn = secrets.some((one) => isOf(wanted)(one) && one.id === secretId);
	return stands && own.length === 1 && hasOwn === (wanted.secret !== undefined);
}

/**
 * What a registration will give way to: the callback that stands, and what that one has the place
 * of. Own ones are left out, and addresses of tests: those are dead when it comes to it. Only a test
 * gives its place back to the production address of its own workflow.
 */
function formersOf(wanted: WantedCallback, standing: Pair, { callbacks }: Held): Pair[] {
	if (standing.callbackId === null) return [];
	const mark = callbacks.find(({ id }) => id === standing.callbackId)?.mark;
	const isOwn = mark?.owner === wanted.owner;
	const own = callbacks.filter(isOf(wanted));
	const before = [...(isOwn || mark?.kind === 'test' ? [] : [standing]), ...(mark?.formers ?? [])];
	const formers = before.filter(({ callbackId }) => !own.some(({ id }) => id === callbackId));
	const isLive = isOwn && mark.kind === 'live';
	return wanted.kind === 'test' && isLive ? [standing, ...formers] : formers;
}

/**
 * Creates callback and secret, and assigns them to the profile. Doing it again leaves one of each.
 * A failure on the way takes back what was made.
 * @throws CallbackInUseError when the profile has another callback and `replace` is off.
 * @throws AddressError when the service can't reach the address.
 */
export async function register(client: Client, wanted: WantedCallback): Promise<Registration> {
	checkReachable({ ...wanted, baseUrl: client.ports.baseUrl });
	return await alone(client, async (requests, before) => {
		const { profileId, url, secret, owner, kind, replace } = wanted;
		let held = before;
		// n8n ended without taking them back, and the form changed meanwhile.
		const strays = held.callbacks.filter(
			(one) => isOf(wanted)(one) && one.mark?.profileId !== profileId,
		);
		for (const stray of strays) await withdrawOne(requests, stray, held);
		if (strays.length > 0) held = await heldBy(requests);

		const standing = await requests.profile(profileId);
		const made = held.callbacks.find(({ id }) => id === standing.callbackId);
		const isOwn = made?.mark?.owner === owner && (kind === 'live' || made.mark.kind === 'test');
		if (standing.callbackId !== null && !isOwn && !replace) {
			throw new CallbackInUseError(profileId, standing.url);
		}
		const formers = formersOf(wanted, standing, held);
		const purpose = purposeOf({ owner, kind, profileId, formers });
		const fits = held.callbacks.find((one) => one.url === url && one.purpose === purpose);
		const created: Array<[MadeKind, number]> = [];
		const create = async (what: MadeKind, body: Json) => {
			const known = what === 'api_callback' ? held.callbacks : held.secrets;
			const id = await requests.create(what, { ...body, purpose }, known);
			created.push([what, id]);
			return id;
		};
		const ownSecret = held.secrets.some(
			({ id, mark }) => id === standing.secretId && mark?.owner === owner,
		);
		let callbackId: number;
		let secretId: number | null = null;
		try {
			callbackId = fits?.id ?? (await create('api_callback', { url }));
			// A secret can't be read back: a former one may hold another value.
			if (secret !== undefined) secretId = await create('api_secret', { secret });
			await requests.assign(profileId, {
				api_callback: callbackId,
				...(secretId !== null && { api_secret: secretId }),
				...(secretId === null && ownSecret && { api_secret: formers[0]?.secretId ?? null }),
			});
		} catch (error) {
			await putBack(requests, profileId, standing, created);
			throw error;
		}
		const isOld = (id: number) => (one: Made) =>
			one.id !== id && one.mark?.owner === owner && (kind === 'live' || one.mark.kind === kind);
		await removeAll(requests, {
			callbacks: held.callbacks.filter(isOld(callbackId)),
			secrets: held.secrets.filter(isOld(secretId ?? -1)),
		});
		return { profileId, callbackId, secretId, formers };
	});
}

/** After a failure: as it was, as far as the service lets it. */
async function putBack(
	requests: Requests,
	profileId: number,
	before: Profile,
	created: Array<[MadeKind, number]>,
): Promise<void> {
	const now = await requests.profile(profileId).catch(() => undefined);
	const changed = created.some(([, id]) => id === now?.callbackId || id === now?.secretId);
	if (changed) {
		const { callbackId: api_callback, secretId: api_secret } = before;
		await requests.assign(profileId, { api_callback, api_secret }).catch(() => {});
	}
	for (const [kind, id] of created) await requests.remove(kind, id).catch(() => {});
}

async function removeAll(requests: Requests, { callbacks, secrets }: Held): Promise<void> {
	for (const { id } of callbacks) await requests.remove('api_callback', id);
	for (const { id } of secrets) await requests.remove('api_secret', id);
}

/** Ids that a profile no longer accepts: what stood there before was deleted meanwhile. */
const isGone = (error: unknown) =>
	error instanceof ValidationError || error instanceof NotFoundError;

/** Puts back what one callback had the place of, where it still stands, and deletes it. */
async function withdrawOne(requests: Requests, made: Made, held: Held): Promise<void> {
	const { profileId, owner, kind, formers } = made.mark!;
	const secrets = held.secrets.filter(
		(one) => isOf({ owner, kind })(one) && one.mark?.profileId === profileId,
	);
	let profile: Profile | undefined;
	try {
		profile = await requests.profile(profileId);
	} catch (error) {
		// The profile was deleted, or belongs to another organisation now.
		if (!(error instanceof NotFoundError) && !(error instanceof ForbiddenError)) throw error;
	}
	const secretStands = secrets.some((one) => one.id === profile?.secretId);
	const callbackStands = profile?.callbackId === made.id;
	if (callbackStands || secretStands) {
		const exists = (list: Made[], one: number | null) => list.some((other) => other.id === one);
		const back = formers.find(({ callbackId }) => exists(held.callbacks, callbackId));
		const secret = back ?? formers[0];
		const secretId = exists(held.secrets, secret?.secretId ?? null) ? secret!.secretId : null;
		const restore = async (values: Partial<Record<MadeKind, number | null>>) => {
			try {
				await requests.assign(profileId, values);
			} catch (error) {
				if (!isGone(error)) throw error;
				const empty = Object.keys(values).map((key) => [key, null]);
				await requests.assign(profileId, Object.fromEntries(empty) as typeof values);
			}
		};
		await restore({
			...(callbackStands && { api_callback: back?.callbackId ?? null }),
			...(secretStands && { api_secret: callbackStands ? secretId : null }),
		});
	}
	await removeAll(requests, { callbacks: [made], secrets });
}

/**
 * Takes back what {@link register} did: puts back what stood there before where ours still stand,
 * and deletes ours. Everything that is gone already counts as done.
 * @param kept what n8n has kept; used where the service gives no marks back
 */
export async function unregister(
	client: Client,
	mine: Pick<Mark, 'owner' | 'kind'>,
	kept?: Registration,
): Promise<void> {
	await alone(client, async (requests, held) => {
		const own = held.callbacks.filter(isOf(mine));
		for (const one of own) await withdrawOne(requests, one, held);
		const unmarked = held.callbacks.some(({ id, mark }) => id === kept?.callbackId && !mark);
		if (own.length === 0 && kept && unmarked) {
			const mark: Mark = { ...mine, profileId: kept.profileId, formers: kept.formers };
			const secrets = held.secrets.map((one) =>
				one.id === kept.secretId ? { ...one, mark } : one,
			);
			const stray: Made = { id: kept.callbackId, url: '', purpose: '', mark };
			await withdrawOne(requests, stray, { ...held, secrets });
		}
		const rest = held.secrets.filter(isOf(mine));
		if (own.length === 0) await removeAll(requests, { callbacks: [], secrets: rest });
	});
}

/**
 * At a start of n8n, when nobody listens: tests that were under way when it ended are taken back, and
 * an address that n8n no longer has, somebody's test, or an empty profile give the production address
 * its place back. What somebody else set stays.
 * @returns whether the production address was registered again
 */
export async function repair(client: Client, wanted: WantedCallback): Promise<boolean> {
	await alone(client, async (requests, held) => {
		const tests = held.callbacks.filter(isOf({ owner: wanted.owner, kind: 'test' }));
		for (const test of tests) await withdrawOne(requests, test, held);
	});
	if (await isRegistered(client, wanted)) return false;
	const requests = new Requests(client);
	const { callbackId } = await requests.profile(wanted.profileId);
	const made = (await requests.list('api_callback')).find(({ id }) => id === callbackId);
	if (callbackId !== null && made?.mark?.owner !== wanted.owner && made?.mark?.kind !== 'test') {
		return false;
	}
	await register(client, { ...wanted, replace: true });
	return true;
}

import type { Client } from '../../client/client';
import { CellularIotError } from '../../errors';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../../http/errors';
import { entityOf, listOf } from '../../operations/answers';
import type { Call, Json, Operation, RequestParts } from '../../operations/define';
import { asNumber } from '../../operations/schemas';

/*
 * Registers a workflow's address as the callback of a service profile.
 * Source: public reference, Traffic limit extensions, blacklist, profiles, lookups.
 */

/** What was done for a workflow, so that exactly that can be taken back. */
export interface Registration {
	profileId: number;
	url: string;
	callbackId: number;
	/** Secret that was created, where one was given. */
	secretId?: number;
	/** What the profile had before; null for nothing. */
	formerCallbackId: number | null;
	formerSecretId: number | null;
}

export interface Wanted {
	profileId: number;
	/** The address n8n gives this workflow: another one for tests. */
	url: string;
	secret?: string;
	/** Take the place of another callback, which comes back on deactivation. */
	replace: boolean;
}

/** The profile has the callback of somebody else. */
export class CallbackInUseError extends CellularIotError {
	constructor(profileId: number, url: string) {
		super(
			`Service profile ${profileId} already has another callback: ${url}`,
			'Deactivate what uses it, choose another profile, or switch on "Replace Existing Callback": it is put back when this workflow is deactivated.',
			'refused',
		);
	}
}

const entry = (name: string): Operation => ({
	resource: 'callback',
	name,
	action: name,
	description: name,
	request: 'GET /api/v1/service_profile/{id}',
	effect: 'read',
	lane: 'single',
	source: 'public reference',
	fields: {},
});

/** Marks what this package made, so that it is found again and nothing else is touched. */
const purposeOf = (url: string) => `n8n-nodes-cellular-iot ${url}`;

const idIn = (holder: unknown): number | null => {
	const id = asNumber((holder as Json | null | undefined)?.id);
	return typeof id === 'number' ? id : null;
};

interface Profile {
	callbackId: number | null;
	callbackUrl: string;
	secretId: number | null;
}

class Requests {
	private readonly call: Call;
	constructor(client: Client) {
		this.call = client.callFor(entry('register'));
	}

	async profile(id: number): Promise<Profile> {
		const answer = await this.call.send({ method: 'GET', path: `/api/v1/service_profile/${id}` });
		const { api_callback: callback, api_secret: secret } = entityOf(answer);
		return {
			callbackId: idIn(callback),
			callbackUrl: String((callback as Json | null | undefined)?.url ?? ''),
			secretId: idIn(secret),
		};
	}

	async assign(id: number, values: { api_callback?: number | null; api_secret?: number | null }) {
		const body = Object.fromEntries(Object.entries(values).map(([key, own]) => [key, { id: own }]));
		const parts: RequestParts = { method: 'PATCH', path: `/api/v1/service_profile/${id}`, body };
		await this.call.send({ ...parts, effect: 'set' });
	}

	async list(kind: 'api_callback' | 'api_secret'): Promise<Json[]> {
		const answer = await this.call.send({ method: 'GET', path: `/api/v1/${kind}`, lane: 'list' });
		return listOf(answer);
	}

	async create(kind: 'api_callback' | 'api_secret', body: Json): Promise<number> {
		const path = `/api/v1/${kind}`;
		const answer = await this.call.send({ method: 'POST', path, body, effect: 'act' });
		return Number(entityOf(answer).id);
	}

	/** Deletes; what is gone already or in use elsewhere is no mistake. */
	async remove(kind: 'api_callback' | 'api_secret', id: number): Promise<void> {
		try {
			const path = `/api/v1/${kind}/${id}`;
			await this.call.send({ method: 'DELETE', path, effect: 'set' });
		} catch (error) {
			if (!(error instanceof NotFoundError) && !(error instanceof ConflictError)) throw error;
		}
	}

	/** Ids of what this package made for an address, found by its mark. */
	async own(kind: 'api_callback' | 'api_secret', url: string): Promise<number[]> {
		const all = await this.list(kind);
		return all
			.filter(({ purpose }) => purpose === purposeOf(url))
			.flatMap((one) => idIn(one) ?? []);
	}
}

/** Whether the profile still calls this address. */
export async function isRegistered(
	client: Client,
	wanted: Wanted,
	known: Registration | undefined,
): Promise<boolean> {
	if (known?.url !== wanted.url || known.profileId !== wanted.profileId) return false;
	if ((wanted.secret !== undefined) !== (known.secretId !== undefined)) return false;
	const profile = await new Requests(client).profile(wanted.profileId);
	const secretStands = known.secretId === undefined || profile.secretId === known.secretId;
	return profile.callbackId === known.callbackId && secretStands;
}

/**
 * Creates callback and secret, and assigns them to the profile. Doing it again leaves one of each.
 * A failure on the way takes back what was made.
 * @throws CallbackInUseError when the profile has another callback and `replace` is off.
 */
export async function register(
	client: Client,
	wanted: Wanted,
	known: Registration | undefined,
): Promise<Registration> {
	const { profileId, url, secret, replace } = wanted;
	const requests = new Requests(client);
	const purpose = purposeOf(url);
	// n8n ended without a deactivation, and the workflow or n8n's own address changed meanwhile.
	const stale =
		known !== undefined &&
		(known.profileId !== profileId ||
			known.url !== url ||
			(known.secretId !== undefined && secret === undefined));
	if (stale) await unregister(client, known);
	const before = stale ? undefined : known;

	const profile = await requests.profile(profileId);
	const ownCallbacks = await requests.own('api_callback', url);
	const ownSecrets = secret === undefined ? [] : await requests.own('api_secret', url);
	const isOwn = profile.callbackId !== null && ownCallbacks.includes(profile.callbackId);
	const isOther = profile.callbackId !== null && !isOwn;
	if (isOther && !replace) throw new CallbackInUseError(profileId, profile.callbackUrl);

	// A secret can't be read back: a former one of this address may hold another value.
	const made: Array<['api_callback' | 'api_secret', number]> = [];
	try {
		let callbackId = ownCallbacks[0];
		if (callbackId === undefined) {
			callbackId = await requests.create('api_callback', { url, purpose });
			made.push(['api_callback', callbackId]);
		}
		let secretId: number | undefined;
		if (secret !== undefined) {
			secretId = await requests.create('api_secret', { secret, purpose });
			made.push(['api_secret', secretId]);
		}
		await requests.assign(profileId, {
			api_callback: callbackId,
			...(secretId !== undefined && { api_secret: secretId }),
		});
		for (const id of ownSecrets) await requests.remove('api_secret', id);
		for (const id of ownCallbacks.slice(1)) await requests.remove('api_callback', id);
		const ownSecret = profile.secretId !== null && ownSecrets.includes(profile.secretId);
		return {
			profileId,
			url,
			callbackId,
			...(secretId !== undefined && { secretId }),
			formerCallbackId: isOther ? profile.callbackId : (before?.formerCallbackId ?? null),
			formerSecretId: ownSecret ? (before?.formerSecretId ?? null) : profile.secretId,
		};
	} catch (error) {
		await putBack(requests, profileId, profile, made).catch(() => {});
		throw error;
	}
}

async function putBack(
	requests: Requests,
	profileId: number,
	profile: Profile,
	made: Array<['api_callback' | 'api_secret', number]>,
): Promise<void> {
	if (made.length === 0) return;
	await requests.assign(profileId, {
		api_callback: profile.callbackId,
		...(made.some(([kind]) => kind === 'api_secret') && { api_secret: profile.secretId }),
	});
	for (const [kind, id] of made) await requests.remove(kind, id);
}

/** Ids that a profile no longer accepts: what stood there before was deleted meanwhile. */
const isGone = (error: unknown) =>
	error instanceof ValidationError || error instanceof NotFoundError;

/**
 * Takes back what {@link register} did: puts a former callback and secret back where ours still
 * stand, and deletes ours. Everything that is gone already counts as done.
 */
export async function unregister(client: Client, known: Registration): Promise<void> {
	const requests = new Requests(client);
	const { profileId, callbackId, secretId, formerCallbackId, formerSecretId } = known;
	let profile: Profile | undefined;
	try {
		profile = await requests.profile(profileId);
	} catch (error) {
		// The profile was deleted, or belongs to another organisation now.
		if (!(error instanceof NotFoundError) && !(error instanceof ForbiddenError)) throw error;
	}
	const restore = async (key: 'api_callback' | 'api_secret', former: number | null) => {
		try {
			await requests.assign(profileId, { [key]: former });
		} catch (error) {
			if (former === null || !isGone(error)) throw error;
			await requests.assign(profileId, { [key]: null });
		}
	};
	if (profile?.callbackId === callbackId) await restore('api_callback', formerCallbackId);
	if (secretId !== undefined && profile?.secretId === secretId) {
		await restore('api_secret', formerSecretId);
	}
	await requests.remove('api_callback', callbackId);
	if (secretId !== undefined) await requests.remove('api_secret', secretId);
}

import { CellularIotError, ownError } from '../../errors';
import { NotFoundError, ValidationError } from '../../request/attempt/errors';
import { comparePicked, type Picked } from '../../run/picked';
import { entityOf, answerList } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { getServiceProfile } from '../../table/entries/profile/serviceProfile';
import { unlessRefused } from '../../table/reading';
import { wholeAnswer } from '../../table/whole';
import {
	bareAddress,
	type RegistrantHere,
	type Registrant,
	Registrations,
	type Undo,
	type WantedAddress,
} from '../runtime/registration';
import {
	idInAnswer,
	type ListedPart,
	madeOf,
	type Mark,
	type Pair,
	type CallbackPart,
	purposeOf,
} from './callbackMarks';
import { together } from '../../together';

/*
 * The address of a workflow as the callback of a service profile. Source: public reference, Traffic
 * limit extensions, blacklist, profiles, lookups.
 */

export interface WantedCallback extends WantedAddress {
	profileId: number;
	/** The profile as it was picked from the list; undefined where its ID was typed. */
	picked?: Picked;
	secret?: string;
	/** Replaces another callback, which is restored when this one is removed. */
	replace: boolean;
}

/** A registration as n8n keeps it, for a service that does not give marks back. */
export interface CallbackRegistration extends Pair {
	profileId: number;
	formers: Pair[];
}

/** The profile has somebody else's callback. */
class CallbackInUseError extends CellularIotError {
	constructor(profileId: number, url: string) {
		super(
			`Service profile ${profileId} already has another callback: ${bareAddress(url)}`,
			'Unpublish what uses it, choose another profile, or switch on "Replace Existing Callback": it is put back when this workflow is unpublished.',
			'refused',
		);
	}
}

/** The owner of what another n8n has made with the mark of this one. */
const ANOTHER_N8N = 'another n8n';

const WIRE = { callbackId: 'api_callback', secretId: 'api_secret' } as const;

const isListedAs =
	(part: CallbackPart, id: number | null) =>
	(listed: ListedPart): boolean =>
		listed.part === part && listed.id === id;

const isMadeBy =
	({ owner, kind }: Registrant) =>
	({ mark }: ListedPart): boolean =>
		mark?.owner === owner && mark.kind === kind;

const pairIds = ({ callbackId, secretId }: Pair): Pair => ({ callbackId, secretId });

const isCallback = ({ part }: ListedPart) => part === 'callbackId';

/** Whether the profile calls this address, with a secret exactly where one is wanted. */
function callsAddress(
	wanted: WantedCallback,
	{ callbackId, secretId }: Pair,
	existing: ListedPart[],
): boolean {
	const own = existing.filter(isMadeBy(wanted));
	const [callback, ...others] = own.filter(isCallback);
	return (
		callback?.id === callbackId &&
		callback.url === wanted.url &&
		others.length === 0 &&
		own.some(isListedAs('secretId', secretId)) === (wanted.secret !== undefined)
	);
}

/**
 * The callbacks that a registration replaces: the present one, and those that it has replaced. Own
 * callbacks are left out, and so are addresses of tests, which will have ended. A test gives its place
 * back only to the production address of its own workflow.
 */
function formersOf(
	wanted: WantedCallback,
	present: Pair,
	mark: Mark | undefined,
	existing: ListedPart[],
): Pair[] {
	if (present.callbackId === null) return [];
	const pair = pairIds(present);
	const isOwn = mark?.owner === wanted.owner;
	const before = [...(isOwn || mark?.kind === 'test' ? [] : [pair]), ...(mark?.formers ?? [])];
	const own = existing.filter(isMadeBy(wanted));
	const formers = before.filter((former) => !own.some(isListedAs('callbackId', former.callbackId)));
	return wanted.kind === 'test' && isOwn && mark.kind === 'live' ? [pair, ...formers] : formers;
}

/** Callbacks and secrets of the account, as the addresses of triggers. */
export class Callbacks extends Registrations<
	ListedPart,
	WantedCallback,
	CallbackRegistration | undefined,
	CallbackRegistration
> {
	protected readonly what = 'callbacks';

	private get call(): Call {
		const own = { resource: 'callback', name: 'register', effect: 'read', lane: 'single' } as const;
		return this.client.callFor(own);
	}

	private async profile(id: number): Promise<Pair & { url: string }> {
		const answer = await this.call.other(getServiceProfile, { serviceProfileId: id });
		const { api_callback: callback, api_secret: secret } = entityOf(answer);
		return {
			callbackId: idInAnswer(callback),
			secretId: idInAnswer(secret),
			url: String((callback as Json | null | undefined)?.url ?? ''),
		};
	}

	private async assign(profileId: number, values: Partial<Pair>): Promise<void> {
		const body = Object.fromEntries(
			Object.entries(values).map(([part, id]) => [WIRE[part as CallbackPart], { id }]),
		);
		const path = `/api/v1/service_profile/${profileId}`;
		await this.call.send({ method: 'PATCH', path, body, effect: 'set' });
	}

	/** All callbacks, and all secrets behind them. @throws IncompleteListError */
	async list(): Promise<ListedPart[]> {
		return (await together([this.listed('callbackId'), this.listed('secretId')])).flat();
	}

	private async listed(part: CallbackPart): Promise<ListedPart[]> {
		const path = `/api/v1/${WIRE[part]}`;
		const answer = await this.call.send({ method: 'GET', path });
		const things = part === 'callbackId' ? 'callbacks' : 'callback secrets';
		return wholeAnswer(answer, answerList(answer), things).map((entry) => madeOf(part, entry));
	}

	/** Creates; where no answer came, looks for a new one beside those `before`. */
	private async create(part: CallbackPart, body: Json, before: ListedPart[]): Promise<number> {
		const path = `/api/v1/${WIRE[part]}`;
		try {
			const answer = await this.call.send({ method: 'POST', path, body, effect: 'act' });
			return Number(entityOf(answer).id);
		} catch (error) {
			if (ownError(error)?.outcome !== 'unknown') throw error;
			const made = (await this.listed(part)).find(
				({ id, purpose }) => purpose === body.purpose && !before.some(isListedAs(part, id)),
			);
			if (!made) throw error;
			return made.id;
		}
	}

	/** Deletes; a thing that is gone already, or in use elsewhere, is no error. */
	private async remove({ part, id }: Pick<ListedPart, 'part' | 'id'>): Promise<void> {
		const path = `/api/v1/${WIRE[part]}/${id}`;
		await unlessRefused(this.call.send({ method: 'DELETE', path, effect: 'set' }), 404, 409);
	}

	protected addressOf({ part, url, mark }: ListedPart) {
		return part === 'callbackId' && mark ? { url, kind: mark.kind } : undefined;
	}

	/**
	 * The same things, where those that another n8n has made with this owner's mark count as somebody
	 * else's. A secret belongs to the callbacks that were made with it: their purposes are equal.
	 */
	private async withOthers(
		mine: RegistrantHere,
		existing: ListedPart[],
		isConcerned: (listed: ListedPart) => boolean = ({ mark }) => mark?.owner === mine.owner,
	): Promise<ListedPart[]> {
		const others = await this.ofOthers(existing.filter(isConcerned), mine);
		const purposes = new Set([...others].map(({ purpose }) => purpose));
		for (const { id, url } of others) this.leave(`Callback ${id}`, url);
		return existing.map((listed) => {
			const isOthers = isCallback(listed) ? others.has(listed) : purposes.has(listed.purpose);
			if (!listed.mark || !isOthers || listed.mark.owner !== mine.owner) return listed;
			return { ...listed, mark: { ...listed.mark, owner: ANOTHER_N8N } };
		});
	}

	async isRegistered(wanted: WantedCallback): Promise<boolean> {
		const profile = await this.profile(wanted.profileId);
		return profile.callbackId !== null && callsAddress(wanted, profile, await this.list());
	}

	/**
	 * Creates callback and secret, and assigns them to the profile. Doing it again leaves one of each. At
	 * a start of n8n only our own are repaired; gives undefined where everything stays as it is.
	 * @throws OtherThingError when the profile is not the one that was picked; CallbackInUseError when it
	 * has another callback and `replace` is off.
	 */
	protected async apply(
		wanted: WantedCallback,
		atService: ListedPart[],
		undo: Undo,
	): Promise<CallbackRegistration | undefined> {
		const { profileId, picked, url, secret, owner, kind, isStart } = wanted;
		const present = await this.profile(profileId);
		if (isStart && callsAddress(wanted, present, atService)) return undefined;
		if (picked) await comparePicked(this.client, [picked]);
		const before = await this.withOthers(wanted, atService);
		const mark = before.find(isListedAs('callbackId', present.callbackId))?.mark;
		const isTaken = present.callbackId !== null && mark?.owner !== owner;
		// A callback that somebody else has set stays. A test of this n8n has ended when n8n starts.
		const isOthers = isTaken && (mark?.kind !== 'test' || mark.owner === ANOTHER_N8N);
		if (isStart && isOthers) return undefined;
		// n8n stopped without taking them back, and the form has changed since.
		const strays = before.filter(
			(listed) =>
				isCallback(listed) && isMadeBy(wanted)(listed) && listed.mark?.profileId !== profileId,
		);
		for (const stray of strays) await this.restore(stray, before);
		const existing = strays.length > 0 ? await this.withOthers(wanted, await this.list()) : before;

		const isOver = isTaken || (kind === 'test' && mark?.kind === 'live');
		if (isOver && present.callbackId !== null && !wanted.replace && !isStart) {
			throw new CallbackInUseError(profileId, present.url);
		}
		const formers = formersOf(wanted, present, mark, existing);
		const purpose = purposeOf({ owner, kind, profileId, formers });
		const created: Array<Pick<ListedPart, 'part' | 'id'>> = [];
		const create = async (part: CallbackPart, body: Json): Promise<number> => {
			const id = await this.create(part, { ...body, purpose }, existing);
			created.push({ part, id });
			undo.add(async () => await this.remove({ part, id }));
			return id;
		};
		const fits = existing.find(
			(listed) => isCallback(listed) && listed.url === url && listed.purpose === purpose,
		);
		const callbackId = fits?.id ?? (await create('callbackId', { url }));
		// A secret can't be read back: a former one may hold another value.
		const secretId = secret === undefined ? null : await create('secretId', { secret });
		const hadSecret = existing.some(
			(listed) => isListedAs('secretId', present.secretId)(listed) && listed.mark?.owner === owner,
		);
		undo.add(async () => {
			const now = await this.profile(profileId);
			if (!created.some(({ part, id }) => now[part] === id)) return;
			await this.assign(profileId, pairIds(present));
		});
		await this.assign(profileId, {
			callbackId,
			...(secretId !== null && { secretId }),
			...(secretId === null && hadSecret && { secretId: formers[0]?.secretId ?? null }),
		});
		undo.forget();
		for (const listed of existing) {
			const isOld = listed.id !== (isCallback(listed) ? callbackId : secretId);
			const isOurs = listed.mark?.owner === owner && (kind === 'live' || listed.mark.kind === kind);
			if (isOld && isOurs) await this.remove(listed);
		}
		return { profileId, callbackId, secretId, formers };
	}

	/** Restores the callback that one of ours has replaced, where ours still stands, and deletes ours. */
	private async restore(made: ListedPart, existing: ListedPart[]): Promise<void> {
		const mark = made.mark!;
		const { profileId, formers } = mark;
		const secrets = existing.filter(
			(listed) =>
				!isCallback(listed) && isMadeBy(mark)(listed) && listed.mark?.profileId === profileId,
		);
		// None where it was deleted, or is of another organisation now.
		const profile = await unlessRefused(this.profile(profileId), 403, 404);
		const callbackStands = profile?.callbackId === made.id;
		const secretStands = secrets.some(({ id }) => id === profile?.secretId);
		if (callbackStands || secretStands) {
			const back = formers.find(({ callbackId }) =>
				existing.some(isListedAs('callbackId', callbackId)),
			);
			const secretId = (back ?? formers[0])?.secretId ?? null;
			const isThere = callbackStands && existing.some(isListedAs('secretId', secretId));
			const values: Partial<Pair> = {
				...(callbackStands && { callbackId: back?.callbackId ?? null }),
				...(secretStands && { secretId: isThere ? secretId : null }),
			};
			try {
				await this.assign(profileId, values);
			} catch (error) {
				const isGone = error instanceof ValidationError || error instanceof NotFoundError;
				if (!isGone) throw error;
				// The profile no longer accepts these IDs: the former callback was deleted meanwhile.
				const empty = Object.keys(values).map((part) => [part, null]);
				await this.assign(profileId, Object.fromEntries(empty) as Partial<Pair>);
			}
		}
		for (const listed of [made, ...secrets]) await this.remove(listed);
	}

	/**
	 * Restores the former callbacks where ours still stand, and deletes ours.
	 * @param kept n8n's copy, used where the service gives no marks back
	 */
	protected async withdraw(
		mine: RegistrantHere,
		existing: ListedPart[],
		kept?: CallbackRegistration,
	): Promise<void> {
		const isMarked = existing.some((listed) => isCallback(listed) && isMadeBy(mine)(listed));
		const mark = kept && !isMarked ? { ...mine, ...kept } : undefined;
		const marked = existing.map((listed) =>
			mark && !listed.mark && mark[listed.part] === listed.id ? { ...listed, mark } : listed,
		);
		const all = await this.withOthers(mine, marked, isMadeBy(mine));
		const own = all.filter(isMadeBy(mine));
		const made = own.filter(isCallback);
		for (const callback of made) await this.restore(callback, all);
		if (made.length === 0) for (const listed of own) await this.remove(listed);
	}
}

import { at } from '../../table/reading';
import { HOUR_MS } from '../../times';
import type { Json } from '../../wire';
import type { Fit } from './certainty';
import { agedInWords, changedAfter, mayStand } from './changes';
import { causeOver } from './denials';
import { type DeviceEvent, isPacketSide, isRejection } from './facts/deviceEvents';
import { evidence, ofEvent, statusEvidence } from './evidence';
import { type Facts, idsOf, isOnline, ratName } from './facts/facts';
import { SESSION_FOLLOWS_MS } from './silence';
import { SOURCES } from './facts/sources';
import { isTime, momentInWords } from './facts/words';

/*
 * Refusals of a device that tries to connect: by Policy Control, a visited network or a blocklist. Operators are
 * recognised by their IDs.
 */

/**
 * When its present SIM was last accepted, by a registration or a session. Where the packet side rejects it, the circuit
 * side may accept it at the same time: that lifts the rejection only as long as a session may follow.
 */
function newestAccepted({ signals, now }: Facts): number {
	const { attached, attachedPacket, opened, rejected } = signals;
	const isRecent = attached !== undefined && now - attached.at < SESSION_FOLLOWS_MS;
	const isOtherSide = rejected !== undefined && isPacketSide(rejected) && !isRecent;
	const registered = isOtherSide ? attachedPacket : attached;
	return Math.max(registered?.at ?? 0, opened?.at ?? 0);
}

/** The refusal of the newest session that it tried to open, as long as that may stand. */
function lastingRefusal(facts: Facts): DeviceEvent | undefined {
	const { refused, opened } = facts.signals;
	if (!refused || refused.at <= (opened?.at ?? 0) || isOnline(facts)) return undefined;
	return mayStand(facts, refused, true) ? refused : undefined;
}

/** The rejection of its newest registration, as long as that may stand. */
function lastingRejection(facts: Facts): DeviceEvent | undefined {
	const { rejected } = facts.signals;
	if (!rejected || rejected.at <= newestAccepted(facts) || isOnline(facts)) return undefined;
	return mayStand(facts, rejected, false) ? rejected : undefined;
}

/** A device that one network has rejected tries others for a while. */
const OTHERS_ARE_TRIED_MS = HOUR_MS;

/** Why a rejection may not last, in words: it is new, and another network may still accept the device. */
function triesOthers(facts: Facts): string | undefined {
	const accepted = newestAccepted(facts);
	const rejections = (facts.events ?? []).filter(
		(event) => event.isOfPresentSim && isRejection(event) && event.at > accepted,
	);
	const first = rejections.at(-1)?.at ?? facts.now;
	return facts.now - first < OTHERS_ARE_TRIED_MS
		? 'it is so new that another network may accept the device yet'
		: undefined;
}

/** Why a refusal may be over: something newer was heard, or it has aged. */
function agedSince(facts: Facts, event: DeviceEvent, byPolicy: boolean): string | undefined {
	const { signals, location } = facts;
	const isNewest = (signals.newest?.at ?? 0) <= event.at;
	if (!isNewest) return 'something newer was heard of the device';
	if ((location?.at ?? 0) > event.at) return 'the device has registered since';
	return agedInWords(facts, event, byPolicy);
}

/** ", and something of its endpoint was changed since (…)"; empty where nothing was changed. */
function changeInWords(facts: Facts, { at: moment }: DeviceEvent): string {
	const changed = changedAfter(facts, moment);
	if (changed === undefined) return '';
	return `; its endpoint was changed since, on ${momentInWords(changed)}, and it has not tried again`;
}

export function refusedFit(facts: Facts): Fit | undefined {
	const refused = lastingRefusal(facts);
	if (!refused) return undefined;
	const registered = facts.signals.attached;
	const isOnlyRegistered = facts.signals.newest === registered;
	// A registration that is accepted does not contradict that sessions are refused.
	const aged = isOnlyRegistered
		? agedInWords(facts, refused, true)
		: agedSince(facts, refused, true);
	return {
		statedAt: refused.at,
		aged: causeOver(facts, refused) ?? aged,
		since: refused.at,
		words: {
			cause: `${refused.text || 'the event names no cause'}${changeInWords(facts, refused)}`,
		},
		evidence: [...ofEvent(refused, 'session refused'), ...statusEvidence(facts)],
	};
}

export function registrationRejectedFit(facts: Facts): Fit | undefined {
	const rejected = lastingRejection(facts);
	if (!rejected) return undefined;
	return {
		statedAt: rejected.at,
		aged: agedSince(facts, rejected, false) ?? triesOthers(facts),
		since: rejected.at,
		words: {
			at: rejected.operator === null ? '' : ` at ${rejected.operator}`,
			cause: `${rejected.text || 'the event names no cause'}${changeInWords(facts, rejected)}`,
		},
		evidence: [...ofEvent(rejected, 'registration rejected'), ...statusEvidence(facts)],
	};
}

/** An operator where a device is, was or tries to be. */
interface VisitedNetwork {
	id: number;
	name: string | null;
	/** The event that says so; undefined where the connectivity does. */
	event: DeviceEvent | undefined;
	isRejected: boolean;
}

/** The operator that a device tries, or where it was last; undefined where no event or location has its id. */
function visitedNetworkOf(facts: Facts): VisitedNetwork | undefined {
	const rejected = lastingRejection(facts);
	const isTried = rejected !== undefined && !Number.isNaN(rejected.operatorId);
	const event = isTried ? rejected : facts.signals.withNetwork;
	const { operatorId: id = NaN, operator: name = null, at: heardAt } = facts.location ?? {};
	const isLocated = !Number.isNaN(id);
	if (isLocated && (event === undefined || (isTime(heardAt) && heardAt > event.at))) {
		return { id, name, event: undefined, isRejected: false };
	}
	return event && { id: event.operatorId, name: event.operator, event, isRejected: isTried };
}

const isWhollyBlocked = (entry: Json): boolean => at(entry, 'blocklist.operator') === true;

/** Operations that take an operator off each of the lists. */
const UNBLOCK = {
	blacklist: 'Operator Blocklist: Remove',
	blocklist: 'Tariff Profile Blocklist: Unblock Operator',
} as const;

export function operatorBlockedFit(facts: Facts): Fit | undefined {
	const network = isOnline(facts) ? undefined : visitedNetworkOf(facts);
	if (!network) return undefined;
	const { blacklist, blocklist = [] } = facts;
	const { id, name, event, isRejected } = network;
	const sources = [
		...(idsOf(blacklist).includes(id) ? (['blacklist'] as const) : []),
		...(idsOf(blocklist.filter(isWhollyBlocked), 'operator.id').includes(id)
			? (['blocklist'] as const)
			: []),
	];
	const [source] = sources;
	if (source === undefined) return undefined;
	const operator = name ?? `of ID ${id}`;
	return {
		concluded: isRejected ? undefined : 'no network is seen to reject it',
		...(isRejected &&
			event && { statedAt: event.at, aged: agedSince(facts, event, false) ?? triesOthers(facts) }),
		since: isRejected ? event?.at : undefined,
		words: {
			operator,
			list: sources.map((list) => SOURCES[list]).join(' and '),
			tried: isRejected ? 'tries to register' : 'was last seen',
		},
		steps: sources.map((list) => UNBLOCK[list]),
		evidence: [
			...sources.map((list) => evidence(list, 'blocked operator', operator)),
			...ofEvent(event, isRejected ? 'rejected at the operator' : 'last seen at the operator'),
			...statusEvidence(facts),
		],
	};
}

/** The switch of a service profile for each radio access type. */
const RAT_SWITCHES: Record<number, string> = {
	1: 'allowed_3g',
	5: 'allowed_3g',
	6: 'allowed_4g',
	8: 'allowed_nb_iot',
	9: 'allowed_4g',
};

export function ratBlockedFit(facts: Facts): Fit | undefined {
	const { signals, profile, blocklist = [] } = facts;
	const last = signals.byRat;
	if (isOnline(facts) || last === undefined) return undefined;
	const key = RAT_SWITCHES[last.ratId];
	const isOff = key !== undefined && profile?.[key] === false;
	const network = visitedNetworkOf(facts);
	const ofOperator = blocklist.find(
		(entry) => network !== undefined && Number(at(entry, 'operator.id') ?? NaN) === network.id,
	);
	const types = at(ofOperator, 'blocklist.rat_types');
	// A radio access type used at another operator says nothing about the present one.
	const isThere = Number.isNaN(last.operatorId) || last.operatorId === network?.id;
	const isBlockedThere =
		isThere && Array.isArray(types) && idsOf(types as Json[]).includes(last.ratId);
	if (!isOff && !isBlockedThere) return undefined;
	const source = isOff ? 'profile' : 'blocklist';
	return {
		concluded: 'what it tries now is not seen',
		words: { rat: ratName(last.ratId), list: SOURCES[source] },
		steps: [isOff ? 'Service Profile: Update' : 'Tariff Profile Blocklist: Unblock RAT Type'],
		evidence: [
			evidence('events', 'last radio access type', ratName(last.ratId), last.at),
			evidence(source, isOff ? key : 'blocked types', isOff ? false : ratName(last.ratId)),
			...statusEvidence(facts),
		],
	};
}

import { EventType } from '../../fleet/events';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { HOUR_MS } from '../../times';
import type { Json } from '../../wire';
import type { Fit } from './certainty';
import type { DeviceEvent } from './facts/deviceEvents';
import { evidence, type Evidence, ofEvent, sessionAfter, statusEvidence } from './evidence';
import { type Facts, isBlocked, isThisMonth, monthMb, newestOf } from './facts/facts';
import type { VerdictName } from './verdicts';
import { isTime, mb, momentInWords } from './facts/words';

/*
 * Blocks, and the data limits of a service profile with the extensions that an endpoint has. A limit is its own volume
 * and that of all extensions of this month.
 */

const DATA_SERVICE = 38;
const CALENDAR_MONTH = 2;
const BYTES_IN_MB = 1_000_000;
/**
 * The unit of an extension is not documented: limits are bytes, and portals show MB. From this number on it is taken
 * for bytes: as MB it were 100 GB, and below it as bytes less than 0.1 MB.
 */
const FEWEST_BYTES = 100_000;

/** Which of the two data limits of a profile. */
type LimitKind = 'cellular' | 'satellite';

/** A limit with its extensions and the usage that it counts, in MB. */
interface Limit {
	own: number;
	/** Undefined where the extensions could not be read. */
	extra: number | undefined;
	/** The limit with its extensions, as far as they are known. */
	whole: number;
	/** The usage that it certainly counts; undefined where the usage could not be read. */
	used: number | undefined;
	/** Satellite usage that a limit of all data may count as well: whether the usage of data includes it is not documented. */
	besides: number;
	/** Whether it is reached; false where that is not known. */
	isReached: boolean;
	/** Why that may not be so, in words; undefined where it is so in any case. */
	unsure: string | undefined;
}

const isMonthly = (limit: Json): boolean =>
	Number(at(limit, 'period.id') ?? CALENDAR_MONTH) === CALENDAR_MONTH &&
	Number(at(limit, 'service.id') ?? DATA_SERVICE) === DATA_SERVICE;

const kindOf = (limit: Json): LimitKind =>
	limit.satellite_only === true ? 'satellite' : 'cellular';

const limitEntry = ({ limits = [] }: Facts, kind: LimitKind): Json | undefined =>
	limits.find((limit) => isMonthly(limit) && kindOf(limit) === kind);

/** Whether an extension is in force now: all end with their month. */
function isInForce(extension: Json, now: number): boolean {
	const [made, ends] = [timeOf(extension.created_at), timeOf(extension.expiration_date)];
	if (isTime(ends) && ends <= now) return false;
	return isTime(ends) || !isTime(made) || isThisMonth(made, now);
}

/**
 * The extensions of a limit: those that name it. One that names none of the profile's limits is of the cellular one,
 * or of the only one: an extension follows its endpoint into another profile.
 */
function extensionsOf(facts: Facts, kind: LimitKind): Json[] {
	const { limits = [], extensions = [], now } = facts;
	const entry = limitEntry(facts, kind);
	const isDefault = kind === 'cellular' || limitEntry(facts, 'cellular') === undefined;
	const ids = limits.map(({ id }) => String(id));
	return extensions.filter((extension) => {
		const named = String(extension.traffic_limit_id ?? '');
		const isOwn = ids.includes(named) ? named === String(entry?.id) : isDefault;
		return isOwn && isInForce(extension, now);
	});
}

const isNumber = (value: number | undefined): value is number =>
	value !== undefined && !Number.isNaN(value);

function limitOf(facts: Facts, kind: LimitKind): Limit | undefined {
	const entry = limitEntry(facts, kind);
	const own = Number(entry?.volume ?? NaN) / BYTES_IN_MB;
	if (!isNumber(own)) return undefined;
	const extensions = extensionsOf(facts, kind);
	const volumes = extensions.map(({ volume }) => Number(volume)).filter(isNumber);
	const sum = (toMb: (volume: number) => number): number =>
		volumes.reduce((all, volume) => all + toMb(volume), 0);
	const asBytes = (volume: number) => volume / BYTES_IN_MB;
	const extra = sum((volume) => (volume >= FEWEST_BYTES ? asBytes(volume) : volume));
	const used = facts.days && monthMb(facts, kind === 'satellite' ? 'satelliteMb' : 'mb');
	const besides = kind === 'satellite' ? 0 : monthMb(facts, 'satelliteMb');
	const isReachedBy = (extended: number, counted = used) =>
		counted !== undefined && counted >= own + extended;
	const isReached = isReachedBy(extra, used === undefined ? used : used + besides);
	const inEitherUnit = [sum(asBytes), sum((volume) => volume)];
	const isReachedAlone = isReachedBy(extra);
	const unit = inEitherUnit.every((extended) => isReachedBy(extended) === isReachedAlone)
		? undefined
		: 'the unit of the extensions is not documented';
	return {
		own,
		extra: facts.extensions && extra,
		whole: own + extra,
		used,
		besides,
		isReached,
		unsure:
			isReached && !isReachedAlone
				? 'whether the limit counts the satellite data too is not documented'
				: unit,
	};
}

/** Longest delay of a state behind a session that was accepted. */
const LAG_MS = HOUR_MS;

/** A session that speaks against a block: newer than the event that shows it, or just accepted where none does. */
function sessionAgainstBlock(facts: Facts): Evidence[] {
	const { signals, now } = facts;
	const blocked = newestOf(facts, EventType.EndpointBlocked);
	const moment = blocked && isThisMonth(blocked.at, now) ? blocked.at : now - LAG_MS;
	const { opened } = signals;
	return opened && opened.at > moment ? ofEvent(opened, 'contradicts: session accepted later') : [];
}

/** The event of this month that names a limit, and is newer than what extended it and than the last session. */
function limitEvent(facts: Facts): DeviceEvent | undefined {
	const event = newestOf(facts, EventType.EndpointBlocked, EventType.DataLimitWarning);
	if (!event || !isThisMonth(event.at, facts.now)) return undefined;
	// A session that was accepted shows that the block was lifted; a warning is none.
	if (event.type === EventType.EndpointBlocked && sessionAfter(facts, event)) return undefined;
	const times = (facts.extensions ?? []).map(({ created_at: made }) => timeOf(made));
	return times.some((made) => made > event.at) ? undefined : event;
}

/** The allowed volume in words; with its parts where extensions add to it. */
const allowedInWords = ({ own, extra = 0, whole }: Limit): string =>
	extra > 0
		? `it may use ${mb(whole)} this month (${mb(own)} by its service profile and ${mb(extra)} by extensions)`
		: `its service profile allows ${mb(whole)} in a month`;

/** Why it is blocked, in words: by the figures if they show it, else by the event, with figures that do not show it. */
function figures(limit: Limit, kind: LimitKind, event: DeviceEvent | undefined): string {
	const bySatellite = kind === 'satellite' ? ' by satellite' : '';
	if (limit.isReached) {
		const besides = limit.besides > 0 ? ` and ${mb(limit.besides)} by satellite` : '';
		return `it has used ${mb(limit.used ?? NaN)}${bySatellite}${besides}, and ${allowedInWords(limit)}`;
	}
	const said =
		event?.type === EventType.EndpointBlocked
			? 'the service told that a limit is exceeded'
			: 'the service warned that a limit is near';
	const shown =
		limit.used === undefined
			? 'its usage could not be read'
			: `the daily usage, which may be hours old, shows ${mb(limit.used)} so far`;
	const on = event ? `on ${momentInWords(event.at)} ` : '';
	return `${on}${said}; ${allowedInWords(limit)}, and ${shown}`;
}

function limitEvidence(facts: Facts, limit: Limit, kind: LimitKind): Evidence[] {
	const name = kind === 'satellite' ? 'satellite data' : 'data';
	const { used, own, extra } = limit;
	return [
		...statusEvidence(facts),
		evidence('limits', `${name} limit of a month`, mb(own)),
		...(extra === undefined ? [] : [evidence('extensions', 'extensions of this month', mb(extra))]),
		...(used === undefined
			? []
			: [evidence('usage', `${name} used this month`, mb(used), facts.now)]),
	];
}

function limitFit(facts: Facts, kind: LimitKind, limit: Limit): Fit {
	const event = limitEvent(facts);
	const isBlock = event?.type === EventType.EndpointBlocked;
	const behind = 'the usage that is shown has not reached the limit';
	return {
		concluded: limit.isReached ? limit.unsure : behind,
		against: sessionAgainstBlock(facts),
		since: isBlock ? event.at : undefined,
		words: { figures: figures(limit, kind, event) },
		evidence: [
			...limitEvidence(facts, limit, kind),
			...ofEvent(event, isBlock ? 'blocked' : 'limit warning'),
		],
	};
}

/** Verdicts that explain a block. */
const EXPLANATIONS: readonly VerdictName[] = [
	'dataLimit',
	'satelliteLimit',
	'dataQuota',
	'imeiLock',
];

/** Whether a block is explained by a verdict that was found before. */
export const isExplained = (found: ReadonlySet<VerdictName>): boolean =>
	EXPLANATIONS.some((name) => found.has(name));

/**
 * The data limit; `isExplained` where something else shows why it is blocked: an event of a limit may know more than
 * statistics that are hours old, but does not say which limit it means.
 */
export function dataLimitFit(facts: Facts, isOtherwiseExplained: boolean): Fit | undefined {
	const limit = limitOf(facts, 'cellular');
	if (!isBlocked(facts) || !limit) return undefined;
	const isOther = limitOf(facts, 'satellite')?.isReached === true;
	if (limit.isReached && (!isOther || limit.unsure === undefined)) {
		return limitFit(facts, 'cellular', limit);
	}
	const isInEventsAlone = limitEvent(facts) !== undefined && !isOtherwiseExplained;
	return isInEventsAlone && !isOther ? limitFit(facts, 'cellular', limit) : undefined;
}

export function satelliteLimitFit(facts: Facts): Fit | undefined {
	const limit = limitOf(facts, 'satellite');
	return isBlocked(facts) && limit?.isReached ? limitFit(facts, 'satellite', limit) : undefined;
}

export function blockedFit(facts: Facts, found: ReadonlySet<VerdictName>): Fit | undefined {
	if (!isBlocked(facts) || isExplained(found)) return undefined;
	const event = limitEvent(facts);
	const blocked = event?.type === EventType.EndpointBlocked ? event : undefined;
	return {
		concluded: 'what has blocked it is not seen',
		against: sessionAgainstBlock(facts),
		since: blocked?.at,
		evidence: [...statusEvidence(facts), ...ofEvent(blocked, 'blocked')],
	};
}

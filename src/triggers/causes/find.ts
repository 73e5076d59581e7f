import { type Counts, logChance } from './chance';
import { type Cause, causeKey, FACTORS, type Share, shareKey } from './shares';

/*
 * The smallest causes that explain why devices are affected, by what they share and the others do not. A cause is
 * never certain: it is what so many of the affected devices share that chance does not explain it.
 *
 * - A share counts where chance makes it likely once in 10,000 at most, after the bound of Bonferroni (1936) over all
 *   that was tried. A month has 4,320 times ten minutes: were each of them a storm, less than one in two months would be
 *   explained wrongly.
 * - And where the share of affected devices is three times that of the others, or more.
 * - What all devices have explains nothing.
 * - Two things together count where each of them matters among the devices that have the other: by chance once in a
 *   hundred at most, divided by the pairs that were tried.
 * - What is explained is taken out, and the rest is looked at again.
 */

/** The probability by chance that is accepted, before it is divided by what was tried. */
const ACCEPTED_CHANCE = 1e-4;
/** The probability that is accepted where one part of a pair is tried among the devices that have the other. */
const ACCEPTED_WITHIN = 1e-2;
/** How much larger the share of affected devices must be than among the others. */
const FAR_ABOVE = 3;
/** The fewest affected devices that have a cause in common. */
export const LEAST_AFFECTED = 5;
/** The fewest that have two things in common: of the many pairs, a few devices share one easily. */
const LEAST_OF_A_PAIR = 6;
/** Causes of one storm. */
const MOST_CAUSES = 12;

/** A device as it is compared with others. */
export interface Compared {
	simId: number;
	shares: readonly Share[];
	/** When it was last seen to be well: milliseconds since 1970; absent where that does not matter. */
	wellAt?: number;
}

/** A cause, and what speaks for it. */
export interface FoundCause<D extends Compared> {
	cause: Cause;
	/** The affected devices that share it. */
	affected: D[];
	/** The natural logarithm of the probability by chance. */
	logChance: number;
	/** What exactly the same devices share: it may be that as well. */
	alike: Share[];
}

/** Devices that are not explained yet. */
interface World<D extends Compared> {
	affected: Array<Keyed<D>>;
	others: Array<Keyed<Compared>>;
}

/** A device with its shares by their keys. */
interface Keyed<D extends Compared> {
	device: D;
	keys: ReadonlyMap<string, Share>;
}

const keyed = <D extends Compared>(device: D): Keyed<D> => ({
	device,
	keys: new Map(device.shares.map((share) => [shareKey(share), share])),
});

/** Gives devices with their shares by their keys, each made once. */
function keyedOnce(): (device: Compared) => Keyed<Compared> {
	const made = new Map<Compared, Keyed<Compared>>();
	return (device) => {
		const known = made.get(device) ?? keyed(device);
		made.set(device, known);
		return known;
	};
}

/** Whether a device shares a cause. */
function has(cause: Cause): (device: Keyed<Compared>) => boolean {
	const wanted = cause.map(shareKey);
	return ({ keys }) => wanted.every((key) => keys.has(key));
}

/** Whether devices share a cause. */
export const sharesCause =
	(cause: Cause): ((device: Compared) => boolean) =>
	({ shares }) =>
		cause.every(({ factor, value }) =>
			shares.some((share) => share.factor === factor && share.value === value),
		);

/** Whether a device was seen to be well after a moment. */
export const isWellSince = ({ wellAt = Infinity }: Compared, since: number): boolean =>
	wellAt > since;

/** A cause that is at work already. */
export interface KnownCause {
	cause: Cause;
	/** Since when: milliseconds since 1970. */
	since: number;
	/** The devices that it has affected so far. */
	joined: readonly Compared[];
}

/** A cause that may explain. */
interface Candidate {
	cause: Cause;
	both: number;
	sharing: number;
	logChance: number;
}

/** Whether the share of the affected is far larger than among the others. */
function isFarAbove({ all, affected, sharing, both }: Counts): boolean {
	const [others, otherAffected] = [all - sharing, affected - both];
	return others > 0 && both * others >= FAR_ABOVE * otherAffected * sharing;
}

/** Whether `both` explains more than the devices around it, after so many trials. */
const stands = (counts: Counts, tried: number, accepted = ACCEPTED_CHANCE): boolean =>
	isFarAbove(counts) && logChance(counts) < Math.log(accepted / Math.max(1, tried));

/** Counts what each of the affected devices shares; pairs where `pairsOf` names their parts. */
function counted<D extends Compared>(
	{ affected, others }: World<D>,
	keysOf: (device: Keyed<Compared>) => string[],
): Map<string, { both: number; sharing: number }> {
	const counts = new Map<string, { both: number; sharing: number }>();
	for (const device of affected) {
		for (const key of keysOf(device)) {
			const count = counts.get(key);
			if (count) {
				count.both += 1;
				count.sharing += 1;
			} else counts.set(key, { both: 1, sharing: 1 });
		}
	}
	for (const device of others) {
		for (const key of keysOf(device)) {
			const count = counts.get(key);
			if (count) count.sharing += 1;
		}
	}
	return counts;
}

/** The order of causes that are equally likely: fewer parts, then the order of the factors, then the name. */
const rankOf = ({ cause }: Candidate): string =>
	[cause.length, ...cause.map(({ factor }) => FACTORS.indexOf(factor)), causeKey(cause)].join(' ');

const strongest = (candidates: readonly Candidate[]): Candidate | undefined =>
	[...candidates].sort((a, b) => a.logChance - b.logChance || (rankOf(a) < rankOf(b) ? -1 : 1))[0];

/** All shares of the affected devices, by their keys. */
const sharesIn = <D extends Compared>({ affected }: World<D>): Map<string, Share> =>
	new Map(affected.flatMap(({ keys }) => [...keys]));

/** Single shares that explain, and how many were tried. */
function singles<D extends Compared>(world: World<D>) {
	const { affected, others } = world;
	const all = affected.length + others.length;
	const shares = sharesIn(world);
	const counts = counted(world, ({ keys }) => [...keys.keys()]);
	const telling = [...counts].filter(([, { sharing }]) => sharing < all);
	const tried = telling.length;
	const common = telling.filter(([, { both }]) => both >= LEAST_AFFECTED);
	const candidates = common.flatMap(([key, { both, sharing }]): Candidate[] => {
		const four = { all, affected: affected.length, sharing, both };
		return stands(four, tried)
			? [{ cause: [shares.get(key)!], both, sharing, logChance: logChance(four) }]
			: [];
	});
	return { counts, shares, tried, common: common.map(([key]) => key), candidates };
}

/** Two shares of different factors that explain more than each of them alone. */
function pairs<D extends Compared>(
	world: World<D>,
	{ counts, shares, tried, common }: ReturnType<typeof singles<D>>,
): Candidate[] {
	const { affected, others } = world;
	const all = affected.length + others.length;
	const isCommon = new Set(common);
	const factorOf = (key: string) => FACTORS.indexOf(shares.get(key)!.factor);
	const order = (a: string, b: string) => factorOf(a) - factorOf(b) || (a < b ? -1 : 1);
	const PARTS = '\n';
	const pairsOf = ({ keys }: Keyed<Compared>): string[] => {
		const own = [...keys.keys()].filter((key) => isCommon.has(key)).sort(order);
		return own.flatMap((a, i) =>
			own.slice(i + 1).flatMap((b) => (factorOf(a) === factorOf(b) ? [] : [a + PARTS + b])),
		);
	};
	const found = [...counted(world, pairsOf)].filter(([, { both }]) => both >= LEAST_OF_A_PAIR);
	const trials = tried + found.length;
	return found.flatMap(([pair, { both, sharing }]): Candidate[] => {
		const whole = { all, affected: affected.length, sharing, both };
		if (sharing === all || !stands(whole, trials)) return [];
		const parts = pair.split(PARTS);
		const beatsBoth = parts.every((part) => {
			const within = counts.get(part)!;
			const four = { all: within.sharing, affected: within.both, sharing, both };
			return stands(four, found.length, ACCEPTED_WITHIN);
		});
		if (!beatsBoth) return [];
		const cause = parts.map((part) => shares.get(part)!);
		return [{ cause, both, sharing, logChance: logChance(whole) }];
	});
}

/** The four numbers of a cause in a world. */
function countsOf<D extends Compared>({ affected, others }: World<D>, cause: Cause): Counts {
	const both = affected.filter(has(cause)).length;
	return {
		all: affected.length + others.length,
		affected: affected.length,
		sharing: both + others.filter(has(cause)).length,
		both,
	};
}

/**
 * Whether a known cause explains the devices of `best`, which explains by itself: most of them share the known one, and
 * `best` is a narrower form of it, or does not matter among the devices that share the known one: those that it has
 * affected so far, and those that were well since.
 */
function explainsToo<D extends Compared>(
	{ affected, others }: World<D>,
	{ cause, since, joined }: KnownCause,
	best: Candidate,
	tried: number,
): boolean {
	const isIts = has(cause);
	const its = affected.filter(isIts);
	const both = its.filter(has(best.cause)).length;
	if (both * 2 < best.both) return false;
	const own = cause.map(shareKey);
	const isNarrower = best.cause.some((share) => own.includes(shareKey(share)));
	if (isNarrower && both === best.both) return true;
	const inside = countsOf(
		{
			affected: [...its, ...joined.map(keyed).filter(isIts)],
			others: others.filter((other) => isIts(other) && isWellSince(other.device, since)),
		},
		best.cause,
	);
	return inside.sharing === inside.all || !stands(inside, tried);
}

/** A known cause that explains by itself, or explains the devices of `best`. */
function knownFor<D extends Compared>(
	world: World<D>,
	best: Candidate | undefined,
	known: readonly KnownCause[],
	tried: number,
): Candidate | undefined {
	const candidates = known.flatMap((one): Candidate[] => {
		const four = countsOf(world, one.cause);
		if (four.both === 0) return [];
		const explains = best ? explainsToo(world, one, best, tried) : stands(four, known.length);
		return explains ? [{ cause: one.cause, ...four, logChance: logChance(four) }] : [];
	});
	return strongest(candidates);
}

/** Single shares of exactly the same devices as a cause. */
function alikeOf<D extends Compared>(world: World<D>, cause: Cause): Share[] {
	const devices = [...world.affected, ...world.others].filter(has(cause));
	const own = new Set(cause.map(shareKey));
	const ofAll = [...(devices[0]?.keys ?? [])].filter(
		([key]) => !own.has(key) && devices.every(({ keys }) => keys.has(key)),
	);
	return ofAll
		.filter(([, share]) => countsOf(world, [share]).sharing === devices.length)
		.map(([, share]) => share);
}

/** What explains best that the devices of a world are affected; undefined where nothing does. */
function explain<D extends Compared>(
	world: World<D>,
	known: readonly KnownCause[],
): FoundCause<D> | undefined {
	const single = singles(world);
	const best = strongest([...single.candidates, ...pairs(world, single)]);
	const found = knownFor(world, best, known, single.tried) ?? best;
	return (
		found && {
			cause: found.cause,
			affected: world.affected.filter(has(found.cause)).map(({ device }) => device),
			logChance: found.logChance,
			alike: alikeOf(world, found.cause),
		}
	);
}

/**
 * What explains that devices are affected, the strongest first, and those that share nothing. `othersFor` gives the
 * devices with which affected ones are compared: they might have been affected and are not. It may give several lists:
 * each is looked at where those before show no cause. `known` are causes at work already, to which devices are added
 * before a new cause is found for them.
 */
export function findCauses<D extends Compared>(
	affected: readonly D[],
	othersFor: (affected: readonly D[]) => ReadonlyArray<readonly Compared[]>,
	known: readonly KnownCause[] = [],
): { causes: Array<FoundCause<D>>; alone: D[] } {
	const keyedOf = keyedOnce();
	const causes: Array<FoundCause<D>> = [];
	let left = affected.map(keyed);
	while (left.length > 0 && causes.length < MOST_CAUSES) {
		const explained = causes.map(({ cause }) => has(cause));
		const isUnexplained = (other: Keyed<Compared>) => !explained.some((isIts) => isIts(other));
		let found: FoundCause<D> | undefined;
		for (const others of othersFor(left.map(({ device }) => device)))
			found ??= explain(
				{ affected: left, others: others.map(keyedOf).filter(isUnexplained) },
				known,
			);
		if (!found) break;
		causes.push(found);
		const isIts = has(found.cause);
		left = left.filter((device) => !isIts(device));
	}
	return { causes, alone: left.map(({ device }) => device) };
}

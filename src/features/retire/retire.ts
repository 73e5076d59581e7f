import { InputError, knownOf } from '../../errors';
import type { FeatureResult, FeatureRun } from '../../run/feature';
import { notAttempted } from '../../run/items';
import { isFailed } from '../../run/outcomes';
import { Failures } from '../../run/stopEarly';
import type { Json } from '../../table/define';
import { MOST_NAMED } from '../../table/entries/endpoint/endpointsOfTag';
import { transferSims } from '../../table/entries/sim/simTransfer';
import { groupedBy, piecesOf } from '../../table/values';
import { BegunEndpoints } from './begun';
import { endpointInWords } from './endpoints';
import { retireFields, type RetireInput } from './form';
import { isNotMeant, notMeant, otherSimThanBegun } from './looks';
import { type Meant, meantByItems, type RetireItem, type Target } from './named';
import { NotAllRetiredError } from './notAllRetired';
import { type Settings, simAfter, type Step, stepsFor } from './plan';
import { retireTogether, TOGETHER } from './steps';

/*
 * A run of Endpoint: Retire. All workspaces are read before anything is changed. Endpoints are then retired some
 * hundred at a time, each of them whole before the next ones are begun.
 */

/** What all endpoints of a call have in common, as one text. */
const settingsKey = ({ item: { input } }: Target): string =>
	JSON.stringify([input.sims, input.targetWorkspaceId, input.removeQuotas]);

/** The item of an endpoint that is retired, or would be. */
function itemOf(
	target: Target,
	settings: Settings & { dryRun: boolean },
	taken: readonly Step[] = [],
): Json {
	const { endpoint, tag } = target;
	const { dryRun } = settings;
	return {
		endpoint_id: endpoint.id,
		endpoint: endpoint.name,
		...(tag && { tag: tag.name }),
		outcome: dryRun ? 'planned' : 'retired',
		sim_id: endpoint.sim?.id ?? null,
		iccid: endpoint.sim?.iccid ?? null,
		sim: simAfter(target, settings),
		dry_run: dryRun,
		steps: dryRun ? stepsFor(target, settings) : taken,
	};
}

/** What the steps of an endpoint have made of its SIM, in a word; null where none was about it, or that is unknown. */
function simAfterSteps(taken: readonly Step[]): string | null {
	const has = (step: Step['step']) => taken.some((each) => each.step === step);
	if (has('suspendSim')) return 'suspended';
	if (has('moveSim')) return 'moved';
	return has('releaseSim') ? 'released' : null;
}

/** What an endpoint of a tag that is not retired is shown as, beside the others. */
function failedItem({ endpoint, tag }: Target, error: unknown, taken: readonly Step[] = []): Json {
	const { message, outcome } = knownOf(error);
	return {
		endpoint_id: endpoint.id,
		endpoint: endpoint.name,
		...(tag && { tag: tag.name }),
		outcome: outcome === 'unknown' ? 'unknown' : 'notRetired',
		sim_id: endpoint.sim?.id ?? null,
		iccid: endpoint.sim?.iccid ?? null,
		sim: outcome === 'unknown' ? null : simAfterSteps(taken),
		dry_run: false,
		steps: taken,
		error: message,
	};
}

/** The item that means no endpoint, or one that an item before it means. */
function otherItem({ item, tag, repeats }: Meant): Json {
	const { input } = item;
	const given: unknown = input.endpointId;
	const named = given !== null && typeof given === 'object' ? (given as Json).value : given;
	return {
		endpoint_id: typeof named === 'number' ? named : null,
		endpoint: tag || typeof named === 'number' ? null : (named ?? null),
		...(tag && { tag: tag.name }),
		outcome: repeats ? 'repeated' : 'absent',
		...(repeats && { repeats_item: repeats.index }),
		dry_run: input.dryRun,
	};
}

/** What has become of the endpoints of a run. */
interface Ended {
	/** Those that are not retired, with the reasons. */
	failed: Map<Target, unknown>;
	taken: Map<Target, Step[]>;
}

/** The result of an item, from what has become of its endpoints. */
function resultOf(meant: Meant, { failed, taken }: Ended): FeatureResult {
	const { item, targets, tag } = meant;
	const { input } = item;
	if (targets.length === 0) return { items: [otherItem(meant)] };
	const failures = [...failed].filter(([target]) => targets.includes(target));
	if (failures.length > 0) {
		const [, error] = failures[0]!;
		if (!tag) return { error };
		const named = failures.map(([{ endpoint }, why]): [string, unknown] => [
			endpointInWords(endpoint),
			why,
		]);
		// The error names the first few; what was done to the SIMs of the others must not be lost.
		for (const [endpoint, why] of named.slice(MOST_NAMED))
			item.call.note(`${endpoint}: ${knownOf(why).message}`);
		const endpoints = targets.map((target) =>
			failed.has(target)
				? failedItem(target, failed.get(target), taken.get(target))
				: itemOf(target, input, taken.get(target)),
		);
		return { error: new NotAllRetiredError(tag.name, targets.length, named, endpoints) };
	}
	return { items: targets.map((target) => itemOf(target, input, taken.get(target))) };
}

/** What the items of a run mean, or why they cannot be performed. */
interface Plan {
	meant: Meant[];
	results: Map<number, FeatureResult>;
}

/** The items with the id of the workspace that gets their SIMs. @throws where a login may not move SIMs */
async function withTargets(items: RetireItem[]): Promise<Array<RetireItem | Error>> {
	const [{ client, call } = {}] = items;
	if (!client || !call || !items.some(({ input }) => input.sims === 'move')) return items;
	client.checkLogin(transferSims);
	const wanted = items.map(({ input: { targetWorkspaceId } }) => ({ targetWorkspaceId }));
	const resolved = await client.resolve(transferSims, wanted, call, true);
	return items.map((item, i) => {
		const input = resolved[i]!;
		if (input instanceof Error) return input;
		const targetWorkspaceId = input.targetWorkspaceId as number;
		return { ...item, input: { ...item.input, targetWorkspaceId } };
	});
}

/** Reads which endpoints are meant; sends only reads. */
async function planned({ items, continueOnFail }: FeatureRun<RetireInput>): Promise<Plan> {
	const plan: Plan = { meant: [], results: new Map() };
	for (const own of groupedBy([...items], ({ client }) => client).values()) {
		try {
			const ready: RetireItem[] = [];
			for (const [i, item] of (await withTargets(own)).entries()) {
				if (item instanceof Error) plan.results.set(own[i]!.index, { error: item });
				else ready.push(item);
			}
			for (const meant of await meantByItems(own[0]!.call, ready)) {
				if (meant.error === undefined) plan.meant.push(meant);
				else plan.results.set(meant.item.index, { error: meant.error });
			}
		} catch (error) {
			for (const { index } of own) plan.results.set(index, { error });
		}
		if (!continueOnFail && plan.results.size > 0) break;
	}
	return plan;
}

/** Refuses a run that would retire more endpoints than it may. @throws InputError */
function checkMost(meant: Meant[]): void {
	const most = meant.reduce(
		(least, { item }) => Math.min(least, item.input.mostEndpoints ?? Infinity),
		Infinity,
	);
	const count = meant.reduce((sum, { targets }) => sum + targets.length, 0);
	if (count <= most) return;
	const rule = `allows ${most}, and there are ${count}: nothing was retired`;
	throw new InputError('mostEndpoints', rule, retireFields.mostEndpoints.label);
}

/** Says which items mean no endpoint: they were retired before, or are misspelt. */
function noteAbsent(meant: Meant[]): void {
	const absent = meant.filter(
		({ targets, repeats, tag }) => targets.length === 0 && !repeats && !tag,
	);
	const [first] = absent;
	if (!first) return;
	const which = absent.map(({ item }) => item.index);
	const items = which.length === 1 ? `Item ${which[0]} names` : `Items ${which.join(', ')} name`;
	first.item.call.note(
		`${items} no endpoint that is there: it was retired before, or is called otherwise`,
	);
}

/** Retires the endpoints of a plan. */
async function carriedOut(run: FeatureRun<RetireInput>, meant: Meant[]): Promise<Ended> {
	const { continueOnFail, tell, progress, items } = run;
	const ended: Ended = { failed: new Map(), taken: new Map() };
	const targets = meant
		.flatMap((meaning) => meaning.targets)
		.filter(({ item }) => !item.input.dryRun);
	if (targets.length === 0) return ended;
	const begun = await BegunEndpoints.of(run);
	const failures = new Failures([...items]);
	const groups = groupedBy(targets, ({ item }) => item.client);
	const pieces = [...groups.values()].flatMap((own) =>
		[...groupedBy(own, settingsKey).values()].flatMap((alike) => piecesOf(alike, TOGETHER)),
	);
	let stopped: unknown;
	let count = 0;
	try {
		for (const piece of pieces) {
			if (stopped !== undefined) {
				for (const target of piece) ended.failed.set(target, notAttempted(stopped).error);
				continue;
			}
			const why = await retirePiece(piece, begun, ended);
			const results = piece.map((target) =>
				ended.failed.has(target) ? { error: ended.failed.get(target) } : { items: [] },
			);
			const first = results.find(isFailed)?.error;
			stopped = why ?? (continueOnFail ? failures.add(results) : first);
			count += piece.length;
			tell(`${count} of ${targets.length} endpoints`);
			progress(count, targets.length);
		}
	} finally {
		await begun.end();
	}
	return ended;
}

/**
 * Retires endpoints of one workspace, at most {@link TOGETHER}. Those that have got another SIM since a run has begun
 * with them are left. Gives the reason why nothing more is to be sent, where there is one.
 */
async function retirePiece(piece: Target[], begun: BegunEndpoints, { failed, taken }: Ended) {
	const [{ item }] = piece as [Target];
	for (const target of piece) {
		const { sim, id } = target.endpoint;
		const before = begun.simOf(id);
		if (sim === undefined || before === undefined || before === sim.id) continue;
		failed.set(target, notMeant(target, otherSimThanBegun(sim, before)));
	}
	const own = piece.filter((target) => !failed.has(target));
	try {
		await begun.begin(own);
	} catch (error) {
		for (const target of own) failed.set(target, error);
		return error;
	}
	const made = await retireTogether(item.client, item.call, own, item.input);
	for (const [target, error] of made.failed) failed.set(target, error);
	for (const [target, steps] of made.taken) taken.set(target, steps);
	begun.forget(own.filter((target) => !failed.has(target)));
	begun.leave(piece.filter((target) => isNotMeant(failed.get(target))));
	return made.stopped;
}

/** Retires what the items of a run mean, or shows what would be done; gives one result for each item. */
export async function retireAll(run: FeatureRun<RetireInput>): Promise<FeatureResult[]> {
	const { items, continueOnFail } = run;
	const { meant, results } = await planned(run);
	const first = continueOnFail ? undefined : [...results.values()].find(isFailed);
	if (first) return items.map(({ index }) => results.get(index) ?? notAttempted(first.error));
	const inEarnest = meant.filter(({ item }) => !item.input.dryRun);
	checkMost(inEarnest);
	noteAbsent(meant);
	const ended = await carriedOut(run, inEarnest);
	for (const meaning of meant) results.set(meaning.item.index, resultOf(meaning, ended));
	// An item that repeats another has not ended well unless that one has.
	for (const { item, repeats } of meant) {
		const other = repeats && results.get(repeats.index);
		if (other && isFailed(other)) results.set(item.index, other);
	}
	return items.map(({ index }) => results.get(index)!);
}

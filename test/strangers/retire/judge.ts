import type { IDataObject } from 'n8n-workflow';
import {
	FREE_SIM,
	MEANT,
	World,
	simOf,
	type Case,
	type Effect,
	type Moment,
	type Step,
} from './world';

export interface Judged {
	name: string;
	/** How many moments were tried; at how many of them harm was done, and something was not named. */
	moments: number;
	harmed: number;
	unnamed: number;
	/** What was wrong, with the numbers of the requests at which it was. */
	faults: string[];
}

interface Fault {
	words: string;
	/** Nothing was done that must not be, but the run does not say what became of something. */
	isNaming?: boolean;
}

/** Runs a case at each of its moments. */
export async function judged(of: Case): Promise<Judged> {
	const undisturbed = { ...of, act: undefined, kill: undefined, fault: undefined };
	const quiet = await new World(undisturbed, {}).runAll();
	const moments = momentsOf(of, quiet);
	const faults = new Map<string, number[]>();
	const result: Judged = {
		name: of.name,
		moments: moments.length,
		harmed: 0,
		unnamed: 0,
		faults: [],
	};
	for (const moment of moments) {
		const world = await new World(of, moment).runAll();
		const found = faultsOf(world);
		if (found.some(({ isNaming }) => !isNaming)) result.harmed += 1;
		else if (found.length > 0) result.unnamed += 1;
		const number = moment.act ?? moment.at ?? 0;
		for (const words of new Set(found.map((each) => each.words))) {
			const at = faults.get(words) ?? [];
			if (at.length === 0) result.faults.push(words);
			faults.set(words, [...at, number]);
		}
		if (found.length > 0 && result.faults.at(-1)?.startsWith('said') !== true)
			result.faults.push(`said at ${number}: ${said(world)}`);
	}
	const where = (words: string): string => {
		const at = faults.get(words);
		return at && at[0] !== 0 ? `${words} (at ${at.join(', ')})` : words;
	};
	result.faults = result.faults.map(where);
	if (result.faults.length > 0) {
		const requests = quiet.steps.map(({ number, method, path }) => `${number} ${method} ${path}`);
		if (moments.length > 1) result.faults.push(`requests: ${requests.join('; ')}`);
	}
	return result;
}

function momentsOf({ act, fault, kill }: Case, quiet: World): Moment[] {
	const { steps } = quiet;
	if (kill !== undefined) return steps.map(({ number: at }) => ({ at }));
	const writes = steps.filter(({ method }) => method !== 'GET');
	if (act && fault) return writes.map(({ number }) => ({ at: number, act: number + 1 }));
	if (act) {
		// Until the device was shown for the first time, the run chooses among what is there.
		const chosen = steps.find((step) => isLook(quiet, step))!.number;
		return steps.filter(({ number }) => number > chosen).map((step) => ({ act: step.number }));
	}
	if (!fault) return [{}];
	return writes.map(({ number: at }) => ({ at }));
}

const itemsOf = ({ given }: World): IDataObject[] =>
	given
		.at(-1)!
		.outputs.flat()
		.flatMap((item) => (item.endpoints as IDataObject[]) ?? [item]);

/** The item of a device; a failed one by the place of its input item. */
function itemOf(world: World, id: number): IDataObject | undefined {
	const items = itemsOf(world);
	const own = items.find(({ endpoint_id }) => endpoint_id === id);
	if (own || world.of.by === 'tag') return own;
	const byPlace = items[MEANT.indexOf(id)];
	return byPlace && byPlace.endpoint_id === undefined ? byPlace : undefined;
}

function said(world: World): string {
	const { error } = world.given.at(-1)!;
	if (error !== undefined) return `error ${error}`;
	return itemsOf(world)
		.map(({ endpoint_id, outcome, sim, error: of }) =>
			[endpoint_id, outcome, sim && `SIM ${String(sim)}`, of && `"${String(of)}"`]
				.filter(Boolean)
				.map(String)
				.join(' '),
		)
		.join('; ');
}

function faultsOf(world: World): Fault[] {
	const { of } = world;
	const harm = world.service.unknown.map((path) => `asks for an unknown path ${path}`);
	for (const step of world.steps)
		for (const effect of step.effects) harm.push(...unmeant(world, step, effect));
	const stays = of.act?.stays;
	if (stays && world.actedBefore !== undefined && world.endpoint(4001).status !== 2) {
		const broken = stays(world);
		// The service has no conditional write: what one call does right after a look cannot be held back by a change
		// that came between the two. The SIM that it has met must be named (`unnamed`).
		if (broken !== undefined && !isOfTheCallUnderWay(world)) harm.push(broken);
	}
	const broken = of.promise?.(world);
	if (broken !== undefined) harm.push(broken);
	if (of.mustEnd ?? (!of.act && !of.fault)) {
		for (const id of MEANT)
			if (world.endpoint(id).status !== 2) harm.push(`${id} is not deleted at the end`);
	}
	const faults: Fault[] = harm.map((words) => ({ words }));
	for (const id of MEANT) faults.push(...untrue(world, id));
	faults.push(...unnamed(world));
	return faults;
}

/** SIMs that are not meant any more, and that a call has met all the same, without a word about it. */
function unnamed(world: World): Fault[] {
	if (world.actedBefore === undefined || world.of.kill !== undefined) return [];
	if (world.endpoint(4001).status === 2) return [];
	const text = JSON.stringify([itemsOf(world), world.given.at(-1)]);
	return world.steps
		.filter(({ number }) => number >= world.actedBefore!)
		.flatMap(({ effects }) => effects)
		.filter(({ sim }) => sim === FREE_SIM && !text.includes(world.sim(sim).iccid))
		.map(({ what, id }) => ({
			words: `${what} ${id}, which was SIM ${FREE_SIM}, and nothing names it`,
			isNaming: true,
		}));
}

const FIRST = [4001, simOf(4001), FREE_SIM];

/** Effects on what is not meant, or is not meant any more and was not looked at right before. */
function unmeant(world: World, step: Step, { what, id, sim }: Effect): string[] {
	const { act, by } = world.of;
	const words = `${what} ${id}`;
	if (![...MEANT, ...MEANT.map(simOf), FREE_SIM].includes(id))
		return [`${words}, which is not meant`];
	if (!act || world.actedBefore === undefined || step.number < world.actedBefore)
		return id === FREE_SIM ? [`${words}, which is not meant`] : [];
	if (!FIRST.includes(id)) return [];
	const isOfSim = id !== 4001 || (sim !== undefined && FIRST.includes(sim));
	const isUnmeant = act.endsChoiceBy.includes(by) || (act.takesSim === true && isOfSim);
	if (!isUnmeant || (act.isOnlyIfBegun && !hadBegun(world))) return [];
	const blame = blameOf(world, step);
	return blame === undefined ? [] : [`${words}${blame}`];
}

/** Why a step that has changed the first device after the act of the colleague is to blame, if it is. */
function blameOf(world: World, step: Step): string | undefined {
	const look = lastLook(world, step);
	if (look >= world.actedBefore!) return ', though a look has shown what changed';
	const seen = world.steps.find(({ number }) => number === look)?.at ?? -Infinity;
	if (step.at - seen > 60_000) return ', the last look at which is older than a minute';
	const others = world.steps.filter(
		({ number, method, path }) =>
			number > look &&
			number < step.number &&
			method !== 'GET' &&
			kindOf(path) !== kindOf(step.path),
	);
	return others.length > 0 ? ' without a look right before' : undefined;
}

/** Whether the act of the colleague came between a look and the one call after it, which alone has met it. */
function isOfTheCallUnderWay(world: World): boolean {
	const hits = world.steps.filter(
		({ number, effects }) =>
			number >= world.actedBefore! &&
			effects.some(({ id, sim }) => FIRST.includes(id) || FIRST.includes(sim ?? 0)),
	);
	return hits.length === 1 && blameOf(world, hits[0]!) === undefined;
}

/** Whether the run had changed something of the first device before the colleague did. */
const hadBegun = ({ steps, actedBefore = 0 }: World): boolean =>
	steps.some(
		({ number, effects }) => number < actedBefore && effects.some(({ id }) => FIRST.includes(id)),
	);

/** Whether a request has shown the first device, or that it is not found any more. */
function isLook({ of }: World, { method, path }: Step): boolean {
	if (method !== 'GET') return false;
	if (/\/endpoint\/4001$|\/sim\/5001$/.test(path)) return true;
	if (/\/endpoint\/4001\/tags/.test(path)) return of.by === 'tag' && !of.act?.takesSim;
	return /\/(endpoint|sim)\?/.test(path) && /4001|5001|tags:|name:|iccid|imei/.test(path);
}

const lastLook = (world: World, { number }: Step): number =>
	world.steps.filter((step) => step.number < number && isLook(world, step)).at(-1)?.number ?? 0;

const kindOf = (path: string): string => path.replace(/\d{4}/g, '#').replace(/quota\/\w+/, 'quota');

/** What is said of a device and of its SIM against what became of them. */
function untrue(world: World, id: number): Fault[] {
	const item = itemOf(world, id);
	const simId = simOf(id);
	const sim = world.sim(simId);
	const isDeleted = world.endpoint(id).status === 2;
	const done = world.steps.flatMap(({ effects }) => effects);
	const isDone = (what: Effect['what'], of: number): boolean =>
		done.some((effect) => effect.what === what && effect.id === of);
	const { hints, error } = world.given.at(-1)!;
	// The item of a tag's failure may name the devices in its words.
	const text = JSON.stringify([world.of.by === 'tag' ? itemsOf(world) : item, hints, error]);
	const isSecondRun = world.of.kill !== undefined;
	const faults: Fault[] = [];
	if (item?.outcome === 'retired' && !isDeleted)
		faults.push({ words: `${id} is said to be retired, but it is there` });
	if (item?.outcome === 'absent' && !isDeleted && world.of.by !== 'name')
		faults.push({ words: `${id} is said to be absent, but it is there` });
	const isSaid = ['retired', 'unknown'].includes(String(item?.outcome)) || text.includes(`${id}`);
	if (isDeleted && !isSecondRun && isDone('deletes', id) && !isSaid)
		faults.push({ words: `${id} is deleted, and no item names it`, isNaming: true });
	// After a swap, the item of a later run is about another SIM.
	const saidSim = Number(item?.sim_id ?? simId);
	const { status } = world.sim(saidSim);
	if (item?.sim === 'suspended' && status !== 2 && !isDone('suspends', saidSim))
		faults.push({ words: `SIM ${saidSim} is said to be suspended, but has status ${status}` });
	const isChanged = isDone('suspends', simId) || isDone('releases the SIM of', id);
	if (isChanged && !isSecondRun) {
		const isNamed = text.includes(String(simId)) || text.includes(sim.iccid);
		if (!isNamed)
			faults.push({ words: `SIM ${simId} was changed, and is not named`, isNaming: true });
		else if (isDone('suspends', simId) && !/suspend/i.test(text))
			faults.push({ words: `SIM ${simId} was suspended, and nothing says so`, isNaming: true });
	}
	const wantsSuspended = (world.of.sims ?? 'suspend') === 'suspend' && isDone('deletes', id);
	if (wantsSuspended && sim.status === 1 && !world.of.act && isDone('releases the SIM of', id))
		faults.push({ words: `SIM ${simId} stays activated, and its endpoint is gone` });
	return faults;
}

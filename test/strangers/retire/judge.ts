import type { IDataObject } from 'n8n-workflow';
import type { Case } from './case';
import {
	FREE_SIM,
	GATEWAY,
	MEANT,
	World,
	simOf,
	type Effect,
	type Moment,
	type Step,
} from './world';

export interface Judged {
	name: string;
	/** How many moments were tried, and at how many of them the run was wrong. */
	moments: number;
	wrong: number;
	/** The first moments that were wrong, in words. */
	faults: string[];
}

/** Runs a case at each of its moments. */
export async function judged(of: Case): Promise<Judged> {
	const quiet = await new World(
		{ ...of, act: undefined, kill: undefined, fault: undefined },
		{},
	).runAll();
	const moments = momentsOf(of, quiet.steps);
	const faults: string[] = [];
	let wrong = 0;
	for (const moment of moments) {
		const world = await new World(of, moment).runAll();
		const found = faultsOf(world);
		if (found.length === 0) continue;
		wrong += 1;
		const number = moment.act ?? moment.at;
		const request = quiet.steps[(number ?? 1) - 1];
		const where = request ? `at ${number} ${request.method} ${request.path}` : 'undisturbed';
		faults.push(`${where}: ${[...new Set(found)].join(', ')}. Said: ${said(world)}`);
	}
	return { name: of.name, moments: moments.length, wrong, faults };
}

function momentsOf({ act, fault, kill }: Case, steps: Step[]): Moment[] {
	const all = steps.map(({ number }) => number);
	if (kill !== undefined) return all.map((at) => ({ at }));
	if (act) return all.slice(1).map((number) => ({ act: number }));
	if (fault)
		return steps.filter(({ method }) => method !== 'GET').map(({ number }) => ({ at: number }));
	return [{}];
}

const itemsOf = ({ given }: World): IDataObject[] =>
	given
		.at(-1)!
		.outputs.flat()
		.flatMap((item) => (item.endpoints as IDataObject[]) ?? [item]);

const itemOf = (world: World, id: number): IDataObject | undefined =>
	itemsOf(world).find(({ endpoint_id }) => endpoint_id === id);

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

function faultsOf(world: World): string[] {
	const { of } = world;
	const faults = world.service.unknown.map((path) => `asks for an unknown path ${path}`);
	for (const step of world.steps)
		for (const effect of step.effects) faults.push(...unmeant(world, step, effect));
	for (const id of MEANT) faults.push(...untrue(world, id));
	const stays = of.act?.stays;
	if (stays && world.actedBefore !== undefined && world.endpoint(4001).status !== 2) {
		const broken = stays(world);
		if (broken !== undefined) faults.push(broken);
	}
	const broken = of.promise?.(world);
	if (broken !== undefined) faults.push(broken);
	const mustEnd = of.mustEnd ?? (!of.act && !of.fault);
	if (mustEnd) {
		for (const id of MEANT)
			if (world.endpoint(id).status !== 2) faults.push(`${id} is not deleted at the end`);
	}
	return faults;
}

/** Effects on what is not meant, or is not meant any more and was not looked at right before. */
function unmeant(world: World, step: Step, { what, id, sim }: Effect): string[] {
	const { act, by } = world.of;
	const words = `${what} ${id}`;
	const meantSims = MEANT.map(simOf);
	if (!MEANT.includes(id) && !meantSims.includes(id)) return [`${words}, which is not meant`];
	if (!act || world.actedBefore === undefined || step.number < world.actedBefore) return [];
	const isOfFirst = id === 4001 || id === simOf(4001);
	if (!isOfFirst) return [];
	const isUnmeant =
		act.endsChoiceBy.includes(by) ||
		(act.takesSim === true && (id === simOf(4001) || sim === simOf(4001) || sim === FREE_SIM));
	if (!isUnmeant) return [];
	const look = lastLook(world, step);
	if (look >= world.actedBefore) return [`${words}, though a look has shown what changed`];
	const others = world.steps.filter(
		({ number, method, path }) =>
			number > look &&
			number < step.number &&
			method !== 'GET' &&
			kindOf(path) !== kindOf(step.path),
	);
	return others.length > 0 ? [`${words} without a look right before`] : [];
}

/** The last request that has shown the first device, or that it is not found any more. */
function lastLook({ steps, of }: World, { number }: Step): number {
	const isLook = ({ method, path }: Step): boolean => {
		if (method !== 'GET') return false;
		if (/\/endpoint\/4001$|\/sim\/5001$/.test(path)) return true;
		if (/\/endpoint\/4001\/tags/.test(path)) return of.by === 'tag' && !of.act?.takesSim;
		return /\/(endpoint|sim)\?/.test(path) && /4001|5001|tags:|name:|iccid|imei/.test(path);
	};
	return steps.filter((step) => step.number < number && isLook(step)).at(-1)?.number ?? 0;
}

const kindOf = (path: string): string => path.replace(/\d{4}/g, '#').replace(/quota\/\w+/, 'quota');

/** What is said of a device and of its SIM against what became of them. */
function untrue(world: World, id: number): string[] {
	const item = itemOf(world, id);
	const endpoint = world.endpoint(id);
	const simId = simOf(id);
	const sim = world.sim(simId);
	const isDeleted = endpoint.status === 2;
	const done = world.steps.flatMap(({ effects }) => effects);
	const isDone = (what: Effect['what'], of: number): boolean =>
		done.some((effect) => effect.what === what && effect.id === of);
	const text = JSON.stringify([item, world.given.at(-1)!.hints, world.given.at(-1)!.error]);
	const faults: string[] = [];
	const isSecondRun = world.of.kill !== undefined;
	if (item?.outcome === 'retired' && !isDeleted) faults.push(`${id} retired, but it is there`);
	if (item?.outcome === 'absent' && !isDeleted && world.of.by !== 'name')
		faults.push(`${id} absent, but it is there`);
	if (isDeleted && !isSecondRun && isDone('deletes', id)) {
		if (!item) faults.push(`${id} is deleted, and no item says so`);
		else if (!['retired', 'unknown'].includes(String(item.outcome)))
			faults.push(`${id} is deleted, and is said to be ${String(item.outcome)}`);
	}
	if (item?.sim === 'suspended' && sim.status !== 2 && !isDone('suspends', simId))
		faults.push(`SIM ${simId} is said to be suspended, but has status ${sim.status}`);
	const isTouched = isDone('suspends', simId) || isDone('releases the SIM of', id);
	if (isTouched && !isSecondRun) {
		const isNamed = text.includes(String(simId)) || text.includes(sim.iccid);
		if (!isNamed) faults.push(`SIM ${simId} was changed, and is not named`);
		else if (isDone('suspends', simId) && !/suspend/i.test(text))
			faults.push(`SIM ${simId} was suspended, and nothing says so`);
	}
	const wantsSuspended = (world.of.sims ?? 'suspend') === 'suspend' && isDone('deletes', id);
	if (wantsSuspended && sim.status === 1 && !world.of.act)
		faults.push(`SIM ${simId} stays activated, and its endpoint is gone`);
	return faults;
}

export const isFreed = (world: World): boolean => world.endpoint(GATEWAY).sim === undefined;

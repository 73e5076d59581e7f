import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from './case';
import { BEFORE, WANTED } from './case';
import { World, idAt, type Case, type Change } from './world';

export interface Judged {
	name: string;
	/** What the last run says of each device. */
	said: string;
	faults: string[];
}

/** Runs a case and holds what it says against what happened. */
export async function judged(of: Case): Promise<Judged> {
	const world = new World(of);
	await world.runAll();
	const last = world.given.at(-1)!;
	// The error of a tag's row has the item of each endpoint.
	const all = last.outputs.flat().flatMap((item) => (item.endpoints as IDataObject[]) ?? [item]);
	const items = of.rows.map((_, place) => all.find((item) => isOf(item, idAt(place), place)));
	const faults = world.service.unknown.map((path) => `asks for an unknown path: ${path}`);
	if (last.error !== undefined) faults.push(`the run ends with an error: ${last.error}`);
	for (const place of of.rows.keys()) faults.push(...faultsOf(world, place, items[place]));
	faults.push(...wavesGonePast(world), ...foreignWrites(world));
	const broken = of.promise?.(world, items);
	if (broken !== undefined) faults.push(broken);
	const said = items.map((item, place) => {
		const error = item ? errorOf(item) : undefined;
		return `${place + 1} ${outcomeOf(item)}${error ? ` (${error})` : ''}`;
	});
	return { name: of.name, said: said.join('; '), faults: [...new Set(faults)] };
}

/** An item by its endpoint, or by its place among the rows where it has failed before. */
function isOf(item: IDataObject, id: number, place: number): boolean {
	if (item.endpoint_id !== undefined) return item.endpoint_id === id;
	return item.key === id || item.endpoint === String(id) || item.key === `meter-${place + 1}`;
}

function errorOf(item: IDataObject): string | undefined {
	const error = item.error as IDataObject | string | undefined;
	if (error === undefined) return typeof item.reason === 'string' ? item.reason : undefined;
	if (typeof error === 'string') return error;
	return [error.message, error.description].filter(Boolean).join(' ');
}

function outcomeOf(item: IDataObject | undefined): Outcome {
	if (!item) return 'absent';
	const details = item.details as IDataObject | undefined;
	if (details?.outcome === 'notSent' || errorOf(item)?.startsWith('Not sent')) return 'notSent';
	return (item.outcome ?? details?.outcome ?? 'failed') as Outcome;
}

/** The first run, or one after a run that has ended, and all runs until the next end. */
function attemptOf({ of }: World, run: number): number {
	return Math.max(run - (of.kills ?? []).length, 1);
}

const isSameAttempt = (world: World, one: number, other: number): boolean =>
	attemptOf(world, one) === attemptOf(world, other);

/** Whether what is said of a device is what became of it. */
function faultsOf(world: World, place: number, item: IDataObject | undefined): string[] {
	const { of, devices, changes } = world;
	const row = of.rows[place]!;
	const outcome = outcomeOf(item);
	const faults: string[] = [];
	const fault = (words: string): void => void faults.push(`${place + 1}: ${words}`);
	if (!row.right.includes(outcome)) fault(`is said to be ${outcome}`);
	const field = (of.sets ?? ['tariffProfile'])[0]!;
	const ends = world.endpoint(place)[field];
	const own = changes.filter((change) => change.device === idAt(place) && change.field === field);
	const moves = own.filter(({ to }) => to === WANTED[field]);
	const backs = own.filter(({ to }) => to === BEFORE[field]);
	const isWell = devices[place]!.wellFrom !== undefined;
	const isTouched = world.touched.has(idAt(place));
	const mostOf = (list: Change[]): number =>
		Math.max(
			0,
			...list.map(({ run }) => list.filter((each) => isSameAttempt(world, each.run, run)).length),
		);
	// A run after a person's change is free to begin anew.
	if (mostOf(moves) > 1 && !isTouched) fault(`is changed ${mostOf(moves)} times`);
	if (mostOf(backs) > 1) fault(`is put back ${mostOf(backs)} times`);
	if (backs.length > 0 && moves.length === 0) fault('is put back though no wave has changed it');
	if (row.ends !== undefined && ends !== row.ends) fault(`ends with ${ends}, not ${row.ends}`);
	if (isTouched) return faults;
	const isWanted = ends === WANTED[field];
	if (outcome === 'changed' && !isWanted) fault(`changed, but has ${ends}`);
	if (outcome === 'changed' && !isWell) fault('changed, but nothing showed that it is well');
	if (outcome === 'unchanged' && moves.length > 0 && isWanted && !isWell)
		fault('unchanged, but a run has left it sick');
	if (outcome === 'putBack' && ends !== BEFORE[field]) fault(`put back, but has ${ends}`);
	if (outcome === 'notMet' && !isWanted) fault(`not met, but has ${ends}`);
	if (outcome === 'notSent' && isWanted && moves.length > 0 && !isWell)
		fault('not sent, but a run has changed it and it is not well');
	if (outcome === 'absent' && isWanted && moves.length > 0 && !isWell)
		fault('sick with its new profile, and nobody says so');
	const isError = outcome === 'failed' || outcome === 'unknown';
	if (isError && !errorOf(item!)) fault(`${outcome} without a reason`);
	return faults;
}

/** Waves that went out although devices of the earlier ones neither were well nor put back. */
function wavesGonePast(world: World): string[] {
	const { of, changes, devices } = world;
	const field = (of.sets ?? ['tariffProfile'])[0]!;
	const faults: string[] = [];
	const moves = changes.filter(({ field: each, to }) => each === field && to === WANTED[field]);
	const latestWell = (device: number): number =>
		devices.find(({ id }) => id === device)!.wellFrom ?? Infinity;
	for (const move of moves) {
		const earlier = moves.filter(
			({ at, device, run }) =>
				at < move.at && device !== move.device && isSameAttempt(world, run, move.run),
		);
		for (const { device, at } of earlier) {
			if (latestWell(device) <= move.at || world.touched.has(device)) continue;
			const isBack = changes.some(
				(change) => change.device === device && change.to === BEFORE[field] && change.at <= move.at,
			);
			const { putBack = true, stopAbove = 0, minutes = 10 } = of;
			// Without a limit of failures, waves go on once the time of the condition is over.
			const isOver = (!putBack || stopAbove === null) && move.at >= at + minutes * 60_000;
			const stops = stopAbove === 0;
			if (stops || !(isBack || isOver))
				faults.push(`a wave goes out past device ${device - 4000}, which is not well`);
		}
	}
	return faults;
}

/** Requests that change what the table does not name. */
function foreignWrites({ of, service }: World): string[] {
	const sets = of.sets ?? ['tariffProfile'];
	const allowed = ['id', ...sets.map((field) => field.replace('Profile', '_profile'))];
	return service.applied.flatMap(({ method, path, body }) => {
		if (method !== 'PATCH' || !path.includes('/endpoint'))
			return [`an unexpected change: ${method} ${path}`];
		const bodies = Array.isArray(body) ? (body as object[]) : [body as object];
		const others = bodies.flatMap((each) => Object.keys(each)).filter((k) => !allowed.includes(k));
		return others.map((key) => `writes ${key}, which the table does not name`);
	});
}

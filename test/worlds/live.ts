import { globalsOf } from './globals';
import type { History } from './history';
import type { Plan } from './plan';
import { type Process, requireFor } from './process';
import { perform } from './runs';
import { stallOf } from './stall';
import type { Subject } from './subject';
import { unleash } from './troubles';
import { World } from './world';

/** The current world, whose time the shared libraries use. */
let present: World | undefined;

/** Libraries that use the time of the running process. */
export function prepare(subject: Subject): void {
	const asking = () => {
		const { timeline, redis } = present!;
		if (!timeline.current) throw new Error('a library works for nobody');
		return { timeline, redis, dweller: timeline.current as Process };
	};
	subject.useLibraries(requireFor(asking), globalsOf(asking));
}

/** Time after the last answer for background work, in milliseconds. */
const AFTERMATH_MS = 150_000;

/** Runs the world of a plan. */
export async function live(plan: Plan, subject: Subject): Promise<History> {
	const world = new World(plan, subject);
	present = world;
	const { timeline, history } = world;
	const rejected = (error: unknown) =>
		history.incidents.push({
			at: timeline.now,
			what: `a rejection nobody handles: ${String(error)}`,
		});
	process.on('unhandledRejection', rejected);
	try {
		const ended = new Set<string>();
		for (const run of plan.runs) {
			const begin = () => {
				const place = world.process(run.process);
				const start = () => void perform(world, place, run).finally(() => ended.add(run.name));
				timeline.after(0, start, place);
			};
			timeline.after(run.at, begin);
		}
		unleash(world);
		const isOver = () =>
			plan.runs.every(
				({ name, process }) => ended.has(name) || world.processes[process]?.state === 'dead',
			);
		const stall = stallOf(plan, history);
		await timeline.run(() => isOver() || stall.isStalled(timeline.now), Infinity);
		if (!isOver()) history.incidents.push({ at: timeline.now, what: stall.said });
		const end = timeline.now + AFTERMATH_MS;
		await timeline.run(() => false, end);
	} finally {
		process.off('unhandledRejection', rejected);
	}
	for (const name of world.redis.unknown) {
		history.incidents.push({ at: 0, what: `this Redis does not know ${name}` });
	}
	history.endedAt = timeline.now;
	return history;
}

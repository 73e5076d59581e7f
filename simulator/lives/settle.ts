import type { World } from '../world';

const settling = new WeakSet<World>();

/**
 * Lets everything happen that is due by the simulator's clock, in the order of time and each at its
 * own time. A test that moves the clock by days thus finds what the days brought.
 */
export function settleLives(world: World): void {
	if (settling.has(world)) return;
	settling.add(world);
	try {
		const { agenda } = world.store;
		const now = world.clock.now();
		let task = agenda.take(now);
		if (task) world.store.touch();
		while (task) {
			world.clock.during(task.at, task.run);
			task = agenda.take(now);
		}
	} finally {
		settling.delete(world);
	}
}

/** Lets something happen in a number of seconds. */
export function inSeconds(world: World, seconds: number, run: () => void): void {
	world.store.agenda.add(world.clock.now() + seconds * 1000, run);
}

import type { SimulatorHandle } from '../../../simulator';

/* Restores the objects of a simulated service; tokens stay valid. */

type Things = Record<string, unknown>;

const things = (sim: SimulatorHandle): Things =>
	Object.fromEntries(
		Object.entries(sim.store).filter(([, value]) => value instanceof Map || Array.isArray(value)),
	);

/** Saves the state of a service. @returns a function that restores it */
export function saved(sim: SimulatorHandle): () => void {
	const before = structuredClone(things(sim));
	return () => {
		const copy = structuredClone(before);
		for (const [name, now] of Object.entries(things(sim))) {
			const then = copy[name];
			if (now instanceof Map) {
				now.clear();
				for (const [key, value] of then as Map<unknown, unknown>) now.set(key, value);
			} else {
				(now as unknown[]).splice(0, Infinity, ...(then as unknown[]));
			}
		}
		sim.store.touch();
	};
}

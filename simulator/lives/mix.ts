import { randomFrom } from '../numbers';

/** Shares of a whole, from 0 to 1, by kind. */
export type Mix<K extends string> = Partial<Record<K, number>>;

/** An order of things that depends on the seed alone. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
	const random = randomFrom(seed);
	const keyed = items.map((item) => ({ item, key: random() }));
	return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/**
 * Gives each thing a kind: of each kind exactly its share, rounded, and the others `rest`. Which ones
 * depends on the seed alone.
 * @throws Error where the shares are more than the whole
 */
export function assigned<T, K extends string>(
	items: readonly T[],
	mix: Mix<K>,
	rest: K,
	seed: number,
): Array<{ item: T; kind: K }> {
	const total = Object.values<number | undefined>(mix).reduce<number>(
		(sum, share) => sum + (share ?? 0),
		0,
	);
	if (total > 1 + 1e-9) throw new Error(`the shares add up to ${total}, more than 1`);
	const kinds = Object.entries<number | undefined>(mix).flatMap(([kind, share]) =>
		Array<K>(Math.round((share ?? 0) * items.length)).fill(kind as K),
	);
	return shuffled(items, seed).map((item, index) => ({ item, kind: kinds[index] ?? rest }));
}

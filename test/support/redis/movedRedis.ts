import { Redis } from 'ioredis';
import type { Ask, RateTurn, SharedRates } from '../../../src/request/limits/sharedRates';
import type { MovedClock } from '../movedClock';

/*
 * A real Redis whose scripts read the time from keys that a test sets, so that it goes by the clock of
 * the test. A test file replaces the scripts with `jest.mock` and `byMovedTime`.
 */

const TIME_KEYS = ['moved:seconds', 'moved:microseconds'];
/** The time at which the test's clock begins. */
const BEGIN = Date.parse('2026-03-01T12:00:00Z');

/** The scripts of a module, by the moved time. */
export const byMovedTime = <T extends Record<string, string>>(scripts: T): T =>
	Object.fromEntries(
		Object.entries(scripts).map(([name, script]) => [
			name,
			script.replace(
				"redis.call('TIME')",
				`redis.call('MGET', ${TIME_KEYS.map((key) => `'${key}'`).join(', ')})`,
			),
		]),
	) as T;

/** A Redis on the test's clock; `end` closes its connection. */
export async function movedRedis(url: string, time: MovedClock) {
	const redis = new Redis(url);
	const set = async () => {
		const ms = BEGIN + time.now;
		const [seconds, micros] = [Math.floor(ms / 1000), Math.round((ms % 1000) * 1000)];
		await redis.mset(TIME_KEYS[0]!, String(seconds), TIME_KEYS[1]!, String(micros));
	};
	await set();
	/** Its limits: the clock stands still until Redis has answered. */
	const on = (shared: SharedRates): SharedRates => ({
		...shared,
		take: async (ask: Ask): Promise<RateTurn | undefined> =>
			await time.standStill(async () => {
				await set();
				const turn = await shared.take(ask);
				const ended = async () => {
					await set();
					turn?.end();
					// Over the same connection, so that it is answered after the end.
					await shared.count('ended', 0, 0);
				};
				return turn && { ...turn, end: () => void time.standStill(ended) };
			}),
	});
	return { on, end: () => redis.disconnect() };
}

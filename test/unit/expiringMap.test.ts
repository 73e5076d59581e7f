import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DROP_AFTER_MS, ExpiringMap } from '../../src/expiringMap';

setFlagsFromString('--expose-gc');
const collect = async () => {
	// A value read through a weak reference is not collected before the end of the turn.
	await new Promise((resolve) => setImmediate(resolve));
	(runInNewContext('gc') as () => void)();
};

/** A map, and a clock that the test moves. */
function setUp() {
	const time = { now: 0 };
	let made = 0;
	const kept = new ExpiringMap(
		(key) => ({ key, number: ++made }),
		() => time.now,
	);
	return { time, kept, made: () => made };
}

test('keeps one object per key while it is in use', () => {
	const { kept, time } = setUp();
	const first = kept.get('a');
	time.now = DROP_AFTER_MS - 1;
	expect(kept.get('a')).toBe(first);
	expect(kept.get('b')).not.toBe(first);
});

test('frees 10,000 objects that have not been used for ten minutes', async () => {
	const { kept, time } = setUp();
	for (let i = 0; i < 10_000; i++) kept.get(`credential ${i}`);
	expect(kept.size).toBe(10_000);
	time.now = DROP_AFTER_MS;
	kept.get('now');
	await collect();
	time.now = 2 * DROP_AFTER_MS;
	kept.get('now');
	expect(kept.size).toBe(1);
});

test('creates no second object for a key while the first is still referenced', async () => {
	const { kept, time, made } = setUp();
	const held = kept.get('a');
	for (let i = 1; i <= 2; i++) {
		time.now = i * 2 * DROP_AFTER_MS;
		kept.get('other');
		await collect();
	}
	expect(kept.get('a')).toBe(held);
	expect(made()).toBeLessThanOrEqual(3);
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DROP_AFTER_MS, ExpiringMap } from '../../src/expiringMap';

setFlagsFromString('--expose-gc');
const collect = async () => {
	// A value just read through a weak reference lives until the end of the turn.
	await new Promise((resolve) => setImmediate(resolve));
	(runInNewContext('gc') as () => void)();
};

/** The kept values, and a clock that the test moves. */
function setUp() {
	const time = { now: 0 };
	let made = 0;
	const kept = new ExpiringMap(
		(key) => ({ key, number: ++made }),
		() => time.now,
	);
	return { time, kept, made: () => made };
}

test('one thing a key, however often it is asked for', () => {
	const { kept, time } = setUp();
	const first = kept.get('a');
	time.now = DROP_AFTER_MS - 1;
	expect(kept.get('a')).toBe(first);
	expect(kept.get('b')).not.toBe(first);
});

test('what nobody has used for long is freed: 10,000 credentials of long ago leave nothing', async () => {
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

test('what somebody still holds is not made twice, however long it was not asked for', async () => {
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

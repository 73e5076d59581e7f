import { progressOf } from '../../../../nodes/CellularIot/shared/progress';
import { findOperation } from '../../../../src/operations';

function setUp() {
	const said: string[] = [];
	const seen: string[] = [];
	const time = { now: 0 };
	const context = {
		logger: { info: (text: string) => void said.push(text) },
		sendMessageToUI: (text: string) => void seen.push(text),
		getNode: () => ({ name: 'Send' }),
	};
	const progress = progressOf(context as never, findOperation('sms', 'send'), () => time.now);
	return { ...progress, said, seen, time };
}

test('a run that needs more than a minute reports its minimum time at the start', () => {
	const { expected, said, seen } = setUp();
	expected(39_500);
	expect(said).toEqual([]);
	expected(1_239_500);
	expect(said).toEqual([expect.stringContaining('takes 21 minutes or more within the limits')]);
	expect(seen).toEqual(said);
});

test('a wait for a limit is reported once, not for each waiting request', () => {
	const { onWait, said, time } = setUp();
	for (let i = 0; i < 10; i++) onWait('the limits', 213_000 - i);
	expect(said).toEqual([
		expect.stringMatching(/^Send: .*: waiting for the limits, 213 s at most$/),
	]);
	time.now = 200_000;
	onWait('the limits', 13_000);
	expect(said).toHaveLength(2);
});

test('a long list reports how many entries have been read', () => {
	const { listed, said, time } = setUp();
	listed(1_000, 100_000);
	expect(said).toEqual([]);
	time.now = 5_000;
	listed(21_000, 100_000);
	time.now = 6_000;
	listed(25_000, 100_000);
	listed(100_000, 100_000);
	expect(said.map((text) => text.split(': ').at(-1))).toEqual([
		'21000 of 100000 entries read',
		'100000 of 100000 entries read',
	]);
	time.now = 12_000;
	listed(3_000, undefined);
	expect(said.at(-1)).toMatch(/: 3000 entries read$/);
});

import { stub } from '../../../support/stub';
import { runReporter } from '../../../../nodes/CellularIot/shared/reporter';
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
	const { report } = runReporter(stub(context), findOperation('sms', 'send'), () => time.now);
	return { ...report, said, seen, time };
}

test('a run that needs more than a minute reports its minimum time at the start', () => {
	const { expect: expected, said, seen } = setUp();
	expected(39_500);
	expect(said).toEqual([]);
	expected(1_239_500);
	expect(said).toEqual([expect.stringContaining('takes 21 minutes or more within the limits')]);
	expect(seen).toEqual(said);
});

test('a wait for a limit is reported once, not for each waiting request', () => {
	const { wait, said, time } = setUp();
	for (let i = 0; i < 10; i++) wait('the limits', 213_000 - i);
	expect(said).toEqual([
		expect.stringMatching(/^Send: .*: waiting for the limits, 213 s at most$/),
	]);
	time.now = 200_000;
	wait('the limits', 13_000);
	expect(said).toHaveLength(2);
});

test('a long list reports how many entries have been read', () => {
	const { progress, said, time } = setUp();
	progress(1_000, 100_000, 'entries');
	expect(said).toEqual([]);
	time.now = 5_000;
	progress(21_000, 100_000, 'entries');
	time.now = 6_000;
	progress(25_000, 100_000, 'entries');
	progress(100_000, 100_000, 'entries');
	expect(said.map((text) => text.split(': ').at(-1))).toEqual([
		'21000 of 100000 entries read',
		'100000 of 100000 entries read',
	]);
	time.now = 12_000;
	progress(3_000, undefined, 'entries');
	expect(said.at(-1)).toMatch(/: 3000 entries read$/);
});

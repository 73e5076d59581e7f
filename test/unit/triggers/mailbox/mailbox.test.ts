import { CellularIotError } from '../../../../src/errors';
import { STORES, useRedis } from '../../../support/redis/useRedis';
import {
	asking,
	ASKING,
	memoryBox,
	MINUTES,
	receipt,
	redisBox,
	repliesOf,
	sms,
	waitFor,
} from './support';

/* Questions and replies in memory and on Redis: each reply belongs to one question. */

const redis = useRedis();
let count = 0;
/** Two views of one mailbox, as two processes would have. */
const BACKENDS = {
	memory: () => {
		const box = memoryBox();
		return [box, box] as const;
	},
	redis: () => {
		const key = `test ${(count += 1)}`;
		return [redisBox(redis().url, key), redisBox(redis().url, key)] as const;
	},
};

/** Results for a message that no run waits for, and for one that is kept and wakes runs. */
const NOT_TAKEN = { isTaken: false, wakes: [] };
const taken = (...wakes: string[]) => ({ isTaken: true, wakes });

describe.each(STORES)('a mailbox (%s)', (store) => {
	const open = BACKENDS[store];

	test('gives a reply to the run that asked the device, and wakes that run', async () => {
		const [here, there] = open();
		expect(await waitFor(here, 'a', [{ endpointId: 1 }])).toMatchObject({ open: 1 });
		await waitFor(here, 'b', [{ endpointId: 2 }]);
		expect(await there.take(sms(2, 'two'), ['m2'])).toEqual(taken('b'));
		expect(await repliesOf(here, 'a')).toBe('waiting');
		expect(await repliesOf(here, 'b')).toEqual(['two']);
		expect(await there.take(sms(3, 'of nobody'), ['m3'])).toEqual(NOT_TAKEN);
	});

	test('wakes a run that asked several devices when the last one replies', async () => {
		const [here, there] = open();
		await waitFor(here, 'a', [{ endpointId: 1 }, { endpointId: 2 }, { endpointId: 1 }]);
		expect(await there.take(sms(2, 'b'), ['1'])).toEqual(taken());
		expect(await there.take(sms(1, 'a'), ['2'])).toEqual(taken());
		expect(await there.take(sms(1, 'c'), ['3'])).toEqual(taken('a'));
		expect(await repliesOf(here, 'a')).toEqual(['a', 'b', 'c']);
	});

	test('matches replies to several questions to one device by order, or by text', async () => {
		const [here, there] = open();
		await waitFor(here, 'a', [{ endpointId: 1 }]);
		await waitFor(here, 'b', [{ endpointId: 1, contains: '#B' }]);
		await waitFor(here, 'c', [{ endpointId: 1 }]);
		await there.take(sms(1, 'to #b'), ['1']);
		await there.take(sms(1, 'first'), ['2']);
		await there.take(sms(1, 'second'), ['3']);
		expect(await repliesOf(here, 'a')).toEqual(['first']);
		expect(await repliesOf(here, 'b')).toEqual(['to #b']);
		expect(await repliesOf(here, 'c')).toEqual(['second']);
	});

	test('ignores a reply without the text that the question requires', async () => {
		const [here, there] = open();
		await waitFor(here, 'a', [{ endpointId: 1, contains: '#7' }]);
		expect(await there.take(sms(1, 'hello'), ['1'])).toEqual(NOT_TAKEN);
	});

	test('does not use a redelivered reply for a second question', async () => {
		const [here, there] = open();
		await waitFor(here, 'a', [{ endpointId: 1 }]);
		await waitFor(here, 'b', [{ endpointId: 1 }]);
		await there.take(sms(1, 'once'), ['m']);
		// The first delivery may have ended before it woke the run.
		expect(await here.take(sms(1, 'once'), ['m'])).toEqual(taken('a'));
		expect(await repliesOf(here, 'b')).toBe('waiting');
	});

	test('keeps a reply that arrives before the service has answered the send request', async () => {
		const [here, there] = open();
		const { asker, ask } = await asking(here, 'a', async () => {
			await there.take(sms(1, 'fast'), ['m']);
			return { sms_ids: [5] };
		});
		await ask();
		expect(await here.open(asker, [])).toMatchObject({ open: 0 });
		expect(await repliesOf(here, 'a')).toEqual(['fast']);
	});

	test('sends the SMS of a run once, and returns the first result to a retry', async () => {
		const [here] = open();
		let sent = 0;
		const { asker, ask } = await asking(here, 'a', async () => ({ sms_ids: [(sent += 1)] }));
		const first = await ask();
		await here.begin(asker, 'http://n8n/a');
		expect(await ask()).toEqual(first);
		expect(sent).toBe(1);
	});

	test.each([
		['unknown', 'An earlier try'],
		['refused', 'no SMS'],
	] as const)(
		'resends an SMS after a refusal, but not after an unknown outcome (%s)',
		async (outcome, message) => {
			const [here, there] = open();
			let sent = 0;
			const { ask } = await asking(here, 'a', async () => {
				sent += 1;
				throw new CellularIotError('no SMS', '', outcome);
			});
			await expect(ask()).rejects.toThrow('no SMS');
			expect(await there.take(sms(1, 'of another'), ['1'])).toEqual(NOT_TAKEN);
			await expect(ask()).rejects.toThrow(message);
			expect(sent).toBe(outcome === 'unknown' ? 1 : 2);
		},
	);

	test('ends the wait when a receipt says that the SMS was not delivered', async () => {
		const [here, there] = open();
		await waitFor(here, 'a', [{ endpointId: 1, smsId: 1000 }]);
		expect(await there.take(receipt(1, 999, 'FAILED'), ['1'])).toEqual(NOT_TAKEN);
		expect(await there.take(receipt(1, 1000, 'DELIVERED'), ['2'])).toEqual(taken());
		expect(await repliesOf(here, 'a')).toBe('waiting');
		await waitFor(here, 'b', [{ endpointId: 2, smsId: 2000 }]);
		expect(await there.take(receipt(2, 2000, 'FAILED'), ['3'])).toEqual(taken('b'));
		expect(await repliesOf(here, 'b')).toEqual(['failed']);
		expect(await there.due(Date.now())).toEqual(['b']);
	});

	test('forgets a closed wait, and treats another turn of the node as a new wait', async () => {
		const [here, there] = open();
		await waitFor(here, 'a', [{ endpointId: 1 }]);
		await there.take(sms(1, 'one'), ['1']);
		await here.hand({ name: 'a', turn: 0 });
		expect(await here.close({ name: 'a', turn: 0 })).toEqual([]);
		expect(await repliesOf(here, 'a')).toBeUndefined();
		await waitFor(here, 'a', [{ endpointId: 1 }], 1);
		expect(await here.close({ name: 'a', turn: 0 })).toEqual([]);
		await there.take(sms(1, 'two'), ['2']);
		expect(await repliesOf(here, 'a')).toBeUndefined();
		expect(await repliesOf(here, 'a', 1)).toEqual(['two']);
	});

	test('gives the reply of an execution that was killed while sending to the next question', async () => {
		const [here, there] = open();
		let reached!: () => void;
		const isSending = new Promise<void>((resolve) => (reached = resolve));
		const { asker, ask } = await asking(here, 'dead', async () => {
			reached();
			return await new Promise(() => {});
		});
		// Killed while it was sending.
		void ask();
		await isSending;
		await waitFor(here, 'b', [{ endpointId: 1 }]);
		expect(await there.take(sms(1, 'to b'), ['1'])).toEqual(taken('dead'));
		expect(await here.close(asker)).toEqual(['b']);
		expect(await repliesOf(here, 'b')).toEqual(['to b']);
	});

	test('gives the reply to a sent SMS to no other question, even if its run has ended', async () => {
		const [here, there] = open();
		await waitFor(here, 'stopped', [{ endpointId: 1 }]);
		await waitFor(here, 'b', [{ endpointId: 1 }]);
		await there.take(sms(1, 'to the first'), ['1']);
		expect(await here.close({ name: 'stopped', turn: 0 })).toEqual([]);
		expect(await repliesOf(here, 'b')).toBe('waiting');
	});

	test.each(['before', 'after'])(
		'gives the reply that came %s a run was repeated with its key to that run only',
		async (when) => {
			const [here, there] = open();
			const says = async () => await there.take(sms(1, 'the answer'), ['m']);
			await waitFor(here, 'killed', [{ endpointId: 1, smsId: 7 }]);
			if (when === 'before') {
				await says();
				expect(await here.close({ name: 'killed', turn: 0 })).toEqual([]);
			}
			await waitFor(here, 'other', [{ endpointId: 1 }]);
			const { open: left } = await waitFor(here, 'again', [{ endpointId: 1, smsId: 7 }]);
			expect(left).toBe(when === 'before' ? 0 : 1);
			if (when === 'after') {
				expect((await says()).wakes.sort()).toEqual(['again', 'killed']);
			}
			expect(await repliesOf(here, 'again')).toEqual(['the answer']);
			expect(await repliesOf(here, 'other')).toBe('waiting');
		},
	);

	test('gives the same reply to two items of a run that share a key', async () => {
		const [here, there] = open();
		const asked = { endpointId: 1, smsId: 7 };
		await waitFor(here, 'a', [asked, asked]);
		expect((await there.take(sms(1, 'both'), ['m'])).wakes).toContain('a');
		expect(await repliesOf(here, 'a')).toEqual(['both', 'both']);
	});

	test('sends no SMS for a run whose wait is not stored', async () => {
		const [here] = open();
		let sent = 0;
		const ask = here.ask({ name: 'forgotten', turn: 0 }, 0, ASKING, async () => ({
			sms_ids: [(sent += 1)],
		}));
		await expect(ask).rejects.toMatchObject({ outcome: 'notSent' });
		expect(sent).toBe(0);
	});
});

test('an expired wait is due, reports the delivery without a reply, and takes no later message', async () => {
	const [box] = BACKENDS.memory();
	await waitFor(box, 'a', [{ endpointId: 1, smsId: 1000 }, { endpointId: 2 }]);
	await box.take(receipt(1, 1000, 'DELIVERED'), ['1']);
	const later = Date.now() + MINUTES;
	expect(await box.due(later - 10_000)).toEqual([]);
	const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
	try {
		expect(await box.due(later)).toEqual(['a']);
		expect(await repliesOf(box, 'a')).toEqual(['delivered', undefined]);
		// A message after the wait has expired is not a reply.
		expect(await box.take(sms(1, 'late'), ['2'])).toEqual(NOT_TAKEN);
	} finally {
		clock.mockRestore();
	}
});

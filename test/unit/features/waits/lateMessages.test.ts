import { messagesOfDevice } from '../../../../src/features/waits/reads/messages';
import { judgeSigns } from '../../../../src/features/waits/conditions/seenAgain';
import type { Json } from '../../../../src/wire';

/* Seen Again by messages: newer by the ids and by the clock of the service. */

const FIRST_LOOK = Date.UTC(2026, 2, 1, 12);
const baseline = { at: new Date(FIRST_LOOK).toISOString(), sms_id: 10 };

const message = (id: number, seconds?: number): Json => ({
	id,
	sms_type: { id: 2, description: 'MO' },
	payload: 'awake',
	...(seconds !== undefined && {
		submit_date: new Date(FIRST_LOOK + seconds * 1_000).toISOString(),
	}),
});
const seenBy = (...list: Json[]) => {
	const messages = messagesOfDevice(list);
	return judgeSigns(baseline, { events: [], messages });
};

test('a message that is listed since the first look, and was submitted before it, is no sign', () => {
	expect(seenBy(message(11, -600)).is).toBe('open');
});

test('a message that was submitted since is a sign, also where an older one has a higher id', () => {
	expect(seenBy(message(11, 60), message(12, -600))).toMatchObject({
		is: 'met',
		shows: { sign: 'message', seen_at: message(11, 60).submit_date },
	});
});

test('a message without a time is told by its id', () => {
	expect(seenBy(message(11)).is).toBe('met');
	expect(seenBy(message(10)).is).toBe('open');
});

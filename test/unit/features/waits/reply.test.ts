import { messagesOfDevice } from '../../../../src/features/waits/reads/messages';
import {
	type Question,
	repliesTo,
	takenAfter,
} from '../../../../src/features/waits/conditions/reply';
import { Random } from '../../../support/random';

/* Which message of a device answers which question. */

const MO = { sms_type: { id: 2, description: 'MO' }, source_address: '8823' };
const mo = (id: number, payload: string, more: object = {}) => ({ ...MO, id, payload, ...more });
const mt = (id: number) => ({ id, payload: 'STATUS?', sms_type: { id: 1, description: 'MT' } });
const asked = (index: number, above: number, contains?: string): Question => ({
	index,
	above,
	askedAt: NaN,
	taken: [],
	smsIds: [above],
	contains,
});
const answers = (questions: Question[], list: Array<Record<string, unknown>>) => {
	const replies = repliesTo(questions, messagesOfDevice(list));
	return questions.map((question) => replies.get(question)?.text ?? null);
};

test('the next message answers, an older one and the question itself do not', () => {
	expect(answers([asked(0, 10)], [mo(9, 'before'), mt(10), mo(11, 'OK'), mo(12, 'again')])).toEqual(
		['OK'],
	);
});

describe('a message with a higher id than the question', () => {
	const ASKED = Date.UTC(2026, 2, 1, 12);
	const question = { ...asked(0, 10), askedAt: ASKED };
	const submitted = (seconds: number) => ({
		submit_date: new Date(ASKED + seconds * 1_000).toISOString(),
	});

	test.each([
		['a minute before it is none of its replies', submitted(-60), null],
		['a minute after it is its reply', submitted(60), 'OK'],
		['within the seconds by which clocks of the service differ is its reply', submitted(-3), 'OK'],
		['at a time that cannot be read is its reply', { submit_date: 'soon' }, 'OK'],
		['at no time is its reply', {}, 'OK'],
	])('that was submitted %s', (_name, more, reply) => {
		expect(answers([question], [mo(11, 'OK', more)])).toEqual([reply]);
	});

	test('is passed over for a newer one where it was submitted before the question', () => {
		const list = [mo(11, 'OLD', submitted(-60)), mo(12, 'OK', submitted(9))];
		expect(answers([question], list)).toEqual(['OK']);
	});
});

test('messages answer in the order of asking, whatever the order of items and of the list', () => {
	expect(answers([asked(0, 11), asked(1, 10)], [mo(13, 'two'), mo(12, 'one')])).toEqual([
		'two',
		'one',
	]);
});

test('a message with the text of a question goes to no other question', () => {
	const questions = [asked(0, 10), asked(1, 11, '#2')];
	expect(answers(questions, [mo(12, 'ok #2')])).toEqual([null, 'ok #2']);
});

test('two items about one SMS get the same reply', () => {
	expect(answers([asked(0, 10), asked(1, 10)], [mo(12, 'OK')])).toEqual(['OK', 'OK']);
});

test('a message that has answered one question answers no other in a later look', () => {
	const [first, second] = [asked(0, 10), asked(1, 11)];
	const list = messagesOfDevice([mo(12, 'OK')]);
	const taken = takenAfter(second, repliesTo([first, second], list));
	expect(taken).toEqual([12]);
	expect(repliesTo([{ ...second, taken }], list).size).toBe(0);
});

test('a long reply is joined when all of its parts are there', () => {
	const part = (id: number, place: string, payload: string) =>
		mo(id, payload, { udh: `0500030A03${place}` });
	const some = [part(13, '03', 'c'), part(11, '01', 'a')];
	expect(answers([asked(0, 10)], some)).toEqual([null]);
	expect(answers([asked(0, 10)], [...some, part(14, '02', 'b')])).toEqual(['abc']);
});

test('a long reply is joined by headers in which other elements stand first', () => {
	const part = (id: number, place: number, payload: string) =>
		mo(id, payload, { udh: `0B0504158115810003AB020${place}` });
	expect(answers([asked(0, 10)], [part(11, 1, 'first ')])).toEqual([null]);
	expect(answers([asked(0, 10)], [part(11, 1, 'first '), part(12, 2, 'second')])).toEqual([
		'first second',
	]);
});

describe('parts of different messages with one reference', () => {
	const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds)).toISOString();
	const part = (id: number, place: number, seconds: number, payload: string, more: object = {}) =>
		mo(id, payload, { udh: `0500030A020${place}`, submit_date: at(seconds), ...more });

	test('are not joined to a reply where each message has lost one', () => {
		const list = [part(11, 1, 0, 'ALARM door '), part(12, 2, 45, 'temp 21C')];
		expect(answers([asked(0, 10)], list)).toEqual([null]);
	});

	test('are not joined with parts of another sender', () => {
		const other = { source_address: '8824' };
		const list = [part(11, 1, 0, 'ALARM door '), part(12, 2, 3, 'temp 21C', other)];
		expect(answers([asked(0, 10)], list)).toEqual([null]);
	});

	test.each([
		['long before', -600],
		['seconds before', -6],
	])('that lost a part %s the question take nothing of the reply', (_name, before) => {
		const list = [
			part(9, 1, before, 'ALARM door '),
			part(11, 1, 4, 'all '),
			part(12, 2, 7, 'right'),
		];
		expect(answers([asked(0, 10)], list)).toEqual(['all right']);
	});

	test('are two replies where both messages are whole', () => {
		const list = [
			part(11, 1, 0, 'first '),
			part(12, 2, 3, 'reply'),
			part(13, 1, 6, 'second '),
			part(14, 2, 9, 'reply'),
		];
		expect(answers([asked(0, 10), asked(1, 10.5)], list)).toEqual(['first reply', 'second reply']);
	});

	test('are joined without times, where nothing shows that they are far apart', () => {
		const bare = (id: number, place: number, payload: string) =>
			mo(id, payload, { udh: `0500030A020${place}` });
		expect(answers([asked(0, 10)], [bare(11, 1, 'all '), bare(12, 2, 'right')])).toEqual([
			'all right',
		]);
	});
});

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
	'with texts that replies repeat each question gets its own, however they come (seed %i)',
	(seed) => {
		const random = new Random(`replies ${seed}`).next;
		const count = 1 + Math.floor(random() * 8);
		const questions = Array.from({ length: count }, (_, i) => asked(i, 100 + i, `#${i};`));
		const sent = questions
			.filter(() => random() < 0.8)
			.flatMap(({ contains }) => (random() < 0.4 ? [contains, contains] : [contains]))
			.map((text) => ({ text, key: random() }))
			.sort((a, b) => a.key - b.key)
			.map(({ text }, i) => mo(200 + i, `state ${text}`));
		const got = answers(questions, sent);
		for (const [i, text] of got.entries()) {
			const own = sent.some(({ payload }) => payload === `state #${i};`);
			expect(text).toBe(own ? `state #${i};` : null);
		}
	},
);

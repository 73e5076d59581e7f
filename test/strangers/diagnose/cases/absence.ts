import {
	DAY,
	ENDPOINT,
	HOUR,
	MINUTE,
	OTHER_MOBILE,
	attached,
	closed,
	daysOf,
	event,
	offline,
	opened,
	purged,
	registered,
	sessionRefused,
} from '../../service/builders';
import type { FleetEvent } from '../../service/state';
import { NOW, known, morningSessions, usedDaily, type Case } from '../case';

/* What only looks like an absence: never connected, registered without a session, lost. */

const created = (days: number) => ({ created: NOW - days * DAY });

/** Every so many days, the last time so many days ago. */
const every = (days: number, last: number) => ({
	endpoint: ENDPOINT.id,
	days: daysOf(NOW, 390, last, (ago) => ((ago - last) % days === 0 ? 2 : 0)),
});
/** Sessions of an hour on days of usage. */
const sessionsEvery = (days: number, last: number): FleetEvent[] => {
	const events: FleetEvent[] = [];
	for (let ago = last; ago <= 29; ago += days) {
		const at = NOW - ago * DAY - 3 * HOUR;
		events.push(registered(at), opened(at + MINUTE), closed(at + HOUR));
	}
	return events;
};

export const absence: Case[] = [
	{
		name: 'created twenty days ago, never an event of a connection nor usage',
		fact: 'Events of 30 days cover its life, and usage is zero (the page, verdict 20).',
		state: known({
			endpoint: created(20),
			events: [event(NOW - 20 * DAY, 8), event(NOW - 20 * DAY + 1000, 51)],
			connectivity: [offline()],
		}),
		right: ['neverConnected'],
		certain: 'may',
	},
	{
		name: 'created two years ago, without usage in the 13 months that are kept',
		fact: 'Statistics are kept for 13 months, events for 30 days (specification; public reference): what was before is not seen.',
		state: known({ endpoint: created(730), connectivity: [offline()] }),
		right: ['neverConnected', 'unknown'],
		certain: 'never',
	},
	{
		name: 'created forty days ago, no usage; the events of its first ten days are gone',
		fact: 'A registration of that time would have left no trace: events are kept for 30 days (public reference).',
		state: known({ endpoint: created(40), connectivity: [offline()] }),
		right: ['neverConnected', 'unknown'],
		certain: 'never',
	},
	{
		name: 'usage of three months ago, no event since',
		fact: 'It has connected once (specification, daily usage).',
		state: known({
			endpoint: created(200),
			connectivity: [offline()],
			usage: [{ endpoint: ENDPOINT.id, days: daysOf(NOW, 100, 90) }],
		}),
		right: ['lost', 'unknown'],
		certain: 'never',
		notAlso: ['neverConnected'],
	},
	{
		name: 'no data ever, but SMS that the device has sent two months ago',
		fact: 'volume_tx of SMS was sent by the device (public reference, daily entries): it was connected.',
		state: known({
			endpoint: created(200),
			connectivity: [offline()],
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: '2026-01-16', smsMo: 3 }] }],
		}),
		right: ['lost', 'unknown'],
		certain: 'never',
		notAlso: ['neverConnected'],
	},
	{
		name: 'no cellular data ever, but satellite data two months ago',
		fact: 'sat_geo_data stands beside data (public reference, daily entries).',
		state: known({
			form: 'reference',
			endpoint: created(200),
			connectivity: [offline()],
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: '2026-01-16', satellite: 0.4 }] }],
		}),
		right: ['lost', 'unknown'],
		certain: 'never',
		notAlso: ['neverConnected'],
	},
	{
		name: 'no event and no usage, but ATTACHED',
		fact: 'ATTACHED: it attached once (public reference, states).',
		state: known({ endpoint: created(20), connectivity: [attached(NOW - 2 * DAY)] }),
		right: 'any',
		wrong: ['neverConnected'],
		certain: 'never',
	},
	{
		name: 'created ten minutes ago',
		fact: 'Absence proves something only after a span in which a sign had to come (evidence, 4).',
		state: known({
			endpoint: { created: NOW - 10 * MINUTE },
			events: [event(NOW - 10 * MINUTE, 8), event(NOW - 10 * MINUTE + 1000, 51)],
			connectivity: [offline()],
		}),
		right: ['neverConnected', 'unknown'],
		certain: 'never',
	},
	{
		name: 'no event, and the usage may not be read',
		fact: 'Certain needs everything that could say otherwise (evidence, 4).',
		state: known({
			endpoint: created(200),
			connectivity: [offline()],
			refusals: [{ path: /\/stats/, status: 403 }],
		}),
		right: ['neverConnected', 'unknown', 'lost'],
		certain: 'never',
		notRead: /usage|statistic/i,
	},
	{
		name: 'no usage, and the events may not be read',
		fact: 'Certain needs everything that could say otherwise (evidence, 4).',
		state: known({
			endpoint: created(20),
			connectivity: [offline()],
			events: [registered(NOW - 2 * DAY)],
			refusals: [{ path: /\/endpoint\/4001\/event/, status: 403 }],
		}),
		right: ['neverConnected', 'unknown', 'lost'],
		certain: 'never',
		notRead: /event/i,
	},
	{
		name: 'registered five minutes ago, no session yet',
		fact: 'Five minutes of silence is nothing (evidence, 4).',
		state: known({
			events: [...morningSessions(20, 1), registered(NOW - 5 * MINUTE)],
			connectivity: [attached(NOW - 5 * MINUTE)],
			usage: usedDaily(1),
		}),
		right: ['attachedOnly', 'asleep', 'unknown'],
		certain: 'never',
	},
	{
		name: 'registered every morning without a session for a week',
		fact: 'The newest event is a registration that no session has followed (the page, verdict 21).',
		state: known({
			events: [
				...morningSessions(25, 8),
				...[7, 6, 5, 4, 3, 2, 1, 0].map((days) => registered(NOW - days * DAY - 4 * HOUR)),
			],
			connectivity: [attached(NOW - 4 * HOUR)],
			usage: usedDaily(8),
		}),
		right: ['attachedOnly'],
		certain: 'may',
	},
	{
		name: 'ATTACHED, its only registration three days old',
		fact: 'ATTACHED stays for one to two days after a device is gone (public reference, states).',
		state: known({
			events: [...morningSessions(25, 4), registered(NOW - 3 * DAY)],
			connectivity: [attached(NOW - 3 * DAY)],
			usage: usedDaily(4),
		}),
		right: ['attachedOnly', 'lost', 'unknown'],
		certain: 'never',
	},
	{
		name: 'registered, then its location deleted',
		fact: 'Events 15 and 16: location deleted, OFFLINE (public reference, events).',
		state: known({
			events: [
				...morningSessions(25, 6),
				registered(NOW - 5 * DAY),
				purged(NOW - 5 * DAY + HOUR, {}, 15),
			],
			connectivity: [offline()],
			usage: usedDaily(6),
		}),
		right: ['lost'],
		certain: 'may',
		since: [NOW - 5 * DAY + HOUR],
	},
	{
		name: 'a daily device, its session closed two hours ago',
		fact: 'Its own rhythm from its daily usage says what is unusual (evidence, 4).',
		state: known({
			events: [
				...morningSessions(25, 1),
				registered(NOW - 3 * HOUR),
				opened(NOW - 3 * HOUR + MINUTE),
				closed(NOW - 2 * HOUR),
			],
			connectivity: [attached(NOW - 3 * HOUR)],
			usage: usedDaily(),
		}),
		right: ['asleep', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a daily device, its location deleted an hour ago',
		fact: 'An hour is within the usual pause of a device that reports once a day (evidence, 4).',
		state: known({
			events: [...morningSessions(25, 0), purged(NOW - HOUR)],
			connectivity: [offline()],
			usage: usedDaily(),
		}),
		right: ['asleep', 'unknown', 'lost'],
		certain: 'never',
	},
	{
		name: 'a weekly device, five days after its session',
		fact: 'A pause that is usual for it is no fault (the page, verdict 23).',
		state: known({
			events: sessionsEvery(7, 5),
			connectivity: [offline()],
			usage: [every(7, 5)],
		}),
		right: ['asleep', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a weekly device, its location deleted, four days ago',
		fact: 'It ends what it had each week and comes back (the page, verdict 23).',
		state: known({
			events: sessionsEvery(7, 4).flatMap((each) =>
				each.type === 5 ? [each, purged(each.at + HOUR)] : [each],
			),
			connectivity: [offline()],
			usage: [every(7, 4)],
		}),
		right: ['asleep', 'unknown', 'lost'],
		certain: 'never',
	},
	{
		name: 'a monthly device, twenty days after its session',
		fact: 'The rhythm comes from 13 months of daily usage (evidence, 4).',
		state: known({
			events: sessionsEvery(30, 20),
			connectivity: [offline()],
			usage: [every(30, 20)],
		}),
		right: ['asleep', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a weekly device, five weeks after its last usage',
		fact: 'Lost is certain only where an event says how that came about (the page): the events are gone.',
		state: known({ connectivity: [offline()], usage: [every(7, 35)] }),
		right: ['lost', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a daily device, gone for ten days with an event',
		fact: 'OFFLINE, and event 16 says how (the page, what the words say).',
		state: known({
			events: [
				...morningSessions(25, 11),
				registered(NOW - 10 * DAY - HOUR),
				purged(NOW - 10 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(10),
		}),
		right: ['lost'],
		certain: 'may',
		since: [NOW - 10 * DAY],
	},
	{
		name: 'its session closed five days ago, and still ATTACHED',
		fact: 'Lost is certain only where the service reports OFFLINE (the page).',
		state: known({
			events: morningSessions(25, 5),
			connectivity: [attached(NOW - 5 * DAY)],
			usage: usedDaily(5),
		}),
		right: ['lost'],
		certain: 'never',
	},
	{
		name: 'its location deleted three days ago, but usage of today',
		fact: 'Usage that is newer than the event contradicts it (evidence, 4).',
		state: known({
			events: [...morningSessions(25, 4), purged(NOW - 3 * DAY)],
			connectivity: [offline()],
			usage: [{ ...usedDaily()[0]!, lastHour: [[2, 0.2, 0.2]] }],
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'its location deleted five days ago, but usage of the day before yesterday',
		fact: 'Usage that is newer than the event contradicts it (evidence, 4).',
		state: known({
			events: [...morningSessions(25, 6), purged(NOW - 5 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(2),
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'the old network deletes the location after the device has moved to another',
		fact: 'Events 15 and 16 come from either network (public reference): the newer contact is at the new one.',
		state: known({
			events: [
				...morningSessions(25, 1),
				registered(NOW - HOUR, { operator: OTHER_MOBILE }),
				opened(NOW - HOUR + MINUTE, { operator: OTHER_MOBILE }),
				purged(NOW - HOUR + 2 * MINUTE, {}, 15),
			],
			connectivity: [
				{
					endpoint: ENDPOINT.id,
					status: 'ONLINE',
					location: { updated: NOW - HOUR, updatedGprs: NOW - HOUR, operator: OTHER_MOBILE },
					session: { id: 9, created: NOW - HOUR + MINUTE, operator: OTHER_MOBILE, rat: 6 },
				},
			],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.2]] }],
		}),
		right: ['healthy'],
		certain: 'may',
		notAlso: ['lost'],
	},
	{
		name: 'reset by somebody ten minutes ago',
		fact: 'A reset cancels the location and deletes the session (specification, reset): it says nothing of the device.',
		state: known({
			events: [
				...morningSessions(25, 1),
				opened(NOW - 6 * HOUR),
				event(NOW - 10 * MINUTE, 68),
				closed(NOW - 10 * MINUTE + 1000),
				purged(NOW - 10 * MINUTE + 2000),
			],
			connectivity: [offline()],
			usage: usedDaily(),
		}),
		right: 'any',
		wrong: ['lost'],
		certain: 'never',
	},
	{
		name: 'closed and opened in the same second, the higher id opened',
		fact: 'Newer is by the service’s clock and ids (evidence, 3).',
		state: known({
			events: [
				...morningSessions(25, 1),
				opened(NOW - 2 * HOUR, { id: 720_000_000_700_002, session: 2 }),
				closed(NOW - 2 * HOUR, { id: 720_000_000_700_001 }),
			],
			connectivity: [
				{
					endpoint: ENDPOINT.id,
					status: 'ONLINE',
					session: { id: 2, created: NOW - 2 * HOUR, operator: OTHER_MOBILE, rat: 6 },
				},
			],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.2]] }],
		}),
		right: ['healthy'],
		certain: 'may',
	},
	{
		name: 'used from May to September, now it is March',
		fact: 'A season is a rhythm, too: 13 months show it once (evidence, 4).',
		state: known({
			endpoint: created(900),
			connectivity: [offline()],
			usage: [{ endpoint: ENDPOINT.id, days: daysOf(NOW, 320, 170) }],
		}),
		right: ['lost', 'unknown', 'asleep'],
		certain: 'never',
		notAlso: ['neverConnected'],
	},
	{
		name: 'gone for ten days, and the usage may not be read',
		fact: 'Without the usage its usual pause is not known (evidence, 4).',
		state: known({
			events: [registered(NOW - 10 * DAY - HOUR), purged(NOW - 10 * DAY)],
			connectivity: [offline()],
			refusals: [{ path: /\/stats/, status: 403 }],
		}),
		right: ['lost', 'unknown'],
		certain: 'never',
		// Mended: what it does not ask for cannot be named as not read.
	},
	{
		name: 'gone, and the connectivity may not be read',
		fact: 'Lost is certain only where the service reports OFFLINE (the page).',
		state: known({
			events: [...morningSessions(25, 11), purged(NOW - 10 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(11),
			refusals: [{ path: /\/connectivity$/, status: 403 }],
		}),
		right: ['lost', 'unknown'],
		certain: 'never',
		notRead: /connectivity/i,
	},
	{
		name: 'lost without an event: OFFLINE after daily usage until five days ago',
		fact: 'Lost is certain only where an event says how that came about (the page).',
		state: known({
			events: [registered(NOW - 12 * DAY), opened(NOW - 12 * DAY + MINUTE)],
			connectivity: [offline()],
			usage: usedDaily(5),
		}),
		right: ['lost', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a device without history, gone since yesterday',
		fact: 'With no rhythm seen, a day of silence is no proof (evidence, 4).',
		state: known({
			endpoint: created(3),
			events: [
				event(NOW - 3 * DAY, 51),
				registered(NOW - 2 * DAY),
				opened(NOW - 2 * DAY + MINUTE),
				closed(NOW - DAY),
			],
			connectivity: [offline()],
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: '2026-03-15', tx: 0.3 }] }],
		}),
		right: ['lost', 'asleep', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a device of working days, seen on Monday morning',
		fact: 'Its own rhythm says what is unusual (evidence, 4): it pauses each weekend.',
		now: Date.UTC(2026, 2, 16, 6),
		state: known({
			events: [
				registered(Date.UTC(2026, 2, 13, 8)),
				opened(Date.UTC(2026, 2, 13, 8, 1)),
				closed(Date.UTC(2026, 2, 13, 17)),
			],
			connectivity: [offline()],
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: daysOf(NOW, 200, 4, (ago) => {
						const weekday = new Date(NOW - ago * DAY).getUTCDay();
						return weekday === 0 || weekday === 6 ? 0 : 2;
					}),
				},
			],
		}),
		right: ['asleep', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a device that reports every fourteen days, ten days after',
		fact: 'Its own rhythm says what is unusual (evidence, 4).',
		state: known({
			events: sessionsEvery(14, 10),
			connectivity: [offline()],
			usage: [every(14, 10)],
		}),
		right: ['asleep', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a device that was daily, and weekly for the last two months',
		fact: 'The newest days are the news (evidence, 5): its rhythm is weekly now.',
		state: known({
			events: sessionsEvery(7, 4),
			connectivity: [offline()],
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: daysOf(NOW, 390, 4, (ago) => (ago > 60 || (ago - 4) % 7 === 0 ? 1 : 0)),
				},
			],
		}),
		right: ['asleep', 'unknown', 'lost'],
		certain: 'never',
	},
	{
		name: 'a weekly device, thirty days after its session was closed',
		fact: 'OFFLINE, an event says how, and more than four of its pauses (the page).',
		state: known({
			events: [...sessionsEvery(7, 29)],
			connectivity: [offline()],
			usage: [every(7, 29)],
		}),
		right: ['lost'],
		certain: 'may',
	},
	{
		name: 'its location deleted four days ago, but a session updated an hour ago',
		fact: 'Event 4 is “Update PDP Context” (public reference): a sign that is newer.',
		state: known({
			events: [...morningSessions(25, 5), purged(NOW - 4 * DAY), event(NOW - HOUR, 4)],
			connectivity: [offline()],
			usage: usedDaily(5),
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'gone for ten days, and somebody disabled and enabled it yesterday',
		fact: 'Events of the API are no sign of the device (public reference, event source).',
		state: known({
			events: [
				...morningSessions(25, 11),
				registered(NOW - 10 * DAY - HOUR),
				purged(NOW - 10 * DAY),
				event(NOW - DAY, 43),
				event(NOW - DAY + MINUTE, 42),
			],
			connectivity: [offline()],
			usage: usedDaily(11),
		}),
		right: ['lost'],
		certain: 'may',
		since: [NOW - 10 * DAY],
	},
	{
		name: 'a SIM was assigned an hour ago to an endpoint that was lost before',
		fact: 'What came before the SIM says nothing of it (evidence, 3).',
		state: known({
			events: [
				...morningSessions(25, 11).map((each) => ({ ...each, sim: 5999 })),
				{ ...purged(NOW - 10 * DAY), sim: 5999 },
				event(NOW - HOUR, 50, { sim: 5999 }),
				event(NOW - HOUR + MINUTE, 51),
			],
			connectivity: [offline()],
			usage: usedDaily(11),
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'two sessions at once, one of them closed',
		fact: 'Event 5 ends the session with its session_id (public reference, events); the other is open.',
		state: known({
			events: [
				opened(NOW - 20 * DAY, { session: 7 }),
				opened(NOW - 5 * DAY, { session: 8 }),
				closed(NOW - 4 * DAY, { session: 8 }),
			],
			connectivity: [
				{
					endpoint: ENDPOINT.id,
					status: 'ONLINE',
					session: { id: 7, created: NOW - 20 * DAY, operator: OTHER_MOBILE, rat: 6 },
				},
			],
			usage: [{ ...usedDaily()[0]!, lastHour: [[3, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
		notAlso: ['lost'],
	},
	{
		name: 'registrations behind a hundred and thirty resets, no usage yet',
		fact: 'A page has 100 events (public reference, events): what stands behind it was a connection.',
		state: known({
			endpoint: created(20),
			events: [
				registered(NOW - 9 * DAY),
				opened(NOW - 9 * DAY + MINUTE),
				...Array.from({ length: 130 }, (_, n) => event(NOW - 6 * DAY + n * HOUR, 68)),
			],
			connectivity: [offline()],
		}),
		right: 'any',
		wrong: ['neverConnected'],
		certain: 'may',
	},
	{
		name: 'its location deleted, behind a hundred and thirty resets',
		fact: 'A page has 100 events (public reference, events): the event that tells of the loss is on the second.',
		state: known({
			events: [
				...morningSessions(25, 12),
				purged(NOW - 11 * DAY),
				...Array.from({ length: 130 }, (_, n) => event(NOW - 6 * DAY + n * HOUR, 68)),
			],
			connectivity: [offline()],
			usage: usedDaily(12),
		}),
		right: ['lost', 'unknown'],
		certain: 'may',
	},
	{
		name: 'a session accepted behind a hundred and thirty events of the API, refused before',
		fact: 'The newest attempt was accepted (the page, verdict 17), on the second page of events.',
		state: known({
			events: [
				sessionRefused(NOW - 12 * DAY),
				opened(NOW - 11 * DAY),
				purged(NOW - 10 * DAY),
				...Array.from({ length: 130 }, (_, n) => event(NOW - 6 * DAY + n * HOUR, 68)),
			],
			connectivity: [offline()],
			usage: usedDaily(11),
		}),
		right: ['lost', 'unknown'],
		certain: 'may',
		notAlso: ['refused'],
	},
	{
		name: 'the daily usage may not be read, the totals of the months may',
		fact: 'Without the days its usual pause is not known (evidence, 4).',
		state: known({
			events: [registered(NOW - 3 * DAY - HOUR), opened(NOW - 3 * DAY), purged(NOW - 2 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(3),
			refusals: [{ path: /stats\/daily/, status: 403 }],
		}),
		right: ['lost', 'unknown', 'asleep'],
		certain: 'never',
	},
];

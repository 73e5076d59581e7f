import {
	DAY,
	ENDPOINT,
	HOUR,
	MINUTE,
	attached,
	closed,
	daysOf,
	offline,
	online,
	opened,
	purged,
	registered,
} from '../../service/builders';
import { NOW, known, morningSessions, usedDaily, type Case } from '../case';

/* With a session: healthy, asleep or silent; and what may not be read. */

const longSession = [registered(NOW - 20 * DAY), opened(NOW - 20 * DAY + MINUTE)];
const since20Days = [online(NOW - 20 * DAY + MINUTE)];
const JUST_AFTER_MIDNIGHT = Date.UTC(2026, 2, 17, 0, 6);

/** As long as it is no statement that something stands in the way. */
const SEEN_ONLINE: Case['right'] = ['healthy', 'asleep', 'silent', 'unknown'];

export const sessions: Case[] = [
	{
		name: 'online, data in the last minutes',
		fact: 'A session, and traffic in the last hour (the page, verdict 25).',
		state: known({
			events: longSession,
			connectivity: since20Days,
			usage: [{ ...usedDaily()[0]!, lastHour: [[3, 0.2, 0.4]] }],
		}),
		right: ['healthy'],
		certain: 'may',
	},
	{
		name: 'the same, in the form of the reference',
		fact: 'A session, and traffic in the last hour (the page, verdict 25).',
		state: known({
			form: 'reference',
			events: longSession,
			connectivity: since20Days,
			usage: [{ ...usedDaily()[0]!, lastHour: [[3, 0.2, 0.4]] }],
		}),
		right: ['healthy'],
		certain: 'may',
	},
	{
		name: 'just after midnight, the last minutes of traffic on yesterday’s side',
		fact: 'The last hour has no date and can cross midnight (public reference, summary).',
		now: JUST_AFTER_MIDNIGHT,
		state: known({
			events: longSession,
			connectivity: since20Days,
			usage: [{ ...usedDaily(1, JUST_AFTER_MIDNIGHT)[0]!, lastHour: [[20, 0.2, 0.4]] }],
		}),
		right: ['healthy'],
		certain: 'may',
	},
	{
		name: 'just after midnight, daily usage, and nothing yet today',
		fact: 'Six minutes of a day are no silence (evidence, 4).',
		now: JUST_AFTER_MIDNIGHT,
		state: known({
			events: longSession,
			connectivity: since20Days,
			usage: usedDaily(1, JUST_AFTER_MIDNIGHT),
		}),
		right: ['asleep', 'unknown', 'healthy'],
		certain: 'never',
	},
	{
		name: 'online, data today but none in the last hour',
		fact: 'It has moved data today (the page, verdict 25).',
		state: known({ events: longSession, connectivity: since20Days, usage: usedDaily(0) }),
		right: ['healthy', 'asleep'],
		certain: 'may',
		notCertain: ['asleep'],
	},
	{
		name: 'a weekly device with a session that lasts, three days after its data',
		fact: 'A sleeping device (PSM) keeps its session (public reference, states); asleep is never certain (the page).',
		state: known({
			events: longSession,
			connectivity: since20Days,
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: daysOf(NOW, 390, 3, (ago) => ((ago - 3) % 7 === 0 ? 0.5 : 0)),
				},
			],
		}),
		right: ['asleep'],
		certain: 'never',
	},
	{
		name: 'a daily device with a session that lasts, nothing for ten days',
		fact: 'A session without traffic for longer than is usual (the page, verdict 24).',
		state: known({ events: longSession, connectivity: since20Days, usage: usedDaily(10) }),
		right: ['silent'],
		certain: 'may',
	},
	{
		name: 'a daily device, its statistics a day and a half old',
		fact: 'Usage is up to two days late (evidence, 5): what is missing is not silence.',
		// Mended: at noon it is one and a half usual pauses to the second, and each second of a run decides (the page).
		now: NOW - HOUR,
		state: known({
			events: longSession,
			connectivity: since20Days,
			usage: [{ ...usedDaily(2)[0]!, lastUpdated: NOW - 37 * HOUR }],
		}),
		right: ['asleep', 'unknown', 'silent', 'healthy'],
		certain: 'never',
	},
	{
		name: 'the statistics show nothing for four days, but a session with data closed an hour ago',
		fact: 'Event 5 carries the volume of the session (public reference, details): it moved data.',
		state: known({
			events: [
				...morningSessions(20, 1),
				opened(NOW - 5 * HOUR),
				closed(NOW - HOUR, {}, { rx: 0.8, tx: 1.2 }),
				opened(NOW - HOUR + MINUTE, { session: 2 }),
			],
			connectivity: [online(NOW - HOUR + MINUTE, { session: 2 })],
			usage: usedDaily(4),
		}),
		right: ['healthy', 'asleep', 'unknown'],
		certain: 'never',
		notAlso: ['silent'],
	},
	{
		name: 'its session opened three minutes ago after days without',
		fact: 'Five minutes of silence is nothing (evidence, 4).',
		state: known({
			events: [...morningSessions(25, 6), registered(NOW - 4 * MINUTE), opened(NOW - 3 * MINUTE)],
			connectivity: [online(NOW - 3 * MINUTE)],
			usage: usedDaily(6),
		}),
		right: SEEN_ONLINE,
		certain: 'never',
		notAlso: ['lost'],
	},
	{
		name: 'ONLINE, but its session was closed two hours ago and nothing followed',
		fact: 'States of the service lag; nothing newer may contradict (evidence, 4).',
		state: known({
			events: [registered(NOW - 6 * HOUR), opened(NOW - 6 * HOUR + MINUTE), closed(NOW - 2 * HOUR)],
			connectivity: [online(NOW - 6 * HOUR + MINUTE)],
			usage: usedDaily(),
		}),
		right: 'any',
		wrong: ['lost'],
		certain: 'never',
	},
	{
		name: 'ONLINE, but its location was deleted five hours ago',
		fact: 'Events 15 and 16 mean OFFLINE (public reference): the status is behind.',
		state: known({
			events: [registered(NOW - 9 * HOUR), opened(NOW - 9 * HOUR + MINUTE), purged(NOW - 5 * HOUR)],
			connectivity: [online(NOW - 9 * HOUR + MINUTE)],
			usage: usedDaily(),
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'ATTACHED, and traffic in the last minutes',
		fact: 'ATTACHED is no session, traffic needs one (public reference, states): they contradict each other.',
		state: known({
			events: [registered(NOW - HOUR)],
			connectivity: [attached(NOW - HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[2, 0.3, 0.3]] }],
		}),
		right: 'any',
		wrong: ['lost', 'neverConnected'],
		certain: 'never',
	},
	{
		name: 'OFFLINE, and traffic in the last minutes',
		fact: 'States of the service lag (public reference); traffic is newer (evidence, 4).',
		state: known({
			events: [...morningSessions(20, 0), purged(NOW - HOUR)],
			connectivity: [offline()],
			usage: [{ ...usedDaily()[0]!, lastHour: [[2, 0.3, 0.3]] }],
		}),
		reasonNot: /moved nothing since/,
		right: 'any',
		wrong: ['neverConnected'],
		certain: 'never',
	},
	{
		name: 'online, and only an SMS today',
		fact: 'An SMS is no data (the page, verdict 25: has moved data).',
		state: known({
			events: longSession,
			connectivity: since20Days,
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [...daysOf(NOW, 200, 10), { date: '2026-03-17', smsMt: 1 }],
				},
			],
		}),
		right: ['silent', 'asleep', 'unknown'],
		certain: 'may',
	},
	{
		name: 'online, and satellite data today',
		fact: 'sat_geo_data is traffic, too (public reference, daily entries).',
		state: known({
			form: 'reference',
			events: longSession,
			connectivity: since20Days,
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [...daysOf(NOW, 200, 10), { date: '2026-03-17', satellite: 0.3 }],
				},
			],
		}),
		right: ['healthy', 'asleep', 'unknown'],
		certain: 'may',
		notCertain: ['asleep', 'unknown'],
	},
	{
		name: 'online, and the usage may not be read',
		fact: 'Whether it moves data was not seen (evidence, 4).',
		state: known({
			events: longSession,
			connectivity: since20Days,
			usage: usedDaily(),
			refusals: [{ path: /\/stats/, status: 403 }],
		}),
		right: SEEN_ONLINE,
		certain: 'never',
		notRead: /usage|statistic/i,
	},
	{
		name: 'online without any history of usage, a session of an hour',
		fact: 'Without a rhythm an hour of silence is no proof (evidence, 4).',
		state: known({
			endpoint: { created: NOW - 2 * HOUR },
			events: [registered(NOW - HOUR), opened(NOW - HOUR + MINUTE)],
			connectivity: [online(NOW - HOUR + MINUTE)],
		}),
		right: SEEN_ONLINE,
		certain: 'never',
	},
	{
		name: 'nothing may be read',
		fact: 'What the role may not read is named (the page); nothing was seen.',
		state: known({ refusals: [{ path: /./, status: 403 }] }),
		right: ['unknown'],
		certain: 'never',
		mayFail: true,
	},
	{
		name: 'only the list may be read, and the SIM is suspended',
		fact: 'The status of the SIM stands in the list; a session since could say otherwise (the page).',
		state: known({
			sim: { status: 2 },
			refusals: [{ path: /\/(connectivity|event|stats|service_profile|euicc)/, status: 403 }],
		}),
		right: ['simSuspended'],
		certain: 'may',
	},
	{
		name: 'the list may not be read, and the device is lost',
		fact: 'The list could have told of a disabled endpoint or a suspended SIM (the page, certainty).',
		state: known({
			events: [...morningSessions(25, 8), purged(NOW - 7 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(8),
			refusals: [{ path: /^\/api\/v1\/endpoint(\?|\/4001$)/, status: 403 }],
		}),
		right: ['lost', 'unknown'],
		certain: 'never',
		notRead: /endpoint|list/i,
		mayFail: true,
	},
	{
		name: 'the list may not be read, and the SIM is suspended',
		fact: 'A refusal of the list is no deleted endpoint (evidence, 4).',
		state: known({
			sim: { status: 2 },
			connectivity: [offline()],
			usage: usedDaily(8),
			events: [...morningSessions(25, 8)],
			refusals: [{ path: /^\/api\/v1\/endpoint(\?|\/4001$)/, status: 403 }],
		}),
		right: 'any',
		wrong: ['deleted', 'noSim'],
		certain: 'never',
		mayFail: true,
	},
	{
		name: 'the events may not be read, online with data in the last minutes',
		fact: 'An event could have told of a refusal since (the page, certainty).',
		state: known({
			events: longSession,
			connectivity: since20Days,
			usage: [{ ...usedDaily()[0]!, lastHour: [[3, 0.2, 0.4]] }],
			refusals: [{ path: /event/, status: 403 }],
		}),
		right: ['healthy'],
		certain: 'may',
		notRead: /event/i,
	},
	{
		name: 'the service fails once with 503 and then answers',
		fact: 'A read is repeated when it gets no answer (the operations).',
		state: known({
			events: [...morningSessions(25, 8), registered(NOW - 8 * DAY), purged(NOW - 7 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(8),
			refusals: [{ path: /\/connectivity$/, status: 503, times: 1 }],
		}),
		right: ['lost'],
		certain: 'may',
	},
	{
		name: 'more than a hundred events of the device since the one that counts',
		fact: 'A page has 100 events (public reference, events): “nothing since” needs the newest, not the oldest.',
		state: known({
			events: [
				...Array.from({ length: 40 }, (_, n) => [
					registered(NOW - 29 * DAY + n * 12 * HOUR),
					opened(NOW - 29 * DAY + n * 12 * HOUR + MINUTE),
					closed(NOW - 29 * DAY + n * 12 * HOUR + HOUR),
				]).flat(),
				purged(NOW - 6 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(10),
		}),
		right: ['lost'],
		certain: 'may',
		since: [NOW - 6 * DAY],
	},
	{
		name: 'a device that reports on the 1st of the month, with a session that lasts, on the 28th',
		fact: 'A pause that is usual for it is no fault (the page, verdict 23).',
		now: Date.UTC(2026, 2, 28, 12),
		state: known({
			events: [registered(Date.UTC(2026, 1, 27)), opened(Date.UTC(2026, 1, 27, 0, 1))],
			connectivity: [online(Date.UTC(2026, 1, 27, 0, 1))],
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [
						'2025-05',
						'2025-06',
						'2025-07',
						'2025-08',
						'2025-09',
						'2025-10',
						'2025-11',
						'2025-12',
						'2026-01',
						'2026-02',
						'2026-03',
					].map((month) => ({ date: `${month}-01`, tx: 5 })),
				},
			],
		}),
		right: ['asleep', 'unknown'],
		certain: 'never',
	},
	{
		name: 'a device of working days with a session that lasts, on Sunday',
		fact: 'A pause that is usual for it is no fault (the page, verdict 23).',
		now: Date.UTC(2026, 2, 15, 20),
		state: known({
			events: [registered(NOW - 20 * DAY), opened(NOW - 20 * DAY + MINUTE)],
			connectivity: since20Days,
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
		name: 'statistics that have not come for two days, of the whole fleet',
		fact: 'Usage is up to two days late (evidence, 5): a session of today with a registration each hour is no silence.',
		now: NOW + 20 * MINUTE,
		state: known({
			events: [
				...Array.from({ length: 30 }, (_, n) => registered(NOW - (30 - n) * HOUR)),
				opened(NOW - 31 * HOUR),
			],
			connectivity: [online(NOW - 31 * HOUR, { seen: NOW - HOUR })],
			usage: [{ ...usedDaily(2)[0]!, lastUpdated: NOW - 40 * HOUR }],
		}),
		right: SEEN_ONLINE,
		certain: 'never',
	},
];

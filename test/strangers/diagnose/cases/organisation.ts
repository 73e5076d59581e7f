import {
	DAY,
	ENDPOINT,
	HOUR,
	MINUTE,
	SIM,
	event,
	offline,
	online,
	opened,
	purged,
	registered,
	sessionRefused,
} from '../../service/builders';
import type { FleetEvent } from '../../service/state';
import { NOW, known, morningSessions, usedDaily, type Case } from '../case';

/* Event 12: the organisation was blocked, and with it all devices. */

const organisationBlocked = (at: number, of: Partial<FleetEvent> = {}): FleetEvent =>
	event(at, 12, { endpoint: undefined, sim: undefined, ...of });

const OTHER_ENDPOINT = { ...ENDPOINT, id: 4002, name: 'meter-0018', sim: 5002 };
const OTHER_SIM = { ...SIM, id: 5002, iccid: '8900000000000000018', imsi: '999990000000018' };
const two = {
	endpoints: [ENDPOINT, OTHER_ENDPOINT].map((each) => ({ ...each })),
	sims: [SIM, OTHER_SIM].map((each) => ({ ...each })),
};
const ofOther = { endpoint: OTHER_ENDPOINT.id, sim: OTHER_SIM.id };
const lostDaysAgo = (days: number): FleetEvent[] => [
	...morningSessions(25, days + 1),
	registered(NOW - days * DAY - HOUR),
	purged(NOW - days * DAY),
];

export const organisation: Case[] = [
	{
		name: 'the organisation was blocked, and no device has a session since',
		fact: 'Event 12, without an endpoint: all sessions closed, new ones refused (public reference, blocks).',
		state: known({
			...two,
			events: [
				...morningSessions(20, 2),
				organisationBlocked(NOW - DAY),
				sessionRefused(NOW - HOUR),
				sessionRefused(NOW - HOUR, ofOther),
			],
			connectivity: [offline()],
			usage: usedDaily(2),
		}),
		right: ['organisationBlocked'],
		certain: 'may',
		since: [NOW - DAY],
	},
	{
		name: 'blocked, then a session of another device was accepted',
		fact: 'A session of any device since shows that the organisation is no longer blocked (the page, verdict 7).',
		state: known({
			...two,
			events: [
				organisationBlocked(NOW - 9 * DAY),
				...lostDaysAgo(5),
				opened(NOW - 2 * DAY, ofOther),
			],
			connectivity: [offline()],
			usage: usedDaily(6),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['organisationBlocked'],
	},
	{
		name: 'blocked, and only refused sessions of others since',
		fact: 'Type 3 with Warn is a refusal, no session (public reference, event types).',
		state: known({
			...two,
			events: [
				organisationBlocked(NOW - 2 * DAY),
				...Array.from({ length: 5 }, (_, n) => sessionRefused(NOW - DAY + n * HOUR, ofOther)),
			],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		right: ['organisationBlocked'],
		certain: 'may',
	},
	{
		name: 'an accepted session since, behind two hundred refusals',
		fact: 'The newest 100 of a list are one page (public reference, paging): “none since” is known only when all were read.',
		state: known({
			...two,
			events: [
				organisationBlocked(NOW - 10 * DAY),
				opened(NOW - 9 * DAY, ofOther),
				...Array.from({ length: 200 }, (_, n) =>
					sessionRefused(NOW - 8 * DAY + n * 30 * MINUTE, ofOther),
				),
				registered(NOW - 7 * DAY),
				purged(NOW - 6 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(8),
		}),
		right: 'any',
		wrong: ['organisationBlocked'],
		certain: 'may',
	},
	{
		name: 'the block of a child organisation',
		fact: 'An event belongs to the organisation it names (public reference, event object); the endpoint’s own events name another.',
		state: known({
			...two,
			events: [
				...lostDaysAgo(4),
				organisationBlocked(NOW - DAY, { organisation: { id: 9002, name: 'Acme Meters North' } }),
			],
			connectivity: [offline()],
			usage: usedDaily(5),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['organisationBlocked'],
	},
	{
		name: 'a child was blocked after the own organisation was',
		fact: 'The newest event 12 is another organisation’s; the own one’s stands behind it (public reference, event object).',
		state: known({
			...two,
			events: [
				...morningSessions(20, 3),
				organisationBlocked(NOW - 2 * DAY),
				organisationBlocked(NOW - DAY, { organisation: { id: 9002, name: 'Acme Meters North' } }),
			],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		// The own organisation is blocked since the day before.
		reasonNot: /since 2026-03-16/,
		right: ['organisationBlocked', 'unknown', 'lost'],
		wrong: ['healthy'],
		certain: 'may',
		notCertain: ['lost', 'unknown'],
	},
	{
		name: 'blocked last month, silence since',
		fact: 'A cost cap counts a month; a refusal of last month is history (evidence, 4).',
		state: known({
			events: [...morningSessions(29, 21), organisationBlocked(NOW - 20 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(21),
		}),
		right: ['organisationBlocked', 'lost', 'unknown'],
		certain: 'never',
	},
	{
		name: 'blocked an hour ago, and this device is online and moves data',
		// Mended: the data of two minutes ago is newer than the block, so that healthy may be certain.
		fact: 'All sessions are closed by the block (public reference): newer data contradicts it.',
		state: known({
			events: [registered(NOW - DAY), opened(NOW - DAY + MINUTE), organisationBlocked(NOW - HOUR)],
			connectivity: [online(NOW - DAY + MINUTE)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[2, 0.1, 0.3]] }],
		}),
		right: ['organisationBlocked', 'healthy'],
		certain: 'may',
		notCertain: ['organisationBlocked'],
	},
	{
		name: 'the feed of the organisation may not be read',
		fact: 'The verdict becomes less certain where the missing part could have told of one before it (the page).',
		state: known({
			events: lostDaysAgo(5),
			connectivity: [offline()],
			usage: usedDaily(6),
			refusals: [{ path: /^\/api\/v1\/event\?/, status: 403 }],
		}),
		right: ['lost'],
		certain: 'never',
		notRead: /event/i,
	},
	{
		name: 'blocked and a session accepted in the same second, by a higher id',
		fact: 'Of two events at one time the higher id is the newer one; the list is in order of ids (public reference, events).',
		state: known({
			...two,
			events: [
				organisationBlocked(NOW - 2 * DAY, { id: 720_000_000_900_001 }),
				opened(NOW - 2 * DAY, { ...ofOther, id: 720_000_000_900_002 }),
			],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'blocked nine days ago, an own session since, then its location deleted',
		fact: 'A session of any device since shows that the block is over (the page, verdict 7).',
		state: known({
			events: [
				...morningSessions(25, 10),
				organisationBlocked(NOW - 9 * DAY),
				registered(NOW - 6 * DAY),
				opened(NOW - 6 * DAY + MINUTE),
				purged(NOW - 5 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(6),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['organisationBlocked'],
	},
	{
		name: 'blocked, and registrations since',
		fact: 'A registration is no session (public reference, event types 2 and 3).',
		state: known({
			...two,
			events: [
				...morningSessions(25, 3),
				organisationBlocked(NOW - 2 * DAY),
				registered(NOW - DAY),
				registered(NOW - DAY, ofOther),
			],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		right: ['organisationBlocked'],
		certain: 'may',
	},
	{
		name: 'blocked, and a session of a child’s device since',
		fact: 'The session is another organisation’s (public reference, event object): it says nothing of this one.',
		state: known({
			...two,
			events: [
				...morningSessions(25, 3),
				organisationBlocked(NOW - 2 * DAY),
				sessionRefused(NOW - HOUR),
				{ ...opened(NOW - DAY, ofOther), organisation: { id: 9002, name: 'Acme Meters North' } },
			],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		right: ['organisationBlocked', 'refused', 'unknown'],
		certain: 'may',
	},
	{
		name: 'blocked ten minutes ago, online still, data of before',
		fact: 'The block closes all sessions (public reference); states of the service lag, and the data is older.',
		state: known({
			events: [opened(NOW - 5 * HOUR), organisationBlocked(NOW - 10 * MINUTE)],
			connectivity: [online(NOW - 5 * HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[50, 0.2, 0.2]] }],
		}),
		right: ['organisationBlocked', 'healthy', 'unknown'],
		certain: 'never',
	},
];

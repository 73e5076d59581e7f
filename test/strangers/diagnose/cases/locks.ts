import {
	DAY,
	ENDPOINT,
	HOUR,
	IMEI,
	MB,
	OTHER_IMEI,
	blocked,
	event,
	offline,
	online,
	opened,
	purged,
	registered,
	sessionRefused,
} from '../../service/builders';
import { withLuhn } from '../../service/forms';
import { NOW, known, morningSessions, usedDaily, type Case } from '../case';

/* The IMEI lock, and a profile without a data service. */

/** The device that a network reports: the event's IMEI is that of the device (event object). */
const by = (imei: string, at: number) => [registered(at, { imei }), opened(at + 1000, { imei })];

export const locks: Case[] = [
	{
		name: 'locked, and another device has used the SIM since',
		fact: 'With the lock only the device with the given IMEI is accepted (specification, endpoint); BLOCKED stands for it too (device jobs).',
		state: known({
			endpoint: { imeiLock: true },
			events: [
				...morningSessions(20, 4),
				event(NOW - 2 * DAY, 2, { imei: OTHER_IMEI }),
				sessionRefused(NOW - 2 * DAY + 1000),
				sessionRefused(NOW - HOUR),
			].map((each) => (each.at > NOW - 3 * DAY ? { ...each, imei: OTHER_IMEI } : each)),
			connectivity: [blocked()],
			usage: usedDaily(4),
		}),
		right: ['imeiLock'],
		certain: 'may',
	},
	{
		name: 'BLOCKED with the lock on, nothing else explains it, and no other device was seen',
		fact: 'BLOCKED stands for the lock too (device jobs), but no other IMEI was seen (evidence, 4).',
		state: known({
			endpoint: { imeiLock: true },
			events: [sessionRefused(NOW - HOUR)],
			connectivity: [blocked()],
			usage: usedDaily(4),
		}),
		right: ['imeiLock', 'blocked'],
		certain: 'never',
	},
	{
		name: 'the same device with another software version',
		fact: 'The IMEI is an IMEISV: the last two digits are the software version (specification, endpoint), which an update changes.',
		state: known({
			endpoint: { imeiLock: true, imei: IMEI },
			events: [
				...morningSessions(20, 8),
				...by(`${IMEI.slice(0, 14)}42`, NOW - 7 * DAY),
				purged(NOW - 6 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(7),
		}),
		right: ['lost', 'imeiLock'],
		certain: 'may',
		promise: ({ verdict, certainty }) =>
			verdict === 'imeiLock' && certainty === 'certain' ? 'the same device' : undefined,
	},
	{
		name: 'another device, but the lock is off',
		fact: 'imei_lock false: any device is accepted (specification, endpoint).',
		state: known({
			events: [...by(OTHER_IMEI, NOW - 9 * DAY), purged(NOW - 8 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(9),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['imeiLock'],
	},
	{
		name: 'another device ten days ago, the right one since',
		fact: 'The device that last used the SIM decides (the page, verdict 12).',
		state: known({
			endpoint: { imeiLock: true },
			events: [
				...by(OTHER_IMEI, NOW - 12 * DAY),
				...by(IMEI, NOW - 9 * DAY),
				purged(NOW - 8 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(9),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['imeiLock'],
	},
	{
		name: 'locked, but the other device was accepted and is online',
		fact: 'An accepted session of the other device says that the lock did not stand in its way (evidence, 4).',
		state: known({
			endpoint: { imeiLock: true },
			events: by(OTHER_IMEI, NOW - 3 * HOUR),
			connectivity: [online(NOW - 3 * HOUR, { imei: OTHER_IMEI })],
			usage: [{ ...usedDaily()[0]!, lastHour: [[2, 0.2, 0.1]] }],
		}),
		right: ['imeiLock', 'healthy'],
		certain: 'never',
	},
	{
		name: 'locked and BLOCKED, and the data limit is reached',
		fact: 'The one that its own figures show comes first (the page, verdict 8).',
		state: known({
			endpoint: { imeiLock: true },
			profile: { limits: [{ id: 71, bytes: 10 * MB }] },
			events: [event(NOW - DAY, 11), sessionRefused(NOW - HOUR)],
			connectivity: [blocked()],
			usage: usedDaily(1),
		}),
		right: ['dataLimit'],
		certain: 'may',
	},
	{
		name: 'locked and BLOCKED, and the usage may not be read',
		fact: 'The limit could explain the block (the page, verdict 12).',
		state: known({
			endpoint: { imeiLock: true },
			profile: { limits: [{ id: 71, bytes: 10 * MB }] },
			connectivity: [blocked()],
			usage: usedDaily(1),
			refusals: [{ path: /\/stats/, status: 403 }],
		}),
		right: ['imeiLock', 'blocked', 'unknown'],
		certain: 'never',
		notRead: /usage|statistic/i,
	},
	{
		name: 'locked without an IMEI',
		fact: 'imei is null where none was reported (recorded traffic): nothing to compare with.',
		state: known({
			endpoint: { imeiLock: true, imei: null },
			events: [registered(NOW - 9 * DAY), purged(NOW - 8 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(9),
		}),
		right: ['lost', 'imeiLock', 'unknown'],
		certain: 'may',
		promise: ({ verdict, certainty }) =>
			verdict === 'imeiLock' && certainty === 'certain' ? 'no IMEI to compare' : undefined,
	},
	{
		name: 'locked, and the other IMEI came with the former SIM’s event',
		fact: 'An event is matched by its SIM (evidence, 3): the former card was in another device.',
		state: known({
			endpoint: { imeiLock: true },
			events: [
				event(NOW - 12 * DAY, 2, { sim: 5999, imei: OTHER_IMEI }),
				event(NOW - 11 * DAY, 50, { sim: 5999, imei: OTHER_IMEI }),
				event(NOW - 10 * DAY, 51),
			],
			connectivity: [offline()],
			usage: usedDaily(12),
		}),
		right: 'any',
		certain: 'may',
		promise: ({ verdict, certainty }) =>
			verdict === 'imeiLock' && certainty === 'certain' ? 'the IMEI of another card' : undefined,
	},
	{
		name: 'the profile has SMS services only',
		fact: 'Service 38 is data; without it no data works (more operations, service profiles).',
		state: known({
			profile: { services: [6, 32] },
			events: [registered(NOW - 2 * HOUR), sessionRefused(NOW - HOUR)],
			connectivity: [offline()],
		}),
		right: ['noDataService'],
		certain: 'may',
	},
	{
		name: 'the profile has no service at all',
		fact: 'A new profile has no service (more operations, service profiles).',
		state: known({ profile: { services: [] }, connectivity: [offline()] }),
		right: ['noDataService'],
		certain: 'may',
	},
	{
		name: 'the answer of the profile has no list of services',
		fact: 'What was not answered was not seen (evidence, 4): an absent list is no empty one.',
		state: known({
			profile: { services: null },
			events: [...morningSessions(25, 8), purged(NOW - 7 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(8),
		}),
		right: ['lost', 'unknown'],
		certain: 'may',
		promise: ({ verdict, certainty }) =>
			verdict === 'noDataService' && certainty === 'certain' ? 'an absent list' : undefined,
	},
	{
		name: 'no data service, but a session was accepted an hour ago and moves data',
		fact: 'Nothing newer may contradict what is certain (evidence, 4).',
		state: known({
			profile: { services: [6] },
			events: [opened(NOW - HOUR)],
			connectivity: [online(NOW - HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[2, 0.2, 0.1]] }],
		}),
		right: ['noDataService', 'healthy'],
		certain: 'never',
	},
	{
		name: 'the profile may not be read, and the device is lost',
		fact: 'The verdict becomes less certain where the missing part could have told of one before it (the page).',
		state: known({
			events: [...morningSessions(25, 8), purged(NOW - 7 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(8),
			refusals: [{ path: /\/service_profile\/201$/, status: 403 }],
		}),
		right: ['lost'],
		certain: 'never',
		notRead: /profile/i,
	},
	{
		name: 'a session refused with “data service off”, but the profile has it now',
		fact: 'A profile that was changed since makes the refusal history (evidence, 4).',
		state: known({
			events: [
				...morningSessions(25, 4),
				sessionRefused(NOW - 2 * DAY, { description: 'Data service is off in the profile' }),
			],
			connectivity: [offline()],
			usage: usedDaily(4),
			endpoint: { lastUpdated: NOW - DAY },
			serviceProfiles: [{ id: ENDPOINT.serviceProfile, name: 'Meters', services: [38, 6, 32] }],
		}),
		right: ['refused', 'unknown', 'lost'],
		certain: 'never',
		notAlso: ['noDataService'],
	},
	{
		name: 'locked, and the same IMEI written with its check digit',
		fact: 'An IMEI has 15 digits with its check digit, 16 with the software version (specification, endpoint).',
		state: known({
			endpoint: { imeiLock: true, imei: IMEI },
			events: [
				...morningSessions(20, 8),
				...by(withLuhn(IMEI.slice(0, 14)), NOW - 7 * DAY),
				purged(NOW - 6 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(7),
		}),
		right: ['lost', 'imeiLock'],
		certain: 'may',
		promise: ({ verdict, certainty }) =>
			verdict === 'imeiLock' && certainty === 'certain' ? 'the same device' : undefined,
	},
	{
		name: 'locked and BLOCKED, a data limit that an extension may have raised',
		fact: 'Everything that could say otherwise was not decided (evidence, 4): limit or lock.',
		state: known({
			endpoint: { imeiLock: true },
			profile: { limits: [{ id: 71, bytes: 100 * MB }] },
			events: [sessionRefused(NOW - HOUR)],
			connectivity: [blocked()],
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: '2026-03-10', tx: 99 }] }],
		}),
		right: ['imeiLock', 'blocked', 'dataLimit'],
		certain: 'never',
	},
	{
		name: 'locked, the other device refused for two days',
		fact: 'The first refusal of the other IMEI is two days old (public reference, event object).',
		state: known({
			endpoint: { imeiLock: true },
			events: [
				...morningSessions(20, 4),
				...[48, 36, 24, 12, 1].map((hours) => ({
					...sessionRefused(NOW - hours * HOUR),
					imei: OTHER_IMEI,
				})),
			],
			connectivity: [blocked()],
			usage: usedDaily(4),
		}),
		right: ['imeiLock'],
		certain: 'may',
		reasonNot: /refuses it since 2026-03-17 11:00/,
	},
	{
		name: 'locked, and the right device accepted after the other was refused',
		fact: 'The device that last used the SIM decides (the page, verdict 12).',
		state: known({
			endpoint: { imeiLock: true },
			events: [
				{ ...sessionRefused(NOW - 9 * DAY), imei: OTHER_IMEI },
				...by(IMEI, NOW - 8 * DAY),
				purged(NOW - 7 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(8),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['imeiLock'],
	},
];

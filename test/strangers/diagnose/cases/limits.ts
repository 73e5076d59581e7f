import {
	DAY,
	ENDPOINT,
	HOUR,
	MB,
	MINUTE,
	blocked,
	closed,
	event,
	offline,
	online,
	opened,
	purged,
	sessionRefused,
} from '../../service/builders';
import type { Day, Extension, State, Usage } from '../../service/state';
import { NOW, known, type Case } from '../case';

/* BLOCKED, and the limits of the service profile: data, and satellite. */

const LIMIT = { id: 71, bytes: 100 * MB };
const SATELLITE = { id: 72, bytes: 10 * MB, satelliteOnly: true };

/** So many MB in March, spread over the days until the sixteenth, and as many in February. */
const used = (march: number, february = 20, of: Partial<Usage> = {}): Usage[] => {
	const days: Day[] = [];
	for (let day = 1; day <= 16; day += 1) {
		const two = String(day).padStart(2, '0');
		days.push({ date: `2026-03-${two}`, tx: march / 16 });
		days.push({ date: `2026-02-${two}`, tx: february / 16 });
	}
	return [{ endpoint: ENDPOINT.id, days, ...of }];
};

const extension = (volume: number, of: Partial<Extension> = {}): Extension => ({
	id: 901,
	endpoint: ENDPOINT.id,
	limit: LIMIT.id,
	volume,
	created: NOW - 3 * DAY,
	expires: Date.UTC(2026, 2, 31, 23, 59, 59),
	...of,
});

const blockedWith = (change: Parameters<typeof known>[0]): State =>
	known({ connectivity: [blocked()], profile: { limits: [LIMIT] }, ...change });

export const limits: Case[] = [
	{
		name: 'the usage has reached the data limit',
		fact: 'BLOCKED means that limits are exceeded; limits are in bytes, usage in MB (public reference, traps).',
		state: blockedWith({
			usage: used(120),
			events: [event(NOW - 5 * HOUR, 11), sessionRefused(NOW - HOUR)],
		}),
		right: ['dataLimit'],
		certain: 'may',
		since: [NOW - 5 * HOUR],
	},
	{
		name: 'the same in the forms of the reference',
		fact: 'Volumes are numbers in the newest edition (public reference, daily entries).',
		state: blockedWith({
			form: 'reference',
			usage: used(120),
			events: [event(NOW - 5 * HOUR, 11)],
		}),
		right: ['dataLimit'],
		certain: 'may',
	},
	{
		name: 'less usage than the limit, and event 11 of this month',
		fact: 'A blocked device may show less usage than the limit; the verdict is then likely (the page).',
		state: blockedWith({ usage: used(91), events: [event(NOW - 2 * HOUR, 11)] }),
		right: ['dataLimit'],
		certain: 'never',
	},
	{
		name: 'only the warning at 80 % this month',
		fact: 'Event 65 tells of a share used, not of the limit (public reference, event 65).',
		state: blockedWith({
			profile: { limits: [{ ...LIMIT, warningPercent: 80 }] },
			usage: used(82),
			events: [event(NOW - 2 * HOUR, 65)],
		}),
		right: ['dataLimit', 'blocked'],
		certain: 'never',
	},
	{
		name: 'event 11 of last month, little usage in this one',
		fact: 'Limits are reset on the 1st at 00:00 UTC (public reference, blocks).',
		state: blockedWith({ usage: used(12, 150), events: [event(Date.UTC(2026, 1, 25), 11)] }),
		right: ['blocked', 'unknown'],
		certain: 'may',
		notAlso: ['dataLimit'],
	},
	{
		name: 'last month above the limit, this one far below, no event',
		fact: 'The limit counts a calendar month (public reference, data limits).',
		state: blockedWith({ usage: used(12, 150) }),
		right: ['blocked'],
		certain: 'may',
		notAlso: ['dataLimit'],
	},
	{
		name: 'the total of the month is still last month’s',
		fact: 'A month entry names its month (public reference, summary); statistics are late.',
		now: Date.UTC(2026, 3, 1, 0, 20),
		state: blockedWith({
			usage: used(150, 20, {
				currentMonthIs: '2026-03-01',
				lastUpdated: Date.UTC(2026, 2, 31, 22),
			}),
			events: [event(Date.UTC(2026, 2, 30), 11)],
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'twenty minutes into a new month, still BLOCKED',
		fact: 'Limits are reset on the 1st at 00:00 UTC; states of the service lag (public reference).',
		now: Date.UTC(2026, 3, 1, 0, 20),
		state: blockedWith({ usage: used(150), events: [event(Date.UTC(2026, 2, 30), 11)] }),
		right: 'any',
		wrong: ['organisationBlocked', 'lost'],
		certain: 'may',
		notCertain: ['dataLimit'],
	},
	{
		name: 'a limit in bytes just above the usage in millions, below it in 2 to the 20',
		fact: 'What a MB is, is not documented: 102 MB against 104,857,600 bytes decides nothing.',
		state: blockedWith({
			profile: { limits: [{ ...LIMIT, bytes: 104_857_600 }] },
			usage: used(102),
		}),
		right: ['dataLimit', 'blocked', 'unknown'],
		certain: 'never',
	},
	{
		name: 'usage of 60 MB, which a row TOTAL would double',
		fact: 'TOTAL is never added to a sum (public reference, daily entries).',
		state: blockedWith({ usage: used(60) }),
		right: ['blocked'],
		certain: 'may',
		notAlso: ['dataLimit'],
	},
	{
		name: 'an extension that raises the limit above the usage',
		fact: 'Extensions add to the limit until the end of the month (public reference, extension).',
		state: blockedWith({ usage: used(120), extensions: [extension(50 * MB)] }),
		right: ['blocked', 'unknown', 'dataLimit'],
		certain: 'may',
		notCertain: ['dataLimit'],
	},
	{
		name: 'an extension of 50 without a unit',
		fact: 'The unit of an extension’s volume is unknown (public reference): 50 can be MB or bytes.',
		state: blockedWith({ usage: used(120), extensions: [extension(50)] }),
		right: ['blocked', 'unknown', 'dataLimit'],
		certain: 'never',
	},
	{
		name: 'two extensions together raise the limit above the usage',
		fact: 'Several extensions add up (public reference).',
		state: blockedWith({
			usage: used(150),
			extensions: [extension(30 * MB), extension(30 * MB, { id: 902 })],
		}),
		right: ['blocked', 'unknown', 'dataLimit'],
		certain: 'may',
		notCertain: ['dataLimit'],
	},
	{
		name: 'an extension that has ended',
		fact: 'All extensions end with the month (public reference).',
		state: blockedWith({
			usage: used(120),
			extensions: [
				extension(50 * MB, {
					created: Date.UTC(2026, 1, 20),
					expires: Date.UTC(2026, 1, 28, 23, 59, 59),
				}),
			],
		}),
		right: ['dataLimit'],
		certain: 'may',
	},
	{
		name: 'usage above limit and extension',
		fact: 'Extensions add up (public reference): 190 MB is above 100 + 50 in either unit.',
		state: blockedWith({ usage: used(190), extensions: [extension(50 * MB)] }),
		right: ['dataLimit'],
		certain: 'may',
	},
	{
		name: 'extensions may not be read',
		fact: 'Certain needs everything that could say otherwise: extensions beside limits (evidence, 4).',
		state: blockedWith({
			usage: used(120),
			refusals: [{ path: /traffic_limit_extension/, status: 403 }],
		}),
		right: ['dataLimit', 'blocked'],
		certain: 'never',
		notRead: /extension|limit/i,
	},
	{
		name: 'above the limit, but online with data in the last minutes',
		fact: 'ONLINE is no block (public reference, states).',
		state: known({
			connectivity: [online(NOW - 5 * HOUR)],
			profile: { limits: [LIMIT] },
			usage: used(120, 20, { lastHour: [[3, 0.1, 0.2]] }),
			events: [opened(NOW - 5 * HOUR)],
		}),
		right: ['healthy'],
		certain: 'may',
		notAlso: ['dataLimit'],
	},
	{
		name: 'BLOCKED by its limit, but a session accepted after event 11',
		fact: 'A session that was accepted after a block makes the block likely (the page).',
		state: blockedWith({
			usage: used(120),
			events: [event(NOW - 5 * HOUR, 11), opened(NOW - HOUR)],
		}),
		// It was not blocked when its session was accepted.
		reasonNot: /since 2026-03-17 07:00/,
		right: ['dataLimit', 'blocked'],
		certain: 'never',
	},
	{
		name: 'event 11 early in the month, sessions since, and little usage',
		fact: 'An event that sessions followed tells of a block that was lifted (evidence, 3 and 4).',
		state: blockedWith({
			usage: used(40),
			events: [event(NOW - 14 * DAY, 11), opened(NOW - 7 * DAY), opened(NOW - 2 * DAY)],
		}),
		// It was not blocked when its sessions were accepted.
		reasonNot: /since 2026-03-03/,
		right: ['blocked', 'dataLimit', 'unknown'],
		certain: 'may',
		notCertain: ['dataLimit'],
	},
	{
		name: 'event 11 of this month, but the profile has no limit now',
		fact: 'A profile that was changed since makes the event history (evidence, 4).',
		state: blockedWith({
			profile: { limits: [] },
			usage: used(40),
			events: [event(NOW - 6 * DAY, 11)],
		}),
		right: ['blocked', 'dataLimit', 'unknown'],
		certain: 'may',
		notCertain: ['dataLimit'],
	},
	{
		name: 'the limits of the profile may not be read',
		fact: 'The verdict becomes less certain where the missing part could have told of one before it (the page).',
		state: blockedWith({ usage: used(120), refusals: [{ path: /\/traffic_limit$/, status: 403 }] }),
		right: ['blocked', 'dataLimit', 'unknown'],
		certain: 'never',
		notRead: /limit/i,
	},
	{
		name: 'the statistics may not be read',
		fact: 'The verdict becomes less certain where the missing part could have told of one before it (the page).',
		state: blockedWith({ usage: used(120), refusals: [{ path: /\/stats/, status: 403 }] }),
		right: ['blocked', 'dataLimit', 'unknown'],
		certain: 'never',
		notRead: /usage|statistic/i,
	},
	{
		name: 'the satellite limit is reached, the data limit is not',
		fact: 'Either limit blocks all data; compare the usage of each (public reference, blocks).',
		state: blockedWith({
			profile: { limits: [LIMIT, SATELLITE] },
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [{ date: '2026-03-10', tx: 20, satellite: 14 }],
				},
			],
		}),
		right: ['satelliteLimit'],
		certain: 'may',
	},
	{
		name: 'both limits are reached',
		fact: 'Verdicts in their order: the data limit first (the page).',
		state: blockedWith({
			form: 'reference',
			profile: { limits: [SATELLITE, LIMIT] },
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [{ date: '2026-03-10', tx: 140, satellite: 14 }],
				},
			],
		}),
		// Whether data holds the satellite’s is not documented: 140 is what was read.
		reasonNot: /154/,
		right: ['dataLimit'],
		certain: 'may',
		also: ['satelliteLimit'],
	},
	{
		name: 'fifty MB over cells, and a satellite limit of ten',
		fact: 'satellite_only counts satellite usage alone (public reference, data limits).',
		state: blockedWith({ profile: { limits: [SATELLITE] }, usage: used(50) }),
		right: ['blocked'],
		certain: 'may',
		notAlso: ['satelliteLimit', 'dataLimit'],
	},
	{
		name: 'satellite usage of last month above the limit',
		fact: 'The period of a limit is a calendar month of UTC (public reference, data limits).',
		state: blockedWith({
			profile: { limits: [SATELLITE] },
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [
						{ date: '2026-03-10', tx: 2, satellite: 1 },
						{ date: '2026-02-20', tx: 2, satellite: 40 },
					],
				},
			],
		}),
		right: ['blocked'],
		certain: 'may',
		notAlso: ['satelliteLimit'],
	},
	{
		name: 'cells and satellite together above the data limit',
		fact: 'A limit that is not satellite_only covers all RATs; whether data holds the satellite’s is not documented.',
		state: blockedWith({
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [{ date: '2026-03-10', tx: 94, satellite: 9 }],
				},
			],
		}),
		right: ['dataLimit', 'blocked', 'unknown'],
		certain: 'never',
	},
	{
		name: 'BLOCKED, and nothing explains it',
		fact: 'BLOCKED is the service’s own word (public reference, states).',
		state: blockedWith({
			profile: { limits: [] },
			usage: used(5),
			events: [sessionRefused(NOW - HOUR)],
		}),
		right: ['blocked'],
		certain: 'may',
	},
	{
		name: 'BLOCKED, but a session was accepted five minutes ago',
		fact: 'States of the service lag; a session accepted after a block makes it likely (the page).',
		state: blockedWith({
			profile: { limits: [] },
			usage: used(5),
			events: [opened(NOW - 5 * MINUTE)],
		}),
		right: ['blocked', 'healthy', 'unknown'],
		certain: 'never',
	},
	{
		name: 'OFFLINE, usage above the limit, never blocked',
		fact: 'The verdict is of a BLOCKED device only (the page, verdict 8).',
		state: known({
			connectivity: [offline()],
			profile: { limits: [LIMIT] },
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: '2026-03-05', tx: 120 }] }],
			events: [opened(NOW - 9 * DAY), event(NOW - 8 * DAY, 16)],
		}),
		right: ['lost', 'unknown'],
		certain: 'may',
		notAlso: ['dataLimit'],
	},
	{
		name: 'an extension of the satellite limit, the data limit reached',
		fact: 'An extension names its limit (specification, traffic limit extension).',
		state: blockedWith({
			profile: { limits: [LIMIT, SATELLITE] },
			usage: used(120),
			extensions: [extension(500 * MB, { limit: SATELLITE.id })],
		}),
		right: ['dataLimit'],
		certain: 'may',
	},
	{
		name: 'an extension of the satellite limit, the satellite limit reached',
		fact: 'Extensions add to their limit until the end of the month (public reference).',
		state: blockedWith({
			profile: { limits: [LIMIT, SATELLITE] },
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: '2026-03-10', tx: 20, satellite: 14 }] }],
			extensions: [extension(50 * MB, { limit: SATELLITE.id })],
		}),
		right: ['blocked', 'satelliteLimit', 'unknown'],
		certain: 'may',
		notCertain: ['satelliteLimit'],
	},
	{
		name: 'usage of exactly the limit',
		fact: 'The usage has reached the limit (the page, verdict 8).',
		state: blockedWith({
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: '2026-03-10', tx: 100 }] }],
			events: [event(NOW - 7 * DAY, 11)],
		}),
		right: ['dataLimit'],
		certain: 'may',
	},
	{
		name: 'the limit was reached, and a new month has begun two hours ago',
		fact: 'Limits are reset on the 1st at 00:00 UTC: event 11 is of the month before (public reference).',
		now: Date.UTC(2026, 3, 1, 2),
		state: blockedWith({
			usage: used(150),
			events: [event(Date.UTC(2026, 2, 31, 23, 30), 11)],
		}),
		right: ['blocked', 'unknown', 'dataLimit'],
		certain: 'may',
		notCertain: ['dataLimit'],
	},
	{
		name: 'event 11 five minutes ago, ONLINE still, data of before',
		fact: 'States of the service lag; event 11 is newer than the traffic (evidence, 4).',
		state: known({
			connectivity: [online(NOW - 5 * HOUR)],
			profile: { limits: [LIMIT] },
			usage: used(98, 20, { lastHour: [[40, 0.4, 0.6]] }),
			events: [opened(NOW - 5 * HOUR), event(NOW - 5 * MINUTE, 11)],
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'event 11 yesterday, then the location deleted, OFFLINE',
		fact: 'A block explains a silence; the newest block was not followed by a session (evidence, 4).',
		state: known({
			connectivity: [offline()],
			profile: { limits: [LIMIT] },
			usage: used(101),
			events: [
				opened(NOW - 10 * DAY),
				event(NOW - 30 * HOUR, 11),
				closed(NOW - 30 * HOUR + MINUTE),
				purged(NOW - 29 * HOUR),
			],
		}),
		right: 'any',
		certain: 'never',
	},
];

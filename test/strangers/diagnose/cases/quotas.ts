import {
	DAY,
	ENDPOINT,
	HOUR,
	MINUTE,
	event,
	offline,
	online,
	opened,
	purged,
	registered,
	sessionRefused,
} from '../../service/builders';
import type { Quota, State } from '../../service/state';
import { NOW, known, morningSessions, usedDaily, type Case } from '../case';

/* Quotas that the service profile applies. */

const data = (of: Partial<Quota> = {}): Quota => ({
	endpoint: ENDPOINT.id,
	kind: 'data',
	volume: 40,
	expiry: NOW + 30 * DAY,
	status: 1,
	...of,
});
const sms = (of: Partial<Quota> = {}): Quota => ({ ...data(of), kind: 'sms' });

const lost = [...morningSessions(25, 7), registered(NOW - 7 * DAY), purged(NOW - 6 * DAY)];

const withData = (change: Parameters<typeof known>[0]): State =>
	known({
		profile: { applyDataQuota: true },
		connectivity: [offline()],
		usage: usedDaily(3),
		...change,
	});

export const quotas: Case[] = [
	{
		name: 'the profile applies data quotas, and there is none (404)',
		fact: 'An endpoint without a quota then has no data service at all (public reference, data quota).',
		state: withData({ events: [sessionRefused(NOW - HOUR, { description: 'No quota' })] }),
		right: ['dataQuota'],
		certain: 'may',
	},
	{
		name: 'the same, answered with an empty 200',
		fact: '404 and an empty 200 alike mean none (public reference, data quota).',
		state: withData({ absentQuota: 200, events: [sessionRefused(NOW - HOUR)] }),
		right: ['dataQuota'],
		certain: 'may',
	},
	{
		name: 'the data quota is used up',
		fact: 'Status 2 is EXHAUSTED; the remaining volume need not be 0 (public reference).',
		state: withData({
			quotas: [data({ status: 2, volume: 0.0012, lastStatusChange: NOW - 2 * DAY })],
			events: [event(NOW - 2 * DAY, 19), sessionRefused(NOW - HOUR)],
		}),
		right: ['dataQuota'],
		certain: 'may',
		since: [NOW - 2 * DAY],
	},
	{
		name: 'used up, with ids as text',
		fact: 'The schemas type the id of the status as an enumeration of texts (public reference).',
		state: withData({ form: 'reference', quotas: [data({ status: 2, volume: -0.1 })] }),
		right: ['dataQuota'],
		certain: 'may',
	},
	{
		name: 'the data quota has expired',
		fact: 'Status 3 is EXPIRED (public reference, data quota).',
		state: withData({
			quotas: [data({ status: 3, expiry: NOW - DAY })],
			events: [event(NOW - DAY, 60)],
		}),
		right: ['dataQuota'],
		certain: 'may',
	},
	{
		name: 'ACTIVE still, but its date has passed',
		fact: 'From the expiry date on the data service is denied, whatever is left (public reference).',
		state: withData({ quotas: [data({ expiry: NOW - 2 * HOUR })] }),
		right: ['dataQuota'],
		certain: 'may',
	},
	{
		name: 'a date in the older form, half an hour ahead',
		fact: 'Dates come as YYYY-MM-DD HH:MM:SS too, in UTC (public reference, corrections).',
		state: withData({
			quotas: [data({ expiry: NOW + 30 * MINUTE, hasOldDates: true })],
			events: lost,
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['dataQuota'],
	},
	{
		name: 'used up, but the profile does not apply quotas',
		fact: 'A quota works only where the profile has apply_data_quota (public reference).',
		state: withData({
			profile: { applyDataQuota: false },
			quotas: [data({ status: 2, volume: 0 })],
			events: lost,
			usage: usedDaily(7),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['dataQuota'],
	},
	{
		name: 'used up yesterday, topped up since',
		fact: 'The quota itself is ACTIVE with 40 MB left; event 19 is history (evidence, 4).',
		state: withData({
			quotas: [data({ lastStatusChange: NOW - HOUR })],
			events: [
				...morningSessions(25, 2),
				event(NOW - DAY, 19),
				sessionRefused(NOW - 20 * HOUR, { description: 'Quota used up' }),
				event(NOW - HOUR, 56),
			],
		}),
		right: 'any',
		wrong: ['dataQuota', 'lost'],
		certain: 'never',
	},
	{
		name: 'a threshold is reached, not the end',
		fact: 'Event 18 is made at a remaining share (public reference, event types).',
		state: withData({
			quotas: [data({ volume: 3 })],
			events: [...lost, event(NOW - 8 * DAY, 18)],
			usage: usedDaily(7),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['dataQuota'],
	},
	{
		name: 'EXHAUSTED since yesterday, but a session accepted today',
		fact: 'A session that was accepted after a block makes the block likely (the page).',
		state: withData({
			quotas: [data({ status: 2, volume: 0, lastStatusChange: NOW - DAY })],
			events: [event(NOW - DAY, 19), opened(NOW - HOUR)],
			connectivity: [online(NOW - HOUR)],
			usage: usedDaily(),
		}),
		right: ['dataQuota', 'healthy'],
		certain: 'never',
	},
	{
		name: 'no quota is found, but data moved in the last minutes',
		fact: 'What GET answers without a quota is not known (public reference): traffic says that there is one.',
		state: withData({
			events: [opened(NOW - 2 * HOUR)],
			connectivity: [online(NOW - 2 * HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[1, 0.2, 0.2]] }],
		}),
		right: ['dataQuota', 'healthy'],
		certain: 'never',
	},
	{
		name: 'the quota may not be read',
		fact: 'The verdict becomes less certain where the missing part could have told of one before it (the page).',
		state: withData({
			events: lost,
			usage: usedDaily(7),
			refusals: [{ path: /quota\/data/, status: 403 }],
		}),
		right: ['lost'],
		certain: 'never',
		notRead: /quota/i,
	},
	{
		name: 'the service fails to tell the quota',
		fact: 'A failure (500) is no “none” (public reference, quota: 404).',
		state: withData({
			events: lost,
			usage: usedDaily(7),
			refusals: [{ path: /quota\/data/, status: 500 }],
		}),
		right: ['lost', 'unknown'],
		certain: 'never',
		mayFail: true,
	},
	{
		name: 'the SMS quota is used up, and the device is lost',
		fact: 'An SMS quota keeps no device offline; the reason says what else fits (the page).',
		state: known({
			profile: { applySmsQuota: true },
			quotas: [sms({ status: 2, volume: 0 })],
			events: lost,
			connectivity: [offline()],
			usage: usedDaily(7),
		}),
		right: ['smsQuota'],
		certain: 'may',
		also: ['lost'],
	},
	{
		name: 'the SMS quota has expired, and the device is healthy',
		fact: 'SMS are denied; data is not (specification, SMS quota).',
		state: known({
			profile: { applySmsQuota: true },
			quotas: [sms({ status: 3, expiry: NOW - DAY })],
			events: [opened(NOW - 5 * HOUR)],
			connectivity: [online(NOW - 5 * HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[4, 0.1, 0.1]] }],
		}),
		right: ['smsQuota'],
		certain: 'may',
		also: ['healthy'],
	},
	{
		name: 'an SMS quota is missing, but the profile does not ask for one',
		fact: 'apply_sms_quota false: no quota is needed (public reference, quotas of a profile).',
		state: known({ events: lost, connectivity: [offline()], usage: usedDaily(7) }),
		right: ['lost'],
		certain: 'may',
		notAlso: ['smsQuota', 'dataQuota'],
	},
	{
		name: 'both quotas are missing',
		fact: 'Verdicts in their order (the page).',
		state: known({
			profile: { applyDataQuota: true, applySmsQuota: true },
			connectivity: [offline()],
			usage: usedDaily(7),
			events: lost,
		}),
		right: ['dataQuota'],
		certain: 'may',
		also: ['smsQuota'],
	},
	{
		name: 'the SMS quota is used up, the data quota is not',
		fact: 'Each kind has its own object and its own switch (public reference).',
		state: known({
			profile: { applyDataQuota: true, applySmsQuota: true },
			quotas: [data(), sms({ status: 2, volume: 0 })],
			connectivity: [offline()],
			usage: usedDaily(7),
			events: lost,
		}),
		right: ['smsQuota'],
		certain: 'may',
		notAlso: ['dataQuota'],
	},
	{
		name: 'the refusal speaks of a quota, the profile applies none',
		fact: 'A quota works only where the profile applies it (public reference); a text is no state.',
		state: known({
			events: [
				...morningSessions(20, 2),
				sessionRefused(NOW - HOUR, { description: 'Quota used up and action is Block' }),
			],
			connectivity: [offline()],
			usage: usedDaily(2),
		}),
		right: ['refused'],
		certain: 'may',
		notAlso: ['dataQuota', 'smsQuota'],
	},
	{
		name: 'the data quota was given to another endpoint',
		fact: 'A quota belongs to its endpoint (specification, quotas).',
		state: withData({
			quotas: [data({ endpoint: 4002 })],
			events: [sessionRefused(NOW - HOUR)],
		}),
		right: ['dataQuota'],
		certain: 'may',
	},
	{
		name: 'event 19 five minutes ago, the quota still ACTIVE, data of before',
		fact: 'Block acts the moment the volume is used up (public reference); event 19 is newer than the traffic.',
		state: withData({
			quotas: [data({ volume: 0.4 })],
			events: [opened(NOW - 5 * HOUR), event(NOW - 5 * MINUTE, 19)],
			connectivity: [online(NOW - 5 * HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[40, 0.4, 0.6]] }],
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'no data quota: topping up is no way out',
		fact: 'A top-up reads the quota and adds to it (public reference): where there is none, one is set.',
		state: withData({ events: [sessionRefused(NOW - HOUR)] }),
		right: ['dataQuota'],
		certain: 'may',
		promise: ({ next_steps }) =>
			JSON.stringify(next_steps).includes('Top Up') ? 'tops up what is not there' : undefined,
	},
	{
		name: 'refused for want of a quota, and the profile no longer asks for one',
		fact: 'Event 53 (quotas switched off) is newer than the refusal (public reference, event types).',
		state: known({
			events: [
				...morningSessions(20, 3),
				sessionRefused(NOW - 2 * DAY, { description: 'No quota' }),
				event(NOW - DAY, 53, { endpoint: undefined, sim: undefined }),
			],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		right: ['refused', 'unknown', 'lost'],
		certain: 'never',
		notAlso: ['dataQuota'],
	},
];

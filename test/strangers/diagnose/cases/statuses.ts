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
import { picked } from '../../support/operation';
import { NOW, known, morningSessions, usedDaily, type Case } from '../case';

/* What the service states itself: status of the endpoint and of its SIM. */

const OLD_SIM = { ...SIM, id: 5999, iccid: '8900000000000000999', imsi: '999990000000999' };
const hasBill = (operation: RegExp) => (item: Record<string, unknown>) => {
	const steps = item.next_steps as { operation: string | null; step: string; bills: unknown }[];
	const step = steps.find((each) => operation.test(`${each.operation} ${each.step}`));
	return step && step.bills === null ? `costs nothing: ${step.step}` : undefined;
};

export const statuses: Case[] = [
	{
		name: 'the list shows it as deleted',
		fact: 'Status 2 Deleted is seen in listings only (specification, states).',
		state: known({ endpoint: { status: 2, sim: undefined, lastUpdated: NOW - 2 * DAY } }),
		right: ['deleted'],
		certain: 'may',
	},
	{
		name: 'deleted and its SIM still named',
		fact: 'Nothing else matters of an endpoint that is gone (the page, verdict 1).',
		state: known({ endpoint: { status: 2 }, sim: { status: 2 } }),
		right: ['deleted'],
		certain: 'may',
	},
	{
		name: 'in no list, with events of the last days',
		fact: '404 also stands for an endpoint out of the caller’s reach (specification, errors): nothing states the deletion.',
		state: known({
			endpoints: [{ ...ENDPOINT, organisation: 9002 }],
			events: morningSessions(20, 5),
		}),
		right: ['deleted', 'unknown'],
		certain: 'never',
		mayFail: true,
	},
	{
		name: 'an id that nobody knows',
		fact: 'An unknown id answers an empty list of events (public reference, events): nothing was ever seen of it.',
		state: known({ endpoints: [] }),
		right: ['unknown'],
		certain: 'never',
		mayFail: true,
	},
	{
		name: 'the endpoint is disabled',
		fact: 'Endpoint status 1 is Disabled (specification, states).',
		state: known({
			endpoint: { status: 1, lastUpdated: NOW - 2 * DAY },
			events: [...morningSessions(20, 3), event(NOW - 2 * DAY, 43)],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		right: ['disabled'],
		certain: 'must',
		since: [NOW - 2 * DAY],
	},
	{
		name: 'disabled, and its SIM suspended too',
		fact: 'The service refuses a disabled endpoint whatever else is right (the page, verdict 2).',
		state: known({ endpoint: { status: 1 }, sim: { status: 2 }, connectivity: [offline()] }),
		right: ['disabled'],
		certain: 'may',
		also: ['simSuspended'],
	},
	{
		name: 'disabled, in the form of the reference',
		fact: 'Endpoint status 1 is Disabled (specification, states).',
		state: known({ form: 'reference', endpoint: { status: 1 }, connectivity: [offline()] }),
		right: ['disabled'],
		certain: 'may',
	},
	{
		name: 'disabled, but a session was accepted after it',
		fact: 'A session that was accepted after a block makes the block likely (the page, what the words claim).',
		state: known({
			endpoint: { status: 1, lastUpdated: NOW - 2 * DAY },
			events: [event(NOW - 2 * DAY, 43), registered(NOW - HOUR), opened(NOW - HOUR + MINUTE)],
			connectivity: [online(NOW - HOUR)],
			usage: usedDaily(),
		}),
		right: ['disabled', 'healthy'],
		certain: 'never',
	},
	{
		name: 'disabled, but an event says that it was enabled a minute ago',
		fact: 'Event 42 is “endpoint enabled” (public reference, event types); nothing newer may contradict what is certain (evidence, 4).',
		state: known({
			endpoint: { status: 1, lastUpdated: NOW - DAY },
			events: [event(NOW - DAY, 43), event(NOW - MINUTE, 42)],
			connectivity: [offline()],
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'disabled and enabled again two days ago, then lost',
		fact: 'The status is Enabled; event 43 is older than event 42 (public reference, event types).',
		state: known({
			events: [
				...morningSessions(20, 9),
				event(NOW - 8 * DAY, 43),
				event(NOW - 7 * DAY, 42),
				registered(NOW - 6 * DAY),
				purged(NOW - 5 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(9),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['disabled'],
	},
	{
		name: 'a reset that logs suspension, disabling and back',
		fact: 'A reset logs 9, 5, 43, 42, 8, 1 (device jobs, reset traps): neither suspended nor disabled, and what it ended says nothing of the device.',
		state: known({
			events: [
				...morningSessions(20, 0),
				event(NOW - 4 * MINUTE, 68),
				event(NOW - 4 * MINUTE + 1000, 9),
				event(NOW - 4 * MINUTE + 2000, 5),
				event(NOW - 4 * MINUTE + 3000, 43),
				event(NOW - 4 * MINUTE + 4000, 42),
				event(NOW - 4 * MINUTE + 5000, 8),
			],
			connectivity: [offline()],
			usage: usedDaily(),
		}),
		right: 'any',
		wrong: ['disabled', 'simSuspended', 'lost'],
		certain: 'never',
	},
	{
		name: 'no SIM, the key absent',
		fact: 'The SIM of an endpoint is absent when none is assigned (recorded traffic).',
		state: known({
			endpoint: { sim: undefined },
			events: [...morningSessions(20, 4), event(NOW - 3 * DAY, 50)],
			connectivity: [offline()],
			usage: usedDaily(4),
		}),
		right: ['noSim'],
		certain: 'must',
		since: [NOW - 3 * DAY],
	},
	{
		name: 'no SIM, null',
		fact: 'The SIM of an endpoint is null in the list when none is assigned (specification, resources).',
		state: known({ form: 'reference', endpoint: { sim: undefined }, connectivity: [offline()] }),
		right: ['noSim'],
		certain: 'may',
	},
	{
		name: 'no SIM, but a session accepted after its release',
		fact: 'Nothing newer may contradict what is certain (evidence, 4).',
		state: known({
			endpoint: { sim: undefined },
			events: [event(NOW - 3 * DAY, 50), opened(NOW - HOUR)],
			connectivity: [online(NOW - HOUR)],
			usage: usedDaily(),
		}),
		right: ['noSim', 'healthy'],
		certain: 'never',
	},
	{
		name: 'the SIM is suspended',
		fact: 'SIM status 2 is Suspended (specification, states); reactivating costs money (device jobs, usage and money).',
		state: known({
			sim: { status: 2 },
			events: [...morningSessions(20, 3), event(NOW - 2 * DAY, 9)],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		right: ['simSuspended'],
		certain: 'must',
		since: [NOW - 2 * DAY],
		promise: hasBill(/SIM: Activate/),
	},
	{
		name: 'suspended, and the network refuses its sessions since',
		fact: 'A refused session (3 with Warn) is no sign against the suspension (evidence, 3).',
		state: known({
			sim: { status: 2 },
			events: [
				event(NOW - 2 * DAY, 9),
				sessionRefused(NOW - HOUR, { description: 'SIM not activated' }),
			],
			connectivity: [offline()],
			usage: usedDaily(3),
		}),
		right: ['simSuspended'],
		certain: 'must',
	},
	{
		name: 'suspended, but a session was accepted after it',
		fact: 'A session that was accepted after a block makes the block likely (the page).',
		state: known({
			sim: { status: 2 },
			events: [event(NOW - 2 * DAY, 9), opened(NOW - 30 * MINUTE)],
			connectivity: [online(NOW - 30 * MINUTE)],
			usage: usedDaily(),
		}),
		right: ['simSuspended', 'healthy'],
		certain: 'never',
	},
	{
		name: 'the former SIM was suspended, the present one for longer than events are kept',
		fact: 'Events belong to the SIM they name (public reference, event object): that of another SIM dates nothing.',
		state: known({
			sim: { status: 2 },
			sims: [{ ...SIM, status: 2 }, OLD_SIM],
			events: [
				event(NOW - 9 * DAY, 9, { sim: OLD_SIM.id }),
				event(NOW - 9 * DAY + MINUTE, 50, { sim: OLD_SIM.id }),
				event(NOW - 8 * DAY, 51),
			],
			connectivity: [offline()],
		}),
		right: ['simSuspended'],
		certain: 'may',
		promise: ({ since }) =>
			since === new Date(NOW - 9 * DAY).toISOString()
				? 'since when the former SIM was suspended'
				: undefined,
	},
	{
		name: 'suspended and activated again, now lost',
		fact: 'The status is Activated; event 9 is older than event 8 (public reference, event types).',
		state: known({
			events: [
				...morningSessions(20, 12),
				event(NOW - 11 * DAY, 9),
				event(NOW - 10 * DAY, 8),
				registered(NOW - 9 * DAY),
				opened(NOW - 9 * DAY + MINUTE),
				purged(NOW - 8 * DAY),
			],
			connectivity: [offline()],
			usage: usedDaily(9),
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['simSuspended'],
	},
	{
		name: 'the SIM was never activated',
		fact: 'SIM status 0 is Issued (public reference); activated SIMs are charged (specification, billing).',
		state: known({ sim: { status: 0, activated: undefined }, connectivity: [offline()] }),
		right: ['simIssued'],
		certain: 'must',
		promise: hasBill(/SIM: Activate/),
	},
	{
		name: 'issued by the list, but online and used',
		fact: 'What is certain has nothing newer against it (evidence, 4): an issued SIM has no session.',
		state: known({
			sim: { status: 0, activated: undefined },
			events: [event(NOW - 2 * HOUR, 8), opened(NOW - HOUR)],
			connectivity: [online(NOW - HOUR)],
			usage: usedDaily(),
		}),
		right: ['simIssued', 'healthy'],
		certain: 'never',
	},
	{
		name: 'the SIM is deleted',
		fact: 'SIM status 3 is Deleted (public reference).',
		state: known({
			sim: { status: 3 },
			events: [event(NOW - DAY, 10)],
			connectivity: [offline()],
		}),
		right: ['simDeleted'],
		certain: 'may',
	},
	{
		name: 'a SIM in factory test, online and moving data',
		fact: 'Factory Test (4) is neither Issued nor a block: it ends by itself with the first usage (public reference, SIMs).',
		state: known({
			sim: { status: 4, activated: undefined },
			events: [registered(NOW - 2 * HOUR), opened(NOW - 2 * HOUR + MINUTE)],
			connectivity: [online(NOW - 2 * HOUR + MINUTE)],
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [{ date: '2026-03-17', tx: 0.02 }],
					lastHour: [[5, 0, 0.01]],
				},
			],
		}),
		right: ['healthy'],
		certain: 'may',
	},
	{
		name: 'picked by a name that others begin with',
		fact: 'Name must match exactly one (the operations); names contain others.',
		state: known({
			endpoint: { name: 'meter-1', status: 1 },
			endpoints: [
				{ ...ENDPOINT, id: 4010, name: 'meter-10', sim: undefined },
				{ ...ENDPOINT, id: 4001, name: 'meter-1', status: 1 },
				{ ...ENDPOINT, id: 4011, name: 'meter-11', sim: undefined },
			],
			connectivity: [offline()],
		}),
		endpoint: picked('meter-1', 'name'),
		right: ['disabled'],
		certain: 'may',
	},
	{
		name: 'picked by the name 3',
		fact: 'A name can be a single digit; it is no id (public reference, operators: the same of endpoints).',
		state: known({
			endpoints: [
				{ ...ENDPOINT, id: 3, name: 'pump', sim: undefined },
				{ ...ENDPOINT, id: 4001, name: '3', status: 1 },
			],
			connectivity: [offline()],
		}),
		endpoint: picked('3', 'name'),
		right: ['disabled'],
		certain: 'may',
	},
];

import type { IDataObject } from 'n8n-workflow';
import { type SimulatorHandle, start } from '../../../../simulator';
import type { VerdictName } from '../../../../src/features/diagnose/verdicts';
import { movingOn } from '../../../support/movedPorts';
import { GENERATIONS, runAt } from '../../../support/simulator';
import { rl } from '../../nodes/rows/rowTypes';
import { Device } from './plants';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/*
 * Diagnoses that would go further than what was seen: too short a silence, facts of earlier, of another SIM or of
 * another operator, and figures without what extends them.
 */

const OWN = '3512345678901201';
const ORGANISATION = 1001;
const CHILD = 9001;
const FOREIGN = '8698765432109801';
const DAY_HOURS = 24;
const DAYS = Array.from({ length: 60 }, (_, day) => day);
/** Every fourteenth and thirtieth day of thirteen months, counted back from some day. */
const everyDays = (pause: number, first: number): number[] =>
	Array.from({ length: Math.floor(390 / pause) }, (_, wake) => first + wake * pause);

interface Expected {
	verdict: VerdictName;
	certainty: 'certain' | 'likely' | 'cannot know';
}
const certain = (verdict: VerdictName): Expected => ({ verdict, certainty: 'certain' });
const likely = (verdict: VerdictName): Expected => ({ verdict, certainty: 'likely' });
const UNKNOWN: Expected = { verdict: 'unknown', certainty: 'cannot know' };

type Case = [string, Expected, (device: Device) => void | Promise<void>];

const SILENCE: Case[] = [
	[
		'a session that was closed five minutes ago, of a device without a rhythm',
		UNKNOWN,
		(d) => {
			d.online(30);
			d.connect('close', 1 / 12);
		},
	],
	[
		'the first session of all, closed three minutes ago',
		UNKNOWN,
		(d) => {
			d.endpoint.created = d.ago(1);
			d.online(0.2);
			d.connect('close', 0.05);
		},
	],
	[
		'a location that was deleted a minute ago, of a device that connects daily',
		likely('asleep'),
		async (d) => {
			await d.usage(DAYS);
			d.online(10);
			d.connect('purge', 1 / 60);
		},
	],
	[
		'a meter that wakes every 14 days, ten days ago',
		likely('asleep'),
		async (d) => {
			d.endpoint.created = d.ago(500 * DAY_HOURS);
			await d.usage(everyDays(14, 10));
			d.online(10 * DAY_HOURS);
			d.connect('close', 10 * DAY_HOURS - 0.1);
			d.connect('purge', 9 * DAY_HOURS);
		},
	],
	[
		'a meter that wakes every 30 days, of which no event is kept any more',
		likely('asleep'),
		async (d) => {
			d.endpoint.created = d.ago(500 * DAY_HOURS);
			await d.usage(everyDays(30, 35));
		},
	],
	[
		'a meter that wakes every 14 days, forty days ago',
		likely('lost'),
		async (d) => {
			d.endpoint.created = d.ago(500 * DAY_HOURS);
			await d.usage(everyDays(14, 40));
		},
	],
	[
		'a meter that woke daily and wakes every ten days now',
		likely('asleep'),
		async (d) => {
			d.endpoint.created = d.ago(500 * DAY_HOURS);
			await d.usage([6, 16, 26, 36, ...DAYS.slice(37)]);
		},
	],
	[
		'a meter that woke every 14 days and wakes daily now',
		likely('lost'),
		async (d) => {
			d.endpoint.created = d.ago(500 * DAY_HOURS);
			await d.usage([...DAYS.slice(6), ...everyDays(14, 74)]);
		},
	],
	[
		'a device that was tried for a day, and is in stock since',
		likely('lost'),
		(d) => {
			for (const hours of [12.5, 12, 11.5, 11, 10.5]) d.online(20 * DAY_HOURS + hours);
			d.connect('purge', 20 * DAY_HOURS);
		},
	],
	[
		'a device that connects daily, three days after its location was deleted',
		certain('lost'),
		async (d) => {
			await d.usage(DAYS.slice(4));
			d.online(4 * DAY_HOURS);
			d.connect('purge', 3 * DAY_HOURS);
		},
	],
	[
		'a device that connects daily, silent for five days, whose location was deleted an hour ago',
		likely('lost'),
		async (d) => {
			await d.usage(DAYS.slice(6));
			d.online(5 * DAY_HOURS);
			d.connect('purge', 1);
		},
	],
	[
		'an endpoint that was created an hour ago',
		likely('neverConnected'),
		(d) => {
			d.endpoint.created = d.ago(1);
		},
	],
	[
		'a device that has sent SMS only',
		likely('lost'),
		(d) => {
			const days = [20, 21].map((day) =>
				new Date(d.ago(day * DAY_HOURS)).toISOString().slice(0, 10),
			);
			for (const day of days) d.sim.store.days.set(`${d.id}/${day}`, { mt: 0, mo: 2, data: 0 });
		},
	],
	['a registration of ten minutes ago', UNKNOWN, (d) => d.connect('attach', 1 / 6)],
	['a session of ten minutes ago that has moved nothing', UNKNOWN, (d) => d.online(1 / 6)],
	[
		'traffic of today, whose day ends in the future',
		UNKNOWN,
		async (d) => {
			await d.usage([0]);
			d.endpoint.connectivity = 'OFFLINE';
		},
	],
];

const STALE: Case[] = [
	[
		'a refusal of three weeks ago',
		likely('lost'),
		(d) => d.connect('refused', 21 * DAY_HOURS, { cause: 'Quota exhausted' }),
	],
	[
		'a refusal, and a data quota that was assigned since',
		UNKNOWN,
		async (d) => {
			d.connect('refused', 5, { cause: 'No quota' });
			await d.event(56, 3);
		},
	],
	[
		'a refusal, and an endpoint that was changed since',
		likely('refused'),
		(d) => {
			d.connect('refused', 5, { cause: 'Data service is off' });
			d.changed(4);
		},
	],
	[
		'a refusal of five days ago, and an endpoint that was changed four days ago',
		likely('lost'),
		(d) => {
			d.connect('refused', 5 * DAY_HOURS, { cause: 'Data service is off' });
			d.changed(4 * DAY_HOURS);
		},
	],
	[
		'a refusal, and data quotas of some profile that were switched off since',
		likely('refused'),
		async (d) => {
			d.connect('refused', 5, { cause: 'No quota' });
			await d.ofOrganisation(53, 2);
		},
	],
	[
		'a refusal while the organisation was blocked, which a session of another device has followed',
		likely('refused'),
		async (d) => {
			await d.ofOrganisation(12, 6);
			d.connect('refused', 5, { cause: 'Organisation is blocked' });
			await d.ofOrganisation(3, 1);
		},
	],
	[
		'a block of the organisation in an earlier month',
		likely('neverConnected'),
		async (d) => await d.ofOrganisation(12, 20 * DAY_HOURS),
	],
	[
		'a refusal, and a reset, which logs a suspension and an activation',
		certain('refused'),
		async (d) => {
			d.connect('refused', 5, { cause: 'Rejected' });
			await d.event(9, 4);
			await d.event(8, 3.99);
		},
	],
	[
		'twenty registrations within the last hour',
		certain('misbehaves'),
		(d) => {
			for (let i = 20; i > 0; i -= 1) d.connect('attach', i / 25);
		},
	],
	[
		'fifteen sessions of twenty seconds within the last hour, the last of them open',
		certain('misbehaves'),
		(d) => {
			for (let i = 16; i > 0; i -= 1) {
				d.connect('open', i / 18);
				if (i > 1) d.connect('close', i / 18 - 1 / 180);
			}
		},
	],
	[
		'six returns to an operator within the last hour',
		certain('misbehaves'),
		(d) => {
			for (let i = 8; i > 0; i -= 1)
				d.connect('attach', i / 9, { operatorId: i % 2 === 0 ? 501 : 503 });
		},
	],
	[
		'a loop of yesterday, and a session since',
		UNKNOWN,
		(d) => {
			for (let i = 30; i > 0; i -= 1) d.connect('attach', 24 + i / 40);
			d.connect('open', 0.4);
			d.connect('close', 0.1);
		},
	],
	[
		'a rejection of five minutes ago: other networks are tried',
		likely('registrationRejected'),
		(d) => d.connect('rejected', 1 / 12, { operatorId: 503 }),
	],
	[
		'another profile, by a card that has not synchronised since a session',
		UNKNOWN,
		(d) => {
			d.online(2);
			d.connect('close', 1);
			d.otherProfile(10 * DAY_HOURS);
		},
	],
	[
		'another profile, by a card that has synchronised ten days ago',
		likely('otherProfile'),
		(d) => {
			d.online(11 * DAY_HOURS);
			d.connect('purge', 9 * DAY_HOURS);
			d.otherProfile(10 * DAY_HOURS);
		},
	],
	[
		'the IMEI of a session of three weeks ago',
		likely('lost'),
		(d) => {
			d.lock(OWN);
			d.online(21 * DAY_HOURS, { imei: FOREIGN });
			d.connect('purge', 20 * DAY_HOURS);
		},
	],
	[
		'a session that an event ended after it began, with traffic in the last hour',
		likely('healthy'),
		async (d) => {
			await d.usage(DAYS, { hourMb: 0.2 });
			d.online(5);
			d.connect('close', 0.1);
			d.connect('open', 5);
		},
	],
	[
		'a SIM that is suspended, though its newest event is its activation',
		likely('simSuspended'),
		async (d) => {
			d.suspend(7);
			await d.event(8, 2);
		},
	],
];

const BESIDE: Case[] = [
	[
		'a packet side that rejects, beside a circuit side that accepts',
		likely('registrationRejected'),
		(d) => {
			d.connect('rejectedGprs', 3, { cause: 'GPRS services not allowed' });
			d.connect('attach', 2.9);
		},
	],
	[
		'a profile without data, and a session of an hour ago',
		likely('noDataService'),
		(d) => {
			d.profile.services.delete(38);
			d.online(1);
			d.connect('close', 0.5);
		},
	],
	[
		'another profile, by a card that synchronised on a day with traffic under this endpoint',
		likely('otherProfile'),
		async (d) => {
			await d.usage([0, 1, 2]);
			d.online(30);
			d.connect('purge', 5);
			d.otherProfile();
		},
	],
];

/** Gives the newest event to a child of the organisation. */
function isOfChild({ sim: { store } }: Device): void {
	const own = store.organisations.get(ORGANISATION)!;
	store.organisations.set(CHILD, { ...own, id: CHILD, parentId: ORGANISATION });
	store.events.at(-1)!.organisationId = CHILD;
}

const OF_ANOTHER: Case[] = [
	[
		'an operator whose name stands in the cause of a rejection',
		certain('registrationRejected'),
		(d) => {
			d.sim.store.operators.get(502)!.name = '3';
			d.connect('rejected', 2, { operatorId: 503, cause: 'Roaming not allowed (cause 13)' });
			d.blacklist(502);
		},
	],
	[
		'an operator whose name is a part of another one',
		certain('registrationRejected'),
		(d) => {
			d.sim.store.operators.get(502)!.name = 'Orange';
			d.sim.store.operators.get(503)!.name = 'Orange Belgium';
			d.connect('rejected', 2, { operatorId: 503, cause: 'Rejected by Orange Belgium' });
			d.blacklist(502);
		},
	],
	[
		'a location that was deleted of a former SIM',
		likely('neverConnected'),
		async (d) => {
			d.connect('attach', 200);
			d.ofFormerSim();
			d.connect('purge', 150);
			d.ofFormerSim();
			await d.event(51, 1);
		},
	],
	[
		'an IMEI of a former SIM',
		likely('neverConnected'),
		async (d) => {
			d.lock(OWN);
			d.connect('refused', 5, { imei: FOREIGN });
			d.ofFormerSim();
			await d.event(51, 1);
		},
	],
	[
		'a block of a child of its organisation',
		certain('lost'),
		async (d) => {
			await d.usage(DAYS.slice(4));
			d.online(4 * DAY_HOURS);
			d.connect('purge', 3 * DAY_HOURS);
			await d.ofOrganisation(12, 2);
			isOfChild(d);
		},
	],
	[
		'a block of its organisation behind a newer one of a child',
		likely('organisationBlocked'),
		async (d) => {
			d.online(30);
			d.connect('close', 29);
			await d.ofOrganisation(12, 20);
			await d.ofOrganisation(12, 2);
			isOfChild(d);
		},
	],
	[
		'a block of its organisation, and a session of a device of a child since',
		likely('organisationBlocked'),
		async (d) => {
			d.online(30);
			d.connect('close', 29);
			await d.ofOrganisation(12, 20);
			await d.ofOrganisation(3, 2);
			isOfChild(d);
		},
	],
	[
		'a block of the organisation that is newer than the session of a device with data',
		likely('healthy'),
		async (d) => {
			await d.usage(DAYS, { hourMb: 0.2 });
			d.online(5);
			await d.ofOrganisation(12, 1);
		},
	],
];

const FIGURES: Case[] = [
	[
		'a limit that an extension has lifted above the usage',
		likely('blocked'),
		async (d) => {
			await d.usage(DAYS.slice(1, 11), {}, 15);
			d.limit(100);
			d.extend(100);
			d.block();
		},
	],
	[
		'a limit whose extension is used up too',
		certain('dataLimit'),
		async (d) => {
			await d.usage(DAYS.slice(1, 11), {}, 25);
			d.limit(100);
			d.extend(100);
			d.block();
		},
	],
	[
		'a limit whose extension was of last month',
		certain('dataLimit'),
		async (d) => {
			await d.usage(DAYS.slice(1, 11), {}, 15);
			d.limit(100);
			d.extend(100, 25 * DAY_HOURS);
			d.block();
		},
	],
	[
		'an extension in bytes',
		likely('blocked'),
		async (d) => {
			await d.usage(DAYS.slice(1, 11), {}, 15);
			d.limit(100);
			d.extend(100_000_000);
			d.block();
		},
	],
	[
		'a block that was told before an extension was given',
		likely('blocked'),
		async (d) => {
			await d.usage(DAYS.slice(1, 11), {}, 10);
			d.limit(100);
			await d.event(11, 30);
			d.extend(100, 20);
			d.block();
		},
	],
	[
		'a quota that is used up, with some volume left',
		likely('dataQuota'),
		(d) => {
			d.dataQuota(2);
			d.sim.store.dataQuotas.get(d.id)!.volume = 5;
		},
	],
];

describe.each(GENERATIONS)('evidence, with %s answers', (generation) => {
	let sim: SimulatorHandle;
	beforeAll(async () => {
		sim = await start({ generation, limits: false });
		const date = new Date(sim.clock.now());
		// The middle of a month, so that days before are of the same one.
		sim.clock.set(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 17, 12));
		movingOn(sim.clock);
	});
	afterAll(async () => await sim.close());

	const diagnosed = async (device: Device): Promise<IDataObject> => {
		sim.store.touch();
		const given = await runAt(sim, 'endpoint diagnose', { endpointId: rl(device.id) });
		if (given.error) throw given.error;
		return given.outputs[0]![0]!.json;
	};
	const planted = async (plant: Case[2]): Promise<IDataObject> => {
		const device = new Device(sim);
		await plant(device);
		return await diagnosed(device);
	};
	const stepsOf = ({ next_steps: steps }: IDataObject) =>
		(steps as IDataObject[]).map(({ operation }) => operation);

	test.each([...SILENCE, ...STALE, ...BESIDE, ...OF_ANOTHER, ...FIGURES])(
		'%s',
		async (_, expected, plant) => {
			const item = await planted(plant);
			expect(item).toMatchObject(expected);
			expect((item.doubts as string[]).length > 0).toBe(
				expected.verdict !== 'unknown' && expected.certainty !== 'certain',
			);
			if (item.since !== null) {
				expect(Date.parse(String(item.since))).toBeLessThanOrEqual(sim.clock.now());
			}
		},
	);

	test('the usage of thirteen months is asked for where a verdict depends on absence', async () => {
		const device = new Device(sim);
		device.endpoint.created = device.ago(700 * DAY_HOURS);
		await diagnosed(device);
		const { query } = sim
			.ledger()
			.requests.find((sent) => sent.path.includes(`${device.id}/stats/daily`))!;
		const from = String(query.start_date);
		expect((device.now - Date.parse(from)) / 86_400_000).toBeGreaterThan(385);
	});

	test('where most must be read, it takes twelve requests and names what is left', async () => {
		const device = new Device(sim);
		device.dataQuota(1);
		device.smsQuota(1);
		device.connect('purge', 50);
		device.connect('rejected', 30);
		await device.ofOrganisation(12, 2);
		const path = `/api/v1/endpoint/${device.id}/connectivity`;
		const content = { error_code: 1104, error_token: 'Forbidden', message: 'Not for this role' };
		const fault = { match: { path }, kind: 'errorBefore' as const, status: 403, content };
		sim.setFaults({ rules: [fault] });
		const before = sim.ledger().requests.length;
		const item = await diagnosed(device);
		sim.clearFaults();
		const sent = sim.ledger().requests.slice(before);
		expect(sent.filter(({ path: asked }) => !asked.includes('authenticate'))).toHaveLength(12);
		expect(item).toMatchObject({ requests: 12, certainty: 'likely' });
		expect((item.not_read as IDataObject[]).map(({ what }) => what)).toEqual([
			'the connectivity',
			'the eUICCs',
		]);
	});

	test('the beginning of a suspension is not that of a former SIM', async () => {
		const item = await planted((d) => {
			d.suspend(7);
			d.ofFormerSim();
		});
		expect(item).toMatchObject({ verdict: 'simSuspended', since: null });
	});

	test('extensions that may not be read leave a limit likely', async () => {
		const device = new Device(sim);
		await device.usage(DAYS.slice(1, 11), {}, 15);
		device.limit(100);
		device.block();
		const refusal = { error_code: 1104, error_token: 'Forbidden', message: 'Not for this role' };
		const path = `/api/v1/endpoint/${device.id}/traffic_limit_extension`;
		const fault = { match: { path }, kind: 'errorBefore' as const, status: 403, content: refusal };
		sim.setFaults({ rules: [fault] });
		const item = await diagnosed(device);
		sim.clearFaults();
		expect(item).toMatchObject(likely('dataLimit'));
		expect(item.doubts).toEqual(['not read: the traffic limit extensions of the endpoint']);
	});

	test('a block that the usage does not show yet is not said to be used up', async () => {
		const item = await planted(async (d) => {
			await d.usage(DAYS.slice(1, 11), {}, 5);
			d.limit(100);
			d.block();
			await d.event(11, 2);
		});
		expect(item).toMatchObject(likely('dataLimit'));
		expect(item.reason).not.toContain('has used');
		expect(item.reason).toContain('the daily usage, which may be hours old, shows 50 MB so far');
	});

	test('a limit with an extension names both', async () => {
		const item = await planted(FIGURES[1]![2]);
		expect(item.reason).toContain(
			'it has used 250 MB, and it may use 200 MB this month (100 MB by its service profile and 100 MB by extensions)',
		);
	});

	test('a quota is topped up only where there is one that lasts', async () => {
		const none = await planted((d) => void (d.profile.flags.apply_data_quota = true));
		const usedUp = await planted((d) => d.dataQuota(2));
		const expired = await planted((d) => d.dataQuota(3, -2));
		expect([none, usedUp, expired].map(stepsOf)).toEqual([
			['Data Quota: Set'],
			['Data Quota: Top Up', 'Data Quota: Set'],
			['Data Quota: Set'],
		]);
	});

	test('an operator is taken off the list on which it is', async () => {
		const item = await planted((d) => {
			d.connect('rejected', 3, { operatorId: 503 });
			d.blacklist(503);
		});
		expect(item.verdict).toBe('operatorBlocked');
		expect(stepsOf(item)).toEqual(['Operator Blocklist: Remove']);
	});

	test('a network of 4G is not asked live', async () => {
		const lost = async (rat: number) =>
			stepsOf(
				await planted((d) => {
					d.online(90, { rat });
					d.connect('purge', 80);
				}),
			);
		expect(await lost(6)).not.toContain('Endpoint: Ask Visited Network');
		expect(await lost(2)).toContain('Endpoint: Ask Visited Network');
	});

	test.each([
		['lost', 'Endpoint: Reset Connectivity'],
		['disabled', 'Endpoint: Update'],
	])('what ends a factory test says so: %s', async (verdict, operation) => {
		const item = await planted((d) => {
			d.card.statusId = 4;
			if (verdict === 'disabled') d.disable(5);
			d.online(90);
			d.connect('close', 80);
		});
		expect(item.verdict).toBe(verdict);
		const steps = item.next_steps as IDataObject[];
		const { bills } = steps.find((step) => step.operation === operation)!;
		expect(bills).toContain('this ends its factory test and activates it');
	});

	test('the data of today is MB, with the hour of the reading', async () => {
		const device = new Device(sim);
		await device.usage([0, 1, 2], {}, 1.5);
		device.online(20);
		const item = await diagnosed(device);
		expect(item).toMatchObject(likely('healthy'));
		expect(item.evidence).toContainEqual({
			fact: 'data of today',
			value: expect.stringMatching(/^1\.5 MB by 12:\d\d UTC$/),
			time: expect.stringMatching(/T12:\d\d/),
			source: 'the daily usage',
		});
	});
});

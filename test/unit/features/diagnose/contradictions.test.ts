import { diagnosisOf } from '../../../../src/features/diagnose/judge';
import { connectivityFacts } from '../../../../src/features/diagnose/reads/connection';
import type { Json } from '../../../../src/wire';
import {
	ago,
	ENDPOINT,
	event,
	factsOf,
	HOUR_MS,
	type Known,
	NOW,
	SIM,
	WARNING,
} from './knownFacts';

/*
 * What is newer than a fact, or may have ended it, keeps a verdict from being certain, and stands in its sentence.
 */

const OWN = '3512345678901201';
const FOREIGN = '8698765432109801';
const DAY = 24;

const session = (hours: number, more: Json = {}): Json => event(3, hours, more);
const refusal = (hours: number, more: Json = {}): Json => event(3, hours, { ...WARNING, ...more });

/** The connectivity of a device that has a session since so many hours. */
const online = (hours: number, more: Json = {}, endpoint: Json = ENDPOINT): Known =>
	connectivityFacts(
		{
			status: { description: 'ONLINE' },
			pdp_context: { pdp_context_id: 1, created: ago(hours), sim_id: SIM.id, ...more },
		},
		endpoint,
		NOW,
	);

/** Online for ten hours, with data in the last one. */
const healthy = (...given: Json[]): Known => ({ ...online(10), hourMb: 0.4, given });

/** Daily sessions until the location was deleted eight days ago. */
function lost(...given: Json[]): Known {
	const days = Array.from({ length: 15 }, (_, day) => (9 + day) * DAY);
	return {
		endpoint: { ...ENDPOINT, created: ago(25 * DAY) },
		usageFrom: Date.parse(ago(25 * DAY)),
		given: [...given, event(16, 8 * DAY), ...days.map((hours) => session(hours))],
	};
}

const diagnosed = (known: Known): Json => diagnosisOf(factsOf(known), 1);

const QUOTAS = { profile: { apply_data_quota: true, service: [{ id: 38 }] } };
const quota = (more: Json): Known => ({
	...QUOTAS,
	dataQuota: { has_quota: true, status: { id: 1 }, volume: 5, expiry_date: ago(-900), ...more },
});
const LOCKED: Json = { ...ENDPOINT, imei_lock: true, imei: OWN };
const SUSPENDED: Json = { ...ENDPOINT, sim: { ...SIM, status: { id: 2 } } };

describe('a session that is older than what stops it is not certain to be healthy', () => {
	test('without such an event it is certain', () => {
		expect(diagnosed(healthy(session(10)))).toMatchObject({
			verdict: 'healthy',
			certainty: 'certain',
		});
	});

	test.each([
		['the SIM was suspended', healthy(event(9, 1))],
		['the SIM was deleted', healthy(event(10, 1))],
		['the SIM was released', healthy(event(50, 1))],
		['another SIM was assigned', healthy(event(51, 1))],
		['the endpoint was disabled', healthy(event(43, 1))],
		['the endpoint was blocked', healthy(event(11, 1, WARNING))],
		['the quota was used up', { ...healthy(event(19, 1, WARNING)), ...quota({}) }],
		['the quota was deleted', { ...healthy(event(57, 1)), ...quota({}) }],
		['the quota expired', { ...healthy(event(60, 1, WARNING)), ...quota({}) }],
		['policy cut the session', healthy(event(0, 1, { ...WARNING, event_source: { id: 1 } }))],
		['the connectivity was reset', healthy(event(68, 1))],
		['the organisation was blocked', { ...healthy(), organisationBlockedAt: NOW - HOUR_MS }],
		[
			'the lock allows another device',
			{ ...healthy(), ...online(10, { imeisv: FOREIGN }), endpoint: LOCKED },
		],
	] as Array<[string, Known]>)('%s', (_, known) => {
		const item = diagnosed(known);
		expect(item).toMatchObject({ verdict: 'healthy', certainty: 'likely' });
		expect(item.reason).toContain('this may be wrong, as other facts say otherwise');
	});

	test.each([
		['a suspension that was ended', healthy(event(8, 1), event(9, 2))],
		['a suspension of a former SIM', healthy(event(9, 1, { sim: { id: 8 } }))],
		['a block before the session', healthy(session(10), event(11, 12, WARNING))],
		[
			'a quota that was filled since',
			{ ...healthy(event(19, 2)), ...quota({ last_status_change_date: ago(1) }) },
		],
		[
			'a quota that is refilled daily',
			{ ...healthy(event(19, 14)), ...online(20), ...quota({ auto_refill: 1 }) },
		],
		[
			'a quota that the profile does not ask for',
			{
				...healthy(event(19, 1)),
				profile: { apply_data_quota: false },
			},
		],
		['a receipt that could not be delivered', healthy(event(0, 1, { event_source: { id: 0 } }))],
	] as Array<[string, Known]>)('%s is no doubt', (_, known) => {
		expect(diagnosed(known)).toMatchObject({ verdict: 'healthy', certainty: 'certain' });
	});

	test.each([
		['was open', 'likely', [session(0.2), session(12)]],
		['was closed in this hour', 'likely', [session(0.2), event(5, 0.5), session(12)]],
		['was closed before', 'certain', [session(0.2), event(5, 2), session(12)]],
		['is not seen', 'certain', [session(0.2)]],
	])(
		'the data of the last hour may be of an earlier session, which %s: %s',
		(_, certainty, given) => {
			const item = diagnosed({ ...healthy(...given), ...online(0.2) });
			expect(item).toMatchObject({ verdict: 'healthy', certainty });
		},
	);

	test('a session whose beginning is not known is not certain to have moved the data', () => {
		const unknown = online(0, { created: undefined });
		expect(diagnosed({ ...healthy(), ...unknown })).toMatchObject({ certainty: 'likely' });
	});
});

describe('a session of a former SIM', () => {
	const former = online(10, { sim_id: 8 });

	test('is no session of the present one', () => {
		const other = session(10, { sim: { id: 8 } });
		expect(diagnosed({ ...former, hourMb: 0.4, given: [other] })).toMatchObject({
			verdict: 'neverConnected',
			certainty: 'likely',
		});
		const heard = diagnosed({ ...former, hourMb: 0.4, given: [session(20), other] });
		expect(heard).toMatchObject({ verdict: 'unknown', certainty: 'cannot know' });
		expect(heard.reason).toContain('one of a former SIM');
	});

	test('by an ID that is a text, the present one is told apart too', () => {
		expect(online(10, { sim_id: '7' })).toMatchObject({ isFormerSession: false });
		expect(online(10, { sim_id: '8' })).toMatchObject({ isFormerSession: true });
	});

	test('leaves what the service reports of the endpoint as a doubt', () => {
		const item = diagnosed({ ...former, endpoint: { ...ENDPOINT, status: { id: 1 } } });
		expect(item).toMatchObject({ verdict: 'disabled', certainty: 'likely' });
	});
});

describe('a state of which no event tells', () => {
	test.each([
		['disabled', { ...ENDPOINT, status: { id: 1 } }],
		['simSuspended', SUSPENDED],
		['simDeleted', { ...ENDPOINT, sim: { ...SIM, status: { id: 3 } } }],
		['deleted', { ...ENDPOINT, status: { id: 2 } }],
	])('%s is not certain against a session', (verdict, endpoint) => {
		expect(diagnosed({ endpoint })).toMatchObject({ verdict, certainty: 'certain' });
		const item = diagnosed({ endpoint, given: [session(30)] });
		expect(item).toMatchObject({ verdict, certainty: 'likely' });
		expect(item.reason).toContain('session accepted');
	});

	test('a session before the event that tells of it is no doubt', () => {
		const given = [event(9, 20), session(30)];
		expect(diagnosed({ endpoint: SUSPENDED, given })).toMatchObject({ certainty: 'certain' });
	});
});

describe('a refusal whose cause may be over is not certain', () => {
	test.each([
		['quotas were switched off since', { given: [refusal(5)], quotasOffAt: NOW - HOUR_MS }],
		[
			'the organisation was blocked then, and is not now',
			{
				given: [refusal(5)],
				organisationWasBlockedAt: NOW - 6 * HOUR_MS,
				organisationBlockedAt: null,
			},
		],
		['it was blocked before, and is not now', { given: [refusal(5), event(11, 6, WARNING)] }],
		[
			'its quota was filled since',
			{ given: [refusal(5)], ...quota({ last_status_change_date: ago(4) }) },
		],
		[
			'nothing tells when the endpoint was changed',
			{ given: [refusal(5)], endpoint: { ...ENDPOINT, last_updated: undefined } },
		],
	] as Array<[string, Known]>)('%s', (_, known) => {
		expect(diagnosed(known)).toMatchObject({ verdict: 'refused', certainty: 'likely' });
	});

	test('what was over before a session that was accepted is no doubt', () => {
		const given = [refusal(5), session(8), event(11, 9, WARNING)];
		expect(diagnosed({ given })).toMatchObject({ verdict: 'refused', certainty: 'certain' });
	});
});

describe('a silence that something else explains is not certain to be a loss', () => {
	test('without that it is certain', () => {
		expect(diagnosed(lost())).toMatchObject({ verdict: 'lost', certainty: 'certain' });
	});

	test.each([
		['a block', lost(event(11, 8 * DAY + 1, WARNING))],
		['a refusal that is history', lost(refusal(8 * DAY + 1))],
		['a rejection that is history', lost(event(2, 8 * DAY + 1, WARNING))],
		[
			'a block of the organisation in an earlier month',
			{ ...lost(), organisationBlockedAt: Date.UTC(2026, 3, 28) },
		],
	])('%s', (_, known) => {
		expect(diagnosed(known)).toMatchObject({ verdict: 'lost', certainty: 'likely' });
	});
});

test('a block of the organisation in an earlier month is no verdict after two days', () => {
	const blockedAt = (hours: number) => diagnosed({ organisationBlockedAt: NOW - hours * HOUR_MS });
	expect(blockedAt(10 * DAY).verdict).toBe('organisationBlocked');
	expect(blockedAt(20 * DAY)).toMatchObject({ verdict: 'neverConnected', certainty: 'likely' });
	const first = Date.UTC(2026, 5, 1, 2);
	const soon = factsOf({ now: first, organisationBlockedAt: first - 5 * HOUR_MS });
	expect(diagnosisOf(soon, 1).verdict).toBe('organisationBlocked');
});

test('an endpoint that is older than the events that are kept has not certainly never connected', () => {
	const created = (days: number): Known => ({
		endpoint: { ...ENDPOINT, created: ago(days * DAY) },
	});
	expect(diagnosed(created(20))).toMatchObject({ verdict: 'neverConnected', certainty: 'certain' });
	expect(diagnosed(created(40))).toMatchObject({ verdict: 'neverConnected', certainty: 'likely' });
});

describe('a limit', () => {
	const limited = (mb: number, satelliteMb: number, more: Known = {}): Known => ({
		status: 'BLOCKED',
		limits: [{ id: 1, volume: 100_000_000 }],
		extensions: [],
		days: [{ date: '2026-05-10', mb, satelliteMb, sms: 0 }],
		...more,
	});

	test('that is reached only together with satellite data is not certain, and both are named', () => {
		const item = diagnosed(limited(94, 9));
		expect(item).toMatchObject({ verdict: 'dataLimit', certainty: 'likely' });
		expect(item.reason).toContain('it has used 94 MB and 9 MB by satellite');
		expect(diagnosed(limited(104, 9))).toMatchObject({ certainty: 'certain' });
	});

	test('of satellite data that is reached comes before one that may be', () => {
		const limits = [
			{ id: 1, volume: 100_000_000 },
			{ id: 2, volume: 5_000_000, satellite_only: true },
		];
		expect(diagnosed(limited(94, 9, { limits }))).toMatchObject({
			verdict: 'satelliteLimit',
			certainty: 'certain',
		});
	});

	test('was lifted where a session was accepted after the event that tells of it', () => {
		const given = [session(2), event(11, 5, WARNING)];
		const reached = diagnosed(limited(120, 0, { given }));
		expect(reached).toMatchObject({ verdict: 'dataLimit', certainty: 'likely', since: null });
		const told = diagnosed(limited(40, 0, { given }));
		expect(told).toMatchObject({ verdict: 'blocked', certainty: 'likely', since: null });
	});
});

describe('a quota', () => {
	test.each([
		[
			'that was to be refilled since',
			quota({
				status: { id: 2 },
				volume: 0,
				auto_refill: 1,
				last_status_change_date: ago(30),
			}),
		],
		[
			'that was used up before a session',
			{
				...quota({ status: { id: 2 }, volume: 0 }),
				given: [session(60), event(19, 70, WARNING)],
			},
		],
		[
			'that was assigned by its newest event',
			{ ...QUOTAS, dataQuota: { has_quota: false }, given: [event(56, 1), event(57, 9)] },
		],
	] as Array<[string, Known]>)('%s is not certain to deny data', (_, known) => {
		expect(diagnosed(known)).toMatchObject({ verdict: 'dataQuota', certainty: 'likely' });
	});
});

test('a quota that was assigned before it was used up or expired is no doubt', () => {
	const given = [event(56, 90)];
	const usedUp = quota({ status: { id: 2 }, volume: 0, last_status_change_date: ago(5) });
	const expired = quota({ expiry_date: ago(5) });
	for (const known of [usedUp, expired]) {
		const item = diagnosed({ ...known, given });
		expect(item).toMatchObject({ verdict: 'dataQuota', certainty: 'certain' });
	}
});

test('a lock refuses a device since its first refusal, and not since the newest', () => {
	const by = (imei: string) => ({ endpoint: { id: 17, imei } });
	const given = [
		...[1, 12, 24].map((hours) => refusal(hours, by(FOREIGN))),
		session(30, by(OWN)),
		refusal(40, by(FOREIGN)),
	];
	const item = diagnosed({ endpoint: LOCKED, given });
	expect(item).toMatchObject({ verdict: 'imeiLock', certainty: 'certain', since: ago(24) });
});

describe('a device that was heard of later at another operator', () => {
	const BLOCKED = 3;
	const at = (id: number) => ({ detail: { id, name: `operator ${id}` } });
	const located = { operatorId: 12, operator: 'Example Mobile', at: NOW - HOUR_MS };

	test.each([
		['it was registered there', event(1, 30, at(BLOCKED))],
		['it was rejected there', event(1, 30, { ...WARNING, ...at(BLOCKED) })],
	])('is not refused by the one where it was: %s', (_, told) => {
		const known = { given: [told], blacklist: [{ id: BLOCKED }] };
		expect(diagnosed(known).verdict).toBe('operatorBlocked');
		expect(diagnosed({ ...known, location: located }).verdict).not.toBe('operatorBlocked');
	});

	test('is not kept off by a radio access type that is blocked there', () => {
		const detail = { ...at(BLOCKED).detail, pdp_context: { rat_type: 6 } };
		const entry = (id: number) => ({
			operator: { id },
			blocklist: { operator: false, rat_types: [{ id: 6 }] },
		});
		const given = [session(30, { detail })];
		expect(diagnosed({ given, blocklist: [entry(BLOCKED)] }).verdict).toBe('ratBlocked');
		const elsewhere = { given, blocklist: [entry(12)], location: located };
		expect(diagnosed(elsewhere).verdict).not.toBe('ratBlocked');
	});
});

test('a device that pauses is not said to have moved nothing where only its events show that', () => {
	const given = [6, 30, 54, 78, 102].map((hours) => session(hours));
	const item = diagnosed({ given });
	expect(item.verdict).toBe('asleep');
	expect(item.reason).toContain('no sign of life of it is seen since');
	expect(item.reason).not.toContain('moved nothing');
});

import { diagnosisOf } from '../../../../src/features/diagnose/judge';
import { VERDICTS } from '../../../../src/features/diagnose/verdicts';
import { connectivityIn } from '../../../../src/readers/connectivity';
import type { Json } from '../../../../src/wire';
import { ENDPOINT, event, factsOf, type Known, NOW, SIM, WARNING } from './knownFacts';

/* Diagnoses of facts as an odd service gives them: dates that cannot be read, events without a part or of others. */

describe('dates that cannot be read', () => {
	const DATES = [
		null,
		'',
		'soon',
		'0000-00-00 00:00:00',
		'2026-13-45',
		1_700_000_000_000,
		{},
		'+999999-01-01',
	];
	const STATUSES = ['OFFLINE', 'ONLINE', 'ATTACHED', 'BLOCKED', ''];
	const worldOf = (date: unknown, status: string): Known => {
		const endpoint: Json = {
			...ENDPOINT,
			created: date,
			last_updated: date,
			imei_lock: true,
			imei: '3512345678901201',
		};
		const types = [1, 2, 3, 5, 8, 9, 11, 15, 19, 42, 43, 50, 51, 56, 60, 65];
		const volume = 100_000_000;
		return {
			endpoint,
			status,
			given: types.map((type) => ({ ...event(type, 1), timestamp: date })),
			connectivity: connectivityIn(
				{ status: { description: status }, pdp_context: { pdp_context_id: 1, created: date } },
				NOW,
			),
			location: { operatorId: 3, operator: null, at: NaN },
			profile: { apply_data_quota: true, apply_sms_quota: true },
			limits: [
				{ id: 1, volume },
				{ id: 2, satellite_only: true, volume },
			],
			extensions: [{ volume: 1, created_at: date, expiration_date: date }],
			dataQuota: {
				has_quota: true,
				status: { id: 3 },
				expiry_date: date,
				last_status_change_date: date,
			},
			smsQuota: { has_quota: true, status: { id: 1 }, volume: 1, expiry_date: date },
			cards: [
				{
					last_synced: date,
					profile: [{ endpoint: { id: 17 }, status: { description: 'Disabled' } }],
				},
			],
			hourMb: 0,
			organisationBlockedAt: null,
		};
	};

	test.each(STATUSES)('end in a verdict and no error, with status "%s"', (status) => {
		for (const date of DATES) {
			const item = diagnosisOf(factsOf(worldOf(date, status)), 1);
			expect(VERDICTS.map(({ verdict }) => verdict as string)).toContain(item.verdict);
			expect(String(item.reason)).not.toMatch(/undefined|null|NaN|Invalid/);
		}
	});
});

test('an event without a severity is no refusal', () => {
	const bare = event(3, 2, { event_severity: undefined });
	expect(diagnosisOf(factsOf({ given: [bare] }), 1).verdict).not.toBe('refused');
	const worded = { ...bare, event_severity: { description: 'WARNING' } };
	expect(diagnosisOf(factsOf({ given: [worded] }), 1).verdict).toBe('refused');
});

test('an event of another endpoint says nothing of this one', () => {
	const other = event(3, 2, { ...WARNING, endpoint: { id: 18 } });
	expect(diagnosisOf(factsOf({ given: [other] }), 1).verdict).toBe('neverConnected');
});

test('an event that names no SIM is of the present one only after its assignment', () => {
	const named = event(51, 3, { sim: { id: 7 } });
	const before = event(3, 4, WARNING);
	const after = event(3, 2, WARNING);
	expect(diagnosisOf(factsOf({ given: [before, named] }), 1).verdict).toBe('neverConnected');
	expect(diagnosisOf(factsOf({ given: [after, named] }), 1).verdict).toBe('refused');
});

test('an event later than now is of now', () => {
	const item = diagnosisOf(factsOf({ given: [event(3, -5, WARNING)] }), 1);
	expect(item).toMatchObject({ verdict: 'refused', since: new Date(NOW).toISOString() });
});

test('what was not asked for and could say otherwise is a doubt', () => {
	const given = [event(3, 2, WARNING)];
	expect(diagnosisOf(factsOf({ given }), 1)).toMatchObject({ certainty: 'certain', doubts: [] });
	const facts = factsOf({ given });
	facts.read.delete('connectivity');
	expect(diagnosisOf(facts, 1)).toMatchObject({
		certainty: 'likely',
		doubts: ['not read: the connectivity'],
	});
});

test.each([
	['disabled', { ...ENDPOINT, status: { id: 1 } }, event(42, 3)],
	['noSim', { ...ENDPOINT, sim: null }, event(51, 3)],
	['simIssued', { ...ENDPOINT, sim: { ...SIM, status: { id: 0 } } }, event(8, 3)],
])('%s is not certain against its newest event', (verdict, endpoint, newest) => {
	expect(diagnosisOf(factsOf({ endpoint }), 1)).toMatchObject({ verdict, certainty: 'certain' });
	const item = diagnosisOf(factsOf({ endpoint, given: [newest] }), 1);
	expect(item).toMatchObject({ verdict, certainty: 'likely', since: null });
});

test('a SIM whose status the list does not tell is still a SIM', () => {
	const endpoint = { ...ENDPOINT, sim: { iccid: SIM.iccid } };
	expect(diagnosisOf(factsOf({ endpoint }), 1).verdict).toBe('neverConnected');
});

test('an IMEI that an event only repeats from the lock does not clear it', () => {
	const endpoint = { ...ENDPOINT, imei_lock: true, imei: '3512345678901201' };
	const repeated = event(3, 2, { ...WARNING, endpoint: { id: 17, imei: '3512345678901201' } });
	const item = diagnosisOf(factsOf({ endpoint, status: 'BLOCKED', given: [repeated] }), 1);
	expect(item).toMatchObject({ verdict: 'imeiLock', certainty: 'likely' });
	const told = event(5, 2, { detail: { pdp_context: { imeisv: '3512345678901299' } } });
	const own = diagnosisOf(factsOf({ endpoint, status: 'BLOCKED', given: [told] }), 1);
	expect(own.verdict).toBe('blocked');
});

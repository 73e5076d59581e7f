import { InputError } from '../../../src/errors';
import {
	answers,
	answersAlways,
	clientFor,
	errorOf,
	itemOf,
	neverAnswers,
	outcomeOf,
	unexpected,
} from './support';

/* Changes to profiles and to the organisation: guards, confirmations, lost answers. */

const sent = unexpected();

const service = '/api/v1/service_profile';
const tariff = '/api/v1/tariff_profile';

describe.each([
	['data', 'apply_data_quota', 'Apply Data Quota'],
	['sms', 'apply_sms_quota', 'Apply SMS Quota'],
])('the %s quotas of all endpoints', (kind, flag, label) => {
	const values = { serviceProfileId: 101, kind };

	test('are kept while the profile applies them, and the error names the switch and the endpoints', async () => {
		answers(`GET ${service}/101`, 200, { id: 101, used_count: 3, [flag]: true });
		const error = errorOf(await outcomeOf('serviceProfile removeQuotas', values));
		expect(error).toBeInstanceOf(InputError);
		expect(error).toMatchObject({ field: 'kind', outcome: 'notSent' });
		expect(error.message).toContain('its 3 endpoints are blocked');
		expect(error.message).toContain(`switch "${label}" off with Service Profile: Update first`);
		expect(sent).toEqual([]);
	});

	test('are removed when the profile does not apply them, even if it applies the other kind', async () => {
		const flags = { apply_data_quota: true, apply_sms_quota: true, [flag]: false };
		answers(`GET ${service}/101`, 200, { id: 101, ...flags });
		answers(`DELETE ${service}/101/quota/${kind}`, 204);
		const outcome = await outcomeOf('serviceProfile removeQuotas', values);
		expect(itemOf(outcome)).toMatchObject({ kind, removed: true });
	});
});

test.each([
	['serviceProfile delete', service, 'serviceProfileId'],
	['tariffProfile delete', tariff, 'tariffProfileId'],
])('%s refuses a profile that endpoints use', async (row, path, field) => {
	answers(`GET ${path}/101`, 200, { id: 101, name: 'Standard', used_count: '7' });
	const error = errorOf(await outcomeOf(row, { [field]: 101 }));
	expect(error).toMatchObject({ field, outcome: 'notSent' });
	expect(error.message).toContain('7 endpoints use "Standard"');
	expect(sent).toEqual([]);
});

describe('a create whose answer is lost', () => {
	const before = [{ id: 101, name: 'Meters' }];
	/** A service that lists these profiles after the lost create; gives the bodies that were sent. */
	const losing = (found: object[]) => {
		answers(`GET ${service}`, 200, before);
		answersAlways(`GET ${service}`, 200, found);
		return neverAnswers(`POST ${service}`);
	};

	test('is found in the list, and is not sent twice', async () => {
		const posts = losing([...before, { id: 102, name: 'Meters' }]);
		const outcome = await outcomeOf('serviceProfile create', { name: 'Meters' });
		expect(itemOf(outcome)).toEqual({ id: 102, name: 'Meters', created: true });
		expect(posts).toHaveLength(1);
	});

	test.each([
		['no new profile has the name', before],
		[
			'two new profiles have the name',
			[
				{ id: 102, name: 'Meters' },
				{ id: 103, name: 'Meters' },
			],
		],
	])('has an unknown outcome when %s', async (_, found) => {
		const posts = losing(found);
		const outcome = await outcomeOf('serviceProfile create', { name: 'Meters' });
		expect(errorOf(outcome)).toMatchObject({ outcome: 'unknown' });
		expect(posts).toHaveLength(1);
	});
});

/** Not in the range of address spaces, or no CIDR at all. */
const NO_SPACES = [
	'10.0.0.0/24',
	'100.64.0.0/16',
	'10.192.0.0/11',
	'10.192.0.0',
	'10.192.0.0/33',
	'x/24',
];

const refusals: Array<[row: string, values: Record<string, unknown>, field: string, says: RegExp]> =
	[
		['serviceProfile create', { name: ' ' }, 'name', /must not be empty/],
		['serviceProfile update', { serviceProfileId: 101 }, 'updateFields', /at least one field/],
		[
			'serviceProfile update',
			{ serviceProfileId: 101, clear: [] },
			'updateFields',
			/at least one field/,
		],
		[
			'serviceProfile update',
			{ serviceProfileId: 101, dnsId: 4, clear: ['dns'] },
			'dnsId',
			/not be given together with "Clear"/,
		],
		[
			'tariffProfile update',
			{ tariffProfileId: 201, tariffId: 32 },
			'tariffId',
			/removes every rate zone .* confirm it with "Remove Rate Zones"/,
		],
		[
			'tariffProfile update',
			{ tariffProfileId: 201, removeRatezones: true },
			'updateFields',
			/at least one field/,
		],
		['dns create', { primary: '192.0.2.256', secondary: '192.0.2.1' }, 'primary', /IPv4/],
		['dns create', { primary: '192.0.2.1', secondary: 'fd00::1' }, 'secondary', /same version/],
		...NO_SPACES.map((space): (typeof refusals)[number] => [
			'ipAddressSpace create',
			{ space },
			'space',
			/CIDR inside 10\.192\.0\.0\/12/,
		]),
		['euicc validateUnlinked', { eids: '123' }, 'eids', /32 digits/],
		[
			'organisation assignInclusiveVolume',
			{ inclusiveVolumeId: 71, confirmVolumeId: 72 },
			'confirmVolumeId',
			/must be the same ID as that of the volume, and is not: the volume is in every bill/,
		],
		...[
			['2026-06-02', 'startDate'],
			['2026-05-01', 'startDate'],
		].map(([startDate, field]): (typeof refusals)[number] => [
			'organisation assignInclusiveVolume',
			{ inclusiveVolumeId: 71, confirmVolumeId: 71, startDate },
			field!,
			/first day of this or a later month/,
		]),
		[
			'organisation assignInclusiveVolume',
			{ inclusiveVolumeId: 71, confirmVolumeId: 71, endDate: '2026-12-30' },
			'endDate',
			/last day of a month/,
		],
		[
			'organisation getTariffPlan',
			{ simplify: true, organisationId: 'mine' },
			'organisationId',
			/"my"/,
		],
	];

test.each(refusals)(
	'%s with %j is refused before anything is sent',
	async (row, values, field, says) => {
		const error = errorOf(await outcomeOf(row, values));
		expect(error).toMatchObject({ field, outcome: 'notSent' });
		expect(error.message).toMatch(says);
		expect(sent).toEqual([]);
	},
);

test.each(['10.192.4.0/24', '100.64.1.0/24', '100.127.0.0/16', '10.112.0.0/12', '10.190.0.0/24'])(
	'the address space %s may be requested',
	async (space) => {
		answers('GET /api/v1/ip_address_space', 200, []);
		answers('POST /api/v1/ip_address_space', 201, { id: 9 });
		expect(itemOf(await outcomeOf('ipAddressSpace create', { space }))).toMatchObject({ id: 9 });
	},
);

describe('the organisation "my"', () => {
	test('is "my" in the path of usage, and the ID of the login in the result', async () => {
		answers('GET /api/v1/organisation/my/stats', 200, { users: 1 });
		const values = { simplify: true, organisationId: 'my' };
		const outcome = await outcomeOf('organisationUsage getSummary', values);
		expect(itemOf(outcome)).toMatchObject({ organisation_id: 1001 });
	});

	test('is the ID of the login when a SIM is assigned', async () => {
		const bodies = answers('PATCH /api/v1/sim/7', 204);
		const values = { simId: 7, takeBack: false, organisationId: 'my' };
		expect(itemOf(await outcomeOf('sim assign', values))).toMatchObject({ customer_org_id: 1001 });
		expect(bodies).toEqual([{ customer_org: { id: 1001 } }]);
	});

	test('is refused when the organisation of the login is unknown', async () => {
		const values = { simId: 7, takeBack: false, organisationId: 'my' };
		const outcome = await outcomeOf(
			'sim assign',
			values,
			clientFor('user', { identity: async () => ({}) }),
		);
		expect(errorOf(outcome)).toMatchObject({ field: 'organisationId', outcome: 'notSent' });
		expect(sent).toEqual([]);
	});

	test('is left out when an endpoint is created', async () => {
		const bodies = answers('POST /api/v1/endpoint', 201, { id: 17 });
		const endpoint = { serviceProfileId: 101, tariffProfileId: 201, status: 0, name: 'x' };
		await outcomeOf('endpoint create', { ...endpoint, organisationId: 'my' });
		expect(bodies[0]).not.toHaveProperty('organisation');
	});
});

test('another inclusive volume of the profile is not taken for the requested one', async () => {
	answers(`PUT ${tariff}/201/inclusive_volume/2`, 409, { message: 'one is assigned' });
	answers(`GET ${tariff}/201`, 200, { id: 201, inclusive_volume: { id: 1 } });
	const values = { tariffProfileId: 201, inclusiveVolumeId: 2 };
	const error = errorOf(await outcomeOf('tariffProfile assignInclusiveVolume', values));
	expect(error).toMatchObject({ status: 409, outcome: 'refused' });
	expect(error.hint).toContain('Remove Inclusive Volume');
});

test('a switch that is missing in the answer is not treated as off', async () => {
	answers(`GET ${service}/101`, 200, { id: 101 });
	const error = errorOf(
		await outcomeOf('serviceProfile removeQuotas', { serviceProfileId: 101, kind: 'data' }),
	);
	expect(error).toMatchObject({ field: 'kind', outcome: 'notSent' });
	expect(sent).toEqual([]);
});

test('a missing number of endpoints is not treated as zero', async () => {
	answers(`GET ${service}/101`, 200, { id: 101, name: 'Standard' });
	const values = { serviceProfileId: 101, allowed3g: false, dryRun: true };
	expect(itemOf(await outcomeOf('serviceProfile update', values))).toMatchObject({
		used_count: null,
		message: expect.stringContaining('does not say how many endpoints'),
	});
});

test('after a conflict, a service that the profile does not have is not reported as added', async () => {
	const values = { serviceProfileId: 101, serviceId: 6 };
	answers(`PUT ${service}/101/service/6`, 409, { error_code: 1405 });
	answers(`GET ${service}/101`, 200, { id: 101, service: [{ id: 38 }] });
	const error = errorOf(await outcomeOf('serviceProfile addService', values));
	expect(error).toMatchObject({ outcome: 'refused', status: 409 });
});

import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../../support/n8n/n8n';
import { forget, fresh, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Bad input is refused before any request, with its item, field and rule. */

const sim = simulated({ seed: { endpoints: 3 } }, 'kept');
beforeAll(async () => await fresh(sim));
beforeEach(async () => await forget(sim));

const endpointId = rl('={{ $json.id }}');

const CREATE = {
	serviceProfileId: rl('={{ $json.service ?? 101 }}'),
	tariffProfileId: rl(201),
	status: 0,
	valuesFrom: 'fields',
	identity: {
		name: '={{ $json.name ?? "pump-" + $json.id }}',
		simId: rl('={{ $json.sim }}'),
	},
	options: {
		imei: '={{ $json.imei }}',
		ipAddress: '={{ $json.ip }}',
		ipAddressSpaceId: rl('={{ $json.space }}'),
		tagAssignments: '={{ $json.tagIds }}',
	},
};
const SMS = {
	endpointId,
	payload: '={{ $json.text ?? "hi" }}',
	options: {
		longMessages: 'refuse',
		expiryDate: '={{ $json.until ?? "2099-01-01" }}',
	},
};
const QUOTA = {
	endpointId,
	volume: '={{ $json.volume ?? 10 }}',
	expiryDate: '={{ $json.until ?? "2099-01-01" }}',
	status: '={{ $json.status ?? 1 }}',
	options: {
		thresholdPercentage: '={{ $json.threshold ?? 20 }}',
		actionOnExhaustion: '={{ $json.action ?? 1 }}',
	},
};
const USAGE = {
	endpointId,
	output: 'days',
	options: { startDate: '={{ $json.from ?? "2026-06-01" }}' },
};

const FORMS: Record<string, IDataObject> = {
	'endpoint create': CREATE,
	'endpoint createMany': CREATE,
	'endpoint get': { endpointId },
	'sms send': SMS,
	'smsQuota set': QUOTA,
	'usage getDaily': USAGE,
};

const CREATES = ['endpoint create', 'endpoint createMany'];

const REFUSED: Array<[operation: string, bad: IDataObject, field: string, message: RegExp]> = [
	['sms send', { text: 'a'.repeat(161) }, 'payload', /^Message must have at most 160 characters/],
	['sms send', { until: '2026-02-30' }, 'expiryDate', /^Expiry Date must be a date and time/],
	...CREATES.flatMap((name): typeof REFUSED => [
		[
			name,
			{ imei: '123456789012345' },
			'imei',
			/^IMEI must be an IMEI: its check digit would be 7, not 5, got "123456789012345"/,
		],
		[name, { name: '' }, 'name', /^Name must be given, or "SIM".* "Allow Unnamed" in Options/],
		[name, { imei: '12345678901234567' }, 'imei', /^IMEI must be 16 digits/],
		[name, { ip: '10.192.0.9' }, 'ipAddress', /^IP Address needs "IP Address Space"/],
		[name, { ip: '10.192.0.256', space: 301 }, 'ipAddress', /^IP Address must be an IPv4 address/],
		[name, { tagIds: [true] }, 'tagAssignments', /^Tags must be IDs or names, got true/],
		[name, { sim: 'SIM-1' }, 'simId', /^SIM must be a whole number of 1 or more, got "SIM-1"/],
		[name, { service: 1.5 }, 'serviceProfileId', /^Service Profile must be a whole number/],
	]),
	['endpoint get', { id: '' }, 'endpointId', /^Endpoint must be a whole number of 1 or more/],
	['endpoint get', { id: 0 }, 'endpointId', /^Endpoint must be a whole number of 1 or more, got 0/],
	['endpoint get', { id: '7/../8' }, 'endpointId', /^Endpoint must be a whole number/],
	['endpoint get', { id: 1e21 }, 'endpointId', /^Endpoint must be text: .* loses digits/],
	[
		'smsQuota set',
		{ volume: -1 },
		'volume',
		/^Volume in SMS must be a number of 0 or more, got -1/,
	],
	[
		'smsQuota set',
		{ volume: 'much' },
		'volume',
		/^Volume in SMS must be a number of 0 or more, got "much"/,
	],
	[
		'smsQuota set',
		{ threshold: 101 },
		'thresholdPercentage',
		/^Threshold Percentage must be a number from 0 to 100/,
	],
	['smsQuota set', { until: '2020-01-01' }, 'expiryDate', /^Expiry Date must be in the future/],
	['smsQuota set', { until: 'never' }, 'expiryDate', /^Expiry Date must be a date and time/],
	[
		'smsQuota set',
		{ status: 4 },
		'status',
		/^Status must be one of Active \(1\), Exhausted \(2\), Expired \(3\), got 4/,
	],
	[
		'smsQuota set',
		{ action: 2 },
		'actionOnExhaustion',
		/^Action on Exhaustion must be one of Block \(1\), got 2/,
	],
	[
		'usage getDaily',
		{ from: '2026-13-01' },
		'startDate',
		/^Start Date must be a date such as 2026-01-31/,
	],
	['usage getDaily', { from: 'yesterday' }, 'startDate', /^Start Date must be a date/],
	[
		'usage getDaily',
		{ from: '2001-01-01' },
		'startDate',
		/^Start Date must lie within the 13 months/,
	],
];

const run = async (name: string, bad: IDataObject, more: Partial<NodeRun> = {}) => {
	const items = [{ id: 10001 }, { id: 10002, ...bad }, { id: 10003 }];
	return await runAt(sim, name, FORMS[name], { items, ...more });
};

test.each(REFUSED)(
	'%s with %j is refused before anything is sent',
	async (name, bad, field, message) => {
		const { items, error } = await run(name, bad);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/^Correct the field "/);
		expect(error?.description).toContain('nothing was sent');
		expect(error?.context).toMatchObject({ itemIndex: 1, field });
		// Nothing is sent for the valid items either.
		expect(sim.ledger().requests).toEqual([]);
	},
);

// The first case of each operation.
const ONE_EACH = Object.keys(FORMS).map((name) => REFUSED.find(([n]) => n === name)!);

test.each(ONE_EACH)(
	'%s with %j goes to the error output, and the other items are processed',
	async (name, bad, field, message) => {
		const { items, errors } = await run(name, bad, { onError: 'continueErrorOutput' });
		expect([
			...new Set(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)),
		]).toEqual([0, 2]);
		expect(errors).toMatchObject([
			{
				json: { error: expect.stringMatching(message), details: { field, outcome: 'notSent' } },
				pairedItem: { item: 1 },
			},
		]);
		for (const { json } of items) expect(json).not.toHaveProperty('error');
	},
);

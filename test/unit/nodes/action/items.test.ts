import type { INodeExecutionData } from 'n8n-workflow';

import type { NodeRun } from '../../../support/n8n/n8n';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/* A bad item does not affect the other items, and each result and error is paired with its item. */

const sim = simulated({ seed: { endpoints: 100 } }, 'new');

const isBad = (i: number) => i % 10 === 3;
const bad = Array.from({ length: 100 }, (_, i) => i).filter(isBad);
const indexOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** Ids of the seed; every tenth is invalid or unknown to the service. */
const ids = Array.from({ length: 100 }, (_, i) => ({
	n: i,
	id: isBad(i) ? (i % 20 === 3 ? '1?x=2' : 99_999) : 10_001 + i,
}));
const send = async (more: Partial<NodeRun> = {}) =>
	await runAt(
		sim,
		'sms send',
		{ endpointId: rl('={{ $json.id }}'), payload: '={{ "n" + $json.n }}' },
		{ items: ids, ...more },
	);
const sent = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent');

test.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
	'%s sends 90 of 100 items and gives an error for each of the 10 bad ones',
	async (onError) => {
		const { items, errors, error } = await send({ onError });
		expect(error).toBeUndefined();
		const failed = [...items, ...errors].filter(({ json }) => json.error !== undefined);
		const good = items.filter(({ json }) => json.error === undefined);
		expect(onError === 'continueErrorOutput' ? errors : failed).toHaveLength(10);
		expect(failed.map(indexOf)).toEqual(bad);
		expect(good).toHaveLength(90);
		for (const item of good) expect(item.json.endpoint_id).toBe(ids[indexOf(item)]?.id);
		expect(new Set(sent().map(({ detail }) => detail.payload)).size).toBe(90);
		expect(sent()).toHaveLength(90);
	},
);

test('an error item has the reason and a hint', async () => {
	const { errors } = await send({ onError: 'continueErrorOutput' });
	const [input, unknown] = [errors[0]?.json, errors[1]?.json];
	expect(input).toMatchObject({
		error: expect.stringContaining('Endpoint must be a whole number'),
		details: { outcome: 'notSent', field: 'endpointId', hint: expect.any(String) },
	});
	expect(unknown).toMatchObject({
		details: {
			outcome: 'refused',
			status: 404,
			errors: [],
			hint: expect.stringMatching(/^[A-Z].+\.$/),
		},
	});
});

test('an error item has the error list of a validation failure', async () => {
	const item = { service: 999, tariff: 998 };
	const profiles = {
		serviceProfileId: rl('={{ $json.service }}'),
		tariffProfileId: rl('={{ $json.tariff }}'),
	};
	const { errors } = await runAt(
		sim,
		'endpoint create',
		{ ...profiles, status: 0, identity: { name: 'pump' } },
		{ items: [item], onError: 'continueErrorOutput' },
	);
	const { details } = errors[0]?.json as { details: { status: number; errors: object[] } };
	expect(details.status).toBe(422);
	expect(details.errors).toHaveLength(2);
	expect(details.errors[0]).toMatchObject({
		error_code: expect.any(Number),
		error_token: expect.any(String),
		message: expect.any(String),
	});
});

test('a bulk call leaves out items with bad input and creates the others', async () => {
	const items = Array.from({ length: 100 }, (_, i) => ({
		imei: isBad(i) ? 'x' : '',
		name: `p${i}`,
	}));
	const { items: out, errors } = await runAt(
		sim,
		'endpoint createMany',
		{
			serviceProfileId: rl(101),
			tariffProfileId: rl(201),
			status: 0,
			valuesFrom: 'fields',
			identity: { name: '={{ $json.name }}' },
			options: { imei: '={{ $json.imei || undefined }}' },
		},
		{ items, onError: 'continueErrorOutput' },
	);
	expect(errors.map(indexOf)).toEqual(bad);
	expect(out).toHaveLength(90);
	for (const item of out) expect(item.json.name).toBe(`p${indexOf(item)}`);
	const created = sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.created');
	expect(created).toHaveLength(90);
	expect(sim.ledger().counters.bulk).toBe(1);
});

test('bad input is refused before anything is sent, with its item index, without an error output', async () => {
	const { error } = await send();
	expect(error?.message).toContain('Endpoint must be a whole number');
	expect(error?.context?.itemIndex).toBe(3);
	expect(sent()).toEqual([]);
});

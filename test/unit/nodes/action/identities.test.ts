import type { IDataObject } from 'n8n-workflow';
import { mayVary } from '../../../../nodes/CellularIot/n8n/credentialExpressions';
import {
	APPLICATION_TOKENS,
	ORGANISATIONS,
	SERVICE_PROFILES,
	TARIFF_PROFILES,
} from '../../../../simulator';
import { type NodeRun, storeFor } from '../../../support/n8n/n8n';
import { ProcessedItems } from '../../../support/n8n/processedItems';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/*
 * A credential whose values are expressions: each item acts for the account that they give for it. What happened
 * where is taken from the simulator's ledger and store.
 */

const sim = simulated({ seed: { endpoints: 4, bulkDelayMs: 0 } }, 'new');

const NORTH = {
	tok: APPLICATION_TOKENS.reseller,
	profile: SERVICE_PROFILES.standard,
	tariff: TARIFF_PROFILES.standard,
};
const SOUTH = {
	tok: APPLICATION_TOKENS.enterprise,
	profile: SERVICE_PROFILES.enterprise,
	tariff: TARIFF_PROFILES.enterprise,
};

/** Items of two customers in turn. */
const MIXED: IDataObject[] = [
	{ ...NORTH, name: 'north-1' },
	{ ...SOUTH, name: 'south-1' },
	{ ...NORTH, name: 'north-2' },
	{ ...SOUTH, name: 'south-2' },
	{ ...NORTH, name: 'north-3' },
];

const creating = {
	status: 0,
	serviceProfileId: rl('={{ $json.profile }}'),
	tariffProfileId: rl('={{ $json.tariff }}'),
	valuesFrom: 'fields',
	identity: { name: '={{ $json.name }}' },
};

const byItem = () => storeFor(sim.url, { applicationToken: '={{ $json.tok }}' });
const run = async (
	operation: string,
	parameters: object,
	items: IDataObject[],
	more: Partial<NodeRun> = {},
) => await runAt(sim, operation, parameters, { items, credentials: byItem(), ...more });

/** The names of the endpoints made in an organisation. */
const madeIn = (organisationId: number) =>
	[...sim.store.endpoints.values()]
		.filter((endpoint) => endpoint.organisationId === organisationId)
		.map(({ name }) => name)
		.filter((name) => /^(north|south)-/.test(name));
const requests = (part: string) =>
	sim.ledger().requests.filter(({ method, path }) => `${method} ${path}`.includes(part)).length;
const kinds = () => sim.ledger().effects.map(({ kind }) => kind);

test.each(['endpoint create', 'endpoint createMany'])(
	'%s: each item is made for its own customer, in the order of the input',
	async (operation) => {
		const { items, error } = await run(operation, creating, MIXED);
		expect(error).toBeUndefined();
		expect(madeIn(ORGANISATIONS.reseller)).toEqual(['north-1', 'north-2', 'north-3']);
		expect(madeIn(ORGANISATIONS.enterprise)).toEqual(['south-1', 'south-2']);
		expect(items.map(({ json }) => json.name)).toEqual(MIXED.map(({ name }) => name));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(MIXED.map((_, item) => ({ item })));
		expect(requests('/authenticate')).toBe(2);
	},
);

test('the items of a customer are one bulk call', async () => {
	await run('endpoint createMany', creating, MIXED);
	expect(requests('POST /api/v2/endpoint/multi')).toBe(2);
});

test('an item without a token is refused before anything is sent', async () => {
	const items = [...MIXED, { ...SOUTH, tok: '', name: 'south-3' }];
	const { error } = await run('endpoint create', creating, items);
	expect(error?.message).toMatch(/Application Token must not be empty/);
	expect(kinds()).toEqual([]);
});

test('under Continue it costs the others nothing', async () => {
	const items = [MIXED[0]!, { name: 'lost', ...SOUTH, tok: undefined }, MIXED[1]!];
	const more = { onError: 'continueRegularOutput' as const };
	const made = await run('endpoint create', creating, items as IDataObject[], more);
	expect(made.items.map(({ json }) => json.error ?? json.name)).toEqual([
		'north-1',
		expect.stringContaining('Application Token must not be empty'),
		'south-1',
	]);
});

test('a wrong value of the last customer is found before the first is sent', async () => {
	const items = [...MIXED, { ...SOUTH, name: 'south-3', profile: 'none' }];
	const { error } = await run('endpoint createMany', creating, items);
	expect(error?.message).toContain('Service Profile');
	expect(kinds()).toEqual([]);
});

test('a failure for one customer stops the next, and the counts are those of all items', async () => {
	sim.setFaults({
		rules: [{ match: { method: 'POST', path: '/endpoint$' }, kind: 'errorBefore', status: 403 }],
	});
	const { error } = await run('endpoint create', creating, MIXED);
	expect(error?.description).toMatch(/of 5 items \d+ refused, \d+ not sent/);
	expect(madeIn(ORGANISATIONS.enterprise)).toEqual([]);
});

test('the same key is a key of each customer', async () => {
	const keyed = { ...creating, options: { idempotencyKey: 'pump-1' } };
	const table = new ProcessedItems();
	const putBack = table.install();
	const items = [MIXED[0]!, MIXED[1]!];
	const first = await run('endpoint create', keyed, items);
	const again = await run('endpoint create', keyed, items);
	putBack();
	expect(first.error).toBeUndefined();
	expect(again.items.map(({ json }) => json.already)).toEqual([true, true]);
	expect(madeIn(ORGANISATIONS.reseller)).toEqual(['north-1']);
	expect(madeIn(ORGANISATIONS.enterprise)).toEqual(['south-1']);
});

test('Repeat the Count is the number of all items', async () => {
	const cards = [ORGANISATIONS.reseller, ORGANISATIONS.enterprise].map(
		(organisation) =>
			[...sim.store.sims.values()].find(
				({ organisationId, endpointId }) => organisationId === organisation && endpointId === null,
			)!.id,
	);
	const items = [NORTH, SOUTH].map(({ tok }, i) => ({ tok, sim: cards[i]! }));
	const parameters = { simId: rl('={{ $json.sim }}'), confirmCount: 2 };
	const { error } = await run('sim deleteMany', parameters, items);
	expect(error).toBeUndefined();
	expect(kinds()).toEqual(['sim.deleted', 'sim.deleted']);
});

test('a session of one of many accounts is not stored in the credential', async () => {
	const credentials = byItem();
	await run('endpoint create', creating, MIXED, { credentials });
	await run('endpoint create', creating, MIXED.slice(1, 2), { credentials });
	expect(credentials.get('cellularIotTokenApi')).toMatchObject({
		applicationToken: '={{ $json.tok }}',
		accessToken: '',
		sessionState: '',
	});
});

test('a credential without expressions is read twice for any number of items', async () => {
	const items = Array.from({ length: 50 }, (_, i) => ({ ...NORTH, name: `north-${i}` }));
	const credentials = storeFor(sim.url);
	await run('endpoint createMany', creating, items, { credentials });
	const many = credentials.reads;
	credentials.reads = 0;
	await run('endpoint createMany', creating, items, { credentials });
	expect(credentials.reads).toBe(2);
	expect(many).toBeLessThan(6);
});

test.each([
	['tok-1234', false],
	['={{ $json.tok }}', true],
	['={{ $("Customers").item.json.tok }}', true],
	['={{ $input.item.json.tok }}', true],
	['={{ $itemIndex }}', true],
	['={{ token }}', true],
	['={{ $secrets.vault.token }}', false],
	['={{ $env.TOKEN }}', false],
	['={{ $vars.token + $json.tok }}', true],
])('%s may have another value for another item: %s', (stored, varies) => {
	expect(mayVary(stored)).toBe(varies);
});

describe('what is about all items of a run together', () => {
	const table = {
		valuesFrom: 'columns',
		namingColumn: 'id',
		columns: {
			mappingMode: 'defineBelow',
			value: { id: '={{ $json.id }}', name: '={{ $json.name }}' },
		},
	};
	const applying = { ...table, dryRun: false };
	const absent = { options: { notInTable: 'disable', mostChanges: '100%' } };
	const retiring = {
		endpointsBy: 'item',
		endpointId: rl('={{ $json.id }}'),
		sims: 'keep',
		dryRun: false,
		confirmCount: 2,
	};
	const CASES: Array<[what: string, operation: string, parameters: object]> = [
		['what is not in the table', 'endpoint applyTable', { ...applying, ...absent }],
		[
			'the maximum of a table',
			'endpoint applyTable',
			{ ...applying, options: { mostChanges: '1' } },
		],
		['what no row is about', 'endpoint reportDrift', { ...table, output: 'items' }],
		['the maximum of endpoints', 'endpoint retire', { ...retiring, options: { mostEndpoints: 1 } }],
	];
	const rows = (other: unknown): IDataObject[] => [
		{ tok: NORTH.tok, id: 10001, name: 'pump-1' },
		{ tok: other as string, id: 10002, name: 'pump-2' },
	];

	test.each(CASES)('%s of %s is refused for items of several accounts', async (_, key, form) => {
		for (const other of [SOUTH.tok, '', 'null']) {
			for (const onError of [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const) {
				const more = onError ? { onError } : {};
				const { items, errors, error } = await run(key, form, rows(other), more);
				const said = [error?.message, ...[...items, ...errors].map(({ json }) => json.error)];
				expect(said.join()).toMatch(
					/needs items of one account|Application Token must not be empty/,
				);
			}
		}
		expect(kinds()).toEqual([]);
	});

	test('a table whose rows are each for themselves is applied for several accounts', async () => {
		await run('endpoint create', creating, [MIXED[1]!]);
		const own = [...sim.store.endpoints.values()].find(({ name }) => name === 'south-1')!;
		const items = [rows('')[0]!, { tok: SOUTH.tok, id: own.id, name: 'pump-2' }];
		const { error } = await run('endpoint applyTable', applying, items);
		expect(error).toBeUndefined();
		expect(own.name).toBe('pump-2');
		expect(sim.store.endpoints.get(10001)!.name).toBe('pump-1');
	});
});

test.each(['', ' ', 'undefined', 'null'])(
	'an item with the token %j is refused before anything is sent for the others',
	async (tok) => {
		const { error } = await run('endpoint create', creating, [...MIXED, { ...SOUTH, tok }]);
		expect(error?.message).toMatch(/Application Token must not be empty/);
		expect(kinds()).toEqual([]);
	},
);

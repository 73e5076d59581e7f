import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { CellularIot } from '../../../../nodes/CellularIot/CellularIot.node';
import { parseIp } from '../../../../simulator/numbers';

import { APPLICATION_TOKENS, start, USERS } from '../../../../simulator';
import type { CredentialStore } from '../../../support/credentials';
import { actionNodes } from '../../../support/n8n/actionNodes';
import { storeFor } from '../../../support/n8n/n8n';
import { pickerContext } from '../../../support/n8n/pickers';
import { faultAt, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* The pickers in n8n-core's own context, against the simulator. */

const sim = simulated({ seed: { endpoints: 120 } }, 'kept');
beforeEach(async () => await sim.reset());

const node = new CellularIot();

const contextFor = (store: CredentialStore, parameters: INodeParameters) =>
	pickerContext(node, store, { resource: 'endpoint', operation: 'get', ...parameters });

const search = async (
	lookup: string,
	{
		filter,
		token,
		store = storeFor(sim.url),
		...parameters
	}: {
		filter?: string;
		token?: string;
		store?: CredentialStore;
		[name: string]: unknown;
	} = {},
): Promise<INodeListSearchResult> => {
	const method = node.methods.listSearch![lookup]!;
	return await method.call(contextFor(store, parameters as INodeParameters), filter, token);
};
const asUser = { authentication: 'cellularIotUserApi' };
const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

test.each([
	['searchListMethod', 'listSearch'],
	['loadOptionsMethod', 'loadOptions'],
] as const)('each %s of the form has its method, and each method is used', (option, kind) => {
	const text = JSON.stringify(actionNodes().map(({ description }) => description.properties));
	const found = [...text.matchAll(new RegExp(`"${option}":"(\\w+)"`, 'g'))];
	const named = new Set(found.map(([, name]) => name!));
	const methods = Object.keys(node.methods[kind]!);
	expect(named.size).toBeGreaterThan(3);
	expect([...named].filter((name) => !methods.includes(name))).toEqual([]);
	// Each kind of thing is listed by a picker of one, of several, or of both.
	const used = [...text.matchAll(/"(?:searchListMethod|loadOptionsMethod)":"(\w+)"/g)];
	const all = new Set(used.map(([, name]) => name!));
	expect(methods.filter((name) => !all.has(name))).toEqual([]);
});

/** The values of all pages of a list. */
async function allPages(lookup: string, filter?: string): Promise<unknown[]> {
	const seen: unknown[] = [];
	let token: string | undefined;
	do {
		const page = await search(lookup, { filter, ...(token && { token }) });
		seen.push(...page.results.map(({ value }) => value));
		token = page.paginationToken as string | undefined;
	} while (token);
	return seen;
}

test('endpoints are listed page by page until the last page', async () => {
	const seen = await allPages('endpoint');
	expect(new Set(seen).size).toBe(120);
	expect(sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint')).toHaveLength(3);
});

test.each(['endpoint', 'sim'])(
	'the input item is the first entry of a list of each %s that takes it',
	async (lookup) => {
		const all = names(await search(lookup));
		expect(names(await search(`item_${lookup}`))).toEqual(['The Input Item', ...all]);
		const next = (await search(`item_${lookup}`)).paginationToken as string;
		expect(names(await search(`item_${lookup}`, { token: next }))).not.toContain('The Input Item');
		expect(names(await search(`item_${lookup}`, { filter: 'input' }))).toEqual(['The Input Item']);
		expect(names(await search(`item_${lookup}`, { filter: 'no such thing' }))).toEqual([]);
	},
);

const OWN_ADDRESS = parseIp('10.99.9.199');

describe('a search for endpoints', () => {
	const device = () => {
		const found = [...sim.store.endpoints.values()][6]!;
		Object.assign(found, { name: 'Pump-West 16', imei: '3577620830129501', ip: OWN_ADDRESS });
		sim.store.touch();
		return found;
	};
	const label = 'Pump-West 16 (…0000237)';
	const cardOf = ({ id }: { id: number }) =>
		[...sim.store.sims.values()].find(({ endpointId }) => endpointId === id)!;

	test.each([
		['part of a name', () => 'west 1'],
		['an ICCID', () => '8988303000000000237'],
		['an ICCID with its check digit', () => '89883030000000002371'],
		['the last digits of an ICCID', () => '000237'],
		['an IMEI', () => '3577620830129501'],
		['part of an IMEI', () => '762083'],
		['an ID', () => String(device().id)],
		['the phone number of their SIM', () => `+${cardOf(device()).msisdn}`],
		['the phone number without its plus', () => cardOf(device()).msisdn],
		['the IMSI of their SIM', () => cardOf(device()).imsi],
		['their IP address', () => '10.99.9.199'],
	])('finds them by %s', async (_, filter) => {
		device();
		expect(names(await search('endpoint', { filter: filter() }))).toEqual([label]);
	});

	test('replaces characters of the filter language by wildcards', async () => {
		await search('endpoint', { filter: 'a,b:c|d' });
		expect(sim.ledger().requests.at(-1)).toMatchObject({ query: { q: 'name:*a*b*c*d*' } });
	});

	test('lists nothing without a match', async () => {
		expect(names(await search('endpoint', { filter: 'no such device' }))).toEqual([]);
		expect(names(await search('endpoint', { filter: '999999999' }))).toEqual([]);
	});
});

describe('a search for SIMs', () => {
	const device = () => {
		const found = [...sim.store.endpoints.values()][6]!;
		Object.assign(found, { name: 'pump-west-16', ip: OWN_ADDRESS });
		sim.store.touch();
		return [...sim.store.sims.values()].find(({ endpointId }) => endpointId === found.id)!;
	};
	const label = '…0000237 (Activated, pump-west-16)';

	test.each([
		['the name of their endpoint', () => 'pump-west'],
		['an ICCID', () => '8988303000000000237'],
		['an ICCID with its check digit', () => '89883030000000002371'],
		['the last digits of an ICCID', () => '0000237'],
		['a phone number', () => `+${device().msisdn}`],
		['an IMSI', () => device().imsi],
		['the IP address of their endpoint', () => '10.99.9.199'],
	])('finds them by %s', async (_, filter) => {
		device();
		const { results } = await search('sim', { filter: filter() });
		expect(results).toEqual([
			{ name: label, value: device().id, description: 'ICCID 8988303000000000237' },
		]);
	});

	test('lists nothing without a match, since a wrong SIM might be suspended', async () => {
		expect(names(await search('sim', { filter: 'pump-east' }))).toEqual([]);
	});

	test('lists each SIM once over all pages when digits match names and numbers', async () => {
		const seen = await allPages('sim', '1');
		const fits = [...sim.store.sims.values()].filter(
			({ organisationId, iccid, msisdn, endpointId, id }) =>
				[1001, 1002].includes(organisationId) &&
				[iccid, msisdn, sim.store.endpoints.get(endpointId ?? 0)?.name ?? ''].some((text) =>
					text.includes('1'),
				) &&
				id > 0,
		);
		expect(new Set(seen).size).toBe(seen.length);
		expect(fits.map(({ id }) => id).filter((id) => !seen.includes(id))).toEqual([]);
	});

	test('uses the other fields if the service cannot filter by a field', async () => {
		faultAt(sim, '/api/v1/sim$', { kind: 'errorBefore', status: 422 });
		expect(names(await search('sim', { filter: '000007' }))).toEqual([
			'…0000237 (Activated, device-000007)',
		]);
		sim.clearFaults();
	});
});

test.each([
	['sim', '8988303000000000007', ['…0000007 (Issued)']],
	['serviceProfile', 'meter', ['Metered SMS']],
	['serviceProfile', 'standard', ['Standard', 'Customer standard']],
	['tag', 'la', ['lab']],
	['operator', 'rhine', ['Germany / Rhine Telecom']],
	['ipAddressSpace', '10.9', ['10.9.0.0/29 (6 free)']],
])('the picker of %s finds "%s" as %j', async (lookup, filter, expected) => {
	expect(names(await search(lookup, { filter }))).toEqual(expected);
});

test('a tariff profile is found by its ID', async () => {
	const { results } = await search('tariffProfile', { filter: '202' });
	expect(results.map(({ value }) => value)).toEqual([202]);
});

test('a single data stream is listed even if the answer is an object instead of a list', async () => {
	const drawn = await start({ generation: 'reference', limits: 'off' });
	const store = storeFor(drawn.url);
	const stream = {
		name: 'to the warehouse',
		streamType: 1,
		connectionType: 'RestAPI',
		url: 'https://example.com/in',
		method: 'POST',
		headers: 'X-Key:example',
		size: 100,
	};
	await runAt(drawn, 'dataStream create', stream);
	const { results } = await search('dataStream', { store });
	expect(results.map(({ name }) => name)).toEqual([expect.stringContaining('to the warehouse')]);
	await drawn.close();
});

test('a field for several tags offers all of them by name', async () => {
	const load = node.methods.loadOptions!.tag!;
	const options = await load.call(contextFor(storeFor(sim.url), {}));
	expect(options.map(({ name }) => name)).toEqual(['field', 'lab', 'spare']);
	// n8n stores the values alone: in another organisation the ID may be another tag.
	expect(options[0]!.value).toMatch(/^field \(ID \d+\)$/);
});

test('the workspaces are those of the user in the token', async () => {
	const naming = await start({ generation: 'reference', limits: 'off' });
	const store = storeFor(naming.url);
	expect((await search('workspace', { ...asUser, store })).results).toEqual(
		expect.arrayContaining([{ name: 'Example Customer', value: 1002 }]),
	);
	await naming.close();
});

test('a token without a user ID gives an error that suggests the ID', async () => {
	await expect(search('workspace', asUser)).rejects.toThrow(
		/^User ID must be given in the credential .* does not tell whose login this is.* by its ID/,
	);
});

test('the workspaces are listed with the User ID of the credential if the token has none', async () => {
	const store = storeFor(sim.url, { user: { userId: String(USERS.totp.id) } });
	expect((await search('workspace', { ...asUser, store })).results).toEqual(
		expect.arrayContaining([{ name: 'Example Customer', value: 1002 }]),
	);
});

test('profiles of another organisation are listed last, with its ID', async () => {
	expect(names(await search('tariffProfile'))).toEqual([
		'Europe',
		'World',
		'Customer Europe (of organisation 1002)',
	]);
});

test('a rate limit is reported within seconds instead of a long wait', async () => {
	const busy = await start({ port: 0, limits: false });
	faultAt(busy, '/api/v1/endpoint', { kind: 'tooManyRequests', retryAfter: 100 });
	await expect(search('endpoint', { store: storeFor(busy.url) })).rejects.toMatchObject({
		message: expect.stringMatching(
			/too many requests, and asks .* another 100 s; .* after 10 s in all/,
		),
	});
	await busy.close();
});

test('a dropdown offers the workspaces of the user, and stores them with their names', async () => {
	const store = storeFor(sim.url, { user: { userId: String(USERS.totp.id) } });
	const load = node.methods.loadOptions!.workspace!;
	const options = { workspaceId: 'Example Customer (ID 1002)' };
	const offered = await load.call(contextFor(store, { ...asUser, options }));
	expect(offered).toContainEqual({
		name: 'Example Customer',
		value: 'Example Customer (ID 1002)',
	});
	expect(offered).toContainEqual({
		name: 'Example Reseller',
		value: 'Example Reseller (ID 1001)',
	});
});

describe('with a workspace that is chosen in the form', () => {
	const profiles = async (workspaceId: unknown) => {
		const store = storeFor(sim.url, { user: { userId: String(USERS.totp.id) } });
		const { results } = await search('serviceProfile', {
			...asUser,
			store,
			options: { workspaceId },
		});
		return results.map(({ value }) => value);
	};

	test.each([
		'Example Customer (ID 1002)',
		'1002',
		'Example Customer',
		1002,
		['Example Customer (ID 1002)'],
		['Example Customer'],
	])('%j, its profiles are offered', async (workspaceId) => {
		expect(await profiles(workspaceId)).toEqual([111]);
	});

	test.each(['', [], '={{ $json.ws }}', ['={{ $json.ws }}']])(
		'%j, those of the login are: nothing is chosen yet',
		async (workspaceId) => {
			const own = await search('serviceProfile', asUser);
			expect(await profiles(workspaceId)).toEqual(own.results.map(({ value }) => value));
		},
	);

	test('with another beside it, nothing is offered: IDs differ in each', async () => {
		await expect(profiles(['Example Customer (ID 1002)', '1001'])).rejects.toMatchObject({
			message: expect.stringMatching(/^Workspace names several, in which IDs differ/),
		});
	});
});

test('a list that the role may not read gives an error, and an ID still works', async () => {
	const { username, password } = USERS.restricted;
	const user = { username, password, mfaMethod: 'code', oneTimeCode: '' };
	const store = storeFor(sim.url, { user });
	const credentials = { credentials: store, credential: 'cellularIotUserApi' };
	await runAt(sim, 'session requestCode', {}, credentials);
	await runAt(sim, 'session verifyCode', { code: sim.codeFor(username) }, credentials);

	await expect(search('endpoint', { ...asUser, store })).rejects.toMatchObject({
		message:
			'The role of this account may not read the list of endpoints. Give the ID instead: choose "By ID", or use an expression.',
	});
	const values = { endpointId: rl('10001'), simplify: true };
	const { items } = await runAt(sim, 'endpoint get', values, credentials);
	expect(items[0]?.json).toMatchObject({ id: 10001, name: 'device-000001' });
});

test('the workspace picker says that it needs a user login', async () => {
	await expect(search('workspace')).rejects.toMatchObject({
		message: expect.stringContaining('Credential must be a "User Login" to list workspaces'),
	});
});

test('the lists of another workspace are refused with an application token', async () => {
	const options = { workspaceId: '1002' };
	await expect(search('serviceProfile', { options })).rejects.toMatchObject({
		message: expect.stringContaining('Workspace must be left out with an application token'),
	});
});

test('the picker reports a wrong application token', async () => {
	const store = storeFor(sim.url, { applicationToken: `${APPLICATION_TOKENS.sub}x` });
	await expect(search('tag', { store })).rejects.toMatchObject({
		message: expect.stringContaining('refused the application token'),
	});
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { type NodeRun, storeFor } from '../../../support/n8n/n8n';
import { faultAt, runAt, simulated } from '../../../support/simulator';

/* A list as a file for the next node, in n8n's memory and in its binary data store. */

const sim = simulated({ seed: { endpoints: 2100, endpointSims: false } }, 'kept');
afterEach(() => sim.clearFaults());

const refuseSecondPage = () =>
	faultAt(sim, 'v1/endpoint$', { kind: 'errorBefore', status: 400, skip: 1 });

const list = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await runAt(sim, 'endpoint getAll', { returnAll: true, simplify: true, ...parameters }, more);

const textOf = ({ data }: IBinaryData) => Buffer.from(data, 'base64').toString();

test('the item has the list as its file and the counts as its JSON', async () => {
	const { items, error } = await list({ options: { output: 'csv' } });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	const { json, binary } = items[0]!;
	expect(json).toEqual({
		file_name: 'endpoints.csv',
		part: 1,
		parts: 1,
		entries: 2100,
		all_entries: 2100,
		bytes: expect.any(Number) as number,
		complete: true,
		notes: null,
	});
	expect(binary!.data).toMatchObject({ fileName: 'endpoints.csv', mimeType: 'text/csv' });
	const rows = textOf(binary!.data!).trimEnd().split('\r\n');
	expect(rows).toHaveLength(2101);
	const { items: asItems } = await list({});
	expect(rows.slice(1).map((row) => Number(row.split(',')[0]))).toEqual(
		asItems.map(({ json: { id } }) => id),
	);
});

test('NDJSON has the same entries as the items', async () => {
	const filters = { nameFilter: '*7*' };
	const own = { filters, simplify: false, returnAll: false, limit: 5 };
	const { items } = await list({ ...own, options: { output: 'ndjson' } });
	const { items: asItems } = await list(own);
	const lines = textOf(items[0]!.binary!.data!).trimEnd().split('\n');
	expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(asItems.map(({ json }) => json));
	expect(lines).toHaveLength(5);
});

test('several workspaces give one file each, and each item names its workspace', async () => {
	const { items, error } = await list(
		{ options: { output: 'ndjson', workspaceId: ['Example Customer', 1001] } },
		{
			credential: 'cellularIotUserApi',
			credentials: storeFor(sim.url, { user: { userId: '11' } }),
		},
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => [json.workspace_id, json.entries])).toEqual([
		[1002, 0],
		[1001, 2100],
	]);
	for (const { binary } of items) expect(binary?.data?.fileName).toBe('endpoints.ndjson');
});

test('a list that fails halfway gives no file, and the error says how many entries were read', async () => {
	refuseSecondPage();
	const { items, error } = await list({ options: { output: 'csv' } });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^No file was made, after 1,000 entries: /);
});

describe("in n8n's binary data store", () => {
	let folder: string;
	const service = Container.get(BinaryDataService);
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'cellular-iot-files-'));
		Container.get(BinaryDataConfig).localStoragePath = folder;
		await service.init();
	});
	afterAll(() => {
		Reflect.set(service, 'managers', {});
		rmSync(folder, { recursive: true });
	});

	/** Files of the store that are not empty, without n8n's metadata files. */
	const kept = () =>
		(readdirSync(folder, { recursive: true }) as string[])
			.map((name) => join(folder, name))
			.filter((name) => !name.endsWith('.metadata') && statSync(name).isFile())
			.filter((name) => statSync(name).size > 0);

	test('a long list is one file, and the item only refers to it', async () => {
		const { items } = await list({ options: { output: 'csv.gz' } });
		const { json, binary } = items[0]!;
		expect(binary!.data!.data).toBe('filesystem-v2');
		const [file, ...others] = kept();
		expect(others).toEqual([]);
		const bytes = readFileSync(file!);
		expect(json.bytes).toBe(bytes.length);
		expect(gunzipSync(bytes).toString().trimEnd().split('\r\n')).toHaveLength(2101);
		rmSync(file!);
	});

	test('a list that fails halfway leaves no file behind', async () => {
		refuseSecondPage();
		const { error } = await list({ options: { output: 'ndjson' } });
		expect(error?.message).toMatch(/^No file was made, after 1,000 entries/);
		expect(kept()).toEqual([]);
	});
});

import { stub } from '../../support/stub';
import { gunzipSync } from 'node:zlib';
import { csvCell, csv, ndjson } from '../../../src/run/files/lines';
import { writeFiles, type Writing } from '../../../src/run/files/write';
import { askBy } from '../../../src/run/ask';
import type { Answer, Json } from '../../../src/table/define';
import { operations } from '../../../src/operations';
import { canBeFile } from '../../../src/table/fileOutput';
import { getAllEndpoints } from '../../../src/table/entries/endpoint/endpointRead';
import { type FileStore, StoredFile } from '../../../src/ports';

/** A store in memory, which streams as n8n's file system does unless told otherwise. */
class Store implements FileStore {
	readonly files = new Map<string, Buffer>();
	readonly types: string[] = [];
	constructor(
		private readonly isStreaming = true,
		private readonly onBytes: () => void = () => {},
	) {}

	async streams() {
		return this.isStreaming;
	}

	async save(content: AsyncIterable<Uint8Array>, name: string, type: string) {
		const all: Uint8Array[] = [];
		for await (const bytes of content) {
			all.push(bytes);
			this.onBytes();
		}
		this.files.set(name, Buffer.concat(all));
		this.types.push(type);
		return new StoredFile({ name });
	}

	text(name: string): string {
		return this.files.get(name)!.toString();
	}
}

/** `count` endpoints in pages like those of the service; `spoil` changes an answer or throws. */
function endpoints(count: number, spoil: (page: number, answer: Answer) => Answer = (_, a) => a) {
	const asked: number[] = [];
	const send = async ({ query }: { query?: Json }): Promise<Answer> => {
		const [page, size] = [Number(query!.page), Number(query!.per_page)];
		asked.push(page);
		const body = Array.from({ length: Math.min(size, count - (page - 1) * size) }, (_, i) => ({
			id: (page - 1) * size + i + 1,
			name: `device ${(page - 1) * size + i + 1}`,
			status: { id: 0, description: 'Enabled' },
			sim: { id: 5, iccid: '8988303000000000017' },
			tags: 'arctic, field',
		}));
		return spoil(page, { status: 200, headers: { 'x-total-count': String(count) }, body });
	};
	return { send, asked };
}

const list = async (
	service: { send: (parts: { query?: Json }) => Promise<Answer> },
	store: FileStore | undefined,
	input: Json,
) =>
	await askBy(getAllEndpoints, stub(service.send), { files: store }).list(getAllEndpoints, {
		returnAll: true,
		simplify: true,
		...input,
	});

/** The note of events that contained a secret: it has no column and is part of `more`. */
const ONLY_OF_SOME = 'detail_removed';
/** The first name of an option that a file does not support; these names are last in a schema. */
const FIRST_ADDED = 'change';

const rowsOf = (text: string) => text.trimEnd().split('\r\n');

describe('a cell of a CSV file', () => {
	test.each([
		['=1+1', "'=1+1"],
		['+cmd|calc', "'+cmd|calc"],
		['-2+3', "'-2+3"],
		['@SUM(A1)', "'@SUM(A1)"],
		['\t=1', "'\t'=1"],
		['\r=1', '"\'\r\'=1"'],
		['\n=1', '"\'\n\'=1"'],
		['\nplain', '"\'\nplain"'],
		['＝1+1', "'＝1+1"],
		['＋1+1', "'＋1+1"],
		['－1+1', "'－1+1"],
		['＠SUM(A1)', "'＠SUM(A1)"],
		['pump;=1+1', "pump;'=1+1"],
		['pump; @SUM(A1);-2+3', "pump;' @SUM(A1);'-2+3"],
		['pump;"=1+1"', '"pump;\'""=1+1"""'],
		['pump\n＝1+1', '"pump\n\'＝1+1"'],
		['52.1;-5.5', '52.1;-5.5'],
		['a;b=c', 'a;b=c'],
		['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
		[['=a', 'b'], '"\'=a,b"'],
		['-5', '-5'],
		['+4915112345678', '+4915112345678'],
		[-5.5, '-5.5'],
		[-1e-7, '-1e-7'],
		['a=b', 'a=b'],
		['say "hi", you', '"say ""hi"", you"'],
		['two\nlines', '"two\nlines"'],
		[true, 'true'],
		[0, '0'],
		[null, ''],
		[['arctic', 'field'], '"arctic,field"'],
		[['a,b', 'c'], '"[""a,b"",""c""]"'],
		[{ a: 1 }, '"{""a"":1}"'],
	])('holds %j as %s', (value, text) => expect(csvCell(value)).toBe(text));
});

describe('the columns of a file', () => {
	const lists = operations.filter(canBeFile);

	test('every paged list supports file output', () => {
		const inPages = operations.filter(({ pages }) => pages).map((o) => `${o.resource} ${o.name}`);
		expect(lists.map((o) => `${o.resource} ${o.name}`).sort()).toEqual(
			[...inPages, 'event getAll'].sort(),
		);
	});

	test.each(
		lists.map((operation) => [`${operation.resource} ${operation.name}`, operation] as const),
	)('of %s match its output schema, whatever an entry contains', async (_, operation) => {
		const folder = '../../../nodes/CellularIot/__schema__/v1.0.0';
		const { default: schema } = (await import(
			`${folder}/${operation.resource}/${operation.name}.json`
		)) as { default: { properties: Json } };
		const answer = { status: 200, headers: {}, body: [{ id: 1, new: { deep: 7 } }] };
		const send = async () => answer;
		const store = new Store();
		const input = { returnAll: true, simplify: true, output: 'csv' };
		const call = askBy(operation, stub(send), { files: store });
		const [file] = operation.run
			? ((await operation.run(stub(call), input)) as Json[])
			: await call.list(operation, input);
		const [head] = rowsOf(store.text(String(file!.file_name)));
		const names = Object.keys(schema.properties).filter((name) => name !== ONLY_OF_SOME);
		const end = names.includes(FIRST_ADDED) ? names.indexOf(FIRST_ADDED) : names.length;
		expect(head!.split(',')).toEqual([...names.slice(0, end), 'more']);
	});

	test('use dotted names without Simplify and put other values in `more` as JSON', async () => {
		const store = new Store();
		await list(endpoints(1), store, { simplify: false, output: 'csv' });
		const [head, row] = rowsOf(store.text('endpoints.csv'));
		expect(head).toMatch(/^id,name,status\.description,status\.id,service_profile\.name,/);
		expect(head).toMatch(/,sim\.iccid,.*,more$/);
		expect(row).toMatch(/^1,device 1,Enabled,0,,/);
		expect(row).toContain(',"{""tags"":""arctic, field""}"');
	});

	test('keep every value of an entry', () => {
		const { head, of } = csv(['id', 'a.b']);
		expect(head).toBe('id,a.b,more\r\n');
		expect(of({ id: 1, a: { b: 2, c: [3], d: { e: 4 } }, f: null })).toBe(
			'1,2,"{""a.c"":[3],""a.d.e"":4}"\r\n',
		);
	});
});

describe('a file', () => {
	test('contains every entry once and is reported with its counts', async () => {
		const store = new Store();
		expect(await list(endpoints(2500), store, { output: 'ndjson' })).toEqual([
			{
				file_name: 'endpoints.ndjson',
				part: 1,
				parts: 1,
				entries: 2500,
				all_entries: 2500,
				bytes: store.files.get('endpoints.ndjson')!.length,
				complete: true,
				notes: null,
				data: new StoredFile({ name: 'endpoints.ndjson' }),
			},
		]);
		const lines = store.text('endpoints.ndjson').trimEnd().split('\n');
		expect(lines.map((line) => (JSON.parse(line) as Json).id)).toEqual(
			Array.from({ length: 2500 }, (_, i) => i + 1),
		);
		expect(store.types).toEqual(['application/x-ndjson']);
	});

	test.each(['csv', 'ndjson'])('compressed as %s.gz has the same content', async (format) => {
		const store = new Store();
		await list(endpoints(1200), store, { output: format });
		const [file] = await list(endpoints(1200), store, { output: `${format}.gz` });
		const packed = store.files.get(`endpoints.${format}.gz`)!;
		expect(gunzipSync(packed).toString()).toBe(store.text(`endpoints.${format}`));
		expect(file).toMatchObject({ bytes: packed.length, entries: 1200 });
	});

	test('of an empty list has only a header and reports no entries', async () => {
		const store = new Store();
		const [file] = await list(endpoints(0), store, { output: 'csv' });
		expect(file).toMatchObject({ entries: 0, parts: 1, complete: true });
		expect(rowsOf(store.text('endpoints.csv'))).toHaveLength(1);
	});

	test('contains at most as many entries as the limit', async () => {
		const store = new Store();
		const limited = { output: 'csv', returnAll: false, limit: 30 };
		const [file] = await list(endpoints(2500), store, limited);
		expect(file).toMatchObject({ entries: 30, complete: true });
		expect(rowsOf(store.text('endpoints.csv'))).toHaveLength(31);
	});

	test('is refused without a store before anything is sent', async () => {
		const service = endpoints(10);
		await expect(list(service, undefined, { output: 'csv' })).rejects.toThrow('Output must be');
		expect(service.asked).toEqual([]);
	});
});

describe('the parts of a file', () => {
	test('contain whole lines, keep to their size and each have a header', async () => {
		const store = new Store();
		const files = await writeFiles(
			batchesOf(Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(id) }))),
			writing({ store, partBytes: 1000, lines: csv(['id', 'text']) }),
		);
		expect(files.length).toBeGreaterThan(5);
		const rows = files.flatMap((file, i) => {
			const name = i === 0 ? 'things.csv' : `things-${i + 1}.csv`;
			expect(file).toMatchObject({ file_name: name, part: i + 1, parts: files.length });
			expect(store.files.get(name)!.length).toBeLessThanOrEqual(1000);
			const [head, ...own] = rowsOf(store.text(name));
			expect(head).toBe('id,text,more');
			expect(own).toHaveLength(file.entries as number);
			return own;
		});
		expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(
			Array.from({ length: 100 }, (_, i) => i),
		);
		expect(files[0]).toMatchObject({ all_entries: 100 });
	});

	test('include a separate part for an oversized line, and no empty part at the end', async () => {
		const store = new Store();
		const entries = [{ id: 1 }, { id: 'y'.repeat(50) }, { id: 2 }];
		const files = await writeFiles(batchesOf(entries), writing({ store, partBytes: 20 }));
		expect(files.map(({ entries: count }) => count)).toEqual([1, 1, 1]);
	});

	test('have a default size when the store buffers files, and form a single file when it streams', async () => {
		const entries = Array.from({ length: 17 }, (_, id) => ({ id, text: 'x'.repeat(1_000_000) }));
		const held = await writeFiles(batchesOf(entries), writing({ store: new Store(false) }));
		expect(held.map(({ entries: count }) => count)).toEqual([15, 2]);
		const streamed = await writeFiles(batchesOf(entries), writing({ store: new Store(true) }));
		expect(streamed).toHaveLength(1);
	});
});

test('holds at most four pages in memory, however long the list is', async () => {
	let [fetched, written, most] = [0, 0, 0];
	const store = new Store(true, () => (written = fetched));
	await list(
		endpoints(30_000, (_, answer) => {
			fetched += 1;
			most = Math.max(most, fetched - written);
			return answer;
		}),
		store,
		{ output: 'ndjson' },
	);
	expect(fetched).toBe(30);
	// Four pages are fetched in parallel.
	expect(most).toBe(4);
});

describe('file output that is interrupted', () => {
	test('makes no file and reports the number of entries read when the list fails', async () => {
		const store = new Store();
		const service = endpoints(9000, (page, answer) => {
			if (page === 7) throw new Error('the line is cut');
			return answer;
		});
		await expect(list(service, store, { output: 'csv' })).rejects.toThrow(
			/^No file was made, after 5,000 entries: .*the line is cut/,
		);
		expect(store.files.size).toBe(0);
	});

	test('makes no file and reads no further when the store fails', async () => {
		const store = new Store(true, () => {
			throw new Error('ENOSPC: no space left on device');
		});
		const service = endpoints(50_000);
		await expect(list(service, store, { output: 'csv' })).rejects.toThrow(
			/n8n could not store it: .*no space left/,
		);
		expect(service.asked.length).toBeLessThanOrEqual(1);
	});

	test.each(['csv', 'csv.gz'])('makes no file when a later part of a %s fails', async (output) => {
		const service = endpoints(20_000, (page, answer) => {
			if (page === 15) throw new Error('the line is cut');
			return answer;
		});
		const parts = list(service, new Store(), { output, partSize: 1 });
		await expect(parts).rejects.toThrow(/^No file was made/);
	});

	test('notes deletions during the read and includes the entries they moved', async () => {
		const store = new Store();
		const all = Array.from({ length: 2500 }, (_, i) => ({ id: i + 1 }));
		let asked = 0;
		const send = async ({ query }: { query?: Json }): Promise<Answer> => {
			const page = Number(query!.page);
			asked += 1;
			const body = all.slice((page - 1) * 1000, page * 1000);
			const headers = { 'x-total-count': String(all.length) };
			if (asked === 1) all.splice(0, 10);
			return { status: 200, headers, body };
		};
		const [file] = await list({ send }, store, { output: 'csv' });
		expect(file).toMatchObject({
			entries: 2500,
			complete: true,
			notes:
				'The list changed while it was read: the service counted 2500 entries at first and 2490 at the end.',
		});
	});

	test('marks the file as incomplete when the list has fewer entries than it counts', async () => {
		const service = endpoints(1500, (_, answer) => ({
			...answer,
			headers: { 'x-total-count': '1600' },
		}));
		const [file] = await list(service, new Store(), { output: 'csv' });
		expect(file).toMatchObject({ entries: 1500, complete: false });
		expect(file!.notes).toMatch(/counts 1600 entries and gave 1500; 100 are missing/);
	});
});

async function* batchesOf(entries: Json[]): AsyncGenerator<Json[], void> {
	for (let at = 0; at < entries.length; at += 7) yield entries.slice(at, at + 7);
}

const writing = (own: Partial<Writing> & { store: FileStore }): Writing => ({
	format: 'csv',
	lines: ndjson,
	name: 'things',
	...own,
});

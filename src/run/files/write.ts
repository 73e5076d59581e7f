import { CellularIotError, ownError } from '../../errors';
import type { FileStore } from '../../ports';
import type { Format } from '../../table/fileOutput';
import type { Json } from '../../wire';
import type { Lines } from './lines';

/*
 * Writes a list to files while it is read. Only a few pages are in memory, or one file where the store takes it
 * as a whole.
 */

/** Bytes of a file where the store takes a whole one into memory; the default. */
const PART_BYTES = 16_000_000;

export interface Writing {
	format: Format;
	lines: Lines;
	/** Name of the files without their extension. */
	name: string;
	/** Most bytes of one file before it is compressed; a line is never cut. */
	partBytes?: number;
	store: FileStore;
}

/** The file of a list could not be made. What was written of it does not count. */
class FileError extends CellularIotError {
	constructor(read: number, cause: unknown) {
		const own = ownError(cause);
		const message = own?.message ?? `n8n could not store it: ${String(cause)}`;
		const hint = own?.hint ?? "Look at n8n's storage for binary data, then run this again.";
		const after = `after ${read.toLocaleString('en')} entries`;
		// Reading a list changes nothing at the service.
		super(`No file was made, ${after}: ${message}`, hint, own?.outcome ?? 'notSent', cause);
	}
}

/** Entries by batches, taken as lines of as many bytes as there is room for. */
class Source {
	private batch: Json[] = [];
	private at = 0;
	/** The line that did not fit into the file before. */
	private waiting: string | undefined;
	taken = 0;

	constructor(
		private readonly batches: AsyncIterator<Json[], void>,
		private readonly lines: Lines,
	) {}

	/** Whether there is another entry. */
	async hasMore(): Promise<boolean> {
		while (this.waiting === undefined && this.at >= this.batch.length) {
			const next = await this.batches.next();
			if (next.done) return false;
			this.batch = next.value;
			this.at = 0;
		}
		return true;
	}

	/** The lines at hand that fit; one at least where `mustTake` is set. */
	take(room: number, mustTake: boolean): { bytes: Buffer; isFull: boolean } {
		const lines: string[] = [];
		let left = room;
		for (;;) {
			const line = this.waiting ?? this.next();
			if (line === undefined) return { bytes: Buffer.from(lines.join('')), isFull: false };
			left -= Buffer.byteLength(line);
			this.waiting = line;
			if (left < 0 && (lines.length > 0 || !mustTake))
				return { bytes: Buffer.from(lines.join('')), isFull: true };
			lines.push(line);
			this.waiting = undefined;
			this.taken += 1;
		}
	}

	private next(): string | undefined {
		const entry = this.batch[this.at++];
		return entry && this.lines.of(entry);
	}
}

/**
 * Writes a list to one file, or to several of a size; gives an item for each, with the file under
 * `data`. Every file can be read by itself.
 * @throws FileError when the list or the store fails: no file of it is given.
 */
export async function writeFiles(
	batches: AsyncIterator<Json[], void>,
	{ format, lines, name, partBytes, store }: Writing,
): Promise<Json[]> {
	const source = new Source(batches, lines);
	const isCompressed = format.endsWith('.gz');
	try {
		const most = partBytes ?? ((await store.streams()) ? Infinity : PART_BYTES);
		const parts: Json[] = [];
		while (parts.length === 0 || (await source.hasMore())) {
			const before = source.taken;
			const part = parts.length + 1;
			const file = `${name}${part > 1 ? `-${part}` : ''}.${format}`;
			const count = { bytes: 0 };
			const text = contentOf(source, lines.head, most);
			const content = counted(isCompressed ? compressed(text) : text, count);
			const type = isCompressed ? 'application/gzip' : lines.type;
			const data = await store.save(content, file, type);
			parts.push({
				file_name: file,
				part,
				parts: 0,
				entries: source.taken - before,
				all_entries: 0,
				bytes: count.bytes,
				data,
			});
		}
		return parts.map((item) => ({ ...item, parts: parts.length, all_entries: source.taken }));
	} catch (error) {
		throw new FileError(source.taken, error);
	} finally {
		await batches.return?.();
	}
}

/** The content of one file: its head, and lines until it is full or there are no more. */
async function* contentOf(
	source: Source,
	head: string,
	most: number,
): AsyncGenerator<Uint8Array, void> {
	let room = most - Buffer.byteLength(head);
	let isFirst = true;
	if (head !== '') yield Buffer.from(head);
	while (await source.hasMore()) {
		const { bytes, isFull } = source.take(room, isFirst);
		if (bytes.length > 0) yield bytes;
		if (isFull) return;
		room -= bytes.length;
		isFirst = false;
	}
}

async function* counted(content: AsyncIterable<Uint8Array>, count: { bytes: number }) {
	for await (const bytes of content) {
		count.bytes += bytes.length;
		yield bytes;
	}
}

/** Uses the web's compression stream: a package that n8n verifies may not import Node's zlib. */
const compressed = (content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
	ReadableStream.from(content).pipeThrough(new CompressionStream('gzip'));

import type { IExecuteFunctions } from 'n8n-workflow';

/*
 * n8n: Keeps files in one of several places. In mode `filesystem` it writes content as it comes, whatever
 * can be iterated; in all others, `s3` included, it first takes the whole file into memory. The mode
 * stands in the `data` of what `prepareBinaryData` gives, and nowhere else.
 * Read: n8n-core 2.40.3, binary-data/binary-data.service.js, binary-data/blob-manager.js.
 * Why: A fleet's list as a file may be larger than the memory of a worker.
 * Gone: The whole file is in memory before n8n stores it.
 * Fallback: The same.
 * Can it go: When n8n takes a stream in every mode.
 */

type Binary = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;
type BinaryContent = Parameters<Binary['prepareBinaryData']>[0];

/** Whether this n8n writes a file as its content comes. */
export async function writesAsItComes(helpers: Binary): Promise<boolean> {
	const { data } = await helpers.prepareBinaryData(Buffer.alloc(0), 'empty', 'text/plain');
	return data.startsWith('filesystem');
}

/**
 * Content in parts, as n8n's helper takes it where {@link writesAsItComes}: its type wants a stream of
 * Node, whose module is not for what n8n verifies.
 */
export const inParts = (content: AsyncIterable<Uint8Array>): BinaryContent =>
	// eslint-disable-next-line no-restricted-syntax -- n8n's type wants a stream, and its code takes this
	content as unknown as BinaryContent;

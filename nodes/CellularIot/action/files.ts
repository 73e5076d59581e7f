import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type FileStore, StoredFile } from '../../../src/ports';
import type { Json } from '../../../src/table/define';

type Binary = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;
type BinaryContent = Parameters<Binary['prepareBinaryData']>[0];

/**
 * n8n's store of binary data. In mode `filesystem` n8n writes content as it comes; in all others, `s3`
 * included, it holds the whole of a file in memory first. The mode is seen in what it makes of a file:
 * a node has no other way to know.
 */
export function fileStoreOf(helpers: Binary): FileStore {
	let streaming: Promise<boolean> | undefined;
	const ask = async () => {
		const { data } = await helpers.prepareBinaryData(Buffer.alloc(0), 'empty', 'text/plain');
		return data.startsWith('filesystem');
	};
	const streams = async () => await (streaming ??= ask());
	return {
		streams,
		save: async (content, name, type) => {
			// n8n's type wants a stream of Node, whose module is not for what n8n verifies; it is written by
			// `fs.writeFile`, which takes whatever can be iterated.
			const given = (await streams())
				? (content as unknown as BinaryContent)
				: await whole(content);
			return new StoredFile(await helpers.prepareBinaryData(given, name, type));
		},
	};
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const all: Uint8Array[] = [];
	for await (const bytes of content) all.push(bytes);
	return Buffer.concat(all);
}

/** The parts of an item that a result makes: a file under `data` leaves its JSON. */
export function itemParts(result: Json): Pick<INodeExecutionData, 'json' | 'binary'> {
	if (!(result.data instanceof StoredFile)) return { json: result as IDataObject };
	const { data: file, ...json } = result;
	const { reference } = file as StoredFile;
	return { json: json as IDataObject, binary: { data: reference as IBinaryData } };
}

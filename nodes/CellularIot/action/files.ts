import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type FileStore, StoredFile } from '../../../src/ports';
import type { Json } from '../../../src/table/define';
import { inParts, writesAsItComes } from '../n8n/binaryMode';

type Binary = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;

/** n8n's store of binary data. */
export function fileStoreOf(helpers: Binary): FileStore {
	let streaming: Promise<boolean> | undefined;
	const streams = async () => await (streaming ??= writesAsItComes(helpers));
	return {
		streams,
		save: async (content, name, type) => {
			const given = (await streams()) ? inParts(content) : await whole(content);
			return new StoredFile(await helpers.prepareBinaryData(given, name, type));
		},
	};
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const all: Uint8Array[] = [];
	for await (const bytes of content) all.push(bytes);
	return Buffer.concat(all);
}

/** The item that a result makes, paired with one of the input: a file under `data` leaves its JSON. */
export function itemOf(result: Json, item: number): INodeExecutionData {
	const pairedItem = { item };
	if (!(result.data instanceof StoredFile)) return { json: result as IDataObject, pairedItem };
	const { data: file, ...json } = result;
	const { reference } = file as StoredFile;
	return { json: json as IDataObject, binary: { data: reference as IBinaryData }, pairedItem };
}

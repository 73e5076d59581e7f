import { fileStoreOf } from '../../../../../nodes/CellularIot/action/files';
import { gone } from '../../../../support/n8n/gone';
import { runAt, simulated } from '../../../../support/simulator';

const sim = simulated({ seed: { endpoints: 3 } });

async function* lines() {
	for (const line of ['a\n', 'b\n']) yield Buffer.from(line);
}

describe(gone('binaryMode'), () => {
	test.each(['', 'another-mode'])('with %j, n8n gets the whole file at once', async (data) => {
		const given: unknown[] = [];
		const prepareBinaryData = async (content: unknown) => {
			given.push(content);
			return { data, mimeType: 'text/plain' };
		};
		const store = fileStoreOf({ prepareBinaryData });
		await store.save(lines(), 'list.txt', 'text/plain');
		expect(given.at(-1)).toEqual(Buffer.from('a\nb\n'));
		expect(await store.streams()).toBe(false);
	});

	test('a list becomes a complete file', async () => {
		const { items } = await runAt(sim, 'endpoint getAll', {
			returnAll: true,
			options: { output: 'csv' },
		});
		const text = Buffer.from(items[0]!.binary!.data!.data, 'base64').toString();
		expect(text.trimEnd().split('\r\n')).toHaveLength(4);
	});
});

import assert from 'node:assert/strict';
import { Editor, node } from '../editor';
import type { Journey } from '../journey';

/* The form after a reload, in the dark, on a narrow screen and at 150 %. */

const LOOKS = {
	dark: { colorScheme: 'dark' as const },
	narrow: { viewport: { width: 800, height: 900 } },
	'150 %': { viewport: { width: 960, height: 600 }, deviceScaleFactor: 1.5 },
};

export const looks: Journey[] = [
	{
		name: 'looks: what was chosen is there after a reload, in the dark, narrow and at 150 %',
		async run({ api, token, n8n, owner, browser }, editor) {
			const parameters = { resource: 'sms', operation: 'send', payload: 'hello' };
			const credentials = { cellularIotTokenApi: token };
			const send = node('Send', 'cellularIot', parameters, { credentials });
			const id = await editor.workflowOf(api, 'Looks', [send]);
			const isThere = async (one: Editor) => {
				assert.equal(await one.valueOf('operation'), 'Send');
				const field = one.field('payload');
				await field.scrollIntoViewIfNeeded();
				const box = (await field.boundingBox())!;
				const { width } = one.page.viewportSize()!;
				assert.ok(box.x >= 0 && box.x + box.width <= width, 'the field is cut off');
			};
			await editor.openNode(id, send);
			await isThere(editor);
			await editor.page.reload();
			await editor.field('payload').waitFor();
			await isThere(editor);
			for (const options of Object.values(LOOKS)) {
				const other = await Editor.open(browser, n8n.url, owner, options);
				await other.openNode(id, send);
				await isThere(other);
				await other.close();
			}
		},
	},
];

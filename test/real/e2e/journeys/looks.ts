import assert from 'node:assert/strict';
import { Editor, node, ours } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, type Stage } from '../stage';

/* The forms after a reload, in dark mode, on a narrow screen and at 150 %. */

const LOOKS = {
	dark: { colorScheme: 'dark' as const },
	narrow: { viewport: { width: 800, height: 900 } },
	'150 %': { viewport: { width: 960, height: 600 }, deviceScaleFactor: 1.5 },
};

/** A field is completely visible after scrolling to it. */
async function isInSight(editor: Editor, name: string): Promise<void> {
	const field = editor.field(name);
	await field.scrollIntoViewIfNeeded();
	const box = (await field.boundingBox())!;
	const { width } = editor.page.viewportSize()!;
	assert.ok(box.x >= 0 && box.x + box.width <= width, `${name} is cut off`);
}

/** In the browser: draws and measures the form's background colour. */
const GROUND = `(() => {
	const context = document.createElement('canvas').getContext('2d');
	const form = document.querySelector('[data-test-id="node-parameters"]');
	for (let one = form; one; one = one.parentElement) {
		context.clearRect(0, 0, 1, 1);
		context.fillStyle = getComputedStyle(one).backgroundColor;
		context.fillRect(0, 0, 1, 1);
		const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
		if (alpha > 0) return (red + green + blue) / 3;
	}
})()`;

/** From 0, black, to 255, white. */
const brightness = async ({ page }: Editor) => await page.evaluate<number>(GROUND);

/** Forms of each kind, and a field at the end of each. */
const forms = ({ token }: Stage) => {
	const credentials = { cellularIotTokenApi: token };
	return [
		{
			form: ours(token, 'Send', { resource: 'sms', operation: 'send', payload: 'hello' }),
			field: 'payload',
		},
		{
			form: ours(token, 'Columns', {
				resource: 'endpoint',
				operation: 'updateMany',
				valuesFrom: 'columns',
			}),
			field: 'valuesFrom',
		},
		{
			form: node('SMS', 'cellularIotSmsTrigger', {}, { webhookId: 'looks' }),
			field: 'registerCallback',
		},
		{ form: node('Quota', 'cellularIotQuotaTrigger', {}, { credentials }), field: 'events' },
	];
};

export const looks: Journey[] = [
	{
		name: 'looks: what was chosen is there after a reload',
		async run({ api, token }, editor) {
			const parameters = { resource: 'sms', operation: 'send', payload: 'hello' };
			const send = ours(token, 'Send', parameters);
			await editor.openLast(api, 'Looks', send);
			const [found] = await editor.search('endpointId', DEVICES.pump);
			await editor.pick(found!);
			await editor.saved();
			await editor.page.reload();
			await editor.field('payload').waitFor();
			assert.equal(await editor.valueOf('operation'), 'Send');
			assert.equal(await editor.chosenIn('endpointId'), found);
		},
	},
	...Object.entries(LOOKS).map(([look, options]) => ({
		name: `looks: every kind of form is whole, ${look}`,
		async run(stage: Stage) {
			const other = await Editor.open(stage.browser, stage.n8n.url, stage.owner, options);
			try {
				for (const { form, field } of forms(stage)) {
					await other.openLast(stage.api, form.name, form);
					await isInSight(other, field);
					const ground = await brightness(other);
					assert.ok(look === 'dark' ? ground < 90 : ground > 200, `${form.name}: ${ground}`);
				}
				const { form } = forms(stage)[0]!;
				await other.openLast(stage.api, 'Picker', form);
				const [found] = await other.search('endpointId', DEVICES.pump);
				const entry = other.page.getByTestId('rlc-item').getByText(found!, { exact: true });
				const box = (await entry.boundingBox())!;
				const { width } = other.page.viewportSize()!;
				assert.ok(box.x >= 0 && box.x + box.width <= width, 'the entry of the picker is cut off');
				await other.picture(`${stage.folder}/looks`, look.replace(/\W+/g, ''));
			} finally {
				await other.close();
			}
		},
	})),
];

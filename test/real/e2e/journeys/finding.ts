import assert from 'node:assert/strict';
import type { Journey } from '../journey';

/* The node creator. */

const WORDS = [
	'cellular',
	'esim',
	'device',
	'suspend',
	'blacklist',
	'usage',
	'data',
	'iccid',
	'IMEI',
	'event',
	'silent',
	'alert',
];

export const finding: Journey[] = [
	{
		name: `node creator: ${WORDS.length} words find the node`,
		async run(_, editor) {
			await editor.newWorkflow();
			await editor.openCreator();
			for (const word of WORDS) {
				const found = await editor.findNodes(word);
				assert.ok(
					found.some((name) => name.startsWith('Cellular IoT')),
					`"${word}" finds ${found.join(', ')}`,
				);
			}
			await editor.findNodes('cellular');
			await editor.page.getByText('Cellular IoT', { exact: true }).first().click();
			const actions = editor.page.getByTestId('node-creator');
			await actions
				.getByText(/^On an? /)
				.first()
				.waitFor();
			await actions.getByText(/^Actions/).click();
			await actions.getByText('Send an SMS').waitFor();
			await actions.getByText('Activate or suspend a SIM').waitFor();
		},
	},
];

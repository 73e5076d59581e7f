import assert from 'node:assert/strict';
import {
	APPLICATION_TOKENS,
	type EffectRecord,
	start,
	type SimulatorHandle,
} from '../../../../simulator';
import { until } from '../../../support/until';
import { answerOn } from '../../workflows/listen';
import type { Editor } from '../editor';
import type { Journey } from '../journey';
import type { Stage } from '../stage';

/*
 * The first hour, as docs/first-hour.md tells it: from an n8n that knows nothing of the service to
 * thirty devices with SIMs and tags, an SMS to each, and an alert for a quota used up and for a
 * device that falls silent. A press of the mouse is a click, a drag too; keys are counted apart.
 */

const DEVICES = 30;
const MOST_CLICKS = 20;
const TEXT = 'report=24h';
const HOUR = 3_600_000;

const post = async (service: SimulatorHandle, path: string, body: object) =>
	await fetch(`${service.url}/_sim/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
const made = (service: SimulatorHandle, kind: string): EffectRecord[] =>
	service.ledger().effects.filter((effect) => effect.kind === kind);

/** In the browser: deletes all credentials, and gives how many there were. */
const DELETE = `(async () => {
	const headers = { 'browser-id': localStorage.getItem('n8n-browserId') };
	const { data } = await (await fetch('/rest/credentials', { headers })).json();
	for (const { id } of data) await fetch('/rest/credentials/' + id, { method: 'DELETE', headers });
	return data.length;
})()`;

/** The person of the first hour has no credential, and leaves none to the journeys that follow. */
const forgetCredentials = async ({ page }: Editor) =>
	assert.equal(await page.evaluate<number>(DELETE), 1);

/** Types the address and the token of the service into the credential that a new node asks for. */
async function connect(editor: Editor, service: SimulatorHandle): Promise<void> {
	const { page } = editor;
	await editor.click(page.getByTestId('node-credentials-empty-state').getByText(/^Connect to/));
	await page.getByTestId('editCredential-modal').waitFor();
	for (const [field, value] of [
		['baseUrl', service.url],
		['applicationToken', APPLICATION_TOKENS.reseller],
	] as const) {
		await editor.click(page.getByTestId(`parameter-input-${field}`).locator('input').first());
		await page.keyboard.type(value);
	}
	await page.waitForTimeout(1000); // n8n takes over what was typed when typing has paused
	await editor.click(page.getByTestId('credential-save-button'));
	// A form that is right is saved, and its window closes by itself.
	await page.getByTestId('editCredential-modal').waitFor({ state: 'hidden' });
}

const close = async (editor: Editor) => {
	await editor.click(editor.page.getByTestId('ndv-close-button'));
	await editor.page.getByTestId('ndv').waitFor({ state: 'hidden' });
};
const closeByKey = async (editor: Editor) => {
	await editor.press('Escape');
	await editor.page.getByTestId('ndv').waitFor({ state: 'hidden' });
};

/** Fills in the address of an HTTP Request; what begins with = is an expression. */
async function typeUrl(editor: Editor, url: string): Promise<void> {
	await editor.formIsThere();
	const field = editor.page.getByTestId('parameter-input-url');
	await editor.click(field.locator('input, textarea, [contenteditable]').first());
	if (url.startsWith('=')) {
		await editor.page.keyboard.type('=');
		await editor.page.waitForTimeout(800); // the field of expressions takes its place
	}
	await editor.page.keyboard.insertText(url.replace(/^=/, ''));
	await editor.page.waitForTimeout(800); // n8n takes over what was typed when typing has paused
	await close(editor);
}

/** The workflow, from an empty canvas to its run. */
async function build(stage: Stage, editor: Editor, service: SimulatorHandle, told: string) {
	const { page } = editor;
	const picture = async (name: string) =>
		await editor.picture(stage.pictures, `first-hour-${name}`);
	await editor.newWorkflow();
	editor.countFrom();
	await editor.take('Cellular IoT');
	await editor.takeAction('On a device silent for a time');
	await connect(editor, service);
	await editor.chooseByKeys('events', 'Quota Used Up');
	await picture('alerts');
	await close(editor);
	await editor.take('HTTP Request');
	await typeUrl(editor, `=${told}/{{ $json.endpoint_name }}: {{ $json.description }}`);

	await editor.take('Manual Trigger');
	await editor.onCanvas('When clicking ‘Execute workflow’').waitFor();
	await editor.take('HTTP Request');
	await typeUrl(editor, `${service.url}/_sim/devices.csv`);
	await editor.take('Extract from File', 'csv');
	await editor.formIsThere();
	await closeByKey(editor);
	await editor.take('Cellular IoT');
	await page.getByTestId('node-creator').getByText('Create many endpoints').waitFor();
	await editor.press('ArrowDown', 'ArrowDown', 'Enter');
	await editor.formIsThere();
	await editor.chooseByKeys('valuesFrom', 'Columns');
	await editor.pickByKeys('serviceProfileId', 'Standard');
	await editor.pickByKeys('tariffProfileId', 'Europe');
	await picture('create');
	await closeByKey(editor);

	await editor.take('Cellular IoT');
	await editor.takeAction('Send an SMS');
	await editor.typeIn('payload', TEXT);
	await editor.drag('id', 'endpointId');
	await picture('sms');
	await close(editor);
	await editor.press('Shift+Alt+t', '1'); // tidied up, and all of it in sight
	await editor.click(page.getByTestId('execute-workflow-button').first());
	await until('an SMS to each', () => made(service, 'sms.sent').length >= DEVICES, 180);
	await page.waitForTimeout(3000); // the last of them is drawn
	await picture('canvas');
	await editor.click(page.getByTestId('workflow-open-publish-modal-button'));
	await page.getByTestId('workflow-publish-button').waitFor();
	await editor.press('Enter');
	await page.getByTestId('workflow-publish-button').waitFor({ state: 'hidden' });
}

/** Asks for the event feed, by which a poll is known. */
const polls = (service: SimulatorHandle) =>
	service.ledger().requests.filter(({ query }) => String(query.q).includes('from:')).length;

/** A device opens a session, as the feed tells it. */
function heard({ store, clock }: SimulatorHandle, endpointId: number): void {
	const { organisationId, simId } = store.endpoints.get(endpointId)!;
	store.events.push({
		id: store.nextId('event'),
		timestamp: clock.now(),
		typeId: 3,
		description: 'Create PDP Context',
		...{ organisationId, endpointId, simId },
		detail: null,
	});
}

export const tutorial: Journey[] = [
	{
		name: `tutorial: ${DEVICES} SIMs from a CSV, tags, an SMS to each, alerts: from an empty canvas in at most ${MOST_CLICKS} clicks`,
		async run(stage, editor) {
			const service = await start({ seed: { recordBodies: true } });
			const told: string[] = [];
			const ear = await answerOn(async ({ url = '' }) => {
				told.push(decodeURIComponent(url.slice(1)));
				return {};
			});
			await forgetCredentials(editor);
			try {
				await build(stage, editor, service, ear.url);
				const { clicks, keys } = editor;
				process.stdout.write(`    ${clicks} clicks, ${keys} keys beside what is typed\n`);
				editor.within(MOST_CLICKS);

				const { endpoints, sims } = service.store;
				const all = [...endpoints.values()];
				assert.equal(made(service, 'endpoint.created').length, DEVICES);
				assert.equal(all.length, DEVICES);
				for (const { id, simId, tagIds } of all) {
					assert.equal(sims.get(simId!)?.endpointId, id);
					assert.equal(tagIds.length, 1);
				}
				const sent = made(service, 'sms.sent').map(({ endpointId }) => endpointId);
				assert.deepEqual(sent.toSorted(), all.map(({ id }) => id).toSorted());

				await until('the first poll', () => polls(service) > 0);
				await editor.page.waitForTimeout(5000); // what it found is stored
				const [empty, silent, ...others] = all;
				service.clock.advance(25 * HOUR);
				[empty!, ...others].forEach(({ id }) => heard(service, id));
				await post(service, 'quota', { endpointId: empty!.id, volume: 5 });
				await post(service, 'consume', { endpointId: empty!.id, volume: 5 });
				await until('two alerts', () => told.length >= 2, 200);
				const before = polls(service);
				await until('another poll', () => polls(service) > before, 120);
				await editor.page.waitForTimeout(3000); // what it would tell is told
				assert.equal(told.length, 2, told.join('\n'));
				assert.match(told.join('\n'), new RegExp(`^${empty!.name}: .*quota`, 'im'));
				assert.match(told.join('\n'), new RegExp(`^${silent!.name}: Never heard in`, 'm'));
			} finally {
				const [, workflow] = /workflow\/(\w+)/.exec(editor.page.url()) ?? [];
				await stage.api.deactivateWorkflow(workflow ?? '').catch(() => undefined);
				await forgetCredentials(editor).catch(() => undefined);
				await service.close();
				ear.close();
				stage.token = await stage.newToken();
			}
		},
	},
];

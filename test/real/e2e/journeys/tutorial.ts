import assert from 'node:assert/strict';
import { control } from '../../../../demo/lib/everyEvent';
import {
	APPLICATION_TOKENS,
	type EffectRecord,
	start,
	type SimulatorHandle,
} from '../../../../simulator';
import { until } from '../../../support/until';
import { answerOn } from '../../stage/listen';
import type { Editor } from '../editor';
import type { Journey } from '../journey';
import type { Stage } from '../stage';

/*
 * The tutorial of docs/first-hour.md: from an n8n without a credential to thirty devices with SIMs and
 * tags, an SMS to each, and an alert for an exhausted quota and for a silent device. Clicks and drags
 * count as clicks; keys are counted separately.
 */

const DEVICES = 30;
const MOST_CLICKS = 18;
const TEXT = 'report=24h';
const HOUR = 3_600_000;

const made = (service: SimulatorHandle, kind: string): EffectRecord[] =>
	service.ledger().effects.filter((effect) => effect.kind === kind);

/** In the browser: deletes all credentials. @returns their number */
const DELETE = `(async () => {
	const headers = { 'browser-id': localStorage.getItem('n8n-browserId') };
	const { data } = await (await fetch('/rest/credentials', { headers })).json();
	for (const { id } of data) await fetch('/rest/credentials/' + id, { method: 'DELETE', headers });
	return data.length;
})()`;

/** The tutorial starts without a credential, and leaves none to the following journeys. */
const forgetCredentials = async ({ page }: Editor) =>
	assert.equal(await page.evaluate<number>(DELETE), 1);

/** Enters the service's address and token into the credential of a new node. */
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
	await page.waitForTimeout(1000); // n8n applies input when typing has paused
	await editor.click(page.getByTestId('credential-save-button'));
	// A valid form is saved, and its window closes.
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

/** Fills in the URL of an HTTP Request; text that starts with = is an expression. */
async function typeUrl(editor: Editor, url: string): Promise<void> {
	await editor.formIsThere();
	const field = editor.page.getByTestId('parameter-input-url');
	await editor.click(field.locator('input, textarea, [contenteditable]').first());
	if (url.startsWith('=')) {
		await editor.page.keyboard.type('=');
		await editor.page.waitForTimeout(800); // the expression field replaces it
	}
	await editor.page.keyboard.insertText(url.replace(/^=/, ''));
	await editor.page.waitForTimeout(800); // n8n applies input when typing has paused
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
	await editor.takeAction('On silent device');
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
	await editor.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
	await editor.formIsThere();
	await editor.pickByKeys('serviceProfileId', 'Standard');
	await editor.pickByKeys('tariffProfileId', 'Europe');
	await picture('create');
	await closeByKey(editor);

	await editor.take('Cellular IoT');
	await editor.takeAction('Send SMS');
	await editor.typeIn('payload', TEXT);
	await picture('sms');
	await close(editor);
	await editor.press('Shift+Alt+t', '1'); // tidy up and zoom to fit
	await editor.click(page.getByTestId('execute-workflow-button').first());
	await until('an SMS to each', () => made(service, 'sms.sent').length >= DEVICES, 180);
	await page.waitForTimeout(3000); // all nodes are drawn
	await picture('canvas');
	await editor.click(page.getByTestId('workflow-open-publish-modal-button'));
	await page.getByTestId('workflow-publish-button').waitFor();
	await editor.press('Enter');
	await page.getByTestId('workflow-publish-button').waitFor({ state: 'hidden' });
}

/** Requests of the event feed, which identify a poll. */
const polls = (service: SimulatorHandle) =>
	service.ledger().requests.filter(({ query }) => String(query.q).includes('from:')).length;

/** Adds a feed event: a device opens a session. */
function heard({ store, clock }: SimulatorHandle, endpointId: number): void {
	const { organisationId, simId } = store.endpoints.get(endpointId)!;
	store.events.push({
		id: store.nextId('event'),
		timestamp: clock.now(),
		typeId: 3,
		description: 'Create PDP Context',
		organisationId,
		endpointId,
		simId,
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
				await editor.page.waitForTimeout(5000); // its state is saved
				const [empty, silent, ...others] = all;
				service.clock.advance(25 * HOUR);
				[empty!, ...others].forEach(({ id }) => heard(service, id));
				await control(service, 'quota', { endpointId: empty!.id, volume: 5 });
				await control(service, 'consume', { endpointId: empty!.id, volume: 5 });
				await until('two alerts', () => told.length >= 2, 200);
				const before = polls(service);
				await until('another poll', () => polls(service) > before, 120);
				await editor.page.waitForTimeout(3000); // possible alerts have been sent
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

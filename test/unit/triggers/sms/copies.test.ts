import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { useSimulator } from '../../../support/useSimulator';
import { answersAt, nobodyAt, UNUSED } from '../copies';
import { credentialsFor, service } from '../support';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));
jest.mock('../../../../src/triggers/runtime/inMemory', () =>
	jest.requireActual<object>('../../../support/n8n/processes'),
);

/*
 * A copy of n8n with the callback of its original: instance, workflow and node have the same IDs. The
 * original answers at ORIGIN, the copy at COPY.
 */

const ORIGIN = 'https://n8n.example';
const COPY = 'https://copy.example';
const sim = useSimulator();

async function published(parameters: object = {}): Promise<WebhookWorkflow> {
	const profile = { __rl: true, mode: 'id', value: '101' };
	const given = { registerCallback: true, serviceProfileId: profile, ...parameters };
	const workflow = new WebhookWorkflow(given, credentialsFor(sim.url));
	workflow.origin = ORIGIN;
	await workflow.activate();
	return workflow;
}

const starts = async (workflow: WebhookWorkflow) => await workflow.activate('trigger', 'init');
/** All that the service holds of callbacks, and how often it was changed. */
const state = () =>
	JSON.stringify([
		[...sim.store.callbacks.values()],
		[...sim.store.secrets.values()],
		[101, 102].map((id) => sim.store.serviceProfiles.get(id)!.apiCallbackId),
		[101, 102].map((id) => sim.store.serviceProfiles.get(id)!.apiSecretId),
		sim.ledger().effects.length,
	]);
const calledAddress = (profile = 101) =>
	sim.store.callbacks.get(sim.store.serviceProfiles.get(profile)!.apiCallbackId ?? -1)?.url;

test.each([
	['its original', undefined],
	['a proxy that answers 502', { status: 502, body: '<h1>Bad Gateway</h1>' }],
	['a proxy that answers 404', { status: 404, body: '404 page not found' }],
	['an n8n in which the workflow is unpublished', UNUSED],
])('a copy that starts beside %s leaves its callback', async (_name, page) => {
	const original = await published({ options: { replaceCallback: true } });
	const copy = original.copiedTo(COPY);
	answersAt(ORIGIN, page ?? original);
	answersAt(COPY, copy);
	const before = state();
	await starts(copy);
	expect(state()).toBe(before);
	await starts(original);
	expect(state()).toBe(before);
});

test('a copy takes the callback over when no connection to the original can be made', async () => {
	const original = await published();
	const copy = original.copiedTo(COPY);
	nobodyAt(ORIGIN);
	answersAt(COPY, copy);
	await starts(copy);
	expect(calledAddress()).toBe(copy.address);
	expect(sim.store.callbacks.size).toBe(1);
});

test('a copy with the same WEBHOOK_URL leaves the callback that the original has moved since', async () => {
	const original = await published();
	const copy = original.copiedTo(ORIGIN);
	original.edit({ serviceProfileId: { __rl: true, mode: 'id', value: '102' } });
	await original.activate();
	answersAt(ORIGIN, original);
	await starts(copy);
	expect(calledAddress(102)).toBe(original.address);
});

test('a person who publishes the copy is refused, and nothing changes', async () => {
	const original = await published();
	const copy = original.copiedTo(COPY);
	answersAt(ORIGIN, original);
	answersAt(COPY, copy);
	const before = state();
	await expect(copy.activate()).rejects.toMatchObject({
		message: expect.stringContaining(`already has another callback: ${original.address}`),
	});
	expect(state()).toBe(before);
});

test('a person who replaces the callback in the copy gives it back by unpublishing', async () => {
	const original = await published();
	const copy = original.copiedTo(COPY);
	copy.edit({ options: { replaceCallback: true } });
	answersAt(ORIGIN, original);
	answersAt(COPY, copy);
	const { apiCallbackId, apiSecretId } = { ...sim.store.serviceProfiles.get(101)! };
	await copy.activate();
	expect(calledAddress()).toBe(copy.address);
	// The original starts again, and takes nothing from the copy.
	await starts(original);
	expect(calledAddress()).toBe(copy.address);
	await copy.deactivate();
	expect(sim.store.serviceProfiles.get(101)).toMatchObject({ apiCallbackId, apiSecretId });
});

test.each([false, true])(
	'a copy that is unpublished leaves the callback of the original, with marks lost: %s',
	async (isLost) => {
		const original = await published();
		const copy = original.copiedTo(COPY);
		if (isLost) for (const callback of sim.store.callbacks.values()) callback.purpose = '';
		answersAt(ORIGIN, original);
		answersAt(COPY, copy);
		const before = state();
		await copy.deactivate();
		expect(state()).toBe(before);
	},
);

test('a copy that starts leaves the callback of a test that runs in the original', async () => {
	const original = await published({ options: { replaceCallback: true } });
	await original.activate('manual');
	const copy = original.copiedTo(COPY);
	answersAt(ORIGIN, original);
	answersAt(COPY, copy);
	const before = state();
	await starts(copy);
	expect(state()).toBe(before);
	expect(calledAddress()).toContain('/webhook-test/');
});

test('an address that changes within one n8n takes its callback along', async () => {
	const workflow = await published();
	answersAt(ORIGIN, workflow);
	answersAt(COPY, workflow);
	workflow.origin = COPY;
	await starts(workflow);
	expect(calledAddress()).toBe(workflow.address);
	await workflow.deactivate();
	expect(sim.store.callbacks.size).toBe(0);
});

test('another client can still be told from a copy', async () => {
	const made = (await service(sim, 'POST', '/api/v1/api_callback', {
		url: 'https://other.example/sms',
		purpose: 'CRM',
	})) as { id: number };
	await service(sim, 'PATCH', '/api/v1/service_profile/101', { api_callback: { id: made.id } });
	await expect(published()).rejects.toMatchObject({
		message: expect.stringContaining('https://other.example/sms'),
	});
});

import { start, type SimulatorHandle } from '../../simulator';
import { WebhookWorkflow } from '../support/triggers';
import { credentialsFor, service } from './support';

let sim: SimulatorHandle;
beforeAll(async () => {
	sim = await start({ port: 0, limits: false });
});
afterAll(async () => await sim.close());
beforeEach(async () => await sim.reset());

const trigger = (parameters: object = {}) =>
	new WebhookWorkflow(
		{
			registerCallback: true,
			serviceProfileId: { __rl: true, mode: 'id', value: '101' },
			...parameters,
		} as never,
		credentialsFor(sim.url),
	);

/** Everything about callbacks that the service holds. */
const held = () => ({
	urls: [...sim.store.callbacks.values()].map(({ url }) => url),
	secrets: sim.store.secrets.size,
	callback: sim.store.callbacks.get(sim.store.serviceProfiles.get(101)!.apiCallbackId ?? -1)?.url,
	secret: sim.store.serviceProfiles.get(101)!.apiSecretId,
});

async function otherCallback(url = 'https://other.example/sms'): Promise<void> {
	const callback = (await service(sim, 'POST', '/api/v1/api_callback', {
		url,
		purpose: 'CRM',
	})) as {
		id: number;
	};
	const secret = (await service(sim, 'POST', '/api/v1/api_secret', {
		secret: 'the secret of somebody else',
		purpose: 'CRM',
	})) as { id: number };
	await service(sim, 'PATCH', '/api/v1/service_profile/101', {
		api_callback: { id: callback.id },
		api_secret: { id: secret.id },
	});
}

const NOTHING = { urls: [], secrets: 0, callback: undefined, secret: null };

test('activation sets address and secret in the profile, deactivation leaves nothing', async () => {
	const workflow = trigger();
	await workflow.activate();
	expect(held()).toMatchObject({
		urls: [workflow.address],
		secrets: 1,
		callback: workflow.address,
	});
	expect(held().secret).not.toBeNull();
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
	expect(workflow.saved).not.toHaveProperty('node:Trigger.registration');
});

test('everything can be done twice', async () => {
	const workflow = trigger();
	await workflow.activate();
	const first = held();
	const effects = sim.ledger().effects.length;
	await workflow.activate();
	expect(held()).toEqual(first);
	expect(sim.ledger().effects).toHaveLength(effects);
	// The store of n8n was lost: what stands is found again, not made a second time.
	workflow.saved = {};
	await workflow.activate();
	expect(held()).toMatchObject({
		urls: [workflow.address],
		secrets: 1,
		callback: workflow.address,
	});
	await workflow.deactivate();
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('without a secret only the address is set', async () => {
	const workflow = trigger({ verification: 'none' });
	await workflow.activate();
	expect(held()).toMatchObject({ callback: workflow.address, secrets: 0, secret: null });
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('another callback is refused by name, and nothing is left behind', async () => {
	await otherCallback();
	const before = held();
	await expect(trigger().activate()).rejects.toMatchObject({
		message: expect.stringContaining('already has another callback: https://other.example/sms'),
		description: expect.stringContaining('Replace Existing Callback'),
	});
	expect(held()).toEqual(before);
});

test('told to replace it, deactivation puts callback and secret of the other back', async () => {
	await otherCallback();
	const before = held();
	const workflow = trigger({ replaceCallback: true });
	await workflow.activate();
	expect(held().callback).toBe(workflow.address);
	expect(held().secret).not.toBe(before.secret);
	await workflow.activate();
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('what somebody set meanwhile stays', async () => {
	const workflow = trigger();
	await workflow.activate();
	await otherCallback('https://newer.example/sms');
	const newer = held();
	await workflow.deactivate();
	expect(held()).toMatchObject({ callback: newer.callback, secret: newer.secret });
	expect(held().urls).toEqual(['https://newer.example/sms']);
});

test('a former callback that was deleted meanwhile leaves the profile empty', async () => {
	await otherCallback();
	const workflow = trigger({ replaceCallback: true });
	await workflow.activate();
	for (const { id, purpose } of [...sim.store.callbacks.values()]) {
		if (purpose === 'CRM') await service(sim, 'DELETE', `/api/v1/api_callback/${id}`);
	}
	await workflow.deactivate();
	expect(held()).toMatchObject({ urls: [], callback: undefined });
});

test('the test address comes for the test and goes with it', async () => {
	const production = trigger();
	await production.activate();
	const testing = trigger({ replaceCallback: true });
	await testing.activate('manual');
	expect(held().callback).toContain('/webhook-test/');
	await testing.deactivate('manual');
	expect(held().callback).toBe(production.address);
	expect(held().urls).toEqual([production.address]);
});

test('a failure on the way takes back what was made', async () => {
	await otherCallback();
	const before = held();
	const match = { method: 'POST', path: '/api/v1/api_secret' };
	sim.setFaults({ rules: [{ match, kind: 'errorBefore', status: 403 }] });
	await expect(trigger({ replaceCallback: true }).activate()).rejects.toMatchObject({
		httpCode: '403',
	});
	sim.clearFaults();
	expect(held()).toEqual(before);
});

test('activated for another profile although the old registration stands: it moves', async () => {
	const workflow = trigger({ verification: 'none' });
	await workflow.activate();
	workflow.edit({ serviceProfileId: { __rl: true, mode: 'id', value: '102' } });
	await workflow.activate();
	expect(sim.store.serviceProfiles.get(101)?.apiCallbackId).toBeNull();
	expect(sim.store.serviceProfiles.get(102)?.apiCallbackId).not.toBeNull();
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
	expect(sim.store.serviceProfiles.get(102)?.apiCallbackId).toBeNull();
});

test.each([
	['nothing before', false],
	['another callback before', true],
])("n8n's address changes although the old registration stands, %s", async (_name, other) => {
	if (other) await otherCallback();
	const before = held();
	const workflow = trigger({ replaceCallback: other });
	await workflow.activate();
	const former = workflow.address;
	workflow.move();
	await workflow.activate();
	expect(held().callback).toBe(workflow.address);
	expect(held().urls).not.toContain(former);
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('activated without a secret although the old registration stands: the secret goes', async () => {
	const workflow = trigger();
	await workflow.activate();
	workflow.edit({ verification: 'none' });
	await workflow.activate();
	expect(held()).toMatchObject({ urls: [workflow.address], secrets: 0, secret: null });
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('a service out of reach at deactivation: the next deactivation takes it back', async () => {
	const workflow = trigger();
	await workflow.activate();
	sim.setFaults({ rules: [{ match: { method: 'PATCH' }, kind: 'errorBefore', status: 403 }] });
	await expect(workflow.deactivate()).rejects.toMatchObject({ httpCode: '403' });
	sim.clearFaults();
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('creates that answer with an empty body and a Location work too', async () => {
	sim.seed({ emptyCreateAnswers: true });
	const workflow = trigger();
	await workflow.activate();
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('not registering asks the service for nothing', async () => {
	const workflow = trigger({ registerCallback: false });
	await workflow.activate();
	await workflow.deactivate();
	expect(sim.ledger().requests).toEqual([]);
});

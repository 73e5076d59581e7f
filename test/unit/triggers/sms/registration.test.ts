import fc from 'fast-check';

import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { useSimulator } from '../../../support/useSimulator';
import { credentialsFor, service } from '../support';

jest.mock('../../../../src/ports', () =>
	jest.requireActual<object>('../../../support/scaledPorts'),
);

const sim = useSimulator();

const trigger = (parameters: object = {}) =>
	new WebhookWorkflow(
		{
			registerCallback: true,
			serviceProfileId: { __rl: true, mode: 'id', value: '101' },
			...parameters,
		} as never,
		credentialsFor(sim.url),
	);

/** One that is published. */
async function published(parameters: object = {}): Promise<WebhookWorkflow> {
	const workflow = trigger(parameters);
	await workflow.activate();
	return workflow;
}
/** One that is published in place of another callback, by somebody who chose that. */
const replacing = async () => await published({ replaceCallback: true });

/** Everything about callbacks that the service holds. */
const held = () => ({
	urls: [...sim.store.callbacks.values()].map(({ url }) => url),
	secrets: sim.store.secrets.size,
	callback: sim.store.callbacks.get(sim.store.serviceProfiles.get(101)!.apiCallbackId ?? -1)?.url,
	secret: sim.store.serviceProfiles.get(101)!.apiSecretId,
});

/** Callback and secret of somebody else; gives all that the service then holds. */
async function otherCallback(url = 'https://other.example/sms') {
	const made = async (what: string, fields: object) => {
		const all = { purpose: 'CRM', ...fields };
		return (await service(sim, 'POST', `/api/v1/${what}`, all)) as { id: number };
	};
	const { id: callback } = await made('api_callback', { url });
	const { id: secret } = await made('api_secret', { secret: 'the secret of somebody else' });
	const assigned = { api_callback: { id: callback }, api_secret: { id: secret } };
	await service(sim, 'PATCH', '/api/v1/service_profile/101', assigned);
	return held();
}

/** The service refuses such requests, or all, while `job` runs. */
async function refused(match: object, job: () => Promise<unknown>): Promise<void> {
	sim.setFaults({ rules: [{ match, kind: 'errorBefore', status: 403 }] });
	await job();
	sim.clearFaults();
}

const NOTHING = { urls: [], secrets: 0, callback: undefined, secret: null };

test('activation sets address and secret in the profile, deactivation leaves nothing', async () => {
	const workflow = await published();
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
	const workflow = await published();
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
	const workflow = await published({ verification: 'none' });
	expect(held()).toMatchObject({ callback: workflow.address, secrets: 0, secret: null });
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('another callback is refused by name, and nothing is left behind', async () => {
	const before = await otherCallback();
	await expect(trigger().activate()).rejects.toMatchObject({
		message: expect.stringContaining('already has another callback: https://other.example/sms'),
		description: expect.stringContaining('Replace Existing Callback'),
	});
	expect(held()).toEqual(before);
});

test('of the address of somebody else no query, login or fragment is shown', async () => {
	await otherCallback('https://me:word@other.example/sms?token=live-1#live-2');
	const failure = (await trigger()
		.activate()
		.catch((error: unknown) => error)) as Error & { description: string };
	expect(failure.message).toContain('another callback: https://other.example/sms');
	expect(failure.message + failure.description).not.toMatch(/live-|word/);
});

test('told to replace it, deactivation puts callback and secret of the other back', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	expect(held().callback).toBe(workflow.address);
	expect(held().secret).not.toBe(before.secret);
	await workflow.activate();
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('what somebody set meanwhile stays', async () => {
	const workflow = await published();
	const newer = await otherCallback('https://newer.example/sms');
	await workflow.deactivate();
	expect(held()).toMatchObject({ callback: newer.callback, secret: newer.secret });
	expect(held().urls).toEqual(['https://newer.example/sms']);
});

test('a former callback that was deleted meanwhile leaves the profile empty', async () => {
	await otherCallback();
	const workflow = await replacing();
	for (const { id, purpose } of [...sim.store.callbacks.values()]) {
		if (purpose === 'CRM') await service(sim, 'DELETE', `/api/v1/api_callback/${id}`);
	}
	await workflow.deactivate();
	expect(held()).toMatchObject({ urls: [], callback: undefined });
});

test('the test address comes for the test and goes with it', async () => {
	const production = await published();
	const testing = trigger({ replaceCallback: true });
	await testing.activate('manual');
	expect(held().callback).toContain('/webhook-test/');
	await testing.deactivate('manual');
	expect(held().callback).toBe(production.address);
	expect(held().urls).toEqual([production.address]);
});

test('a failure on the way takes back what was made', async () => {
	const before = await otherCallback();
	await refused({ method: 'POST', path: '/api/v1/api_secret' }, async () => {
		await expect(replacing()).rejects.toMatchObject({ httpCode: '403' });
	});
	expect(held()).toEqual(before);
});

test('activated for another profile although the old registration stands: it moves', async () => {
	const workflow = await published({ verification: 'none' });
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
	const workflow = await published({ replaceCallback: other });
	const former = workflow.address;
	workflow.move();
	await workflow.activate();
	expect(held().callback).toBe(workflow.address);
	expect(held().urls).not.toContain(former);
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('activated without a secret although the old registration stands: the secret goes', async () => {
	const workflow = await published();
	workflow.edit({ verification: 'none' });
	await workflow.activate();
	expect(held()).toMatchObject({ urls: [workflow.address], secrets: 0, secret: null });
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('a service out of reach at deactivation: the next deactivation takes it back', async () => {
	const workflow = await published();
	await refused({ method: 'PATCH' }, async () => {
		await expect(workflow.deactivate()).rejects.toMatchObject({ httpCode: '403' });
	});
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('creates that answer with an empty body and a Location work too', async () => {
	sim.seed({ emptyCreateAnswers: true });
	const workflow = await published();
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('what n8n has stored is lost, or an older copy: the service knows what to take back', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	workflow.saved = {};
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('a service that gives no marks back: what n8n has stored is taken back', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	for (const one of sim.store.callbacks.values()) if (one.purpose !== 'CRM') one.purpose = '';
	await workflow.deactivate();
	expect(held()).toMatchObject({ urls: before.urls, callback: before.callback });
});

test('two workflows replace one another, the first goes first', async () => {
	const before = await otherCallback();
	const [first, second] = [await replacing(), await replacing()];
	await first.deactivate();
	expect(held().callback).toBe(second.address);
	await second.deactivate();
	expect(held()).toEqual(before);
});

test('unpublished while a test is under way', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	await workflow.activate('manual');
	await workflow.deactivate();
	await workflow.deactivate('manual');
	expect(held()).toEqual(before);
});

test('n8n ends during a test: at its start the production address has its place again', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	await workflow.activate('manual');
	expect(held().callback).toContain('/webhook-test/');
	await workflow.activate('trigger', 'init');
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('n8n ends during a test of one that another has replaced: at its start nothing of it is left', async () => {
	const before = await otherCallback();
	const [first, second] = [await replacing(), await replacing()];
	await first.activate('manual');
	for (const workflow of [second, first]) await workflow.activate('trigger', 'init');
	expect(held().callback).toBe(second.address);
	for (const workflow of [first, second]) await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('a service out of reach at a start of n8n costs no address', async () => {
	const workflow = await published();
	await refused({}, async () => await workflow.activate('trigger', 'init'));
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('a start of n8n takes nothing from another that replaced it meanwhile', async () => {
	const [first, second] = [await replacing(), await replacing()];
	await first.activate('trigger', 'init');
	expect(held().callback).toBe(second.address);
	await otherCallback('https://newer.example/sms');
	await second.activate('trigger', 'init');
	expect(held().callback).toBe('https://newer.example/sms');
});

test('a profile that refuses the assignment keeps no secret and no callback of ours', async () => {
	const before = await otherCallback();
	const workflow = trigger({ replaceCallback: true });
	await refused({ method: 'PATCH' }, async () => {
		for (let turn = 0; turn < 3; turn++) await expect(workflow.activate()).rejects.toThrow();
	});
	expect(held()).toEqual(before);
});

test('a moved profile that was out of reach is cleared at the next publication', async () => {
	const workflow = await published();
	await refused({ method: 'PATCH' }, async () => await workflow.deactivate().catch(() => {}));
	workflow.saved = {};
	workflow.edit({ serviceProfileId: { __rl: true, mode: 'id', value: '102' } });
	await workflow.activate();
	expect(sim.store.serviceProfiles.get(101)?.apiCallbackId).toBeNull();
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('in every order of publishing, testing and ending, what stood there before comes back', async () => {
	const steps = ['publish', 'unpublish', 'listen', 'endTest', 'kill'] as const;
	const step = fc.record({ who: fc.integer({ min: 0, max: 1 }), what: fc.constantFrom(...steps) });
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 10 }), fc.boolean(), async (plan, other) => {
			await sim.reset();
			if (other) await otherCallback();
			const before = held();
			const workflows = [0, 1].map(() => trigger({ replaceCallback: true }));
			const published = new Set<number>();
			const testing = new Set<number>();
			let last: number | undefined;
			for (const { who, what } of plan) {
				const workflow = workflows[who]!;
				if (what === 'publish' && !published.has(who)) {
					await workflow.activate();
					published.add((last = who));
					expect(held().callback).toBe(workflow.address);
				} else if (what === 'unpublish' && published.delete(who)) {
					await workflow.deactivate();
				} else if (what === 'listen' && !testing.has(who)) {
					await workflow.activate('manual');
					testing.add(who);
				} else if (what === 'endTest' && testing.delete(who)) {
					await workflow.deactivate('manual');
				} else if (what === 'kill') {
					for (const one of workflows) one.saved = {};
					testing.clear();
					for (const one of published) await workflows[one]!.activate('trigger', 'init');
					if (published.size > 0) expect(held().callback).not.toContain('/webhook-test/');
				}
			}
			for (const who of testing) await workflows[who]!.deactivate('manual');
			if (published.size > 0) {
				expect([...published].map((who) => workflows[who]!.address)).toContain(held().callback);
				expect(last).toBeDefined();
			}
			for (const who of published) await workflows[who]!.deactivate();
			// Tests that a kill left of workflows that are not published go with the next publication.
			for (const one of workflows) {
				await one.activate();
				await one.deactivate();
			}
			expect(held()).toEqual(before);
		}),
		{ numRuns: 10 },
	);
});

test('not registering asks the service for nothing', async () => {
	const workflow = await published({ registerCallback: false });
	await workflow.deactivate();
	expect(sim.ledger().requests).toEqual([]);
});

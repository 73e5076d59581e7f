import fc from 'fast-check';

import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { useSimulator } from '../../../support/useSimulator';
import { credentialsFor, service } from '../support';
import { later } from './callbacks';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

const sim = useSimulator();

const trigger = (parameters: object = {}) =>
	new WebhookWorkflow(
		{
			registerCallback: true,
			serviceProfileId: { __rl: true, mode: 'id', value: '101' },
			...parameters,
		},
		credentialsFor(sim.url),
	);

/** A published workflow. */
async function published(parameters: object = {}): Promise<WebhookWorkflow> {
	const workflow = trigger(parameters);
	await workflow.activate();
	return workflow;
}
/** A published workflow that may replace an existing callback. */
const replacing = async () => await published({ options: { replaceCallback: true } });

/** The callback configuration that the service holds. */
const held = () => ({
	urls: [...sim.store.callbacks.values()].map(({ url }) => url),
	secrets: sim.store.secrets.size,
	callback: sim.store.callbacks.get(sim.store.serviceProfiles.get(101)!.apiCallbackId ?? -1)?.url,
	secret: sim.store.serviceProfiles.get(101)!.apiSecretId,
});

/** Sets a callback and a secret as another client; returns the resulting configuration. */
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

/** Makes the service refuse the matching requests while `job` runs; `{}` matches all. */
async function refused(match: object, job: () => Promise<unknown>): Promise<void> {
	sim.setFaults({ rules: [{ match, kind: 'errorBefore', status: 403 }] });
	await job();
	sim.clearFaults();
}

const NOTHING = { urls: [], secrets: 0, callback: undefined, secret: null };

test('sets the address and the secret in the profile at activation, and removes both at deactivation', async () => {
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

test('gives the same result when activated or deactivated twice', async () => {
	const workflow = await published();
	const first = held();
	const effects = sim.ledger().effects.length;
	await workflow.activate();
	expect(held()).toEqual(first);
	expect(sim.ledger().effects).toHaveLength(effects);
	// n8n's store was lost: the existing registration is found again, not created a second time.
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

test('sets only the address when no secret is used', async () => {
	const workflow = await published({ verification: 'none' });
	expect(held()).toMatchObject({ callback: workflow.address, secrets: 0, secret: null });
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('takes a service profile by its name, and is not published with one that none has', async () => {
	const { name } = sim.store.serviceProfiles.get(101)!;
	const byName = (value: string) =>
		trigger({ serviceProfileId: { __rl: true, mode: 'name', value } });
	const workflow = byName(name);
	await workflow.activate();
	expect(held()).toMatchObject({ callback: workflow.address, secrets: 1 });
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
	await expect(byName('no-such-profile').activate()).rejects.toThrow(/no-such-profile/);
	await expect(byName('').activate()).rejects.toThrow(/^Service Profile must/);
	expect(held()).toEqual(NOTHING);
});

describe('a service profile that was picked from a list', () => {
	afterEach(() => jest.useRealTimers());

	const profile = () => sim.store.serviceProfiles.get(101)!;
	/** A workflow whose profile was picked when the list showed this name. */
	const pickedAs = (cachedResultName: string) =>
		trigger({
			serviceProfileId: { __rl: true, mode: 'list', value: '101', cachedResultName },
		});

	test('is set where its name is the same', async () => {
		const workflow = pickedAs(profile().name);
		await workflow.activate();
		expect(held().callback).toBe(workflow.address);
	});

	test('is not set where another one of this account has its ID', async () => {
		const before = sim.ledger().effects.length;
		await expect(pickedAs('Alarms of another fleet').activate()).rejects.toMatchObject({
			message: expect.stringContaining(
				`Service Profile was picked as ID 101 ("Alarms of another fleet"); with this credential that ID is "${profile().name}". Nothing was sent. If it was renamed, pick it again. If the workflow comes from another organisation`,
			),
		});
		expect(held()).toEqual(NOTHING);
		expect(sim.ledger().effects).toHaveLength(before);
	});

	test('with a new name keeps its callback at a start of n8n, but is not set again', async () => {
		const workflow = pickedAs(profile().name);
		await workflow.activate();
		profile().name = 'another name';
		// What was read at the publication is used for an hour.
		later(120);
		const { length: before } = workflow.log;
		await workflow.activate('trigger', 'init');
		expect(held().callback).toBe(workflow.address);
		expect(workflow.log.slice(before).join()).not.toContain('another name');
		profile().apiCallbackId = null;
		await workflow.activate('trigger', 'init');
		expect(held().callback).toBeUndefined();
		expect(workflow.log.join()).toContain('with this credential that ID is "another name"');
	});

	test('loses its callback at deactivation, whatever its name is', async () => {
		const workflow = pickedAs(profile().name);
		await workflow.activate();
		profile().name = 'another name';
		await workflow.deactivate();
		expect(held()).toEqual(NOTHING);
	});
});

test('names another existing callback in the error, and leaves the service unchanged', async () => {
	const before = await otherCallback();
	await expect(trigger().activate()).rejects.toMatchObject({
		message: expect.stringContaining('already has another callback: https://other.example/sms'),
		description: expect.stringContaining('Replace Existing Callback'),
	});
	expect(held()).toEqual(before);
});

test('shows the address of another callback without its query, login or fragment', async () => {
	await otherCallback('https://me:word@other.example/sms?token=live-1#live-2');
	const failure = (await trigger()
		.activate()
		.catch((error: unknown) => error)) as Error & { description: string };
	expect(failure.message).toContain('another callback: https://other.example/sms');
	expect(failure.message + failure.description).not.toMatch(/live-|word/);
});

test('restores the replaced callback and secret at deactivation', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	expect(held().callback).toBe(workflow.address);
	expect(held().secret).not.toBe(before.secret);
	await workflow.activate();
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('takes no replaced callback for deleted by a list that is not complete', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	const during = held();
	sim.setFaults({
		rules: [
			{
				match: { method: 'GET', path: '/api/v1/api_(callback|secret)$' },
				kind: 'headers',
				headers: { 'x-total-count': '99' },
			},
		],
	});
	await expect(workflow.deactivate()).rejects.toThrow('The list of callbacks is not complete');
	expect(held()).toEqual(during);
	sim.clearFaults();
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('keeps a callback that another client has set in the meantime', async () => {
	const workflow = await published();
	const newer = await otherCallback('https://newer.example/sms');
	await workflow.deactivate();
	expect(held()).toMatchObject({ callback: newer.callback, secret: newer.secret });
	expect(held().urls).toEqual(['https://newer.example/sms']);
});

test('leaves the profile empty when the replaced callback was deleted in the meantime', async () => {
	await otherCallback();
	const workflow = await replacing();
	for (const { id, purpose } of [...sim.store.callbacks.values()]) {
		if (purpose === 'CRM') await service(sim, 'DELETE', `/api/v1/api_callback/${id}`);
	}
	await workflow.deactivate();
	expect(held()).toMatchObject({ urls: [], callback: undefined });
});

test('registers the test address only for the duration of a test', async () => {
	const production = await published();
	const testing = trigger({ options: { replaceCallback: true } });
	await testing.activate('manual');
	expect(held().callback).toContain('/webhook-test/');
	await testing.deactivate('manual');
	expect(held().callback).toBe(production.address);
	expect(held().urls).toEqual([production.address]);
});

test('removes what it has created when a later request fails', async () => {
	const before = await otherCallback();
	await refused({ method: 'POST', path: '/api/v1/api_secret' }, async () => {
		await expect(replacing()).rejects.toMatchObject({ httpCode: '403' });
	});
	expect(held()).toEqual(before);
});

test('moves the registration when activated for another profile', async () => {
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
	['no earlier callback', false],
	['an earlier callback', true],
])("updates the registration when n8n's address changes, with %s", async (_name, other) => {
	if (other) await otherCallback();
	const before = held();
	const workflow = await published({ options: { replaceCallback: other } });
	const former = workflow.address;
	workflow.move();
	await workflow.activate();
	expect(held().callback).toBe(workflow.address);
	expect(held().urls).not.toContain(former);
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('removes the secret when activated again without one', async () => {
	const workflow = await published();
	workflow.edit({ verification: 'none' });
	await workflow.activate();
	expect(held()).toMatchObject({ urls: [workflow.address], secrets: 0, secret: null });
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('removes the registration at the next deactivation when the first one was refused', async () => {
	const workflow = await published();
	await refused({ method: 'PATCH' }, async () => {
		await expect(workflow.deactivate()).rejects.toMatchObject({ httpCode: '403' });
	});
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('accepts create answers with an empty body and a Location header', async () => {
	sim.seed({ emptyCreateAnswers: true });
	const workflow = await published();
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test("restores the replaced callback from the service's data when n8n's store is lost", async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	workflow.saved = {};
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test("restores the replaced callback from n8n's store when the service returns no purpose", async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	for (const callback of sim.store.callbacks.values())
		if (callback.purpose !== 'CRM') callback.purpose = '';
	await workflow.deactivate();
	expect(held()).toMatchObject({ urls: before.urls, callback: before.callback });
});

test('restores the original callback after two workflows have replaced one another', async () => {
	const before = await otherCallback();
	const [first, second] = [await replacing(), await replacing()];
	await first.deactivate();
	expect(held().callback).toBe(second.address);
	await second.deactivate();
	expect(held()).toEqual(before);
});

test('restores the original callback when unpublished during a test', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	await workflow.activate('manual');
	await workflow.deactivate();
	await workflow.deactivate('manual');
	expect(held()).toEqual(before);
});

test('restores the production address at the start of n8n when n8n ended during a test', async () => {
	const before = await otherCallback();
	const workflow = await replacing();
	await workflow.activate('manual');
	expect(held().callback).toContain('/webhook-test/');
	await workflow.activate('trigger', 'init');
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('removes the test address of a replaced workflow at the start of n8n when n8n ended during a test', async () => {
	const before = await otherCallback();
	const [first, second] = [await replacing(), await replacing()];
	await first.activate('manual');
	for (const workflow of [second, first]) await workflow.activate('trigger', 'init');
	expect(held().callback).toBe(second.address);
	for (const workflow of [first, second]) await workflow.deactivate();
	expect(held()).toEqual(before);
});

test('keeps the address when the service refuses all requests at the start of n8n', async () => {
	const workflow = await published();
	await refused({}, async () => await workflow.activate('trigger', 'init'));
	expect(held().callback).toBe(workflow.address);
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('leaves a newer callback in place at the start of n8n', async () => {
	const [first, second] = [await replacing(), await replacing()];
	await first.activate('trigger', 'init');
	expect(held().callback).toBe(second.address);
	await otherCallback('https://newer.example/sms');
	await second.activate('trigger', 'init');
	expect(held().callback).toBe('https://newer.example/sms');
});

test('leaves no secret and no callback behind when the profile refuses the assignment', async () => {
	const before = await otherCallback();
	const workflow = trigger({ options: { replaceCallback: true } });
	await refused({ method: 'PATCH' }, async () => {
		for (let turn = 0; turn < 3; turn++) await expect(workflow.activate()).rejects.toThrow();
	});
	expect(held()).toEqual(before);
});

test('clears the former profile at the next publication when the first attempt was refused', async () => {
	const workflow = await published();
	await refused({ method: 'PATCH' }, async () => await workflow.deactivate().catch(() => {}));
	workflow.saved = {};
	workflow.edit({ serviceProfileId: { __rl: true, mode: 'id', value: '102' } });
	await workflow.activate();
	expect(sim.store.serviceProfiles.get(101)?.apiCallbackId).toBeNull();
	await workflow.deactivate();
	expect(held()).toEqual(NOTHING);
});

test('restores the original callback after any order of publishing, testing and ending', async () => {
	const steps = ['publish', 'unpublish', 'listen', 'endTest', 'kill'] as const;
	const step = fc.record({ who: fc.integer({ min: 0, max: 1 }), what: fc.constantFrom(...steps) });
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 10 }), fc.boolean(), async (plan, other) => {
			await sim.reset();
			if (other) await otherCallback();
			const before = held();
			const workflows = [0, 1].map(() => trigger({ options: { replaceCallback: true } }));
			const live = new Set<number>();
			const testing = new Set<number>();
			let last: number | undefined;
			for (const { who, what } of plan) {
				const workflow = workflows[who]!;
				if (what === 'publish' && !live.has(who)) {
					await workflow.activate();
					live.add((last = who));
					expect(held().callback).toBe(workflow.address);
				} else if (what === 'unpublish' && live.delete(who)) {
					await workflow.deactivate();
				} else if (what === 'listen' && !testing.has(who)) {
					await workflow.activate('manual');
					testing.add(who);
				} else if (what === 'endTest' && testing.delete(who)) {
					await workflow.deactivate('manual');
				} else if (what === 'kill') {
					for (const known of workflows) known.saved = {};
					testing.clear();
					for (const index of live) await workflows[index]!.activate('trigger', 'init');
					if (live.size > 0) expect(held().callback).not.toContain('/webhook-test/');
				}
			}
			for (const who of testing) await workflows[who]!.deactivate('manual');
			if (live.size > 0) {
				expect([...live].map((who) => workflows[who]!.address)).toContain(held().callback);
				expect(last).toBeDefined();
			}
			for (const who of live) await workflows[who]!.deactivate();
			// Test registrations that a kill left behind are removed by the next publication.
			for (const workflow of workflows) {
				await workflow.activate();
				await workflow.deactivate();
			}
			expect(held()).toEqual(before);
		}),
		{ numRuns: 10 },
	);
});

test('sends no request when registration is off', async () => {
	const workflow = await published({ registerCallback: false });
	await workflow.deactivate();
	expect(sim.ledger().requests).toEqual([]);
});

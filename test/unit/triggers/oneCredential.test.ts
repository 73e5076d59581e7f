import { SignJWT } from 'jose';
import type { INodeParameters } from 'n8n-workflow';
import type { CredentialStore } from '../../support/credentials';
import { WebhookWorkflow } from '../../support/n8n/triggers';
import { describeWithRedis, useRedis } from '../../support/redis/useRedis';
import { movingOn } from '../../support/movedPorts';
import { useSimulator } from '../../support/useSimulator';
import { message } from './sms/callbacks';
import { credentialsFor, credentialsOn, NOBODY, SECRET, service } from './support';

jest.mock('../../../src/ports', () => jest.requireActual<object>('../../support/movedPorts'));

/* Called triggers have one credential: an account, which holds the secret of calls too, or the secret alone. */

const sim = useSimulator();
// The service completes a change within the first wait.
beforeAll(() => movingOn(sim.clock));

const ACCOUNT_SECRET = 'the-secret-of-the-account-of-40-letters';
const ALONE = { authentication: 'cellularIotCallbackApi' };
const PROFILE = { serviceProfileId: { __rl: true, mode: 'id', value: '101' } };

/** Credentials whose account has a callback secret of its own, beside the secret alone. */
function credentials(callbackSecret = ACCOUNT_SECRET, store = credentialsFor(sim.url)) {
	for (const name of ['cellularIotTokenApi', 'cellularIotUserApi']) {
		store.set(name, { ...store.get(name), callbackSecret });
	}
	return store;
}

const sms = (parameters: INodeParameters = {}, store = credentials()) =>
	new WebhookWorkflow(parameters, store, 'sms');
const stream = (parameters: INodeParameters, store = credentials()) =>
	new WebhookWorkflow({ event: 'events', ...parameters }, store, 'stream');

async function signedBy(secret: string) {
	const key = new TextEncoder().encode(secret);
	const token = await new SignJWT().setProtectedHeader({ alg: 'HS256' }).sign(key);
	return { authorization: `Bearer ${token}` };
}
const statusOf = async (workflow: WebhookWorkflow, secret: string) =>
	(await workflow.deliver({ body: message(), headers: await signedBy(secret) })).status;

const EVENT = {
	id: 700001,
	timestamp: '2026-06-15T10:00:00Z',
	description: 'New PDP Context has been created',
	alert: false,
	event_type: { id: 3, description: 'Create PDP Context' },
	event_severity: { id: 0, description: 'INFO' },
	event_source: { id: 0, description: 'Network' },
	organisation: { id: 1001, name: 'Fleet' },
};
const streamStatus = async (workflow: WebhookWorkflow, secret: string) =>
	(await workflow.deliver({ body: [EVENT], headers: { 'x-stream-secret': secret } })).status;

/** Secrets that the service holds. */
const secretsAtService = () => [...sim.store.secrets.values()].map(({ secret }) => secret);

describe('an SMS trigger', () => {
	test('replaces the callback of somebody else where its options say so', async () => {
		const { id } = (await service(sim, 'POST', '/api/v1/api_callback', {
			url: 'https://other.example/sms',
			purpose: 'CRM',
		})) as { id: number };
		await service(sim, 'PATCH', '/api/v1/service_profile/101', { api_callback: { id } });
		const callback = () => sim.store.serviceProfiles.get(101)?.apiCallbackId;
		await expect(sms(PROFILE).activate()).rejects.toThrow();
		expect(callback()).toBe(id);
		const workflow = sms({ ...PROFILE, options: { replaceCallback: true } });
		await workflow.activate();
		expect(callback()).not.toBe(id);
		await workflow.deactivate();
		expect(callback()).toBe(id);
	});

	test('with an account registers its address with the callback secret of the account', async () => {
		const workflow = sms(PROFILE);
		await workflow.activate();
		expect(secretsAtService()).toEqual([ACCOUNT_SECRET]);
		expect(await statusOf(workflow, ACCOUNT_SECRET)).toBe(200);
		expect(await statusOf(workflow, SECRET)).toBe(401);
		await workflow.deactivate();
		expect(secretsAtService()).toEqual([]);
	});

	test('registers a changed secret of the account when it is published again', async () => {
		const store = credentials();
		const workflow = sms(PROFILE, store);
		await workflow.activate();
		credentials('another-secret-of-the-account-of-letters', store);
		await workflow.deactivate();
		await workflow.activate();
		expect(secretsAtService()).toEqual(['another-secret-of-the-account-of-letters']);
	});

	test('with an account that does not register takes calls with its secret, and calls nobody', async () => {
		const workflow = sms({ registerCallback: false });
		await workflow.activate();
		expect(sim.ledger().requests).toEqual([]);
		expect(await statusOf(workflow, ACCOUNT_SECRET)).toBe(200);
		expect(await statusOf(workflow, SECRET)).toBe(401);
	});

	test('with the secret alone takes calls with it, and calls nobody', async () => {
		const workflow = sms(ALONE);
		await workflow.activate();
		expect(sim.ledger().requests).toEqual([]);
		expect(await statusOf(workflow, SECRET)).toBe(200);
		expect(await statusOf(workflow, ACCOUNT_SECRET)).toBe(401);
		await workflow.deactivate();
	});

	test.each([
		['without a credential', { authentication: 'none' }],
		['with an account, its verification off', { registerCallback: false, verification: 'none' }],
	])('%s takes every call as unauthenticated', async (_name, parameters) => {
		const workflow = sms(parameters);
		await workflow.activate();
		expect(await workflow.items(message())).toMatchObject([{ authenticated: false }]);
	});
});

describe('a stream trigger', () => {
	test('with an account registers its stream with a secret of its own', async () => {
		const workflow = stream({}, credentials(''));
		workflow.origin = 'https://n8n.example.com';
		await workflow.activate();
		expect(sim.store.streams.size).toBe(1);
		expect(await streamStatus(workflow, ACCOUNT_SECRET)).toBe(401);
		await workflow.deactivate();
	});

	test('with an account and a stream made by hand takes the secret of the account', async () => {
		const workflow = stream({ registerStream: false });
		await workflow.activate();
		expect(sim.store.streams.size).toBe(0);
		expect(await streamStatus(workflow, ACCOUNT_SECRET)).toBe(200);
		expect(await streamStatus(workflow, SECRET)).toBe(401);
	});

	test('with the secret alone registers nothing and takes that secret', async () => {
		const workflow = stream(ALONE);
		await workflow.activate();
		expect(sim.ledger().requests).toEqual([]);
		expect(await streamStatus(workflow, SECRET)).toBe(200);
		expect(await streamStatus(workflow, ACCOUNT_SECRET)).toBe(401);
	});

	test('without a credential registers nothing and takes every call', async () => {
		const workflow = stream({ authentication: 'none' });
		await workflow.activate();
		expect(sim.ledger().requests).toEqual([]);
		expect((await workflow.deliver({ body: [EVENT] })).status).toBe(200);
	});
});

describe('a secret that is too short refuses the publication in words', () => {
	const short = 'x'.repeat(31);
	const byHand = { registerCallback: false, registerStream: false };
	const ofAccount =
		/^Callback Secret of the account's credential must have 32 bytes or more, not 31:/;
	const ofNone = /^Callback Secret of the account's credential must not be empty/;
	const alone = /^Signing Secret must have 32 bytes or more, not 31:/;

	test.each<[string, (store: CredentialStore) => WebhookWorkflow, string, RegExp]>([
		['SMS, an account that registers', (store) => sms(PROFILE, store), short, ofAccount],
		['SMS, an account without a secret', (store) => sms(PROFILE, store), '', ofNone],
		['SMS, an account by hand', (store) => sms(byHand, store), short, ofAccount],
		['SMS, the secret alone', (store) => sms(ALONE, store), short, alone],
		['stream, an account by hand', (store) => stream(byHand, store), short, ofAccount],
		['stream, the secret alone', (store) => stream(ALONE, store), short, alone],
	])('%s', async (_name, made, secret, words) => {
		const store = credentials(secret, credentialsFor(sim.url, short));
		await expect(made(store).activate()).rejects.toThrow(words);
		expect(sim.store.callbacks.size + sim.store.streams.size).toBe(0);
	});
});

const redis = useRedis();
describeWithRedis('deliveries of an account by hand', () => {
	test('are remembered on the Redis of the account: another process starts no run for them', async () => {
		const store = credentials(ACCOUNT_SECRET, credentialsOn(redis().url));
		const workflow = sms({ registerCallback: false }, store);
		const delivery = { body: message(), headers: await signedBy(ACCOUNT_SECRET) };
		expect((await workflow.deliver(delivery)).items).toHaveLength(1);
		workflow.restart();
		workflow.saved = {};
		expect(await workflow.deliver(delivery)).toMatchObject({ status: 200, items: undefined });
	});

	test('with the secret alone use no Redis', async () => {
		const store = credentials(ACCOUNT_SECRET, credentialsOn(`redis://${NOBODY}`));
		expect(await statusOf(sms(ALONE, store), SECRET)).toBe(200);
	});
});

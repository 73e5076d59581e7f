import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	type Generation,
	type SimulatorHandle,
	start,
	type StartOptions,
	USERS,
} from '../../../../simulator';
import type { FaultRule } from '../../../../simulator';
import { idOfRole } from '../../../../simulator/account/roles';
import type { BodyChange } from '../../../../simulator/faults/changes';
import type { CredentialStore } from '../../../support/credentials';
import { runNode, storeFor } from '../../../support/n8n/n8n';
import { knownSecrets, secretsIn } from '../../../support/secrets';
import { GENERATIONS } from '../../../support/simulator';
import { AHEAD_MS, CLAIMS, PLANTS, RULES } from './plants';
import { furnish, personalIn } from './service';
import { stub } from '../../../support/stub';

/*
 * The check of an account, executed by n8n-core against the simulator: it finds the planted
 * differences and no others, writes nothing, and its report contains no personal values. A check
 * takes seconds because of the rate limits, so all run concurrently, each with its own service.
 */

const running: SimulatorHandle[] = [];
const gateways: Server[] = [];
afterAll(async () => {
	for (const gateway of gateways) gateway.close();
	await Promise.all(running.map(async (sim) => await sim.close()));
});

async function serve({ seed, ...options }: StartOptions = {}): Promise<SimulatorHandle> {
	const sim = await start({ ...options, seed: { bulkDelayMs: 0, ...seed } });
	running.push(sim);
	return sim;
}

interface Difference {
	operation?: string;
	request?: string;
	kind: string;
	what: string;
	breaks: string;
}
interface Report {
	summary: string;
	report: string;
	requests: number;
	differences: Difference[];
	operations: Record<string, Array<{ operation: string; request: string; why?: string }>>;
	login: Record<string, unknown>;
	limits: Record<string, unknown>;
}

const parameters = { resource: 'account', operation: 'check' };

/** The trial user of the enterprise, who needs no second factor and states the user id. */
function asTrial(sim: SimulatorHandle): CredentialStore {
	const { id, username, password } = USERS.trial;
	return storeFor(sim.url, { user: { username, password, mfaMethod: 'none', userId: id } });
}

async function checked(
	sim: SimulatorHandle,
	credentials = asTrial(sim),
	credential = 'cellularIotUserApi',
) {
	const { items, error } = await runNode({ credentials, credential, parameters });
	if (error) throw error;
	expect(items).toHaveLength(1);
	return stub<Report>(items[0]!.json);
}

/** Requests to the service other than reads and logins. */
const writes = (sim: SimulatorHandle) =>
	sim
		.ledger()
		.requests.filter(({ method, path }) => method !== 'GET' && path !== '/api/v1/authenticate');

/** Strings of six or more characters in a stored value, including those in JSON text. */
function stringsIn(value: unknown): string[] {
	if (typeof value === 'string' && /^[[{]/.test(value)) return stringsIn(JSON.parse(value));
	if (typeof value === 'string') return value.length < 6 ? [] : [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The personal values of the service that appear in a report. */
const personalValues = (sim: SimulatorHandle, report: Report) => {
	const text = JSON.stringify(report);
	return personalIn(sim).filter((value) => text.includes(value));
};

test.concurrent('finds every planted difference and no other', async () => {
	const sim = await serve({ generation: 'recorded', seed: { tokenClaims: CLAIMS } });
	await furnish(sim);
	sim.clock.advance(AHEAD_MS);
	sim.setFaults({ rules: RULES });
	const report = await checked(sim);

	const found = PLANTS.filter(({ kind, what }) =>
		report.differences.some((difference) => difference.kind === kind && what.test(difference.what)),
	);
	const others = report.differences.filter(
		(difference) =>
			!PLANTS.some(({ kind, what }) => difference.kind === kind && what.test(difference.what)),
	);
	const { requests } = sim.ledger();
	const secrets = personalValues(sim, report);
	console.log(
		`check: ${found.length} of ${PLANTS.length} planted differences found, ${others.length} others, ${requests.length} requests, ${writes(sim).length} writes, ${secrets.length} of ${personalIn(sim).length} personal values told`,
	);
	expect(PLANTS.length).toBeGreaterThanOrEqual(30);
	expect(PLANTS.filter((plant) => !found.includes(plant))).toEqual([]);
	expect(others).toEqual([]);
	expect(requests.length).toBeLessThanOrEqual(200);
	expect(writes(sim)).toEqual([]);
	expect(secrets).toEqual([]);
	for (const { breaks } of report.differences) expect(breaks).toMatch(/\w{4}/);
	expect(report.summary).toContain(`${report.differences.length} differences`);
});

test.concurrent.each(GENERATIONS)(
	'finds no difference in a service as documented (%s)',
	async (generation) => {
		const sim = await serve({ generation: generation as Generation });
		await furnish(sim);
		const report = await checked(sim);
		const { requests } = sim.ledger();
		console.log(
			`check (${generation}): ${report.differences.length} differences, ${report.operations.allowed!.length} reads allowed, ${report.operations.not_asked!.length} not asked, ${requests.length} requests`,
		);
		expect(report.differences).toEqual([]);
		expect(report.operations.failed).toEqual([]);
		expect(report.operations.absent).toEqual([]);
		// Operations on objects that this service lacks; a SIM batch is in no list.
		for (const { why } of report.operations.not_asked!)
			expect(why).toMatch(/^needs (an id|a value)/);
		expect(report.operations.allowed!.length).toBeGreaterThanOrEqual(66);
		expect(report.login).toMatchObject({ role: 'Administrator', workspaces: 2 });
		expect(writes(sim)).toEqual([]);
		expect(personalValues(sim, report)).toEqual([]);
	},
);

/** A login with a code entered by a person. */
async function asMail(sim: SimulatorHandle): Promise<CredentialStore> {
	const { username, password } = USERS.mail;
	const credentials = storeFor(sim.url, { user: { username, password, mfaMethod: 'code' } });
	const step = async (operation: string, more: object = {}) => {
		const { error } = await runNode({
			credentials,
			credential: 'cellularIotUserApi',
			parameters: { resource: 'session', operation, ...more },
		});
		if (error) throw error;
	};
	await step('requestCode');
	await step('verifyCode', { code: sim.codeFor(username) });
	return credentials;
}

const LOGINS = [
	['a password alone', asTrial, 'cellularIotUserApi'],
	['an authenticator', (sim: SimulatorHandle) => storeFor(sim.url), 'cellularIotUserApi'],
	['a code entered by a person', asMail, 'cellularIotUserApi'],
	['an application token', (sim: SimulatorHandle) => storeFor(sim.url), 'cellularIotTokenApi'],
] as const;

test.concurrent.each(LOGINS)(
	'reports no secret and writes nothing after a login with %s',
	async (_, store, credential) => {
		const sim = await serve();
		const credentials = await store(sim);
		const report = await checked(sim, credentials, credential);
		const text = JSON.stringify(report);
		expect(report.operations.allowed!.length).toBeGreaterThan(30);
		expect(secretsIn(text)).toEqual([]);
		// The values that n8n stores for the login: password, secrets, session and device.
		const kept = Object.entries(credentials.get(credential)).flatMap(([field, value]) =>
			['baseUrl', 'mfaMethod', 'deviceName'].includes(field) ? [] : stringsIn(value),
		);
		expect(kept.length).toBeGreaterThan(2);
		expect(kept.filter((value) => text.includes(value))).toEqual([]);
		expect(writes(sim)).toEqual([]);
		expect(sim.ledger().effects).toEqual([]);
		expect(sim.ledger().requests.length).toBeLessThanOrEqual(200);
	},
);

test('has searched the reports for every kind of secret', () => {
	const kinds = [
		'auth_token',
		'refresh_token',
		'mfa_token',
		'one-time code',
		'fingerprint',
		'password of totp',
		'SHA-1 of the password of totp',
		'authenticator secret of totp',
		'application token of reseller',
	];
	expect([...knownSecrets()]).toEqual(expect.arrayContaining(kinds));
	expect(secretsIn(`"${USERS.totp.password}"`)).toEqual(['password of totp']);
});

test.concurrent(
	'puts a failed login in the first line of the report and makes no request',
	async () => {
		const sim = await serve();
		const credentials = storeFor(sim.url, { applicationToken: 'app-token-of-nobody' });
		const report = await checked(sim, credentials, 'cellularIotTokenApi');
		expect(report.summary).toBe('No login: The service refused the application token.');
		expect(report.report.split('\n')[0]).toBe(report.summary);
		expect(report.requests).toBe(0);
		expect(personalValues(sim, report)).toEqual([]);
	},
);

test.concurrent('reports refusals for a role that may read nothing', async () => {
	const sim = await serve();
	await furnish(sim);
	for (const member of sim.store.users.get(USERS.trial.id)!.members.values())
		member.roleIds = new Set([idOfRole('Restricted')]);
	const report = await checked(sim);
	expect(report.differences).toEqual([]);
	expect(report.operations.refused!.map(({ request }) => request)).toEqual(
		expect.arrayContaining(['GET /api/v1/endpoint', 'GET /api/v1/sim', 'GET /api/v1/event']),
	);
	expect(report.operations.refused![0]).toMatchObject({
		breaks: expect.stringContaining('the picker of endpoints is empty'),
	});
	expect(personalValues(sim, report)).toEqual([]);
});

test.concurrent('stops after five failed requests in a row', async () => {
	const sim = await serve();
	await furnish(sim);
	const message = 'Mrs Miller (mail@example.com) at 10.64.0.17 is not well';
	sim.setFaults({
		rules: [{ kind: 'errorBefore', status: 500, content: { message }, match: { method: 'GET' } }],
	});
	const report = await checked(sim);
	expect(report.summary).toMatch(/^Not complete: 5 requests in a row failed/);
	expect(report.requests).toBeLessThan(20);
	expect(JSON.stringify(report)).not.toMatch(/Miller|example\.com|10\.64/);
});

test.concurrent('reports refusals by status and code without their personal text', async () => {
	const sim = await serve();
	await furnish(sim);
	const content = { message: 'Miller may not', error_token: 'miller@x', error_code: 'Miller' };
	const match = { method: 'GET', path: '/api/v1/(sim|event|operator)$' };
	sim.setFaults({ rules: [{ kind: 'errorBefore', status: 403, content, match }] });
	const report = await checked(sim);
	expect(report.operations.refused).toHaveLength(3);
	expect(JSON.stringify(report)).not.toMatch(/miller/i);
});

describe('against a service made from the public document alone', () => {
	const asDocumented = (path: string, ...changes: BodyChange[]): FaultRule => ({
		kind: 'otherForm',
		changes,
		match: { method: 'GET', path },
	});
	const asAnswered = (path: string, content: unknown): FaultRule => ({
		kind: 'errorBefore',
		status: 200,
		content,
		match: { method: 'GET', path },
	});
	const OPERATION = {
		id: 'e1000000-0000-4000-8000-000000000001',
		action: { id: 1, description: 'Enable' },
		status: { id: 3, description: 'Failed' },
		creation_date: '2026-06-01T00:00:00.000Z',
		last_updated_at: '2026-06-01T00:01:00.000Z',
		user: { id: 11, name: 'API' },
		error: { reason: 7, message: 'The card did not answer' },
	};
	const sums = { volume: 1, volume_tx: 0.5, volume_rx: 0.5, month: '2026-06-01' };
	const RULES_OF_DOCUMENT: FaultRule[] = [
		asDocumented('/api/v1/sim/\\d+$', { at: 'endpoint', set: { id: 17 } }),
		asDocumented('/api/v1/sim/\\d+/stats$', { at: 'last_hour', set: { data: sums, sms: sums } }),
		asDocumented('/api/v2/data_stream/filter_field_type$', { at: '*/id', set: 7 }),
		asAnswered('/api/v1/euicc/\\d+/operation$', [OPERATION]),
		asAnswered('/api/v1/euicc/\\d+/operation/[\\w-]+$', OPERATION),
	];

	test.concurrent('reports no difference', async () => {
		const sim = await serve();
		await furnish(sim);
		sim.setFaults({ rules: RULES_OF_DOCUMENT });
		const report = await checked(sim);
		expect(report.differences).toEqual([]);
		expect(report.operations.absent).toEqual([]);
	});

	/** The service behind a gateway whose 404 tells no missing path from a missing thing. */
	async function behindGateway(sim: SimulatorHandle): Promise<string> {
		const own = /\/quota\/(sms|data)$|\/no_such_path$|\/endpoint\/9{12}$/;
		const server = createServer(async (request, response) => {
			if (own.test(request.url ?? '')) {
				response.writeHead(404, { 'content-type': 'application/json' });
				response.end('{"status":404,"title":"Not Found"}');
				return;
			}
			const { authorization = '' } = request.headers;
			const parts: Buffer[] = [];
			for await (const part of request) parts.push(part as Buffer);
			const answer = await fetch(`${sim.url}${request.url}`, {
				method: request.method ?? 'GET',
				headers: { authorization, 'content-type': 'application/json' },
				...(parts.length > 0 && { body: Buffer.concat(parts) }),
			});
			response.writeHead(answer.status, Object.fromEntries(answer.headers));
			response.end(await answer.text());
		});
		gateways.push(server);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	test.concurrent(
		'takes an endpoint without quota for one, whatever the form of errors',
		async () => {
			const sim = await serve();
			await furnish(sim);
			const { id, username, password } = USERS.trial;
			const user = { username, password, mfaMethod: 'none', userId: id };
			const report = await checked(sim, storeFor(await behindGateway(sim), { user }));
			expect(report.operations.absent).toEqual([]);
			expect(report.differences.filter(({ kind }) => kind === 'not there')).toEqual([]);
			expect(report.operations.allowed!.map(({ request }) => request)).toContain(
				'GET /api/v1/endpoint/{endpointId}/quota/sms',
			);
		},
	);
});

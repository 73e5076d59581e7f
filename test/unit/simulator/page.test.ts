import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import {
	APPLICATION_TOKENS,
	SERVICE_PROFILES,
	start,
	type SimulatorHandle,
	USERS,
} from '../../../simulator';

/* The simulator's page: its files, and the control routes that only the page needs. */

let sim: SimulatorHandle;
beforeAll(async () => {
	const seed = { endpoints: 45, quotaVolume: 10, serviceProfileId: SERVICE_PROFILES.standard };
	sim = await start({ seed, limits: 'off' });
});
afterAll(async () => await sim.close());

const get = async (path: string) => await fetch(`${sim.url}${path}`);
const post = async (path: string, body: unknown, headers = {}) =>
	await fetch(`${sim.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers });

test('serves every file of the page, with a policy that allows only its own origin', async () => {
	const seen = new Set<string>();
	const queue = ['/'];
	for (const path of queue) {
		if (seen.has(path)) continue;
		seen.add(path);
		const answer = await get(path);
		expect([path, answer.status]).toEqual([path, 200]);
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
		const text = await answer.text();
		for (const [, name] of text.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)) queue.push(name!);
		for (const [, name] of text.matchAll(/from '\.\/([^']+)'/g)) queue.push(`/page/${name}`);
	}
	expect(seen.size).toBe(9);
});

test('lists endpoints in pages without deleted ones, and finds them by name, ID, ICCID or tag', async () => {
	const all = [...sim.store.endpoints.values()];
	all[0]!.statusId = 2;
	all[1]!.tagIds = [401];
	const { iccid } = sim.store.sims.get(all[2]!.simId!)!;
	const read = async (query: string) =>
		(await (await get(`/_sim/endpoints?${query}`)).json()) as {
			total: number;
			page: number;
			pages: number;
			endpoints: Array<{ id: number }>;
		};
	expect(await read('page=99')).toMatchObject({ total: 44, page: 3, pages: 3 });
	for (const [search, found] of [
		['DEVICE-000002', all[1]],
		['lab', all[1]],
		[iccid, all[2]],
		[String(all[3]!.id), all[3]],
	] as const) {
		const { endpoints } = await read(`search=${search}`);
		expect([search, endpoints.map(({ id }) => id)]).toEqual([search, [found!.id]]);
	}
	expect((await get('/_sim/endpoints/1')).status).toBe(404);
});

test('shows the values that credentials need', async () => {
	const values = (await (await get('/_sim/credentials')).json()) as Array<{
		label: string;
		value: string;
	}>;
	expect(Object.fromEntries(values.map(({ label, value }) => [label, value]))).toEqual({
		'Base URL': sim.url,
		'Application Token': APPLICATION_TOKENS.reseller,
		'User Name': USERS.totp.username,
		Password: USERS.totp.password,
		'Authenticator Secret': USERS.totp.totpSecret,
		'Signing Secret': expect.stringMatching(/.+/),
	});
	expect(await (await get('/')).text()).toContain('id="credentials"');
});

test('prints the values that credentials need when started in a console', async () => {
	const main = join(__dirname, '../../../simulator/main.ts');
	const started = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0']);
	try {
		let text = '';
		for await (const chunk of started.stdout) {
			text += String(chunk);
			if (text.includes('Ctrl-C')) break;
		}
		const [, url] = /^Connectivity service \(simulator\): +(\S+)$/m.exec(text)!;
		expect((await fetch(`${url}/`)).status).toBe(200);
		const values = (await (await fetch(`${url}/_sim/credentials`)).json()) as Array<{
			label: string;
			value: string;
		}>;
		expect(values).toHaveLength(6);
		for (const { label, value } of values)
			expect(text.replace(/ +/g, ' ')).toContain(`\n ${label} ${value}\n`);
	} finally {
		started.kill();
	}
});

test('explains the first step when there is no device', async () => {
	expect(await (await get('/')).text()).toMatch(
		/id="no-device">\s*There is no device yet. Press <b>Add 25/,
	);
});

test('sets a quota, and refuses an invalid one', async () => {
	const endpointId = 10005;
	expect((await post('/_sim/quota', { endpointId, volume: 70 })).status).toBe(204);
	expect(sim.store.quotas.get(endpointId)).toMatchObject({ volume: 70, statusId: 1 });
	for (const bad of [{ endpointId }, { endpointId, volume: -1 }, { endpointId: 1, volume: 5 }])
		expect((await post('/_sim/quota', bad)).status).toBe(400);
});

test('allows control routes only to pages of its own origin', async () => {
	const foreign = await post('/_sim/reset', {}, { Origin: 'https://example.com' });
	expect(foreign.status).toBe(403);
	expect(sim.store.quotas.get(10005)?.volume).toBe(70);
	expect((await post('/_sim/clock', { advance: 1 }, { Origin: sim.url })).status).toBe(200);
	// Other routes, such as the API itself, do not check the origin.
	const headers = { Origin: 'https://example.com' };
	expect((await fetch(`${sim.url}/api/v1/endpoint`, { headers })).status).toBe(401);
});

/** Sends what `fetch` does not: a path without normalisation, and another `Host`. */
const raw = async (path: string, headers: Record<string, string>, method = 'GET') =>
	await new Promise<number>((resolve, reject) => {
		const { hostname, port } = new URL(sim.url);
		request({ hostname, port, path, method, headers }, (answer) => {
			answer.resume();
			resolve(answer.statusCode ?? 0);
		})
			.on('error', reject)
			.end();
	});

test.each(['/_sim/reset', '/%5Fsim/reset', '/_sim/%72eset', '/%5fsim/reset?x=1'])(
	'refuses %s to a page of another origin, however the path is encoded',
	async (path) => {
		sim.store.endpoints.get(10006)!.name = 'kept';
		expect(await raw(path, { Origin: 'https://example.com' }, 'POST')).toBe(403);
		expect(sim.store.endpoints.get(10006)?.name).toBe('kept');
		expect(await raw(path, { Origin: 'null' }, 'POST')).toBe(403);
	},
);

test('refuses a foreign host name that resolves to this machine', async () => {
	for (const path of ['/_sim/state', '/_sim/ledger', '/_sim/codes', '/%5Fsim/endpoints', '/']) {
		for (const host of ['rebound.example.com', 'localhost.example.com:80', '127.0.0.1.example.com'])
			expect([path, host, await raw(path, { Host: host })]).toEqual([path, host, 403]);
	}
	for (const host of ['localhost:4010', '127.0.0.1', '[::1]:4010'])
		expect(await raw('/_sim/state', { Host: host })).toBe(200);
});

test('records an API call in the ledger, however its path is encoded', async () => {
	const before = sim.ledger().requests.length;
	expect(await raw('/%61pi/v1/endpoint', {})).toBe(401);
	expect(sim.ledger().requests).toHaveLength(before + 1);
});

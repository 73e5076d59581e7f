import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { green, red, say } from '../../../demo/lib/console';
import { rootDir, runDir } from '../../../demo/lib/paths';
import {
	APPLICATION_TOKENS,
	SERVICE_PROFILES,
	start,
	type SimulatorHandle,
} from '../../../simulator';
import { launchBrowser } from '../e2e/chromium';

/*
 * Tests the simulator's page at `/` in a real browser, by mouse and by keyboard, against the
 * service's API and ledger.
 *
 *   npm run test:sandbox [-- --pictures]
 *
 * With --pictures it also retakes the picture of the simulator's README.
 */

const WAIT = 15_000;
let sim: SimulatorHandle;

/** Calls the service as a client with a session. */
async function client() {
	const send = async (method: string, path: string, body?: unknown, token?: string) =>
		await fetch(`${sim.url}/api/v1/${path}`, {
			method,
			headers: {
				...(body !== undefined && { 'Content-Type': 'application/json' }),
				...(token !== undefined && { Authorization: `Bearer ${token}` }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	const login = await send('POST', 'authenticate', {
		application_token: APPLICATION_TOKENS.reseller,
	});
	const { auth_token: token } = (await login.json()) as { auth_token: string };
	return async (method: string, path: string, body?: unknown) =>
		await send(method, path, body, token);
}

const endpoint = (id: number) => sim.store.endpoints.get(id)!;
const textOnPage = async (page: Page, pattern: RegExp) =>
	await page.locator('#said').filter({ hasText: pattern }).waitFor();
const choose = async (page: Page, name: string) => {
	await page.getByRole('button', { name, exact: true }).click();
	await page.getByRole('heading', { name, exact: true }).waitFor();
};

type Test = (page: Page, browser: Browser) => Promise<void>;

const tests: Record<string, Test> = {
	'the list of endpoints can be searched, paged and extended': async (page) => {
		await page.getByText('1 of 2 · 30 endpoints').waitFor();
		await page.getByRole('button', { name: 'Next page' }).click();
		await page.getByRole('button', { name: 'device-000021', exact: true }).waitFor();
		await page.getByLabel('Search endpoints').fill('pump-west');
		await page.getByText('1 of 1 · 1 endpoints').waitFor();
		assert.equal(await page.locator('#rows tr').count(), 1);
		await page.getByLabel('Search endpoints').fill('');
		await page.getByRole('button', { name: 'Add 25 endpoints' }).click();
		await page.getByText('1 of 3 · 55 endpoints').waitFor();
		assert.equal(sim.store.endpoints.size, 55);
	},
	'an MT-SMS appears on the phone and can be delivered': async (page) => {
		await choose(page, 'device-000002');
		const call = await client();
		await call('POST', 'endpoint/10002/sms', { payload: 'Report now' });
		const message = page.locator('#messages li').filter({ hasText: 'Report now' });
		await message.getByText('PENDING').waitFor();
		await message.getByRole('button', { name: 'Deliver' }).click();
		await message.getByText('DELIVERED').waitFor();
		assert.equal(sim.store.sms.get(10002)?.[0]?.statusId, 4);
	},
	'an SMS from the device is forwarded to the callback': async (page) => {
		const bodies: Array<{ payload?: string }> = [];
		const callback = createServer((request, response) => {
			let text = '';
			request.on('data', (part) => (text += String(part)));
			request.on('end', () => {
				bodies.push(JSON.parse(text) as { payload?: string });
				response.end('{}');
			});
		});
		await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/`;
		const of = { id: 1, organisationId: 1001, purpose: 'test' };
		await choose(page, 'device-000003');
		await page.getByLabel('Write as the device').fill('No callback yet');
		await page.getByRole('button', { name: 'Send' }).click();
		await textOnPage(page, /not forwarded: the service profile has no callback/);
		sim.store.callbacks.set(1, { ...of, url, created: 0 });
		sim.store.serviceProfiles.get(SERVICE_PROFILES.standard)!.apiCallbackId = 1;
		await page.getByLabel('Write as the device').fill('T=21 <b>°C</b>');
		await page.getByRole('button', { name: 'Send' }).click();
		await textOnPage(page, /Sent and forwarded; answered with 200/);
		// The text is not parsed as markup.
		await page.locator('#messages .out').getByText('T=21 <b>°C</b>').waitFor();
		assert.deepEqual(
			bodies.map(({ payload }) => payload),
			['T=21 <b>°C</b>'],
		);
		callback.close();
		sim.store.serviceProfiles.get(SERVICE_PROFILES.standard)!.apiCallbackId = null;
	},
	'a device can be connected, blocked and unblocked': async (page) => {
		await choose(page, 'device-000004');
		await page.getByText('Attached', { exact: true }).click();
		await textOnPage(page, /is ATTACHED/);
		assert.equal(endpoint(10004).connectivity, 'ATTACHED');
		await page.getByRole('button', { name: 'Block', exact: true }).click();
		await page.getByRole('button', { name: 'Unblock' }).waitFor();
		assert.equal(endpoint(10004).blocked, true);
		await page.locator('#events').getByText('Endpoint blocked').waitFor();
		await page.getByRole('button', { name: 'Unblock' }).click();
		await textOnPage(page, /no longer blocked/);
		assert.equal(endpoint(10004).blocked, false);
	},
	'a quota reaches its threshold, is exhausted and is renewed': async (page) => {
		await choose(page, 'device-000005');
		await page.getByRole('button', { name: 'To its threshold' }).click();
		await page.getByText('20 of 100, active').waitFor();
		await page.getByRole('button', { name: 'Use it up' }).click();
		await page.getByText('0 of 100, exhausted').waitFor();
		await page.getByRole('button', { name: 'Give 100' }).click();
		await page.getByText('100 of 100, active').waitFor();
		const types = sim.store.events.filter((e) => e.endpointId === 10005).map((e) => e.typeId);
		assert.deepEqual(types, [20, 21]);
	},
	'a fault affects only the next call and shows in the ledger': async (page) => {
		const call = await client();
		await page.getByRole('button', { name: '503', exact: true }).click();
		await textOnPage(page, /The next call: 503/);
		assert.equal((await call('GET', 'endpoint?per_page=1')).status, 503);
		assert.equal((await call('GET', 'endpoint?per_page=1')).status, 200);
		await page.locator('#entries').getByText('errorBefore').waitFor();
		await page.getByText('Only some calls').click();
		await page.getByLabel('path contains').fill('/sms');
		await page.getByRole('button', { name: '429' }).click();
		await textOnPage(page, /of \/sms: 429/);
		assert.equal((await call('GET', 'endpoint?per_page=1')).status, 200);
		assert.equal((await call('GET', 'endpoint/10001/sms')).status, 429);
		await page.locator('#rules').getByText('hit 1 of 1').waitFor();
		await page.getByRole('button', { name: 'Remove 429' }).click();
		await page.locator('#rules li').waitFor({ state: 'detached' });
	},
	'tokens expire': async (page) => {
		const call = await client();
		assert.equal((await call('GET', 'endpoint?per_page=1')).status, 200);
		await page.getByRole('button', { name: 'Expire tokens' }).click();
		await textOnPage(page, /All tokens have expired/);
		assert.equal((await call('GET', 'endpoint?per_page=1')).status, 401);
	},
	'the ledger is filtered, paused and cleared': async (page) => {
		const call = await client();
		await call('GET', 'tag');
		await page.locator('#entries').getByText('v1/tag').waitFor();
		await page.getByText('Effects', { exact: true }).click();
		await page.locator('#entries').getByText('v1/tag').waitFor({ state: 'detached' });
		await page.getByText('All', { exact: true }).click();
		await page.getByRole('button', { name: 'Pause' }).click();
		await call('GET', 'operator');
		await page.waitForTimeout(2500);
		assert.equal(await page.locator('#entries').getByText('v1/operator').count(), 0);
		await page.getByRole('button', { name: 'Resume' }).click();
		await page.locator('#entries').getByText('v1/operator').waitFor();
		await page.getByRole('button', { name: 'Clear' }).click();
		await textOnPage(page, /ledger is empty/);
		assert.equal(sim.ledger().requests.length, 0);
	},
	'the page works by keyboard only': async (page) => {
		await page.keyboard.press('/');
		await page.keyboard.type('device-00000');
		await page.getByText('1 of 1 · 9 endpoints').waitFor();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'device-000001' }).waitFor();
		await page.keyboard.press('ArrowDown');
		await page.getByRole('heading', { name: 'device-000002' }).waitFor();
		await page.keyboard.press('m');
		await page.keyboard.type('by hand');
		await page.keyboard.press('Control+Enter');
		await page.locator('#messages').getByText('by hand').waitFor();
		await page.keyboard.press('Escape');
		await page.keyboard.press('?');
		await page.getByRole('dialog').waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'hidden' });
		// The list refreshes every second without moving the focus.
		await page.getByLabel('Search endpoints').focus();
		await page.keyboard.press('Tab');
		const focused = async () => await page.evaluate('document.activeElement.textContent');
		const before = await focused();
		await page.waitForTimeout(2500);
		assert.equal(await focused(), before);
		const unnamed = await page.evaluate(
			`[...document.querySelectorAll('input:not([type=radio]), textarea')]
				.filter((field) => !field.labels.length && !field.ariaLabel).length`,
		);
		assert.equal(unnamed, 0);
	},
	'the page loads nothing from other hosts, and other origins are refused': async (page) => {
		const hosts: string[] = [];
		page.on('request', (request) => void hosts.push(new URL(request.url()).origin));
		await page.reload();
		await page
			.getByText(/endpoints$/)
			.first()
			.waitFor();
		assert.deepEqual(
			[...new Set(hosts)].filter((host) => host !== 'null'),
			[sim.url],
		);
		const headers = { Origin: 'https://example.com', 'Content-Type': 'text/plain' };
		const foreign = await fetch(`${sim.url}/_sim/reset`, { method: 'POST', headers, body: '{}' });
		assert.equal(foreign.status, 403);
		assert.ok(sim.store.endpoints.size > 0);
	},
};

const LOOKS: Record<string, BrowserContextOptions> = {
	dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
	narrow: { viewport: { width: 390, height: 844 } },
};

/** Nothing overflows to the right, and the dark theme is dark. */
tests['dark and narrow'] = async (_, browser) => {
	for (const [name, options] of Object.entries(LOOKS)) {
		const page = await open(browser, options);
		await choose(page, 'device-000001');
		const { width, light } = (await page.evaluate(
			`({
				width: document.documentElement.scrollWidth,
				light: Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]),
			})`,
		)) as { width: number; light: number };
		assert.ok(width <= options.viewport!.width, `${name}: ${width} pixels wide`);
		assert.equal(light < 60, name === 'dark', `${name}: ${light}`);
		await page.context().close();
	}
};

async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
	const viewport = { width: 1440, height: 900 };
	const context = await browser.newContext({ viewport, ...options });
	context.setDefaultTimeout(WAIT);
	const page = await context.newPage();
	page.on('pageerror', (error) => say(red(`  error in the page: ${error.message}`)));
	await page.goto(sim.url);
	await page.locator('#rows tr').first().waitFor();
	return page;
}

/** Takes the README's picture of a simulator with some activity. */
async function picture(browser: Browser): Promise<void> {
	const call = await client();
	endpoint(10001).connectivity = 'ONLINE';
	endpoint(10003).connectivity = 'ATTACHED';
	const page = await open(browser);
	await choose(page, 'device-000004');
	await page.getByRole('button', { name: 'Block', exact: true }).click();
	await choose(page, 'device-000006');
	await page.getByRole('button', { name: 'To its threshold' }).click();
	await choose(page, 'device-000008');
	await page.getByRole('button', { name: 'Use it up' }).click();
	await choose(page, 'pump-west-16');
	const { id } = [...sim.store.endpoints.values()].find((e) => e.name === 'pump-west-16')!;
	await call('POST', `endpoint/${id}/sms`, { payload: 'CFG APN=iot.example REPORT=3600' });
	await page.getByText('Online', { exact: true }).click();
	await page.keyboard.press('d');
	await page.getByLabel('Write as the device').fill('T=21.5 H=43 BAT=87');
	await page.getByRole('button', { name: 'Send' }).click();
	await page.getByRole('button', { name: '503, but done' }).click();
	await textOnPage(page, /The next call/);
	await call('POST', `endpoint/${id}/sms`, { payload: 'Report now' });
	await page.locator('#said').filter({ hasText: /./ }).waitFor({ state: 'hidden' });
	const folder = join(rootDir, 'docs', 'images');
	mkdirSync(folder, { recursive: true });
	await page.screenshot({ path: join(folder, 'simulator.png') });
	await page.context().close();
}

async function main(): Promise<number> {
	const seed = { endpoints: 30, quotaVolume: 100, serviceProfileId: SERVICE_PROFILES.standard };
	sim = await start({ seed, limits: 'off' });
	const named = () => {
		endpoint(10012).name = 'pump-west-16';
		sim.store.touch();
	};
	const browser = await launchBrowser();
	let failures = 0;
	for (const [name, test] of Object.entries(tests)) {
		await sim.reset();
		named();
		const page = await open(browser);
		try {
			await test(page, browser);
			say(`${green('✓')} ${name}`);
		} catch (error) {
			failures += 1;
			mkdirSync(runDir, { recursive: true });
			const path = join(runDir, `sandbox-${name.replace(/\W+/g, '-')}.png`);
			await page.screenshot({ path }).catch(() => undefined);
			say(`${red('✗')} ${name}\n    ${(error as Error).stack}\n    ${path}`);
		}
		await page.context().close();
	}
	if (process.argv.includes('--pictures')) {
		await sim.reset();
		named();
		await picture(browser);
	}
	await browser.close();
	await sim.close();
	say(failures === 0 ? green('\nAll passed.') : red(`\n${failures} failed.`));
	return failures === 0 ? 0 : 1;
}

void main().then((code) => process.exit(code));

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Page, chromium, selectors } from 'playwright-core';
import { rootDir } from './lib/paths';

/*
 * Takes docs/images/provision-a-fleet.png from a running `npm run demo`, by hand: logs in, presses
 * "Execute workflow" and photographs the result.
 *
 *   tsx demo/screenshot.ts <address of the workflow> <e-mail> <password> [file]
 *
 * Needs a Chromium at CHROMIUM_PATH (/usr/bin/chromium).
 */
async function logIn(page: Page, origin: string, email: string, password: string): Promise<void> {
	await page.goto(`${origin}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"]', email);
	await page.fill('input[name="password"]', password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
}

async function main(): Promise<void> {
	const [address, email, password, file] = process.argv.slice(2);
	if (!address || !email || !password) {
		throw new Error('Usage: tsx demo/screenshot.ts <workflow address> <e-mail> <password> [file]');
	}
	const target = file ?? join(rootDir, 'docs', 'images', 'provision-a-fleet.png');
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
	try {
		const page = await browser.newPage({
			viewport: { width: 1600, height: 660 },
			deviceScaleFactor: 1.5,
			colorScheme: 'light',
		});
		await logIn(page, new URL(address).origin, email, password);
		await page.goto(address);
		await page.getByTestId('execute-workflow-button').last().click();
		await page.getByText('Workflow executed successfully').waitFor();
		await page.getByText('Workflow executed successfully').waitFor({ state: 'hidden' });
		await page.getByTestId('zoom-to-fit').click();
		await page.mouse.move(800, 120);
		await page.waitForTimeout(1500); // the canvas moves smoothly
		mkdirSync(dirname(target), { recursive: true });
		await page.screenshot({ path: target });
		console.log(target);
	} finally {
		await browser.close();
	}
}

void main();

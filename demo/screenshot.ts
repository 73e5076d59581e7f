import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { rootDir } from './lib/paths';

/*
 * Takes docs/images/provision-a-fleet.png from a running `npm run demo`, by hand:
 *
 *   tsx demo/screenshot.ts <address of the workflow> <e-mail> <password>
 *
 * with a Chromium at CHROMIUM_PATH (/usr/bin/chromium).
 */
async function main(): Promise<void> {
	const [address, email, password] = process.argv.slice(2);
	if (!address || !email || !password) {
		throw new Error('Usage: tsx demo/screenshot.ts <workflow address> <e-mail> <password>');
	}
	const target = process.env.SCREENSHOT ?? join(rootDir, 'docs', 'images', 'provision-a-fleet.png');
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
	try {
		const page = await browser.newPage({
			viewport: { width: 1680, height: 900 },
			deviceScaleFactor: 1.5,
			colorScheme: 'light',
		});
		const { origin } = new URL(address);
		await page.goto(`${origin}/signin`);
		await page.fill('input[name="emailOrLdapLoginId"]', email);
		await page.fill('input[name="password"]', password);
		await page.keyboard.press('Enter');
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
		await page.goto(
			process.env.EXECUTION ? `${address}/executions/${process.env.EXECUTION}` : address,
		);
		await page.getByTestId('canvas-node').first().waitFor();
		await page.waitForTimeout(2000);
		await page.keyboard.press('1'); // fit to view
		await page.waitForTimeout(1500);
		mkdirSync(dirname(target), { recursive: true });
		await page.screenshot({ path: target });
		console.log(target);
	} finally {
		await browser.close();
	}
}

void main();

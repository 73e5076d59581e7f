import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium, selectors } from 'playwright-core';
import { DemoError, step } from '../../../demo/lib/console';

/* The browser: Debian's Chromium with playwright-core, which has no bundled browser. */

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = () => [process.env.CHROMIUM_PATH, ...KNOWN].find((path) => path && existsSync(path));

/** Path of a Chromium; on a CI machine it is installed when missing. */
async function findChromium(): Promise<string> {
	const there = found();
	if (there) return there;
	const install = 'apt-get update && apt-get install -y --no-install-recommends chromium';
	const mayInstall = process.env.CI !== undefined && process.getuid?.() === 0;
	if (mayInstall && existsSync('/usr/bin/apt-get')) {
		await step("Installing Debian's Chromium", async () => {
			const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
			execFileSync('sh', ['-c', install], { env, stdio: 'ignore' });
		});
		const installed = found();
		if (installed) return installed;
	}
	throw new DemoError(
		'There is no Chromium.',
		`Install Debian's: \`sudo sh -c '${install}'\`. One that is elsewhere: CHROMIUM_PATH=/path/to/chromium.`,
	);
}

/** Starts it headless. n8n marks clickable elements with `data-test-id`. */
export async function launchBrowser(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath: await findChromium(),
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../../../demo/lib/paths';

/** Public host names, as the n8n of a test reaches them. */
export class Hosts {
	private readonly file = join(mkdtempSync(join(tmpdir(), 'cellular-iot-hosts-')), 'hosts.json');

	constructor() {
		this.set({});
	}

	/** Local targets by host name. */
	set(targets: Record<string, string>): void {
		writeFileSync(this.file, JSON.stringify(targets));
	}

	/** Settings of an n8n that uses them. `options`: other options of Node. */
	env(options = ''): NodeJS.ProcessEnv {
		const preload = join(rootDir, 'test', 'real', 'stage', 'hosts.cjs');
		return { NODE_OPTIONS: `${options} --require ${preload}`.trim(), TEST_HOSTS: this.file };
	}
}

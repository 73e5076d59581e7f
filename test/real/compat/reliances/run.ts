import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { green, red, say } from '../../../../demo/lib/console';
import { startN8n } from '../../../../demo/lib/n8n';
import { choosePort } from '../../../../demo/lib/preflight';
import { until } from '../../../support/until';
import type { Installed } from '../install';
import { Absent, CHECKS, type Seen } from './checks';
import { factsIn, PROBE_PATH } from './stage';

/* Asks an n8n with the probes, and holds what it does against each file of nodes/CellularIot/n8n. */

const ROOM = 'nodes/CellularIot/n8n';

/** The first version that protects private addresses and knows the domains of credentials. */
const GUARDS_SINCE = [2, 30];
/** The first version that tells nodes of the end of a run. */
const TELLS_ENDS_SINCE = [2, 36];

function isSince(version: string, [major = 0, minor = 0]: number[]): boolean {
	const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
	return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

interface Staged {
	folder: string;
	n8n: Installed;
	env: NodeJS.ProcessEnv;
	/** Logins that two processes of this n8n have made one after the other. */
	logins: number;
}

async function post(address: string, body: string, type = 'application/json') {
	const answer = await fetch(address, { method: 'POST', body, headers: { 'content-type': type } });
	const text = await answer.text();
	let parsed: unknown = text;
	try {
		parsed = JSON.parse(text);
	} catch {
		// A page.
	}
	return { status: answer.status, body: parsed };
}

/** Starts the n8n, whose workflow of probes is published, and looks at what it does until it has stopped. */
async function look({ folder, n8n: installed, env, logins }: Staged): Promise<Seen> {
	const log = join(folder, 'probes.jsonl');
	const port = await choosePort('n8n', 5860);
	const guards = isSince(installed.n8n, GUARDS_SINCE);
	const n8n = await startN8n({
		userFolder: folder,
		port,
		env: {
			...env,
			PROBE_LOG: log,
			N8N_PAYLOAD_SIZE_MAX: '1',
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			...(guards && {
				N8N_SSRF_PROTECTION_ENABLED: 'true',
				N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128',
			}),
		},
		installed,
		readyWithin: 300_000,
	});
	const address = `${n8n.url}/webhook/${PROBE_PATH}`;
	const has = (about: string) => factsIn(log).some((fact) => fact.about === about);
	try {
		await until('the hooks of the start', () => has('hooksAtStart'), 60);
		// n8n answers 404 until it listens to the workflow's address.
		const isThere = async () =>
			(await fetch(address, { method: 'POST', body: 'x' })).status !== 404;
		await until('the address of the probes', isThere, 60, 500);
		const before = factsIn(log).length;
		const started = await post(address, '{"a":12345678901234567890}');
		await post(address, 'not "json', 'application/x-probe');
		await post(address, 'x'.repeat(2_000_000), 'application/x-probe');
		const refused = await post(address, '"refuse"');
		const unused = await post(`${n8n.url}/webhook/nobody/has/this`, '{}');
		await until('the last probe', () => has('errorItems'), 60).catch((error: Error) =>
			say(error.message),
		);
		// The poll of the publication, and that of the next full minute.
		const polls = () => factsIn(log).filter(({ about }) => about === 'pollContext').length;
		await until('two polls', () => polls() > 1, 90, 500).catch((error: Error) =>
			say(error.message),
		);
		await n8n.stop();
		const all = factsIn(log);
		// The calls that waited for the address count for nothing.
		const hooks = all
			.slice(0, before)
			.filter(({ about }) => /^(hooks|webhookAddress|poll)/.test(about));
		const facts = [...hooks, ...all.slice(before), { about: 'storedSession', logins }];
		const typesFile = join(folder, '.cache/n8n/public/types/nodes.json');
		const types = readFileSync(typesFile, 'utf8');
		const tellsEnds = isSince(installed.n8n, TELLS_ENDS_SINCE);
		return {
			url: n8n.url,
			facts,
			started,
			refused,
			unused,
			types,
			guards,
			tellsEnds,
		};
	} catch (error) {
		const asked = factsIn(log).map(({ about }) => about);
		const said = readFileSync(n8n.logFile, 'utf8').slice(-1500);
		throw new Error(`${String(error)}; probes have reported ${asked.join(' ')}\n${said}`);
	} finally {
		await n8n.stop();
	}
}

/** @throws Error naming each file whose n8n has changed */
export async function tryReliances(staged: Staged): Promise<void> {
	const seen = await look(staged);
	const isPlainCalled = seen.facts.some(({ about }) => about === 'hooksWithoutTrigger');
	say(
		`    hooks of a webhook without a trigger at its first start: ${isPlainCalled ? 'called' : 'not called'}`,
	);
	const changed: string[] = [];
	for (const [name, check] of Object.entries(CHECKS)) {
		try {
			check(seen);
			say(green(`    ✓ ${ROOM}/${name}.ts`));
		} catch (error) {
			const { message } = error as Error;
			if (error instanceof Absent) say(`    – ${ROOM}/${name}.ts: ${message}`);
			else {
				say(red(`    ✗ ${ROOM}/${name}.ts`));
				const own = seen.facts.filter(({ about }) => about === name);
				changed.push(`${ROOM}/${name}.ts: ${message}\n${JSON.stringify(own).slice(0, 800)}`);
			}
		}
	}
	if (changed.length > 0)
		throw new Error(`n8n ${staged.n8n.n8n} has changed:\n${changed.join('\n')}`);
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { MODULES_OF_N8N } from '../../../../nodes/CellularIot/n8n/modules';
import { rootDir } from '../../../../demo/lib/paths';

/* The package of the probes, and the workflow that runs them. */

const PACKAGE = 'n8n-nodes-probe';
const NODES = ['Probe', 'ProbeWebhook', 'ProbePlain', 'ProbePoll'];

/** Builds the probes into n8n's folder for community packages. */
export async function placeProbes(userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE);
	mkdirSync(folder, { recursive: true });
	await build({
		entryPoints: [join(__dirname, 'probe.ts')],
		outfile: join(folder, 'probe.js'),
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'es2022',
		external: MODULES_OF_N8N,
		loader: { '.lua': 'text' },
		absWorkingDir: rootDir,
	});
	for (const node of NODES) {
		const text = `exports.${node} = require('./probe.js').${node};\n`;
		writeFileSync(join(folder, `${node}.node.js`), text);
	}
	const n8n = {
		n8nNodesApiVersion: 1,
		nodes: NODES.map((node) => `${node}.node.js`),
		credentials: [],
	};
	const manifest = { name: PACKAGE, version: '1.0.0', n8n };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

/** A line that a probe has written. */
export type Fact = { about: string } & Record<string, unknown>;

export const factsIn = (file: string): Fact[] =>
	existsSync(file)
		? readFileSync(file, 'utf8')
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => JSON.parse(line) as Fact)
		: [];

interface ProbeNode {
	name: string;
	type?: string;
	about?: string;
	more?: object;
}

const webhookId = '00000000-0000-4000-8000-0000000000bb';
export const PROBE_PATH = `${webhookId}/probe`;

/** The order in which one run asks the probes. */
const CHAIN: ProbeNode[] = [
	{ name: 'Called', type: 'probeWebhook', more: { webhookId } },
	{ name: 'Run', about: 'runData' },
	{ name: 'Run again', about: 'runData' },
	{ name: 'Tries', about: 'tries', more: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 } },
	{ name: 'Keys', about: 'processedItems' },
	{ name: 'Files', about: 'binaryMode' },
	{ name: 'Others', about: 'others' },
	{ name: 'Requests', about: 'requests' },
	{
		name: 'Signal',
		about: 'cancelSignal',
		more: { credentials: { cellularIotTokenApi: { id: 'account', name: 'Account' } } },
	},
	{ name: 'Fails', about: 'errorItems', more: { onError: 'continueErrorOutput' } },
];

const nodeOf = ({ name, type = 'probe', about, more }: ProbeNode, place: number) => ({
	id: `00000000-0000-4000-8000-0000000001${String(place).padStart(2, '0')}`,
	name,
	type: `${PACKAGE}.${type}`,
	typeVersion: 2,
	position: [200 * place, 0],
	parameters: about === undefined ? {} : { about },
	...more,
});

// n8n refuses a star in the place of the seconds.
const EVERY_FIVE_SECONDS = '0,5,10,15,20,25,30,35,40,45,50,55 * * * * *';

const to = (node: string) => [{ node, type: 'main', index: 0 }];
const last = CHAIN.at(-1)!;

/** The workflow: a call starts a run through all probes; a poll beside it. */
export const probing = {
	id: 'probing',
	name: 'Probing',
	active: false,
	settings: { executionOrder: 'v1' },
	nodes: [
		...CHAIN.map(nodeOf),
		nodeOf({ name: 'Failed', about: 'errorOutput' }, CHAIN.length),
		nodeOf(
			{
				name: 'Polls',
				type: 'probePoll',
				more: {
					parameters: {
						pollTimes: { item: [{ mode: 'custom', cronExpression: EVERY_FIVE_SECONDS }] },
					},
				},
			},
			CHAIN.length + 1,
		),
	],
	connections: Object.fromEntries([
		...CHAIN.slice(1).map(({ name }, before) => [CHAIN[before]!.name, { main: [to(name)] }]),
		[last.name, { main: [[], to('Failed')] }],
	]) as Record<string, object>,
};

const plainId = '00000000-0000-4000-8000-0000000000cc';

/** A webhook without a `trigger`. */
export const plain = {
	id: 'plain',
	name: 'Plain',
	active: false,
	settings: { executionOrder: 'v1' },
	nodes: [nodeOf({ name: 'Plain', type: 'probePlain', more: { webhookId: plainId } }, 0)],
	connections: {},
};

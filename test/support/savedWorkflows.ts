import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INode } from 'n8n-workflow';
import type { RequestRecord } from '../../simulator';

/*
 * Workflows that were saved from released forms, in `test/real/compat/saved/`, a folder for each release; what they did then is in
 * `expected.json` beside them. A later release must do the same. How a release adds its folder: VERSIONING.md.
 */

const FOLDER = join(__dirname, '../real/compat/saved');
const EXPECTED = 'expected.json';

/** The service that the workflows run against, each a new one. */
export const SERVICE = { seed: { endpoints: 3, recordBodies: true } };

/** What a workflow has done, without what differs from run to run. */
export interface Done {
	/** Requests but those of the login, sorted: several may be under way at a time. */
	requests: string[];
	/** The items of each node of this package, at its first output. */
	items: Record<string, unknown[]>;
}

export interface SavedWorkflow {
	release: string;
	workflow: { id: string; name: string; nodes: INode[]; connections: IConnections };
	expected: Done;
}

const readJson = (...path: string[]): unknown =>
	JSON.parse(readFileSync(join(FOLDER, ...path), 'utf8'));

/** All saved workflows with what they did. */
export const savedWorkflows = (): SavedWorkflow[] =>
	readdirSync(FOLDER).flatMap((release) => {
		const expected = readJson(release, EXPECTED) as Record<string, Done>;
		return readdirSync(join(FOLDER, release))
			.filter((file) => file !== EXPECTED)
			.map((file) => ({
				release,
				workflow: readJson(release, file) as SavedWorkflow['workflow'],
				expected: expected[file.replace('.json', '')]!,
			}));
	});

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+0000)/g;

/** What a workflow has done; times become a word, as each run has its own. */
export function doneBy(
	{ nodes }: SavedWorkflow['workflow'],
	requests: readonly RequestRecord[],
	itemsOf: (node: string) => unknown[],
): Done {
	const asked = requests
		.filter(({ path }) => path !== '/api/v1/authenticate')
		.map(({ method, path, query, body }) => JSON.stringify([`${method} ${path}`, query, body]));
	const own = nodes.filter(({ type }) => type.startsWith('n8n-nodes-cellular-iot.'));
	const items = Object.fromEntries(own.map(({ name }) => [name, itemsOf(name)]));
	const done: Done = { requests: asked.sort(), items };
	return JSON.parse(JSON.stringify(done).replace(TIME, 'a time')) as Done;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import { ACTION_NODES } from '../../../support/n8n/actionNodes';
import { TRIGGER_NODES } from '../../../support/n8n/triggerNodes';

/* The words that people type into n8n's node panel, found by n8n's own search over names and aliases. */

const FOLDER = join(__dirname, '../../../../nodes/CellularIot');

interface Codex {
	alias: string[];
}
const codexOf = (name: string): Codex =>
	JSON.parse(
		readFileSync(join(FOLDER, `${name[0]!.toUpperCase()}${name.slice(1)}.node.json`), 'utf8'),
	) as Codex;

const NODES = Object.entries({ ...ACTION_NODES, ...TRIGGER_NODES }).map(([name, { make }]) => {
	const { displayName } = make().description;
	return { name, properties: { displayName, codex: codexOf(name) } };
});

const foundBy = (words: string) => sublimeSearch(words, NODES).map(({ item }) => item.name);

test.each([
	['sim card', 'cellularIot'],
	['send sms', 'cellularIot'],
	['device offline', 'cellularIotJobs'],
	['device offline', 'cellularIotTrigger'],
	['offline devices', 'cellularIot'],
	['reset device', 'cellularIot'],
	['locate', 'cellularIot'],
	['firmware', 'cellularIotJobs'],
	['idle sims', 'cellularIotJobs'],
	['suspend', 'cellularIot'],
	['receive sms', 'cellularIotSmsTrigger'],
	['usage per device', 'cellularIot'],
	['heavy users', 'cellularIot'],
	['forecast', 'cellularIotJobs'],
	['invoice', 'cellularIotAccount'],
])('"%s" finds %s', (words, node) => {
	expect(foundBy(words)).toContain(node);
});

test('a word of another field finds none of the nodes', () => {
	expect(foundBy('spreadsheet of invoices')).toEqual([]);
	expect(foundBy('kubernetes')).toEqual([]);
});

/** Nodes that stand beside each other, each with the job that the other one does. */
const NEIGHBOURS: Array<[node: keyof typeof ACTION_NODES, words: string, does: string]> = [
	['cellularIot', 'Cellular IoT Jobs', 'Idle SIMs'],
	['cellularIot', 'Cellular IoT Account', 'cost'],
	['cellularIotJobs', 'Cellular IoT.', 'Suspend'],
	['cellularIotAccount', 'Cellular IoT.', 'Single devices'],
	['cellularIotAdmin', 'Cellular IoT.', 'Devices'],
];

test.each(NEIGHBOURS)('the description of %s names %s for "%s"', (node, words, does) => {
	const { description } = ACTION_NODES[node].make().description;
	expect(description).toMatch(new RegExp(`${does}[^:]*: ${words.replace('.', '\\.')}`));
});

test.each([
	['cellularIot', 'suspend', 'sim', 'Find Idle of Cellular IoT Jobs'],
	['cellularIotJobs', 'findIdle', 'sim', 'SIM: Suspend of Cellular IoT'],
	['cellularIot', 'getSummary', 'usage', 'Endpoint: Get Many with Add to Each'],
	['cellularIot', 'send', 'sms', 'Cellular IoT Jobs'],
	['cellularIot', 'resetConnectivity', 'endpoint', 'Cellular IoT Jobs'],
	['cellularIot', 'getConnectivity', 'endpoint', 'Diagnose of Cellular IoT Jobs'],
] as const)('%s: the words of %s say what is next door', (node, operation, resource, words) => {
	const { properties } = ACTION_NODES[node].make().description;
	const list = properties.find(
		({ name, displayOptions: { show } = {} }) =>
			name === 'operation' && show?.resource?.includes(resource),
	);
	const options = list?.options as Array<{ value: string; description: string }>;
	expect(options.find(({ value }) => value === operation)?.description).toContain(words);
});

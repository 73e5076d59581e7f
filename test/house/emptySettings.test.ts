import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exampleOf, runExample, settingsOf } from '../support/n8n/exampleRun';
import { storeFor } from '../support/n8n/n8n';
import { ProcessedItems } from '../support/n8n/processedItems';
import { simulated } from '../support/simulator';
import { type World, worldsOf } from './exampleWorlds';

jest.mock('../../src/ports', () => jest.requireActual<object>('../support/movedPorts'));

/*
 * Each example with each of its settings empty: nothing that changes anything is asked of the service. With all
 * of them filled in it acts, so that the test can fail.
 */

const sim = simulated({ seed: { endpoints: 10, sims: 4 } }, 'new');
/** Where n8n keeps keys and the records of waves. */
let restore: () => void;
beforeEach(() => (restore = new ProcessedItems().install()));
afterEach(() => restore());

const WORLDS = worldsOf(sim);

/** Settings that say where a person is told of what was done; they narrow nothing. */
const TOLD_AT = ['notify_url', 'ticket_url'];
/** Settings of examples that only read. */
const READ_ONLY = ['fleet-to-a-file', 'heavy-users', 'offline-by-country', 'usage-forecast'];
/** Values in Set nodes that are no settings. */
const CONSTANTS = ['switch-esim-profile Profile orders', 'switch-esim-profile Not Seen reason'];

const examples = readdirSync(join(__dirname, '../../examples'))
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace('.json', ''));

const settings = examples.flatMap((example) =>
	settingsOf(exampleOf(example))
		.map(([node, setting]) => ({ example, node, setting }))
		.filter(({ setting }) => !TOLD_AT.includes(setting))
		.filter(({ node, setting }) => !CONSTANTS.includes(`${example} ${node} ${setting}`)),
);

test('each example with settings either only reads, or is acted through here', () => {
	const withSettings = [...new Set(settings.map(({ example }) => example))];
	expect(withSettings).toEqual([...Object.keys(WORLDS), ...READ_ONLY].sort());
});

/** Requests of a run that change something at the service. */
async function writesOf(example: string, world: World): Promise<string[]> {
	await runExample(example, { credentials: storeFor(sim.url), ...world });
	return sim
		.ledger()
		.requests.filter(({ method, path }) => method !== 'GET' && !path.includes('authenticate'))
		.map(({ method, path }) => `${method} ${path}`);
}

test.each(Object.keys(WORLDS))('%s acts with all of its settings', async (example) => {
	expect(await writesOf(example, WORLDS[example]!())).not.toEqual([]);
});

describe.each(settings.filter(({ example }) => example in WORLDS))(
	'$example without $setting in $node',
	({ example, node, setting }) => {
		test.each([[''], [null]])('changes nothing, as %j', async (empty) => {
			const world = WORLDS[example]!();
			const own = { ...world.settings[node], [setting]: empty };
			const emptied = { ...world, settings: { ...world.settings, [node]: own } };
			expect(await writesOf(example, emptied)).toEqual([]);
		});
	},
);

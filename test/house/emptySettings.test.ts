import type { IDataObject } from 'n8n-workflow';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TAGS } from '../../simulator';
import { exampleOf, type ExampleRun, runExample, settingsOf } from '../support/n8n/exampleRun';
import { storeFor } from '../support/n8n/n8n';
import { ProcessedItems } from '../support/n8n/processedItems';
import { simulated } from '../support/simulator';

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

const endpoints = () => [...sim.store.endpoints.values()];

/** What an example acts on, and how a person has filled it in. */
type World = Omit<ExampleRun, 'credentials'>;

function inField(): void {
	for (const endpoint of endpoints()) endpoint.tagIds = [TAGS.field];
	sim.store.touch();
}

/** Rows of a table, of which one differs from the fleet. */
const ROWS = endpointRows();
function endpointRows(): IDataObject[] {
	const named = (n: number) => `device-0000${String(n).padStart(2, '0')}`;
	return Array.from({ length: 10 }, (_, i) => ({
		name: named(i + 1),
		status: i === 0 ? 'Disabled' : 'Enabled',
	}));
}

const WORLDS: Record<string, () => World> = {
	'ask-a-device': () => ({ settings: { Settings: { endpoint: '10001' } } }),
	'block-an-operator': () => {
		inField();
		return {
			settings: {
				'What to do': { tag: 'field', operator: 'Northern Mobile', country: 'Germany' },
			},
		};
	},
	'fleet-from-a-table': () => ({
		settings: { Settings: { really: true } },
		given: { 'One item per line': ROWS },
	}),
	'iccids-to-endpoints': () => ({
		settings: { Settings: { bic: 'BATCHRESELLER001', tag: 'field', really: true } },
		given: { 'One item per line': [{ iccid: '8988303000000000017', country: 'DE' }] },
	}),
	'offboard-a-person': () => ({ settings: { Settings: { email: 'mail@example.com' } } }),
	'replace-a-device': () => {
		const [old, other] = endpoints();
		other!.simId = null;
		const { iccid } = sim.store.sims.get(old!.simId!)!;
		const devices = { old_device: old!.name, new_device: other!.name };
		return { settings: { Settings: { ...devices, iccid, really: true } } };
	},
	'reset-until-stable': () => {
		inField();
		return { settings: { Settings: { tag: 'field' } } };
	},
	'rotate-the-token': () => ({
		settings: { Settings: { credentialId: 'a1' } },
		given: { 'Ask for approval': [{ data: { approved: true } }] },
	}),
	'sim-batch-to-endpoints': () => ({ settings: { 'The batch': { bic: 'BATCHRESELLER001' } } }),
	'sim-swap-alarm': () => ({
		settings: { Settings: { suspend: true } },
		started: [{ sim_id: endpoints()[0]!.simId }],
	}),
	'sms-to-a-fleet': () => {
		inField();
		return { settings: { Settings: { tag: 'field' } } };
	},
	'switch-esim-profile': () => {
		const [id] = sim.store.cards.keys();
		const profile = {
			name: 'Operational',
			iccid_with_luhn: '89883030000000000172',
			status: 'disabled',
		};
		return {
			settings: {},
			given: { Cards: [{ id, profiles: [profile], has_other_fallback: true }] },
		};
	},
	'tariff-in-waves': () => {
		inField();
		return { settings: { Settings: { tag: 'field', tariff: 'World', really: true } } };
	},
};

/** Settings that say where a person is told of what was done; they narrow nothing. */
const TOLD_AT = ['notify_url', 'ticket_url'];
/** Settings of examples that only read. */
const READ_ONLY = ['fleet-to-a-file', 'offline-by-country', 'usage-forecast'];
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

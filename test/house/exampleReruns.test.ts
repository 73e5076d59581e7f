import { control } from '../../demo/lib/everyEvent';
import { giveDataQuota } from '../support/dataQuotas';
import { runExample } from '../support/n8n/exampleRun';
import { storeFor } from '../support/n8n/n8n';
import { ProcessedItems } from '../support/n8n/processedItems';
import { simulated } from '../support/simulator';
import { type World, worldsOf } from './exampleWorlds';

jest.mock('../../src/ports', () => jest.requireActual<object>('../support/movedPorts'));

/* Each example that acts, run twice over the same items, as after a kill: nothing is done a second time. */

const sim = simulated({ seed: { endpoints: 10, sims: 4 } }, 'new');
let restore: () => void;
beforeEach(() => (restore = new ProcessedItems().install()));
afterEach(() => restore());

const DEVICE = 10001;
const NOW = '2026-03-01T12:00:00.000Z';
const NEW_DEVICE = { name: 'pump-new', iccid: '8988303000000000017', tag: 'field' };

/** Examples without settings that act, with what their triggers, files and lists give. */
const OTHERS: Record<string, () => World | Promise<World>> = {
	'data-quota-top-up': () => {
		giveDataQuota(sim, DEVICE, 1, 100);
		return { settings: {} };
	},
	'provision-a-fleet': () => ({
		settings: {},
		given: { 'One item per device': [NEW_DEVICE], 'SIM is free?': [{ ...NEW_DEVICE, id: 17 }] },
	}),
	'provision-by-form': () => ({ settings: {}, given: { 'One item per line': [NEW_DEVICE] } }),
	'quota-guard': async () => {
		await control(sim, 'quota', { endpointId: DEVICE, volume: 1 });
		return { settings: {}, started: [{ endpoint: { id: DEVICE }, observed_at: NOW }] };
	},
	'silent-devices': () => ({
		settings: {},
		started: [{ event: 'deviceSilent', endpoint_id: DEVICE, timestamp: NOW }],
	}),
	'stuck-device-doctor': () => ({
		settings: {},
		given: { 'Devices to watch': [{ id: DEVICE, name: 'pump-1', connectivity: 'OFFLINE' }] },
	}),
	'two-way-sms': () => ({
		settings: {},
		started: [{ type: 'sms', endpoint: { id: DEVICE }, dest_address: '12345', submitted_at: NOW }],
	}),
};

/** What costs money or reaches a device, and happens twice where it is done twice. */
const ACTS = [
	'applicationToken.created',
	'connectivity.reset',
	'dataQuota.set',
	'endpoint.created',
	'operation.scheduled',
	'quota.set',
	'sim.assigned',
	'sms.sent',
];

/** Examples of which a second run acts again, and why that harms nobody. */
const MAY_AGAIN: Record<string, string> = {
	'rotate-the-token': 'the newest token is the one in use; the next run revokes the others',
	// Nobody comes back here, so that the first run puts all of them back. A run that was killed goes on by its
	// record instead: wavesEvidence.test.ts.
	'tariff-in-waves': 'devices that were put back are moved anew',
	'switch-esim-profile': 'a second order to enable a profile leaves the same profile enabled',
};

const acts = () =>
	sim
		.ledger()
		.effects.filter(({ kind }) => ACTS.includes(kind))
		.map(({ kind, endpointId }) => `${kind} ${endpointId ?? ''}`);

const worlds = { ...worldsOf(sim), ...OTHERS };
/** Examples whose only changes are values that a second run sets again. */
const SETS_ONLY = [
	'block-an-operator',
	'fleet-from-a-table',
	'offboard-a-person',
	'sim-swap-alarm',
];
const acting = Object.keys(worlds).filter((name) => !SETS_ONLY.includes(name));

test.each(acting)('%s', async (example) => {
	const world = await worlds[example]!();
	const run = async () => await runExample(example, { credentials: storeFor(sim.url), ...world });
	const before = acts();
	await run();
	const first = acts();
	expect(first.length).toBeGreaterThan(before.length);
	await run();
	if (!(example in MAY_AGAIN)) expect(acts()).toEqual(first);
});

test.each(SETS_ONLY)('%s has no effect that happens twice', async (example) => {
	const world = await worlds[example]!();
	await runExample(example, { credentials: storeFor(sim.url), ...world });
	expect(acts()).toEqual([]);
});

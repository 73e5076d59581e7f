import type { IDataObject } from 'n8n-workflow';
import { type SimulatorHandle, TAGS } from '../../simulator';
import type { ExampleRun } from '../support/n8n/exampleRun';

/* What the examples with settings act on, and how a person has filled them in. */

/** An example as it is filled in, without its account. */
export type World = Omit<ExampleRun, 'credentials'>;

/** Rows of a table, of which one differs from the fleet. */
const ROWS = endpointRows();
function endpointRows(): IDataObject[] {
	const named = (n: number) => `device-0000${String(n).padStart(2, '0')}`;
	return Array.from({ length: 10 }, (_, i) => ({
		name: named(i + 1),
		status: i === 0 ? 'Disabled' : 'Enabled',
	}));
}

/** The worlds by the names of the examples; each is made of the fleet when it is asked for. */
export function worldsOf(sim: SimulatorHandle): Record<string, () => World> {
	const endpoints = () => [...sim.store.endpoints.values()];
	const inField = () => {
		for (const endpoint of endpoints()) endpoint.tagIds = [TAGS.field];
		sim.store.touch();
	};
	return {
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
				iccid_with_luhn: '89883030000000000171',
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
}

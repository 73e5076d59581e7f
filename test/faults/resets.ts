import { act, byId, counts, endpointIds, outcomeOf, withSimulator } from './runs';
import { exactly, type Figure } from './figures';
import type { FaultKind } from '../../simulator';

const RESETS = 1_000;
/** All of them act after the service has applied the request. */
const KINDS: FaultKind[] = ['resetAfter', 'errorAfter', 'truncated'];

/** Figure 2: resets that the service applied, but whose answer never came. */
export const resets = async (): Promise<Figure[]> =>
	await withSimulator({ seed: { endpoints: RESETS } }, async (sim, credentials) => {
		const match = { method: 'PATCH', path: '/connectivity$' };
		sim.setFaults({
			rules: KINDS.map((kind, i) => ({ kind, match, rate: 1 / (KINDS.length - i) })),
		});
		const output = await act(
			credentials,
			{
				resource: 'endpoint',
				operation: 'resetConnectivity',
				endpointId: byId('={{ $json.id }}'),
				reset: 'both',
			},
			endpointIds(sim).map((id) => ({ id })),
		);
		const effects = counts(
			sim
				.ledger()
				.effects.filter((e) => e.kind === 'connectivity.reset')
				.map((e) => e.endpointId),
		);
		const once = [...effects.values()].filter((n) => n === 1).length;
		const unknown = output.errors.filter((item) => outcomeOf(item) === 'unknown').length;
		return [
			exactly(
				'2',
				`${RESETS} of ${RESETS} applied once, ${RESETS} reported unknown`,
				`${once} of ${RESETS} applied once, ${unknown} reported unknown`,
			),
		];
	});

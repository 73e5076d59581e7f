import { InputError } from '../../../errors';
import { judgeSim } from '../conditions/simple';
import type { WaitInput } from '../form';
import type { Condition, Found } from '../waiting';
import { countOf } from './each';

/* Looks for the status of SIMs: many in few requests. */

export type SimStatusInput = WaitInput & { simId: number; status: number };

/** About as many SIMs as one request finds. */
const SIMS_A_REQUEST = 50;

export const simStatusCondition: Condition<SimStatusInput> = {
	name: 'simStatus',
	subject: ({ simId, status }) => ({ sim_id: simId, wanted_status: status }),
	cost: (waiters) => Math.ceil(countOf(waiters, ({ input }) => input.simId) / SIMS_A_REQUEST),
	look: async ({ call }, waiters) => {
		const ids = [...new Set(waiters.map(({ input }) => input.simId))];
		const sims = await call.sims(ids);
		return new Map(
			waiters.map((waiter): [typeof waiter, Found] => {
				const { simId, status } = waiter.input;
				const sim = sims.get(simId);
				if (sim) return [waiter, judgeSim(sim, status)];
				const rule = `must be in the organisation of this credential: there is no SIM ${simId}`;
				return [waiter, { error: new InputError('simId', rule, 'SIM') }];
			}),
		);
	},
};

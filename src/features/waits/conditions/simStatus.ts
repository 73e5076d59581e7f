import { InputError } from '../../../errors';
import { SimStatus } from '../../../fleet/statuses';
import * as f from '../../../table/fields';
import { at } from '../../../table/reading';
import type { Json } from '../../../wire';
import { countOf } from '../reads/each';
import type { WaitInput } from '../waiting/form';
import { open, type Verdict } from '../waiting/verdict';
import { waitEntry } from '../waiting/waitEntry';
import type { Condition, Found } from '../waiting/waiting';

/* The wait for the status of a SIM: many SIMs in few requests. */

type SimStatusInput = WaitInput & { simId: number; status: number };

/* Verdicts. */

/** Whether a SIM has a status. */
function judgeSim(sim: Json, wanted: number): Verdict {
	const id = Number(at(sim, 'status.id') ?? NaN);
	const word = at(sim, 'status.description') ?? at(sim, 'status.status') ?? id;
	const shows = { sim_status: word };
	if (id === wanted) return { is: 'met', shows };
	return open(shows, { shows });
}

/* Reads. */

/** About as many SIMs as one request finds. */
const SIMS_A_REQUEST = 50;

const simStatusCondition: Condition<SimStatusInput> = {
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

export const awaitSimStatus = waitEntry({
	condition: simStatusCondition,
	action: 'Await SIM status',
	description: 'Wait until a SIM has a status',
	gives: 'sim_id, sim_status (a word), wanted_status (its ID)',
	request: 'GET /api/v1/sim/{simId}',
	errors: [403],
	fields: {
		simId: f.simId,
		status: f.choice(
			{ label: 'Status', hint: 'The awaited status', default: SimStatus.Activated },
			f.simStatuses(...Object.values(SimStatus)),
		),
	},
});

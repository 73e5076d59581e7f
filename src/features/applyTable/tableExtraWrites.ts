import { CellularIotError } from '../../errors';
import type { Client } from '../../run/client';
import { Work } from '../../run/work';
import type { Call } from '../../table/define';
import { updateManyEndpoints } from '../../table/entries/endpoint/endpointBulk';
import { updateSim } from '../../table/entries/sim/sim';
import { type Extra, isFoundByTag, type OtherRows } from './rowPlans';
import { EndpointStatus, SimStatus } from '../../fleet/statuses';
import { lookingAt } from './tableStillToDo';
import { NotTriedError, TABLE_LOOK_VALID_MS } from './tableTried';

/* Endpoints that no row is about are disabled, or their SIMs suspended. */

const taggedMeanwhile = (id: number) =>
	new CellularIotError(
		`Endpoint ${id} has got the tag of a row while the table was applied, and was left as it is`,
		'Run the table again.',
		'notSent',
	);

/**
 * Changes endpoints that no row is about; gives those that failed.
 * @param readAt when they were read last; milliseconds, by {@link monotonic}
 */
export async function changeExtras(
	client: Client,
	call: Call,
	{ extras, others }: { extras: readonly Extra[]; others: OtherRows },
	readAt: number,
): Promise<Map<number, unknown>> {
	const options = {
		lookValidMs: TABLE_LOOK_VALID_MS,
		notTried: (cause: unknown) => new NotTriedError(cause),
	};
	const toDisable = extras.filter(({ change }) => change.field === 'status');
	const disabling = new Work(client, toDisable, options, readAt);
	await disabling.inBulk({
		of: () => true,
		look: lookingAt<Extra>(
			call,
			({ state }) => state,
			(_, now) => {
				if (now.status === EndpointStatus.Disabled) return 'done';
				return isFoundByTag(now, others) ? { changed: taggedMeanwhile(now.id) } : 'asBefore';
			},
		),
		entry: updateManyEndpoints,
		inputOf: ({ state }) => ({
			endpointId: state.id,
			status: EndpointStatus.Disabled,
			isolateBadItems: true,
		}),
	});
	disabling.close();
	const toSuspend = extras.filter(({ change }) => change.field === 'sim_status');
	const suspending = new Work(client, toSuspend, options);
	await suspending.each({
		of: () => true,
		take: async ({ state }) => {
			await call.other(updateSim, { simId: state.sim!.id, status: SimStatus.Suspended });
		},
	});
	suspending.close();
	const failed = [...disabling.failed, ...suspending.failed];
	return new Map(failed.map(([{ state }, error]) => [state.id, error]));
}

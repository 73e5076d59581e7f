import { blockedIds, readConnectivity } from '../../../readers/connectivity';
import type { Call } from '../../../table/define';
import * as f from '../../../table/fields';
import { countOf, foundEach } from '../reads/each';
import type { WaitInput } from '../waiting/form';
import { open, type Verdict } from '../waiting/verdict';
import { waitEntry } from '../waiting/waitEntry';
import type { Condition, Found, LookPorts, Waiter } from '../waiting/waiting';

/*
 * The wait for a device to be blocked, or no longer blocked. It reads the list of all blocked devices if that is one
 * page, and otherwise the connectivity of each. A device that is not in the list may be deleted: its connectivity shows
 * that.
 */

type BlockedInput = WaitInput & { endpointId: number; wanted: 'blocked' | 'unblocked' };

/* Verdicts. */

/** Whether a device is blocked, or is no longer blocked. Source: public reference, Connectivity. */
function judgeBlocked(blocked: boolean, wanted: 'blocked' | 'unblocked'): Verdict {
	const shows = { blocked };
	if (blocked === (wanted === 'blocked')) return { is: 'met', shows };
	return open(shows, { shows });
}

/* Reads. */

async function isBlocked(call: Call, endpointId: number): Promise<boolean> {
	const { reading } = await readConnectivity(call, endpointId, 0);
	return reading.status === 'BLOCKED';
}

async function foundSingly(
	{ call }: LookPorts,
	waiters: ReadonlyArray<Waiter<BlockedInput>>,
): Promise<Map<Waiter<BlockedInput>, Found>> {
	return await foundEach(
		waiters,
		({ input }) => input.endpointId,
		async (endpointId, own) => {
			const blocked = await isBlocked(call, endpointId);
			return new Map(own.map((waiter) => [waiter, judgeBlocked(blocked, waiter.input.wanted)]));
		},
	);
}

export const blockedCondition: Condition<BlockedInput> = {
	name: 'blocked',
	subject: ({ endpointId, wanted }) => ({ endpoint_id: endpointId, wanted }),
	cost: (waiters) =>
		Math.min(
			2,
			countOf(waiters, ({ input }) => input.endpointId),
		),
	look: async (ports, waiters) => {
		const ids = countOf(waiters, ({ input }) => input.endpointId);
		const listed = ids > 1 ? await blockedIds(ports.call) : undefined;
		if (!listed) return await foundSingly(ports, waiters);
		const found = new Map<Waiter<BlockedInput>, Found>();
		const absent: Array<Waiter<BlockedInput>> = [];
		for (const waiter of waiters) {
			const { endpointId, wanted } = waiter.input;
			const isListed = listed.has(endpointId);
			if (!isListed && wanted === 'unblocked') absent.push(waiter);
			else found.set(waiter, judgeBlocked(isListed, wanted));
		}
		for (const [waiter, result] of await foundSingly(ports, absent)) found.set(waiter, result);
		return found;
	},
};

export const awaitBlocked = waitEntry({
	condition: blockedCondition,
	action: 'Await blocked or unblocked',
	description: 'Wait until the service blocks a device, or does so no longer',
	gives: 'endpoint_id, wanted, blocked (true or false)',
	request: 'GET /api/v1/endpoint/{endpointId}/connectivity',
	errors: [403, 404],
	fields: {
		endpointId: f.endpointId,
		wanted: f.choice<'blocked' | 'unblocked'>(
			{ label: 'Until', hint: 'What is awaited', default: 'unblocked' },
			{ Blocked: 'blocked', Unblocked: 'unblocked' },
		),
	},
});

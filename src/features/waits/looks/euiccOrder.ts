import { InputError } from '../../../errors';
import { objectIn } from '../../../table/answers';
import type { Call, Json } from '../../../table/define';
import {
	getEuicc,
	getEuiccOperation,
	getCardProfileStatuses,
} from '../../../table/entries/sim/euicc';
import { answerList } from '../../../table/answers';
import { MINUTE_MS } from '../../../times';
import { answeredAt } from '../clock';
import {
	judgeOrder,
	needsCard,
	type OrderRule,
	profileStatusId,
	type WantedProfile,
} from '../conditions/euiccOrder';
import type { WaitInput } from '../form';
import type { Condition, Found, Waiter } from '../waiting';
import { countOf, foundEach } from './each';

/* Looks for the end of operations on eSIM cards: the operation, and the card once that has ended well. */

export type EuiccOrderInput = WaitInput & {
	euiccId: number;
	operationId: string;
	profileState: WantedProfile;
	profileStatusId?: number | undefined;
	holdMinutes?: number | undefined;
};

/** A profile that finds no network is undone after seven minutes. Source: guide of the portal. */
const USUAL_HOLD_MINUTES = 10;

/** The status that an item wants of its profile. @throws InputError where the service's words do not tell it. */
async function ruleOf(call: Call, input: EuiccOrderInput): Promise<OrderRule> {
	const { profileState: wanted, profileStatusId: given, holdMinutes } = input;
	const usual = wanted === 'enabled' ? USUAL_HOLD_MINUTES : 0;
	const holdMs = (holdMinutes ?? usual) * MINUTE_MS;
	if (wanted === 'any') return { wanted, statusId: undefined, holdMs };
	if (wanted === 'gone' || given !== undefined) return { wanted, statusId: given, holdMs };
	const statuses = await call.once('profile statuses', async () =>
		answerList(await call.other(getCardProfileStatuses, {})),
	);
	const found = profileStatusId(wanted, statuses);
	if ('fault' in found) throw new InputError('profileState', found.fault, 'State of the Profile');
	return { wanted, statusId: found.id, holdMs };
}

async function foundOf(
	call: Call,
	waiter: Waiter<EuiccOrderInput>,
	now: () => number,
): Promise<Found> {
	const { euiccId, operationId } = waiter.input;
	const rule = await ruleOf(call, waiter.input);
	const answer = await call.other(getEuiccOperation, { euiccId, operationId });
	const order: Json = objectIn(answer);
	const card = needsCard(order, rule)
		? objectIn(await call.other(getEuicc, { euiccId }))
		: undefined;
	const { last_seen: before } = waiter.state;
	return judgeOrder(order, card, rule, {
		now: answeredAt(answer, now()),
		wasOverdue: before?.overdue === true,
		wasAsWanted: before?.was_as_wanted === true,
	});
}

export const euiccOrderCondition: Condition<EuiccOrderInput> = {
	name: 'esimOrder',
	subject: ({ euiccId, operationId }) => ({ euicc_id: euiccId, operation_id: operationId }),
	cost: (waiters) => 2 * countOf(waiters, ({ input }) => input.operationId),
	look: async ({ call, now }, waiters) =>
		await foundEach(
			waiters,
			(waiter) => waiter,
			async (waiter) => new Map([[waiter, await foundOf(call, waiter, now)]]),
		),
};

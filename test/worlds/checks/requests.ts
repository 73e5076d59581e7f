import type { History, Received, Violation } from '../history';
import type { Plan } from '../plan';

/*
 * Rules that hold for every request, whatever happened. They are checked only against the service's
 * ledger.
 */

/** All violations by the requests of a world. */
export function checkRequests(plan: Plan, history: History): Violation[] {
	return [
		...appliedOnce(history),
		...verdictsHold(history),
		...everyoneIsTold(history, plan),
		...cancelledRunsAreSilent(history),
		...calmIsServed(history, plan),
		...history.incidents.map(({ what }) => ({ rule: 'nothing breaks', what })),
	];
}

function appliedOnce({ received }: History): Violation[] {
	const applied = new Map<string, number>();
	for (const { ref, effect, appliedAt } of received) {
		if (effect === 'act' && appliedAt !== undefined) applied.set(ref, (applied.get(ref) ?? 0) + 1);
	}
	return [...applied]
		.filter(([, times]) => times > 1)
		.map(([ref, times]) => ({ rule: 'an act is applied once', what: `${ref}: ${times} times` }));
}

function verdictsHold({ told, received }: History): Violation[] {
	const found: Violation[] = [];
	const applied = new Set(received.filter((r) => r.appliedAt !== undefined).map((r) => r.ref));
	for (const { ref, verdict, said, effect } of told) {
		const isThere = effect !== 'read' && applied.has(ref);
		if ((verdict === 'notSent' || verdict === 'refused') && isThere) {
			found.push({ rule: `${verdict} means not applied`, what: `${ref}: ${said}` });
		}
		if (verdict === 'done' && !applied.has(ref)) {
			found.push({ rule: 'done means applied', what: ref });
		}
		if (verdict === 'none')
			found.push({ rule: 'every error has an outcome', what: `${ref}: ${said}` });
	}
	return found;
}

/**
 * The longest wait of a request long after all faults: a call and its margin, without the service's
 * own processing time.
 */
const SENT_WITHIN_MS = 150_000;

/** A caller that starts after all faults is served normally. */
function calmIsServed({ told, sent }: History, { account }: Plan): Violation[] {
	if (!account.isRight) return [];
	return told
		.filter(({ run }) => run === 'calm')
		.flatMap(({ ref, verdict, said, startedAt }) => {
			const leftAt = sent.find((s) => s.ref === ref)?.at ?? Infinity;
			if (leftAt - startedAt > SENT_WITHIN_MS) {
				return [{ rule: 'once faults end, every request is served in time', what: ref }];
			}
			if (verdict === 'done') return [];
			return [
				{ rule: 'once faults end, every request is served', what: `${ref}: ${verdict}: ${said}` },
			];
		});
}

/** Requests that were started in live processes. */
function everyoneIsTold({ told, runs, troubles }: History, plan: Plan): Violation[] {
	const killed = new Set(troubles.filter((t) => t.kind === 'kill').map((t) => t.process));
	const missing = told.filter((t) => t.endedAt === undefined && !killed.has(t.process));
	const begun = plan.runs.filter((run) => !killed.has(run.process));
	const unknown = begun.filter(({ name }) => !runs.some((run) => run.name === name));
	return [
		...missing.map(({ ref }) => ({ rule: 'every item ends with a verdict', what: ref })),
		...unknown.map(({ name }) => ({ rule: 'every item ends with a verdict', what: `run ${name}` })),
	];
}

function cancelledRunsAreSilent({ sent }: History): Violation[] {
	return sent
		.filter(({ isAfterCancel }) => isAfterCancel)
		.map(({ ref }) => ({ rule: 'a cancelled run sends nothing more', what: ref }));
}

/** The service never processes two sequential calls of an organisation at the same time. */
export function checkInFlight({ received }: History): Violation[] {
	const calls = received.filter((r) => r.lane === 'sequential' && r.to > r.from);
	calls.sort((a, b) => a.from - b.from);
	const found: Violation[] = [];
	let last: Received | undefined;
	for (const call of calls) {
		if (last && call.from < last.to) {
			const seconds = ((last.to - call.from) / 1000).toFixed(1);
			found.push({
				rule: 'one sequential call at a time',
				what: `${call.ref} begins ${seconds} s before ${last.ref} ends`,
			});
		}
		if (!last || call.to > last.to) last = call;
	}
	return found;
}

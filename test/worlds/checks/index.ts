import type { History, Violation } from '../history';
import type { Plan } from '../plan';
import { checkInFlight, checkRequests } from './requests';
import { checkSessions } from './sessions';

/** All violations in a world's history. */
export const violationsOf = (plan: Plan, history: History): Violation[] => [
	...checkRequests(plan, history),
	...checkInFlight(history),
	...checkSessions(plan, history),
];

import type { History, Violation } from '../history';
import type { Plan } from '../plan';
import { checkInFlight, checkRequests } from './requests';
import { checkSessions } from './sessions';

/** Everything that a world's history does not keep of what is promised. */
export const violationsOf = (plan: Plan, history: History): Violation[] => [
	...checkRequests(plan, history),
	...checkInFlight(history),
	...checkSessions(plan, history),
];

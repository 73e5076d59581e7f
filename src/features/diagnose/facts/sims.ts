import { isFactoryTest } from '../../../fleet/statuses';
import { at } from '../../../table/reading';
import type { Json } from '../../../wire';

import { textOrNull } from './words';

/* The present SIM of an endpoint: its status, and whether something is about it. */

/** What is about an endpoint, as the service has it; null where it could not be read. */
interface OfEndpoint {
	endpoint: Json | null;
}

/** The id of the status of the SIM; NaN where the list does not say. */
export const simStatusId = ({ endpoint }: OfEndpoint): number =>
	Number(at(endpoint, 'sim.status.id') ?? NaN);

export const isInFactoryTest = (facts: OfEndpoint): boolean => isFactoryTest(simStatusId(facts));

/** Whether two ICCIDs are of one SIM: with their check digit they have 20 digits, without it 19. */
export function isSameIccid(one: unknown, other: unknown): boolean {
	const [a, b] = [textOrNull(one), textOrNull(other)];
	return a !== null && b !== null && (a.startsWith(b) || b.startsWith(a));
}

/** Whether an event names the SIM of an endpoint; undefined where it names none, or there is none to compare. */
export function namesSimOf(event: Json, endpoint: Json | null): boolean | undefined {
	const ids = [at(event, 'sim.id'), at(endpoint, 'sim.id')].map((id) => Number(id ?? NaN));
	if (ids.every((id) => !Number.isNaN(id))) return ids[0] === ids[1];
	const iccids = [at(event, 'sim.iccid'), at(endpoint, 'sim.iccid')].map(textOrNull);
	return iccids.includes(null) ? undefined : isSameIccid(iccids[0], iccids[1]);
}

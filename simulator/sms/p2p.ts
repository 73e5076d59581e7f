import { DAY_MS } from '../clock';
import type { Endpoint } from '../endpoints/entities';
import { addEvent, EventType } from '../events/emit';
import type { World } from '../world';

/** Person-to-person SMS that a device may send in 24 hours, counted from the first (public reference). */
const P2P_PER_DAY = 5;

/** A number of eight digits and more belongs to a person. */
export const isP2p = (destination: string): boolean => /^\+?\d{8,}$/.test(destination);

/**
 * Counts the parts of a message that a device sends. Of person-to-person messages over the limit
 * nothing is forwarded; the first of them adds an event.
 * @returns whether the part of an index is forwarded
 */
export function takeP2p(
	world: World,
	endpoint: Endpoint,
	destination: string,
	parts: number,
): (index: number) => boolean {
	if (!isP2p(destination)) return () => true;
	const { p2pSms } = world.store;
	const now = world.clock.now();
	const running = p2pSms.get(endpoint.id);
	const window = running && now < running.since + DAY_MS ? running : { since: now, count: 0 };
	p2pSms.set(endpoint.id, window);
	const left = Math.max(0, P2P_PER_DAY - window.count);
	const isFirstOver = window.count <= P2P_PER_DAY && window.count + parts > P2P_PER_DAY;
	window.count += parts;
	if (isFirstOver) addEvent(world, EventType.P2pLimitReached, { endpoint });
	return (index) => index < left;
}

import { EventType } from '../../../fleet/events';
import {
	type DeviceEvent,
	isConnection,
	isPacketSide,
	isRegistration,
	isRejection,
	PURGES,
} from './deviceEvents';

/* What the events of an endpoint say of the connection of its present SIM. */

/** The newest event of each kind that says something about the connection of the present SIM. */
export interface Signals {
	attached?: DeviceEvent | undefined;
	/** Accepted on the packet side, without which there is no data in 2G and 3G. */
	attachedPacket?: DeviceEvent | undefined;
	rejected?: DeviceEvent | undefined;
	opened?: DeviceEvent | undefined;
	refused?: DeviceEvent | undefined;
	closed?: DeviceEvent | undefined;
	purged?: DeviceEvent | undefined;
	/** The newest of all these events. */
	newest?: DeviceEvent | undefined;
	/** The newest of them that is not the deletion of a location. */
	newestOwn?: DeviceEvent | undefined;
	/** The newest event that names an operator. */
	withNetwork?: DeviceEvent | undefined;
	/** The newest event that names a radio access type. */
	byRat?: DeviceEvent | undefined;
}

/** The signals in events, which are sorted from the newest to the oldest. */
export function signalsOf(events: readonly DeviceEvent[]): Signals {
	const connections = events.filter((event) => event.isOfPresentSim && isConnection(event));
	const newest = (is: (event: DeviceEvent) => boolean) => connections.find(is);
	return {
		attached: newest((event) => isRegistration(event) && event.isInfo),
		attachedPacket: newest((event) => isPacketSide(event) && event.isInfo),
		rejected: newest(isRejection),
		opened: newest(({ type, isInfo }) => type === EventType.Session && isInfo),
		refused: newest(({ type, isProblem }) => type === EventType.Session && isProblem),
		closed: newest(({ type }) => type === EventType.SessionEnded),
		purged: newest(({ type }) => PURGES.includes(type)),
		newest: connections[0],
		newestOwn: newest(({ type }) => !PURGES.includes(type)),
		withNetwork: newest(({ operatorId }) => !Number.isNaN(operatorId)),
		byRat: newest(({ ratId }) => !Number.isNaN(ratId)),
	};
}

import {
	type Contact,
	forgetOldContacts,
	LOOP_KINDS,
	LOOPS,
	newBehaviour,
	noteContact,
	timesOfLoop,
	USUAL_LIMITS,
} from '../../fleet/loops';
import type { Fit } from './certainty';
import { type DeviceEvent, isConnection } from './facts/deviceEvents';
import { evidence } from './evidence';
import type { Facts } from './facts/facts';

/* Devices that misbehave, by the same counts as the alerts about them. */

const contactOf = ({ at, type, isInfo, operatorId, operator }: DeviceEvent): Contact => ({
	at,
	type,
	isGranted: isInfo,
	operator: operator ?? (Number.isNaN(operatorId) ? undefined : String(operatorId)),
	session: undefined,
});

/** More events than were read cannot make a loop less: what is counted is seen. */
export function misbehavesFit({ events = [], now }: Facts): Fit | undefined {
	const contacts = events.filter((event) => event.isOfPresentSim && isConnection(event));
	const behaviour = newBehaviour(contacts.at(-1)?.at ?? now);
	for (const event of [...contacts].reverse()) noteContact(behaviour, contactOf(event));
	forgetOldContacts(behaviour, now);
	const loops = LOOP_KINDS.filter(
		(loop) => timesOfLoop(behaviour, loop).length >= USUAL_LIMITS[loop],
	);
	const [first] = loops;
	if (first === undefined) return undefined;
	const times = timesOfLoop(behaviour, first);
	return {
		statedAt: times.at(-1),
		since: times[0],
		words: {
			loop: loops.map((loop) => LOOPS[loop].name.toLowerCase()).join(' and '),
			count: `${times.length} ${LOOPS[first].counted}`,
		},
		evidence: loops.map((loop) =>
			evidence(
				'events',
				`${LOOPS[loop].counted} within the last hour`,
				timesOfLoop(behaviour, loop).length,
				timesOfLoop(behaviour, loop).at(-1),
			),
		),
	};
}

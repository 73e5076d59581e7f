import { deviceOf } from '../../fleet/device';
import { STEP_TYPES } from '../../fleet/events';
import { imeiWithLuhn } from '../../readings/imei';
import type { Json } from '../../table/define';
import { at } from '../../table/reading';
import { asStored, mapByNumber } from '../runtime/storedForm';
import { defineAlert } from './alert';
import { noteAttaches, SAMPLE, type SimEvent, storedSims, whoIn } from './sims';

/*
 * A SIM in another device: it opens a session from a device (`imeisv`) that is not the one of the last
 * session. No event announces it, and nothing else proves it: the IMEI of the endpoint may be that of
 * its former device, or typed in by somebody. Closed sessions are ignored: they end after the next
 * device has come.
 */

interface SeenDevice {
	/** Type and serial number of the device, 14 digits. */
	device: number;
	/** Milliseconds since 1970. */
	at: number;
}

const OTHER_DEVICE = 'simInOtherDevice';

/** An IMEI as it is printed on a device: 15 digits, the last of them its check digit. */
const imeiOf = (device: number): string => imeiWithLuhn(String(device).padStart(14, '0'));

function seenDevice({ event, at: when }: SimEvent): SeenDevice | undefined {
	const device = deviceOf(at(event, 'detail.pdp_context.imeisv'));
	return device === undefined ? undefined : { device, at: when };
}

const otherDeviceAlert = (when: number, who: Json, device: number, before: number) => ({
	event: OTHER_DEVICE,
	reason: `The SIM is in the device ${imeiOf(device)}; before it was in ${imeiOf(before)}`,
	at: when,
	fields: { ...who, imei: imeiOf(device), previous_imei: imeiOf(before) },
});

export const otherDevice = defineAlert({
	events: [
		{
			name: 'SIM in Another Device',
			value: OTHER_DEVICE,
			description:
				'A SIM opens a session from a device with another IMEI. A software update of the device does not count.',
			action: 'On SIM moved to another device',
		},
	],
	fields: {},
	types: STEP_TYPES,
	begin: () => new Map<number, SeenDevice>(),
	memory: asStored('the devices of SIMs', 1, storedSims<SeenDevice>, mapByNumber<SeenDevice>),
	read: (sims, { events }) =>
		noteAttaches(sims, events, seenDevice)
			.filter(({ before, now }) => before.device !== now.device)
			.map(({ attach, before, now }) =>
				otherDeviceAlert(now.at, whoIn(attach.event), now.device, before.device),
			),
	sample: (_, when) => otherDeviceAlert(when, SAMPLE, 35_000_000_000_017, 35_000_000_000_025),
});

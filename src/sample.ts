import type { Json } from './wire';

/*
 * Items that a trigger makes up for a test in the editor, where nothing real is as it says. Their ids
 * belong to nothing at the service, so that no step after the trigger can reach a device by them.
 */

/** No id of the service is 0. Source: specification (ids are whole numbers of 1 or more). */
export const SAMPLE_ID = 0;
/** The id of nothing, where ids are UUIDs. */
export const SAMPLE_UUID = '00000000-0000-0000-0000-000000000000';
/** No card has it: an ICCID begins with 89. */
const SAMPLE_ICCID = '0000000000000000000';
/** The endpoint of samples, with its SIM. */
export const SAMPLE_ENDPOINT = {
	id: SAMPLE_ID,
	name: 'sample-device',
	sim: { id: SAMPLE_ID, iccid: SAMPLE_ICCID },
};

/** An item that is made up, as it is marked. */
export const asSample = (item: Json): Json => ({ sample: true, ...item });

/** Whether an item is made up: what sets or acts refuses it. */
export const isSample = (item: unknown): boolean =>
	typeof item === 'object' && item !== null && 'sample' in item && item.sample === true;

import type { SimulatorHandle } from '../../../simulator';

/* Messages and replies that are awaited. */

/** A wait of one look, and what its item says of it. */
export const ONE_LOOK = { atMost: 1, atMostUnit: 'hours', waitHere: 0 };
export const SINCE = '2026-06-15T00:00:00.000Z';
export const MET = { outcome: 'met', awaited_since: SINCE, looks: 1, await: null };
export const ASKED = {
	id: 70001,
	payload: 'STATUS?',
	sms_type: { id: 1, description: 'MT' },
	status: { id: 4 },
	final_date: '2026-06-15T00:00:05Z',
};
export const REPLY = {
	id: 70002,
	payload: 'OK 42',
	sms_type: { id: 2, description: 'MO' },
	source_address: '8823900000017',
	submit_date: '2026-06-15T00:00:10Z',
};
export const REPLIED = {
	sms_status: 'delivered',
	reply: 'OK 42',
	replied_at: REPLY.submit_date,
	reply_from: REPLY.source_address,
	reply_sms_ids: [70002],
};
/** One look. */
export const WAITS = { atMost: 1, atMostUnit: 'hours', waitHere: 0 };
/** The message of the first endpoint, since both items are sent at once in any order. */
export const smsIdOf = (sim: SimulatorHandle) =>
	String([...sim.store.smsById.values()].find((sms) => sms.endpointId === 10001)?.id);

import type { ReplyAsker } from '../src/run/clientPorts';
import { repliedItem } from '../src/triggers/mailbox/ending';

/** An SMS from a device, as emitted by the SMS trigger. */
export const REPLY = {
	id: 80001,
	payload: 'OK 42',
	submit_date: '2026-06-15 00:00:10',
	source_address: '8823900000017',
	dest_address: '12345',
	dcs: 0,
	pid: 0,
	endpoint: { id: 17, name: 'pump' },
	organisation: { id: 1001 },
	type: 'sms',
	text: 'OK 42',
	encoding: 'GSM-7',
	submitted_at: '2026-06-15T00:00:10Z',
	complete: true,
	uncertain: false,
	authenticated: true,
};

/** Stands in for a host: every device has answered as soon as its question is sent. */
export const answeredAtOnce: ReplyAsker = {
	ask: async (_item, _asking, send) => repliedItem(await send(), REPLY),
};

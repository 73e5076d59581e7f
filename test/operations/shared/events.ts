import { ANY, type Asked, filterBy, pages, sortBy } from '../../truth/requests/forms';

/* Events, and the query of lists of them. */

export const EVENT = {
	id: '9',
	timestamp: '2026-06-15T00:00:00Z',
	alert: 1,
	description: 'Session ended',
	event_type: { id: 5, description: 'Delete PDP Context' },
	event_source: { id: 0, name: 'Network' },
	event_severity: { id: 1, description: 'WARNING' },
	user: { id: '12', username: 'jane@example.com', name: 'Jane Doe' },
	sim: { id: 7, iccid: '8988303000000000007' },
	imsi: { id: 1, imsi: '901430000000007' },
	detail: {
		id: 501,
		name: 'Northern Mobile',
		country: { id: 74, name: 'Germany' },
		volume: { rx: 0.4, tx: 0.2, total: 0.6 },
	},
};
export const eventPage = { page: '1', per_page: '100' };
/** Up to six values. */
export const several = (value: string) => new RegExp(`^${value}(\\|${value}){0,5}$`);
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
export const eventFilter = filterBy({
	from: MOMENT,
	until: MOMENT,
	timestamp: MOMENT,
	type: several('\\d+'),
	source: /^[0-2]$/,
	severity: /^[0-2]$/,
	alert: /^(true|false)$/,
	description: ANY,
	organisation: ANY,
	user: ANY,
	tags: ANY,
	endpoint: several('[^,|]+'),
	ip_address: ANY,
	imei: /^\d+$/,
	imsi: /^\d+$/,
	iccid: several('\\d+'),
	iccid_with_luhn: several('\\d{20}'),
	network: several('[^,|]+'),
	rat: several('\\d+'),
	country: several('[^,|]+'),
}).refine((q) => q === undefined || /from:/.test(q) === /until:/.test(q), {
	error: 'from and until are valid only together',
});
export const EVENT_SORT = [
	'id',
	'timestamp',
	'source',
	'severity',
	'alert',
	'organisation',
	'user',
	'endpoint',
	'tags',
	'ip_address',
	'iccid',
	'imsi',
	'type',
];
export const eventQuery: Asked = {
	// The maximum page size is not documented.
	query: { ...pages(Infinity), q: eventFilter, sort: sortBy(...EVENT_SORT) },
};

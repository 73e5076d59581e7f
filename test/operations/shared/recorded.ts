/* Parts of recorded answers. */

export const RECORDED_TIME = '2022-05-06T12:12:46.000+0000';
/** The same time after Simplify. */
export const RECORDED_TIME_IN_UTC = '2022-05-06T12:12:46.000Z';
export const RECORDED_ORGANISATION = {
	id: 9001,
	name: 'Acme Meters',
	country: { id: 74, name: 'Germany' },
};
/** An unassigned SIM, without a check digit, EID or `endpoint`. */
export const RECORDED_SIM = {
	id: 7,
	iccid: '8988303000000000007',
	imsi: '901430000000007',
	msisdn: '88236300000007',
	production_date: RECORDED_TIME,
	status: { id: 0, description: 'Issued' },
	customer_org: RECORDED_ORGANISATION,
	issuer_org: RECORDED_ORGANISATION,
	model: { id: 1, description: 'Standard ', memory_size: 128 },
};

/* SIMs, cards and operations on them, of several subjects. */

/** The fields of a SIM that are the same in the full and the simplified result. */
export const NUMBERS = {
	id: 7,
	iccid: '8988303000000000007',
	iccid_with_luhn: '89883030000000000072',
	imsi: '901430000000007',
	msisdn: '88236300000007',
	eid: null,
};
export const SIM = { ...NUMBERS, status: { id: 0, description: 'Issued' }, endpoint: null };
export const ICCID = '8988303000000000007';
export const OPERATION_ID = '00000000-0000-4000-8000-000000000017';
export const DATES = {
	creation_date: '2026-06-15T00:00:00Z',
	finalization_date: '2026-06-15T00:01:00Z',
};
export const OPERATION = {
	id: OPERATION_ID,
	...DATES,
	action: { id: '2', description: 'Enable' },
	status: { id: 1, description: 'Finished' },
	total_count: '2',
	success_count: 1,
	failed_count: 1,
	error: [{ eid: '1', message: 'no' }],
};
export const cardPage = { page: '1', per_page: '100' };
export const firstOperationId = '00000000-0000-4000-8000-000000000001';
export const LIST_FILTER = /^[^,|:]+$/;

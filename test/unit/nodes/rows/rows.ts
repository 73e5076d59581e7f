import type { IDataObject } from 'n8n-workflow';

export { ROWS } from '../../../operations';
export { rl } from './rowTypes';

/** Two endpoints of the seed, two free SIMs, two operators. */
export const ITEMS: IDataObject[] = [
	{ id: 10001, sim: 1, operator: 501, iccid: '8988303000000000231' },
	{ id: 10002, sim: 2, operator: 502, iccid: '8988303000000000232' },
];

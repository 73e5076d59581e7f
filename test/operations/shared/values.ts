import { rl } from '../../unit/nodes/rows/rowTypes';

/* Values of many forms. */

export const all = { returnAll: true };
export const shown = { ...all, simplify: true };

/** The endpoint of the item. */
export const endpointId = rl('={{ $json.id }}');
/** The SIM of the item. */
export const simId = rl('={{ $json.sim }}');

export const EUR = { id: 1, code: 'EUR', symbol: '€' };

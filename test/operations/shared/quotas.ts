import * as z from 'zod/v4';
import { moment, oneOf } from '../../truth/requests/forms';

/* What the service accepts as a quota. */

export const quotaShape = {
	volume: z.number(),
	expiry_date: moment,
	status: oneOf(1, 2, 3),
	last_volume_added: z.number().optional(),
	last_status_change_date: moment.nullable().optional(),
	threshold_volume: z.number().optional(),
};
/** Throttling was discontinued. */
export const action = oneOf(1);

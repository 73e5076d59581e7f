import { httpDateMs } from '../request/retry';
import type { Answer } from '../wire';

/** When the service answered, by its own clock, in milliseconds since 1970; `otherwise` where the answer does not say. */
export const answeredAt = ({ headers }: Answer, otherwise: number): number =>
	httpDateMs(headers.date) ?? otherwise;

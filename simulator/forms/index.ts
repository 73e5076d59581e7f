import type { Forms, Generation } from './forms';
import { recorded } from './recorded';
import { reference } from './reference';

export type { DayUsage, Forms, Generation, Page } from './forms';
export { createdEndpoint } from './shared';

/** The two generations of answers. */
export const FORMS: Record<Generation, Forms> = { recorded, reference };

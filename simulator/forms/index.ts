import type { Forms, Generation } from './forms';
import { recorded } from './recorded';
import { reference } from './reference';

export type { FormedWorld, Forms, Generation, Page } from './forms';

/** The two generations of answers. */
export const FORMS: Record<Generation, Forms> = { recorded, reference };

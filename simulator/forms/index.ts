import type { Forms, Generation } from './forms';
import { recorded } from './recorded';
import { referenceForms } from './reference';

export type { FormedWorld, Forms, Generation, Page, Wire } from './forms';

/** The two generations of answers. */
export const FORMS: Record<Generation, Forms> = { recorded, reference: referenceForms };

import type { Case } from '../world';
import { kills } from './kills';
import { order } from './order';
import { people } from './people';
import { puttingBack } from './puttingBack';
import { signs } from './signs';

/** The same signs in the forms of the reference. */
const inReferenceForm = signs.map(
	(each): Case => ({ ...each, name: `${each.name}, in the reference's form`, form: 'reference' }),
);

export const cases: Case[] = [
	...signs,
	...inReferenceForm,
	...order,
	...puttingBack,
	...people,
	...kills,
];

import type { Case } from '../case';
import { absence } from './absence';
import { limits } from './limits';
import { locks } from './locks';
import { networks } from './networks';
import { organisation } from './organisation';
import { quotas } from './quotas';
import { sessions } from './sessions';
import { statuses } from './statuses';

export const cases: Case[] = [
	...statuses,
	...organisation,
	...limits,
	...quotas,
	...locks,
	...networks,
	...absence,
	...sessions,
];

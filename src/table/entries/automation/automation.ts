import { type Call, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { listOrOne, readsList, shownEntity } from '../../reading';
import { actionId, automationId, pickedAutomation } from './automationFields';
import {
	actionKind,
	automation,
	BETA,
	explains,
	logEntry,
	objectOf,
	readsOneText,
} from './automationShape';

/* Reading and deleting automations. Source: public reference. */

const define = operationsWith({ resource: 'automation', errors: [403, 404], explains });

export const getAllAutomations = define({
	name: 'getAll',
	action: 'Get many automations',
	description: 'List the automations: their events, actions and targets, and how often they ran',
	request: 'GET /api/v1/automation',
	...readsList(automation),
});

export const getAutomation = define({
	name: 'get',
	action: 'Get automation',
	description: 'Read one automation: its event, actions and targets, and when it last ran',
	request: 'GET /api/v1/automation/{automationId}',
	...readsOneText(automation, { automationId }),
});

export const deleteAutomation = define({
	name: 'delete',
	action: 'Delete automation',
	stakes: 'final',
	description: 'Delete an automation; its event still occurs, but no action follows',
	request: 'DELETE /api/v1/automation/{automationId}',
	lane: 'single',
	notice: `${BETA} This cannot be undone.`,
	fields: { automationId },
	result: (_, { automationId: id }) => ({ id, deleted: true }),
});

export const getActions = define({
	name: 'getActions',
	action: 'Get automation actions',
	description:
		'List what automations can do, with the names of the properties each action asks for',
	request: 'GET /api/v1/automation/action',
	...readsList(actionKind),
});

export const getAction = define({
	name: 'getAction',
	action: 'Get automation action',
	description: 'Read one action: the properties it asks for, and what it needs of an event',
	request: 'GET /api/v1/automation/action/{actionId}',
	...readsOneText(actionKind, { actionId: f.path(actionId) }),
});

/** After this many executions without an entry, older ones are not read: their log has expired. */
const EMPTY_IN_A_ROW = 10;

/** The log of one execution, as the service gives it. */
async function readLog(call: Call, id: string, execution: number): Promise<Json[]> {
	const query = { automationId: id, automationExecutionNumber: execution };
	return listOrOne(await call.other(getAutomationLog, {}, { query })).map(logEntry.read);
}

export const getAutomationLog = define({
	name: 'getLog',
	action: 'Get automation log',
	description: 'List what an automation did: an entry for each action of each execution',
	request: 'GET /api/v1/automation/log',
	lane: 'list',
	fields: {
		automationId: f.query('automationId', pickedAutomation),
		...f.many,
		...f.inGroup('filters', {
			execution: f.query.number(
				'automationExecutionNumber',
				{ label: 'Execution', hint: 'Number of one execution; without it the newest come first' },
				{ min: 0 },
			),
		}),
	},
	run: async (call, { automationId: id, execution, returnAll, limit, simplify }) => {
		const found: Json[] = [];
		const read = async (number: number) => {
			const entries = await readLog(call, id, number);
			found.push(...entries.map((entry) => shownEntity(logEntry, entry, simplify)));
			return entries.length;
		};
		const most = returnAll ? Infinity : limit;
		if (execution !== undefined) await read(execution);
		else {
			const own = automation.read(objectOf(await call.other(getAutomation, { automationId: id })));
			let number = Number(own.number_of_executions ?? 0);
			for (let empty = 0; number > 0 && empty < EMPTY_IN_A_ROW && found.length < most; number--) {
				empty = (await read(number)) > 0 ? 0 : empty + 1;
			}
		}
		return found.slice(0, most);
	},
});

import { listIn } from '../wire';
import { type Field, type Json, operationsWith } from './define';
import * as f from './fields';
import { criteria, readsFiltered } from './filters';
import { verifyUnknown } from './outcomes';
import { actionField, operationId, PREVIEW } from './previewFields';
import { at, flat, flatList, type Kind, listAt, numeric, one, oneOf, readsOne } from './reading';
import { theOne } from './readBack';

/* Asynchronous operations on eSIM products. Source: public reference. */

const define = operationsWith({
	resource: 'simOperation',
	source: 'public reference',
	notice: PREVIEW,
});

const operation: Kind = {
	read: numeric(
		...['action.id', 'status.id', 'product.id', 'total_count', 'success_count', 'failed_count'],
	),
	simple: (entity: Json) => ({
		...flat(
			...['id', 'action=action.description|action.id', 'status=status.description|status.id'],
			...['status_id=status.id', 'total_count', 'success_count', 'failed_count'],
			...['creation_date', 'finalization_date'],
		)(entity),
		finished: entity.finalization_date !== undefined && entity.finalization_date !== null,
		errors: listAt(entity, 'error'),
	}),
};

/** SIMs as the targets that a request names. */
const targets = <T>(field: Field<T[]>, targetOf: (one: T) => Json): Field<Json[]> =>
	f.body(
		'target',
		f.becoming(field, (all) => all.map(targetOf)),
	);

/** Whether an operation has the same content as the request. */
function isLike(entry: Json, asked: Json): boolean {
	const same = (place: string) => String(at(entry, place)) === String(at(asked, place));
	const isEid = at((asked.target as Json[])[0], 'eid') !== undefined;
	const simsOf = ({ target }: Json) =>
		listIn(target)
			?.map((one) => String(at(one, isEid ? 'eid' : 'sim.id')))
			.sort()
			.join();
	const isOne = asked.product === undefined || same('product.id');
	return same('action.id') && isOne && simsOf(entry) === simsOf(asked);
}

export const createSimOperation = define({
	name: 'create',
	action: 'Create an asynchronous SIM operation',
	stakes: 'billed',
	description: 'Start an operation on unlinked SIMs of an eSIM product; it goes on by itself',
	request: 'POST /api/v1/sim/operation',
	effect: 'act',
	done: 'the operation was started',
	success: [200, 201],
	lane: 'sequential',
	notice: `${PREVIEW} An operation may link SIMs for good and cost money.`,
	errors: [400, 403, 404, 422],
	fields: {
		actionId: f.body('action.id', actionField('simOperationAction')),
		...f.inGroup('options', {
			productId: f.body('product.id', f.id({ label: 'Product ID', hint: 'The eSIM product' })),
		}),
		targetsBy: f.choice(
			{ label: 'SIMs Given As', hint: 'How the SIMs are named', default: 'ids' },
			[
				{ name: 'EIDs', value: 'eids' },
				{ name: 'IDs', value: 'ids' },
			],
		),
		simIds: targets(f.simIds({ targetsBy: ['ids'] }), (id) => ({ sim: { id } })),
		eids: targets(
			f.list(
				{
					label: 'EIDs',
					hint: 'EIDs of 32 digits separated by commas, or a list',
					showWhen: { targetsBy: ['eids'] },
				},
				'must be a list of EIDs of 32 digits',
				(s) => s.eidSchema,
			),
			(eid) => ({ eid }),
		),
		...one,
		...verifyUnknown,
	},
	result: oneOf(operation),
	readBack: {
		key: () => 'simOperation',
		find: async (call, { body, since }) => {
			const query = { sort: '-creation_date', page: 1, per_page: 100 };
			const answer = await call.other(getAllSimOperations, {}, { query });
			return theOne(answer, since, 'creation_date', (entry) => isLike(entry, body as Json));
		},
	},
});

const filters = f.inGroup('filters', {
	actionFilter: f.filter('action', criteria('Action', 'ID of the action')),
	statusFilter: f.filter('status', criteria('Status', 'ID of the status')),
});
const sorts = [
	{ name: 'Action', value: 'action' },
	{ name: 'Created', value: 'creation_date' },
	{ name: 'Finished', value: 'finalization_date' },
	{ name: 'ID', value: 'id' },
	{ name: 'Status', value: 'status' },
];

export const getAllSimOperations = define({
	name: 'getAll',
	action: 'Get many asynchronous SIM operations',
	description: 'List asynchronous SIM operations with their states and counts',
	request: 'GET /api/v1/sim/operation',
	...readsFiltered(operation, filters, sorts),
});

export const getSimOperation = define({
	name: 'get',
	action: 'Get an asynchronous SIM operation',
	description: 'Read how far one asynchronous SIM operation is, and what failed',
	request: 'GET /api/v1/sim/operation/{operationId}',
	...readsOne(operation, { operationId }),
});

export const getSimOperationActions = define({
	resource: 'lookup',
	name: 'getSimOperationActions',
	action: 'Get the actions of asynchronous SIM operations',
	description: 'List what asynchronous SIM operations can do',
	request: 'GET /api/v1/sim/operation/action',
	...flatList,
});

export const getSimOperationStatuses = define({
	resource: 'lookup',
	name: 'getSimOperationStatuses',
	action: 'Get the statuses of asynchronous SIM operations',
	description: 'List the statuses an asynchronous SIM operation can have',
	request: 'GET /api/v1/sim/operation/status',
	...flatList,
});

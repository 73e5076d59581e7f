import { listIn } from '../../../wire';
import { type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { criteria, readsFiltered } from '../../filters';
import { verifyUnknown } from '../../outcomes';
import { onlyNewEntry } from '../../readBack';
import {
	at,
	extended,
	flat,
	defineLookup,
	type EntityKind,
	listAt,
	numeric,
	oneOf,
	readsOne,
} from '../../reading';
import { actionField, eidTargets, operationId, PREVIEW, targets } from './previewFields';

/* Asynchronous operations on eSIM products. Source: public reference. */

const define = operationsWith({ resource: 'simOperation', notice: PREVIEW });

const simOperationKind: EntityKind = {
	read: numeric('action.id status.id product.id total_count success_count failed_count'),
	simple: extended(
		flat(
			'id action=action.description|action.id status=status.description|status.id',
			'status_id=status.id total_count success_count failed_count creation_date finalization_date',
		),
		(shown, entity) => ({
			...shown,
			finished: entity.finalization_date !== undefined && entity.finalization_date !== null,
			errors: listAt(entity, 'error'),
		}),
	),
};

/** Whether an operation has the same content as the request. */
function isSameOperation(entry: Json, asked: Json): boolean {
	const same = (place: string) => String(at(entry, place)) === String(at(asked, place));
	const isEid = at((asked.target as Json[])[0], 'eid') !== undefined;
	const simsOf = ({ target }: Json) =>
		listIn(target)
			?.map((card) => String(at(card, isEid ? 'eid' : 'sim.id')))
			.sort()
			.join();
	const isOne = asked.product === undefined || same('product.id');
	return same('action.id') && isOne && simsOf(entry) === simsOf(asked);
}

export const createSimOperation = define({
	name: 'create',
	action: 'Create asynchronous SIM operation',
	stakes: 'billed',
	description: 'Start an operation on unlinked SIMs of an eSIM product; it runs in the background',
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
			productId: f.body.pick(
				'product.id',
				{ label: 'Product', hint: 'The eSIM product' },
				'product',
			),
		}),
		targetsBy: f.choice(
			{ label: 'Identify SIMs By', hint: 'How the SIMs are named', default: 'ids' },
			{ EIDs: 'eids', IDs: 'ids' },
		),
		simIds: targets(f.simIds({ targetsBy: ['ids'] }), (id) => ({ sim: { id } })),
		eids: eidTargets({ targetsBy: ['eids'] }),
		...f.single,
		...verifyUnknown,
	},
	result: oneOf(simOperationKind),
	readBack: {
		key: () => 'simOperation',
		find: async (call, { body, since }) => {
			const query = { sort: '-creation_date', page: 1, per_page: 100 };
			const answer = await call.other(getAllSimOperations, {}, { query });
			return onlyNewEntry(answer, since, 'creation_date', (entry) =>
				isSameOperation(entry, body as Json),
			);
		},
	},
});

const simOperationFilters = f.inGroup('filters', {
	actionFilter: f.filter('action', criteria('Action', 'ID of the action')),
	statusFilter: f.filter('status', criteria('Status', 'ID of the status')),
});
const simOperationSorts = [
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
	...readsFiltered(simOperationKind, simOperationFilters, simOperationSorts),
});

export const getSimOperation = define({
	name: 'get',
	action: 'Get asynchronous SIM operation',
	description: 'Read the progress of one asynchronous SIM operation, and what failed',
	request: 'GET /api/v1/sim/operation/{operationId}',
	...readsOne(simOperationKind, { operationId }),
});

export const getSimOperationActions = defineLookup({
	name: 'simOperationActions',
	action: 'Get asynchronous SIM operation actions',
	description: 'List what asynchronous SIM operations can do',
	request: 'GET /api/v1/sim/operation/action',
	notice: PREVIEW,
});

export const getSimOperationStatuses = defineLookup({
	name: 'simOperationStatuses',
	action: 'Get asynchronous SIM operation statuses',
	description: 'List the statuses an asynchronous SIM operation can have',
	request: 'GET /api/v1/sim/operation/status',
	notice: PREVIEW,
});

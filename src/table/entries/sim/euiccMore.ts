import { answerList } from '../../answers';
import { operationsWith } from '../../define';
import { defineLookup } from '../../reading';
import { euiccId } from './euicc';
import { eidTargets, operationId, PREVIEW } from './previewFields';

/* Cancelling and checking eUICCs, and their lists of choices. Source: public reference. */

const define = operationsWith({ resource: 'euicc', lane: 'single' });

export const cancelEuiccOperation = define({
	name: 'cancelOperation',
	action: 'Cancel an operation on an eUICC',
	description: 'Withdraw an operation that was scheduled on an eUICC',
	request: 'DELETE /api/v1/euicc/{euiccId}/operation/{operationId}',
	notice: `${PREVIEW} Cancelling is planned for later: the service may refuse it, and which operations can be cancelled is not documented. Read the status afterwards.`,
	errors: [403, 404, 409],
	explains: {
		404: 'There is no such operation on this card, or the service does not cancel operations yet.',
		409: 'The state of the operation does not allow it: read its status.',
	},
	fields: { euiccId, operationId },
	result: (_, { euiccId: card, operationId: id }) => ({ euicc_id: card, id, cancelled: true }),
});

export const validateUnlinked = define({
	name: 'validateUnlinked',
	action: 'Check which eUICCs are free',
	description: 'Check which eUICCs have no profile yet, one item per EID',
	request: 'POST /api/v1/euicc/unlinked_validation',
	effect: 'read',
	notice: PREVIEW,
	errors: [403, 404],
	explains: { 404: 'One of the EIDs is not known, or its card is of another organisation.' },
	fields: { eids: eidTargets() },
	result: (answer, { eids }) => {
		// The service lists those that have a profile: an empty list where all are free.
		const taken = new Set(answerList(answer).map(({ eid }) => String(eid)));
		return eids.map(({ eid }) => ({ eid, is_free: !taken.has(String(eid)) }));
	},
});

export const getCardOperationActions = defineLookup({
	name: 'getCardOperationActions',
	action: 'Get the actions of operations on eUICCs',
	description: 'List what operations on eUICCs can do',
	request: 'GET /api/v1/euicc/operation/action',
});

export const getCardOperationStatuses = defineLookup({
	name: 'getCardOperationStatuses',
	action: 'Get the statuses of operations on eUICCs',
	description: 'List the statuses an operation on an eUICC can have',
	request: 'GET /api/v1/euicc/operation/status',
});

export const getCardProfileStatuses = defineLookup({
	name: 'getCardProfileStatuses',
	action: 'Get the statuses of profiles on eUICCs',
	description: 'List the statuses a profile on an eUICC can have',
	request: 'GET /api/v1/euicc/profile/status',
});

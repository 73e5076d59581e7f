import { InputError } from '../../../errors';
import { answerList, objectIn } from '../../answers';
import { type Call, type Id, operationsWith } from '../../define';
import * as f from '../../fields';
import { criteria, numberCriteria, readsFiltered } from '../../filters';
import { verifyUnknown } from '../../outcomes';
import { onlyNewEntry } from '../../readBack';
import {
	at,
	defineLookup,
	everyOf,
	extended,
	flat,
	type EntityKind,
	listOrOne,
	numeric,
	readsOne,
	shownEntity,
} from '../../reading';
import { wholeAnswer } from '../../whole';
import { cardActionOf, hasOtherFallback, isSeenDisabled, profilesOf } from './cardProfiles';
import { actionField, eidTargets, operationId, PREVIEW } from './previewFields';

/* eSIMs of IoT devices (SGP.32). Source: public reference. */

const define = operationsWith({ resource: 'euicc', notice: PREVIEW, errors: [403, 404] });

const euiccId = f.path(
	f.pick({ label: 'Card', hint: 'The eUICC to work on; the list shows EIDs' }, 'euicc'),
);

const card: EntityKind = {
	read: numeric('id status.id supported_profile_type.id eim.id'),
	simple: extended(
		flat(
			'id eid status=status.description|status.id eim=eim.description last_audited last_polled',
			'last_synced',
		),
		(shown, entity) => ({
			...shown,
			has_other_fallback: hasOtherFallback(entity),
			profiles: profilesOf(entity).map(
				flat(
					'iccid_with_luhn name status=status.description|status.id endpoint_id=endpoint.id',
					'operator=operator.name|operator.id preloaded fallback_allowed fallback_attribute',
				),
			),
		}),
	),
};
const euiccOperationKind: EntityKind = {
	read: numeric('action.id status.id user.id'),
	simple: flat(
		'id action=action.description|action.id status=status.description|status.id',
		'iccid_with_luhn creation_date expiry_date finalization_date failure=error.message',
	),
};

const euiccFilters = f.inGroup('filters', {
	eid: f.filter('eid', numberCriteria('eid', 'EID', 'EID of the card, 32 digits')),
	statusFilter: f.filter('status', criteria('Status', 'ID of the status')),
	eim: f.filter('eim', criteria('EIM', 'ID of the eIM')),
});
const euiccSorts = { EID: 'eid', EIM: 'eim', ID: 'id', Modified: 'modified', Status: 'status' };

export const getAllEuiccs = define({
	name: 'getAll',
	action: 'Get many eUICCs',
	description: 'List the eUICCs with the profiles on them',
	request: 'GET /api/v1/euicc',
	...readsFiltered(card, euiccFilters, euiccSorts),
});

export const getEuicc = define({
	name: 'get',
	action: 'Get eUICC',
	description: 'Read one eUICC with the profiles on it',
	request: 'GET /api/v1/euicc/{euiccId}',
	...readsOne(card, { euiccId }),
});

export const getEuiccOperations = define({
	name: 'getOperations',
	action: 'Get eUICC operations',
	description: 'List the operations that were scheduled for an eUICC',
	request: 'GET /api/v1/euicc/{euiccId}/operation',
	lane: 'list',
	fields: { euiccId, ...f.many },
	result: everyOf(euiccOperationKind, ({ euiccId: id }) => ({ euicc_id: id })),
});

const NO_CARD =
	'must be given: the service finds an operation only by its card. Choose the eUICC that it was scheduled on';
/** Workflows saved before this field existed have no card; the error says what to do. */
const cardOfOperation = f.checkedBy(euiccId, (s) =>
	s
		.readSchema((v, refuse) => (v === undefined || v === '' ? refuse(NO_CARD) : v))
		.pipe(euiccId.schema(s)),
);

export const getEuiccOperation = define({
	name: 'getOperation',
	action: 'Get eUICC operation',
	description: 'Read the outcome of one operation on an eUICC',
	request: 'GET /api/v1/euicc/{euiccId}/operation/{operationId}',
	...readsOne(euiccOperationKind, { euiccId: cardOfOperation, operationId }),
	result: (answer, { euiccId: id, simplify }) => ({
		euicc_id: id,
		...shownEntity(euiccOperationKind, objectIn(answer), simplify),
	}),
});

const LONGEST_VALIDITY_S = 86_400;

type Scheduled = { euiccId: number; actionId: number; iccidWithLuhn?: string | undefined };

/**
 * Refuses an order that may cut the device off: it disables or deletes a profile that is not certainly
 * disabled, on a card without another fallback.
 * @throws InputError
 */
async function refuseLastProfile(call: Call, input: Scheduled): Promise<void> {
	const { euiccId: cardId, actionId, iccidWithLuhn: iccid } = input;
	const actions = await call.entries('euiccAction');
	const action = actions.find(({ id }) => Number(id) === actionId);
	const does = cardActionOf(action?.description);
	if (does !== undefined && does !== 'disable' && does !== 'delete') return;
	const entity = objectIn(await call.other(getEuicc, { euiccId: cardId }));
	if (does !== undefined && isSeenDisabled(entity, iccid)) return;
	if (hasOtherFallback(entity) === true) return;
	const what =
		does === undefined
			? `is not told by the words of the service ("${String(action?.description ?? actionId)}")`
			: `would ${does} a profile that may be the active one`;
	throw new InputError(
		'actionId',
		`${what}, and no other fallback is seen on eUICC ${cardId}: the device could be out of reach for good. Set a fallback first, or add "Allow Without Fallback" in Options`,
		'Action',
	);
}

export const scheduleEuiccOperations = define({
	name: 'scheduleOperations',
	action: 'Schedule eUICC operation',
	stakes: 'billed',
	description:
		'Schedule one change of the profiles on an eUICC; it is applied when the device next polls, or it expires',
	request: 'POST /api/v1/euicc/{euiccId}/operation',
	effect: 'act',
	done: 'the operation was scheduled',
	waves: true,
	success: [200, 201],
	lane: 'sequential',
	notice: `${PREVIEW} A device whose profile is disabled or deleted can go offline for good.`,
	errors: [400, 403, 404, 422],
	explains: { 404: 'The card does not exist, or it is no IoT eUICC.' },
	fields: {
		euiccId,
		actionId: f.body('action.id', actionField('euiccAction')),
		...f.inGroup('options', {
			validityPeriod: f.narrowing(
				f.body.number(
					'validity_period',
					{
						label: 'Validity Period',
						hint: 'Seconds in which the device must poll, 24 hours at most. A device that polls once a day may let even that expire.',
						default: LONGEST_VALIDITY_S,
					},
					{ min: 1, max: LONGEST_VALIDITY_S },
				),
			),
			iccidWithLuhn: f.narrowing(
				f.body(
					'iccid_with_luhn',
					f.checkedBy(
						f.text(
							{
								label: 'ICCID of the Profile',
								hint: 'ICCID with its check digit, 89 and 18 digits',
							},
							'must be 20 digits that begin with 89',
						),
						(s) => s.iccidOfCardSchema,
					),
				),
			),
			activationCode: f.body(
				'activation_code',
				f.checkedBy(
					f.text(
						{ label: 'Activation Code', hint: 'Code of the profile to download' },
						'must be text',
						undefined,
						{ secret: true },
					),
					(s) => s.activationCodeSchema,
				),
			),
			enable: f.body.flag('enable', {
				label: 'Enable',
				hint: 'Whether to enable the profile after its download',
			}),
			rollback: f.body.flag('rollback', {
				label: 'Rollback',
				hint: 'Whether to go back to the old profile when it fails',
			}),
			allowWithoutFallback: f.aboutRun(
				f.flag({
					label: 'Allow Without Fallback',
					hint: 'Whether to disable or delete the active profile even where no other fallback is seen on the card',
				}),
			),
		}),
		...f.single,
		...verifyUnknown,
	},
	body: (fields) => [fields],
	run: async (call, input) => {
		if (!input.allowWithoutFallback) await refuseLastProfile(call, input);
		const answer = await call.own(input);
		call.note(
			'A device that polls once a day may let an order of 24 hours expire: await its end, and schedule it anew where it has expired',
		);
		return listOrOne(answer).map((entry) => ({
			euicc_id: input.euiccId,
			...shownEntity(euiccOperationKind, entry, input.simplify),
		}));
	},
	readBack: {
		key: (input) => `euicc ${input.euiccId}`,
		ids: (answer) => listOrOne(answer).map(({ id }) => id as Id | undefined),
		find: async (call, { input, since }) => {
			const { actionId, iccidWithLuhn: iccid = '', activationCode, enable, rollback } = input;
			// The service does not show these values, and two operations may differ in them alone.
			const hidden = [activationCode, enable, rollback];
			if (hidden.some((value) => value !== undefined)) return 'unclear';
			const answer = await call.other(getEuiccOperations, input);
			return onlyNewEntry(
				answer,
				since,
				'creation_date',
				(entry) =>
					Number(at(entry, 'action.id')) === actionId && (entry.iccid_with_luhn ?? '') === iccid,
			);
		},
	},
});

export const cancelEuiccOperation = define({
	name: 'cancelOperation',
	action: 'Cancel eUICC operation',
	description: 'Withdraw an operation that was scheduled on an eUICC',
	request: 'DELETE /api/v1/euicc/{euiccId}/operation/{operationId}',
	lane: 'single',
	notice: `${PREVIEW} Cancelling is planned for later: the service may refuse it, and which operations can be cancelled is not documented. Read the status afterwards.`,
	errors: [403, 404, 409],
	explains: {
		404: 'There is no such operation on this card, or the service does not cancel operations yet.',
		409: 'The state of the operation does not allow it: read its status.',
	},
	fields: { euiccId, operationId },
	result: (_, { euiccId: cardId, operationId: id }) => ({ euicc_id: cardId, id, cancelled: true }),
});

export const validateUnlinked = define({
	name: 'validateUnlinked',
	action: 'Check which eUICCs are free',
	description: 'Check which eUICCs have no profile yet, one item per EID',
	request: 'POST /api/v1/euicc/unlinked_validation',
	effect: 'read',
	lane: 'single',
	explains: { 404: 'One of the EIDs is not known, or its card is of another organisation.' },
	fields: { eids: eidTargets() },
	result: (answer, { eids }) => {
		// The service lists those that have a profile: an empty list where all are free.
		const listed = wholeAnswer(answer, answerList(answer), 'eUICCs that have a profile');
		const taken = new Set(listed.map(({ eid }) => String(eid)));
		return eids.map(({ eid }) => ({ eid, is_free: !taken.has(String(eid)) }));
	},
});

export const getCardOperationActions = defineLookup({
	name: 'cardOperationActions',
	action: 'Get eUICC operation actions',
	description: 'List what operations on eUICCs can do',
	request: 'GET /api/v1/euicc/operation/action',
});

export const getCardOperationStatuses = defineLookup({
	name: 'cardOperationStatuses',
	action: 'Get eUICC operation statuses',
	description: 'List the statuses an operation on an eUICC can have',
	request: 'GET /api/v1/euicc/operation/status',
});

export const getCardProfileStatuses = defineLookup({
	name: 'cardProfileStatuses',
	action: 'Get eUICC profile statuses',
	description: 'List the statuses a profile on an eUICC can have',
	request: 'GET /api/v1/euicc/profile/status',
});

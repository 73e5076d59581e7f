import * as z from 'zod/v4';
import {
	ANY,
	type Asked,
	digits,
	eid,
	filterBy,
	id,
	ID,
	oneOf,
	pages,
	ref,
	some,
	sortBy,
	text,
	UUID,
} from './forms';

/*
 * SIMs, batches, transfers, eSIM. Sources: public reference (Endpoints and SIMs), fleet operations 6 and 9,
 * more operations 2.
 */

const LIST_FILTER = /^[^,|:]+$/;
const simFilter = filterBy({
	id: ID,
	iccid: LIST_FILTER,
	iccid_with_luhn: LIST_FILTER,
	status: /^[0-4]$/,
	imsi: LIST_FILTER,
	msisdn: LIST_FILTER,
	endpoint: /^([^,|]+|null)$/,
	model: ANY,
	eid: LIST_FILTER,
	issuer_org: ANY,
	reseller_org: ANY,
	customer_org: ANY,
	production_date: ANY,
	satellite_capable: /^(true|false)$/,
});
const SIM_SORT = [
	'id',
	'issuer_org',
	'reseller_org',
	'customer_org',
	'iccid',
	'eid',
	'status',
	'production_date',
	'endpoint',
	'model',
];
const owner = z.strictObject({ id: id.nullable().optional() }).optional();
const iccid = digits(19);

const migration = z
	.strictObject({
		target_workspace: ref,
		sims: z.array(ref).min(1).max(500).optional(),
		iccids: z.array(iccid).min(1).max(500).optional(),
		iccid_range: z
			.strictObject({ start: iccid, end: iccid })
			.refine(({ start, end }) => start <= end, { error: 'ends before it starts' })
			.optional(),
		allowed_sim_statuses: z
			.array(oneOf(0, 1, 2, 3, 4))
			.min(1)
			.optional(),
		auto_detach_devices: z.boolean().optional(),
		dry_run: z.boolean().optional(),
	})
	.refine(
		({ sims, iccids, iccid_range: range }) =>
			[sims, iccids, range].filter((given) => given !== undefined).length === 1,
		{ error: 'exactly one of sims, iccids and iccid_range' },
	);

const cardOperation = z.strictObject({
	action: ref,
	validity_period: z.int().min(1).max(86_400).optional(),
	iccid_with_luhn: z
		.string()
		.regex(/^89\d{18}$/)
		.optional(),
	activation_code: text.optional(),
	enable: z.boolean().optional(),
	rollback: z.boolean().optional(),
});
const OPERATION_PATH = '/api/v1/sim/operation';
const EUICC_PATH = '/api/v1/euicc';

export const SIMS: Record<string, Asked> = {
	'GET /api/v1/sim': {
		query: { ...pages(2500), q: simFilter, sort: sortBy(...SIM_SORT) },
	},
	'GET /api/v1/sim/{simId}': {},
	'PATCH /api/v1/sim/{simId}': {
		body: some(
			z.strictObject({
				status: oneOf(1, 2, 4).optional(),
				customer_org: owner,
				reseller_org: owner,
				issuer_org: owner,
			}),
		),
	},
	'DELETE /api/v1/sim/{simId}': {},
	'DELETE /api/v1/sim/multi': { body: z.array(ref).min(1) },
	'GET /api/v1/sim/status': {},
	'GET /api/v1/sim_batch/bic/{bic}': {},
	'PATCH /api/v1/sim_batch/bic/{bic}': { body: z.strictObject({ sim_status: oneOf(0, 1, 4) }) },
	'POST /api/v1/sim/migration/workspace': { body: migration },
	[`GET ${OPERATION_PATH}`]: {
		query: {
			...pages(1000),
			q: filterBy({ id: UUID, action: ANY, status: ANY }),
			sort: sortBy('id', 'action', 'status', 'creation_date', 'finalization_date'),
		},
	},
	[`POST ${OPERATION_PATH}`]: {
		body: z.strictObject({
			action: ref,
			product: ref.optional(),
			target: z.array(z.union([z.strictObject({ sim: ref }), z.strictObject({ eid })])).min(1),
		}),
	},
	[`GET ${OPERATION_PATH}/{operationId}`]: {},
	[`GET ${OPERATION_PATH}/action`]: {},
	[`GET ${OPERATION_PATH}/status`]: {},

	[`GET ${EUICC_PATH}`]: {
		query: {
			...pages(1000),
			q: filterBy({ id: ID, eid: LIST_FILTER, supported_profile_type: ANY, status: ANY, eim: ANY }),
			sort: sortBy('id', 'eid', 'supported_profile_type', 'status', 'eim', 'modified'),
		},
	},
	[`GET ${EUICC_PATH}/{euiccId}`]: {},
	[`GET ${EUICC_PATH}/{euiccId}/operation`]: {
		query: {
			...pages(1000),
			q: filterBy({ id: UUID, action: ANY, status: ANY, iccid_with_luhn: LIST_FILTER }),
			sort: sortBy(
				'id',
				'action',
				'status',
				'iccid_with_luhn',
				'creation_date',
				'expiry_date',
				'finalization_date',
			),
		},
	},
	[`POST ${EUICC_PATH}/{euiccId}/operation`]: { body: z.array(cardOperation).min(1) },
	[`GET ${EUICC_PATH}/{euiccId}/operation/{operationId}`]: {},
	[`DELETE ${EUICC_PATH}/{euiccId}/operation/{operationId}`]: {},
	[`GET ${EUICC_PATH}/operation/action`]: {},
	[`GET ${EUICC_PATH}/operation/status`]: {},
	[`GET ${EUICC_PATH}/profile/status`]: {},
	[`GET ${EUICC_PATH}/status`]: {},
};

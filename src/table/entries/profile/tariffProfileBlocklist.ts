import { UnreadableAnswer } from '../../../errors';
import { changesTo, requestIds } from '../../changed';
import { operationsWith } from '../../define';
import * as f from '../../fields';
import {
	flat,
	type EntityKind,
	listAt,
	numeric,
	everyOf,
	listOrOne,
	shownEntity,
} from '../../reading';
import { tariffProfileId } from './tariffProfile';

/* Operators a tariff profile keeps its endpoints from. Source: public reference. */

const base = '/api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator';
const define = operationsWith({
	resource: 'tariffProfileBlocklist',
	lane: 'single',
	errors: [403, 404],
});
const OFFLINE = 'Where no other operator can be reached, the devices of the profile go offline.';

const blocklistIds = { tariffProfileId, operatorId: f.operatorId };

const blocklistKind: EntityKind = {
	read: numeric('operator.id tariff_profile.id'),
	simple: (entity) => ({
		...flat(
			'tariff_profile_id=tariff_profile.id operator_id=operator.id operator=operator.name',
			'blocked=blocklist.operator',
		)(entity),
		blocked_rat_types: listAt(entity, 'blocklist.rat_types').map(({ description }) => description),
	}),
};

export const getAllBlocklisted = define({
	name: 'getAll',
	action: 'Get tariff profile blocklist',
	description: 'List the operators, and radio access types of operators, that a profile blocks',
	request: `GET ${base}` as const,
	fields: { tariffProfileId, ...f.many },
	result: everyOf(blocklistKind),
});

export const getBlocklisted = define({
	name: 'get',
	action: 'Get operator of tariff profile blocklist',
	description: 'Read what a tariff profile blocks of one operator',
	request: `GET ${base}/{operatorId}` as const,
	fields: { ...blocklistIds, ...f.single },
	result: (answer, { simplify }) => {
		const [found] = listOrOne(answer);
		if (!found) throw new UnreadableAnswer('the entry of the operator', answer);
		return shownEntity(blocklistKind, found, simplify);
	},
});

export const blockOperator = define({
	name: 'blockOperator',
	action: 'Block operator in tariff profile',
	stakes: 'access',
	description: 'Keep all endpoints of a tariff profile off one operator, whatever the access type',
	request: `PUT ${base}/{operatorId}`,
	effect: 'set',
	notice: OFFLINE,
	...changesTo({ blocked: true }, blocklistIds),
});

export const unblockOperator = define({
	name: 'unblockOperator',
	action: 'Unblock operator in tariff profile',
	stakes: 'access',
	description:
		'Let endpoints of a tariff profile use an operator; blocked access types stay blocked',
	request: `DELETE ${base}/{operatorId}`,
	...changesTo({ blocked: false }, blocklistIds),
});

export const blockRatTypes = define({
	name: 'blockRatTypes',
	action: 'Block radio access types of operator in tariff profile',
	stakes: 'access',
	description: 'Keep endpoints of a tariff profile off some radio access types of one operator',
	request: `POST ${base}/{operatorId}/rat_type`,
	effect: 'set',
	notice: OFFLINE,
	fields: {
		...blocklistIds,
		ratTypeIds: f.body(
			'rat_types',
			f.picks(
				{ label: 'Radio Access Types', hint: 'The types to block', example: [6] },
				'ratType',
				f.ID_OR_ZERO.schema,
			),
		),
	},
	rules: [
		({ ratTypeIds }) =>
			ratTypeIds.length === 0
				? { field: 'ratTypeIds', rule: 'must hold at least one type' }
				: undefined,
	],
	body: (_, { ratTypeIds }) => ({ rat_types: ratTypeIds.map((id) => ({ id })) }),
	result: (_, input) => ({
		...requestIds(blocklistIds, input),
		blocked_rat_type_ids: input.ratTypeIds,
	}),
});

export const unblockRatType = define({
	name: 'unblockRatType',
	action: 'Unblock radio access type of operator in tariff profile',
	stakes: 'access',
	description: 'Let endpoints of a tariff profile use a radio access type of an operator again',
	request: `DELETE ${base}/{operatorId}/rat_type/{ratTypeId}`,
	fields: {
		...blocklistIds,
		ratTypeId: f.path(
			f.pick({ label: 'Radio Access Type', hint: 'The type to unblock' }, 'ratType', f.ID_OR_ZERO),
		),
	},
	result: (_, input) => ({
		...requestIds(blocklistIds, input),
		unblocked_rat_type_id: input.ratTypeId,
	}),
});

import { type Json, defineOperation } from './define';
import * as f from './fields';
import { at, flat, type Kind, many, numeric, one, everyOf, listOrOne } from './reading';
import { UnreadableAnswer } from './answers';
import { tariffProfileId } from './tariffProfile';

/* Operators a tariff profile keeps its endpoints from. Source: public reference. */

const base = '/api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator';
const shared = {
	resource: 'tariffProfileBlocklist',
	lane: 'single',
	source: 'public reference',
	errors: [403, 404],
} as const;
const OFFLINE = 'Where no other operator can be reached, the devices of the profile go offline.';

const operatorId = f.path(
	'operatorId',
	f.pick({ label: 'Operator', hint: 'The mobile network operator' }, 'operator'),
);
const ids = { tariffProfileId, operatorId };

const entry: Kind = {
	read: numeric('operator.id', 'tariff_profile.id'),
	simple: (entity) => ({
		...flat(
			...['tariff_profile_id=tariff_profile.id', 'operator_id=operator.id'],
			...['operator=operator.name', 'blocked=blocklist.operator'],
		)(entity),
		blocked_rat_types: (Array.isArray(at(entity, 'blocklist.rat_types'))
			? (at(entity, 'blocklist.rat_types') as Json[])
			: []
		).map(({ description }) => description),
	}),
};

const done =
	(what: Json) => (_: unknown, input: { tariffProfileId: number; operatorId: number }) => ({
		tariff_profile_id: input.tariffProfileId,
		operator_id: input.operatorId,
		...what,
	});

export const getAllBlocklisted = defineOperation({
	...shared,
	name: 'getAll',
	action: 'Get the operator blocklist of a tariff profile',
	description: 'List the operators, and radio access types of operators, that a profile blocks',
	request: `GET ${base}`,
	effect: 'read',
	fields: { tariffProfileId, ...many },
	result: everyOf(entry),
});

export const getBlocklisted = defineOperation({
	...shared,
	name: 'get',
	action: 'Get an operator of the blocklist of a tariff profile',
	description: 'Read what a tariff profile blocks of one operator',
	request: `GET ${base}/{operatorId}`,
	effect: 'read',
	fields: { ...ids, ...one },
	result: (answer, { simplify }) => {
		const [found] = listOrOne(answer).map(entry.read);
		if (!found) throw new UnreadableAnswer('the entry of the operator', answer);
		return simplify ? entry.simple(found) : found;
	},
});

export const blockOperator = defineOperation({
	...shared,
	name: 'blockOperator',
	action: 'Block an operator in a tariff profile',
	description: 'Keep all endpoints of a tariff profile off one operator, whatever the access type',
	request: `PUT ${base}/{operatorId}`,
	effect: 'set',
	notice: OFFLINE,
	fields: ids,
	result: done({ blocked: true }),
});

export const unblockOperator = defineOperation({
	...shared,
	name: 'unblockOperator',
	action: 'Unblock an operator in a tariff profile',
	description:
		'Let endpoints of a tariff profile use an operator; blocked access types stay blocked',
	request: `DELETE ${base}/{operatorId}`,
	effect: 'set',
	fields: ids,
	result: done({ blocked: false }),
});

export const blockRatTypes = defineOperation({
	...shared,
	name: 'blockRatTypes',
	action: 'Block radio access types of an operator in a tariff profile',
	description: 'Keep endpoints of a tariff profile off some radio access types of one operator',
	request: `POST ${base}/{operatorId}/rat_type`,
	effect: 'set',
	notice: OFFLINE,
	fields: {
		...ids,
		ratTypeIds: f.body(
			'rat_types',
			f.picks({ label: 'Radio Access Types', hint: 'The types to block', example: [6] }, 'ratType'),
		),
	},
	rules: [
		({ ratTypeIds }) =>
			ratTypeIds.length === 0
				? { field: 'ratTypeIds', rule: 'must hold at least one type' }
				: undefined,
	],
	body: (_, { ratTypeIds }) => ({ rat_types: ratTypeIds.map((id) => ({ id })) }),
	result: (_, input) => done({ blocked_rat_type_ids: input.ratTypeIds })(undefined, input),
});

export const unblockRatType = defineOperation({
	...shared,
	name: 'unblockRatType',
	action: 'Unblock a radio access type of an operator in a tariff profile',
	description: 'Let endpoints of a tariff profile use a radio access type of an operator again',
	request: `DELETE ${base}/{operatorId}/rat_type/{ratTypeId}`,
	effect: 'set',
	fields: {
		...ids,
		ratTypeId: f.path(
			'ratTypeId',
			f.pick({ label: 'Radio Access Type', hint: 'The type to unblock' }, 'ratType'),
		),
	},
	result: (_, input) => done({ unblocked_rat_type_id: input.ratTypeId })(undefined, input),
});

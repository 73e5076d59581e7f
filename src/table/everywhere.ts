import type { Field, Fields } from './field';
import type { Operation } from './operation';
import { flag, number, text } from './fieldKinds';
import { inGroup } from './fieldVariants';
import { pick } from './pickers';
import { wavePauseField, waveSizeField } from './waveFields';

/* Fields that an operation has beside its own. */

const workspace = pick(
	{ label: 'Workspace', hint: 'User Login only', saidOnce: true },
	'workspace',
);

/** Fields of every operation beside its own. Read by the client, not part of a request. */
export const everywhere = inGroup('options', { workspaceId: workspace });

/** The same for reads, which may name several workspaces. */
const reading = inGroup('options', {
	workspaceId: {
		...workspace,
		control: { ...workspace.control, several: true },
		schema: (s) => s.orNames(workspace.schema(s), 'must name at least one workspace'),
	} as Field<number | string[]>,
});

/** The same for what is done to many things, in runs that may be stopped. */
const changingMany = {
	...everywhere,
	...inGroup('options', {
		stopAbove: number(
			{
				label: 'Stop When More Than … % Fail',
				hint: 'Share of the items done so far, from 20 items on; the rest is not sent',
				saidOnce: true,
				default: 5,
			},
			{ min: 0, max: 99 },
		),
	}),
};

/** Of operations that campaigns are made of. */
const inWaves = inGroup('waves', {
	waveSize: waveSizeField({
		hint: 'Items of a wave, or of the first one; at the end of each wave the share of failures is judged',
		saidOnce: true,
		default: 10,
	}),
	waveDoubles: flag({
		label: 'Double Every Wave',
		hint: 'Whether each wave has twice as many items as the one before',
		saidOnce: true,
	}),
	wavePause: wavePauseField({
		hint: 'Time from the end of a wave to the next one',
		saidOnce: true,
		default: 60,
	}),
});

/** For what changes something: nodes behind it may need what its item had before. Read by the host. */
const passingOn = inGroup('options', {
	includeOtherFields: flag({
		label: 'Include Other Input Fields',
		hint: 'Whether to include the fields of the input in the output',
		saidOnce: true,
	}),
});

/** Resources that are set up once instead of for many things in a run. */
const SET_UP_ONCE = [
	'serviceProfile',
	'tariffProfile',
	'tariffProfileBlocklist',
	'ipAddressSpace',
	'dns',
];

/** Resources whose operations are about many SIMs an item: no row of a table stands for one of them. */
const OF_MANY_AN_ITEM = ['simBatch', 'simOperation'];

/** Whether what an item had before may be passed on: nodes behind it need that where an item is a device. */
export const passesOn = ({ resource, userLoginOnly, effect }: Operation): boolean =>
	effect !== 'read' && !userLoginOnly && ![...SET_UP_ONCE, ...OF_MANY_AN_ITEM].includes(resource);

/** Longest idempotency key, in characters. */
const LONGEST_KEY = 255;

/** For acting operations. */
const acting = inGroup('options', {
	idempotencyKey: text(
		{
			label: 'Idempotency Key',
			hint: 'Sent once a key; kept 90 days on Redis, else the newest 11,000',
		},
		`must have 1 to ${LONGEST_KEY} characters`,
		(key) => key.trim() !== '' && key.length <= LONGEST_KEY,
	),
});

/**
 * The fields that every operation has beside its own. An operation that names workspaces itself reads in
 * one. The login takes no key: before it, the organisation that keys belong to is unknown.
 */
export const everywhereOf = (operation: Operation): { workspaceId: Field } & Fields => {
	const { effect, bulk, together, fields, resource, userLoginOnly, waves } = operation;
	if (effect === 'read') {
		const isOfMany = bulk !== undefined || together === true;
		return isOfMany || 'workspaceIds' in fields ? everywhere : reading;
	}
	const own = userLoginOnly || SET_UP_ONCE.includes(resource) ? everywhere : changingMany;
	const isKept = passesOn(operation) && !('includeOtherFields' in fields);
	const plain = isKept ? { ...own, ...passingOn } : own;
	const many = waves ? { ...plain, ...inWaves } : plain;
	return effect === 'act' && resource !== 'session' ? { ...many, ...acting } : many;
};

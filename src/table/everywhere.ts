import type { Field, Fields } from './field';
import type { Operation } from './operation';
import { flag, number, text } from './fieldKinds';
import { inGroup } from './fieldVariants';
import { dropdown, dropdownOfSeveral } from './pickers';
import { wavePauseField, waveSizeField } from './waveFields';

/* Fields that operations have in addition to their own. */

const workspace = { label: 'Workspace', hint: 'User Login only', saidOnce: true };

/** Fields that every operation has in addition to its own. The client reads them; no request contains them. */
export const everywhere = inGroup('options', { workspaceId: dropdown(workspace, 'workspace') });

/** The same for reads, which may name several workspaces. */
const reading = inGroup('options', {
	workspaceId: dropdownOfSeveral(workspace, 'workspace'),
});

/** The same for operations that change many things in one run, which may be stopped. */
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

/** Fields of operations that campaigns use: their items are sent in waves. */
const inWaves = inGroup('waves', {
	waveSize: waveSizeField({
		hint: 'Of the first one. Judges failures, checks no device.',
		default: 10,
	}),
	waveDoubles: flag({
		label: 'Double Every Wave',
		hint: 'Whether each wave has twice as many items as the one before',
		default: true,
		saidOnce: true,
	}),
	wavePause: wavePauseField({
		hint: 'Time from the end of a wave to the next one',
		saidOnce: true,
		default: 60,
	}),
});

/** For operations that change something: later nodes may need fields of the input item. The host reads it. */
const passingOn = inGroup('options', {
	includeOtherFields: flag({
		label: 'Include Other Input Fields',
		hint: 'Whether to include the fields of the input in the output',
		saidOnce: true,
	}),
});

/** Resources that are usually set up once, and not for many things in a run. */
const SET_UP_ONCE = [
	'serviceProfile',
	'tariffProfile',
	'tariffProfileBlocklist',
	'ipAddressSpace',
	'dns',
];

/** Resources whose operations are about many SIMs in one item, so that no row of a table is one SIM. */
const OF_MANY_AN_ITEM = ['simBatch', 'simOperation'];

/** Whether an operation can pass on the fields of its input item: later nodes need them where an item is a device. */
export const passesOn = ({ resource, userLoginOnly, effect }: Operation): boolean =>
	effect !== 'read' && !userLoginOnly && ![...SET_UP_ONCE, ...OF_MANY_AN_ITEM].includes(resource);

/** Longest idempotency key, in characters. */
const LONGEST_KEY = 255;

/** Fields of acting operations. */
const acting = inGroup('options', {
	idempotencyKey: text(
		{
			label: 'Idempotency Key',
			hint: 'Sent once a key. Without Redis it holds in this node only, and a repeat has no IDs.',
		},
		`must have 1 to ${LONGEST_KEY} characters`,
		(key) => key.trim() !== '' && key.length <= LONGEST_KEY,
	),
});

/**
 * The fields that an operation has in addition to its own. An operation with a field for workspaces reads in one
 * workspace. The login has no key: before it, the organisation that owns the keys is not known.
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

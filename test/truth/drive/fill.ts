import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import type { SimulatorHandle } from '../../../simulator';
import { namedChoiceIn } from '../../../src/table/values';
import { actionNode } from '../../support/n8n/n8n';
import { pickerContext } from '../../support/n8n/pickers';
import { ITEMS } from '../../unit/nodes/rows/rows';
import { isShown, type Leaf, type Target, valueAt, withValue } from './forms';
import { type Stage, storeOf } from './stage';
import { ALONG, lookupOf, methodOf, NAMES, pickedOf, valueOf } from './values';

/* Fills in a form as a user would to use one of its features. */

/** A value for the first item. */
function resolved(value: unknown): unknown {
	if (typeof value !== 'string' || !value.startsWith('=')) return value;
	const valueIn = (text: string): unknown => new Function('$json', `return (${text})`)(ITEMS[0]);
	const whole = /^=\{\{([^{}]*)\}\}$/.exec(value)?.[1];
	if (whole !== undefined) return valueIn(whole);
	return value.slice(1).replace(/\{\{([^{}]*)\}\}/g, (_, text: string) => String(valueIn(text)));
}

const rl = (mode: string, value: unknown, more = {}) => ({ __rl: true, mode, value, ...more });

type Picker = { stage: Stage; leaf: Leaf; parameters: INodeParameters };

/** The entries that a picker lists for a search text. */
async function listed({ stage, leaf, parameters }: Picker, text?: string) {
	const node = actionNode(parameters);
	const search = node.methods!.listSearch![methodOf(leaf)]!;
	const { results } = await search.call(contextOf(stage, leaf, parameters), text);
	return results;
}

const contextOf = (stage: Stage, leaf: Leaf, parameters: INodeParameters) => {
	const isUsers = lookupOf(leaf) === 'workspace';
	const authentication = isUsers ? 'cellularIotUserApi' : 'cellularIotTokenApi';
	const node = actionNode(parameters);
	return pickerContext(node, storeOf(stage), { ...parameters, authentication });
};

/** The entry with an id in a picker's list. */
async function entryOf(picker: Picker, id: unknown) {
	for (const text of [undefined, String(id)]) {
		const entry = (await listed(picker, text)).find(({ value }) => String(value) === String(id));
		if (entry) return entry;
	}
	throw new Error(`${String(id)} is not in the list of ${lookupOf(picker.leaf)}`);
}

/** The id of a picker's value, in any mode. */
async function idIn(picker: Picker, given: unknown): Promise<unknown> {
	const { mode, value } = (given ?? {}) as { mode?: string; value?: unknown };
	if (mode === undefined) return pickedOf(picker.leaf);
	if (mode === 'id' || mode === 'list') return resolved(value);
	const entry = (await listed(picker)).find(({ name }) => name.startsWith(String(value)));
	return entry?.value ?? pickedOf(picker.leaf);
}

async function inMode(picker: Picker, mode: string, given: unknown): Promise<unknown> {
	const { leaf, stage } = picker;
	const id = await idIn(picker, given);
	if (mode === 'id') return rl('id', String(id));
	const known = NAMES[lookupOf(leaf)]?.(stage.sim, id as number)[mode];
	if (known !== undefined) return rl(mode, known);
	const { name } = await entryOf(picker, id);
	if (mode === 'list') return rl('list', id, { cachedResultName: name });
	return rl(mode, name.replace(/ \([^()]*\)$/, ''));
}

/** Columns of a table, or values for the names provided by the service. */
function mapped(mode: string, parameters: INodeParameters, given: unknown): IDataObject {
	const value = (given as IDataObject | undefined)?.value;
	if (value) return { ...(given as IDataObject), mappingMode: mode };
	const isNew = parameters.operation === 'createMany';
	const columns = isNew ? { name: 'walked' } : { id: '={{ $json.id }}', name: 'walked' };
	return {
		mappingMode: mode,
		value: mode === 'defineBelow' ? columns : null,
		...(!isNew && { matchingColumns: ['id'] }),
	};
}

/** The value of a field for a target. */
export async function valueFor(
	stage: Stage,
	{ leaf, kind, value }: Target,
	parameters: INodeParameters,
): Promise<unknown> {
	const { property } = leaf;
	const given = valueAt(parameters, leaf);
	if (property.type === 'resourceMapper') return mapped(String(value), parameters, given);
	if (kind === 'choice') return property.type === 'multiOptions' ? [value] : value;
	if (kind === 'switch') return value;
	if (kind === 'field') return given ?? valueOf(leaf);
	if (kind === 'mode') return await inMode({ stage, leaf, parameters }, String(value), given);
	const node = actionNode(parameters);
	const load = node.methods!.loadOptions![String(property.typeOptions!.loadOptionsMethod)]!;
	const entries = await load.call(contextOf(stage, leaf, parameters));
	const isPicked = ({ value: entry }: INodePropertyOptions) =>
		(namedChoiceIn(entry)?.id ?? String(entry)) === String(pickedOf(leaf));
	const { value: entry } = entries.find(isPicked) ?? entries[0]!;
	if (property.type === 'options') return entry;
	return [(resolved(given) as unknown[] | undefined)?.[0] ?? entry];
}

/** The parameters, with a value for every visible required field. */
export function filled(parameters: INodeParameters, leaves: Leaf[]): INodeParameters {
	let full = parameters;
	for (const leaf of leaves) {
		const { property } = leaf;
		const standard = property.default;
		const isEmpty = (value: unknown) =>
			value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
		if (!property.required || !isShown(leaf, full, leaves)) continue;
		if (!isEmpty(valueAt(full, leaf))) continue;
		if (property.type === 'resourceLocator')
			full = withValue(full, leaf, rl('id', String(pickedOf(leaf))));
		else if (property.type === 'multiOptions') full = withValue(full, leaf, [pickedOf(leaf)]);
		else if (property.type === 'options' || property.type === 'boolean') continue;
		else if (isEmpty(standard)) full = withValue(full, leaf, valueOf(leaf));
	}
	return full;
}

/** The targets covered by the parameters of a run. */
export function usedBy(parameters: INodeParameters, targets: Target[], leaves: Leaf[]): string[] {
	return targets
		.filter(({ leaf, kind, value }) => {
			if (!isShown(leaf, parameters, leaves)) return false;
			const given = valueAt(parameters, leaf);
			if (kind === 'mode')
				return ((given as IDataObject)?.mode ?? (given as IDataObject)?.mappingMode) === value;
			if (given === undefined) return false;
			if (kind === 'list') return Array.isArray(given) ? given.length > 0 : given !== '';
			if (kind === 'field') return given !== '';
			return Array.isArray(given) ? given.includes(value) : given === value;
		})
		.map(({ label }) => label);
}

export const merged = (parameters: IDataObject, more: IDataObject): IDataObject => {
	const both = { ...parameters };
	for (const [name, value] of Object.entries(more)) {
		const there = both[name];
		const nests = (v: unknown): v is IDataObject =>
			typeof v === 'object' && v !== null && !Array.isArray(v) && !('__rl' in v);
		if (value === undefined) delete both[name];
		else both[name] = nests(there) && nests(value) ? merged(there, value) : value;
	}
	return both;
};

/** Further values that a run needs, by name. */
export const along = (sim: SimulatorHandle, ...names: string[]): IDataObject =>
	names.reduce((all, name) => {
		const more = ALONG[name];
		return merged(all, (typeof more === 'function' ? more(sim) : more) ?? {});
	}, {});

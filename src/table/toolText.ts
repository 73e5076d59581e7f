import type { Field, Operation } from './define';
import { STAKES } from './stakes';

/* The text about an operation that a language model reads before it calls it as a tool. */

/** A clause as a sentence. */
const sentence = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/** Fields that are set by the tool itself. */
const SET_BY_TOOL = ['returnAll', 'limit', 'simplify'];

/** A field, and how it is to be filled. */
function fieldText({ label, control, rule }: Field): string {
	switch (control.kind) {
		case 'locator': {
			// A model's text names one thing; a tag stands for several.
			const others = (control.alsoBy ?? []).filter((kind) => kind !== 'tag');
			const by = ['ID', ...others.map((kind) => (kind === 'name' ? kind : kind.toUpperCase()))];
			return `${label} (${by.join(' or ')} of one that exists)`;
		}
		case 'choice':
			return `${label} (${control.choices.map(({ name }) => name).join(', ')})`;
		default:
			return rule === undefined ? label : `${label} (${rule})`;
	}
}

/** What an operation does, what it costs, and whether a call does it again. */
export const toolPurpose = ({ action, description, notice, stakes, effect }: Operation): string =>
	[
		`${action}: ${description}.`.replace(/\.\.$/, '.'),
		notice,
		stakes && sentence(STAKES[stakes]),
		effect === 'act' && 'Each call does it again.',
	]
		.filter(Boolean)
		.join(' ');

/** The description of a node with this operation as a tool. */
export function toolText(operation: Operation): string {
	const asked = Object.entries(operation.fields)
		.filter(([name, { group, showWhen }]) => !group && !showWhen && !SET_BY_TOOL.includes(name))
		.map(([, field]) => fieldText(field));
	const purpose = toolPurpose(operation);
	return asked.length > 0 ? `${purpose} Fields: ${asked.join('; ')}.` : purpose;
}

import type { Call, Input, Operation } from '../../table/define';
import { isColumnOfTags, mayBeSeveral, tagParts } from '../../table/tagParts';
import type { RunFindings } from './findings';
import { entriesCalled, wholeList } from './lists';

/* Cells of tags, before they are resolved: which tags there are says whether a `;` separates them. */

/** Inputs with the tags that their cells name, each by itself; the list of tags is read only where it is needed. */
export async function partedTags(
	{ fields }: Pick<Operation, 'fields'>,
	inputs: Input[],
	call: Call,
	findings: RunFindings,
): Promise<Input[]> {
	const names = Object.keys(fields).filter((name) => isColumnOfTags(fields[name]!));
	const isOpen = (value: unknown): value is unknown[] =>
		Array.isArray(value) && value.some(mayBeSeveral);
	if (!inputs.some((input) => names.some((name) => isOpen(input[name])))) return inputs;
	const tags = await wholeList(call, 'tag', findings.lists);
	const known = new Map<string, boolean>();
	const isTag = (name: string): boolean => {
		const found = known.get(name) ?? entriesCalled('tag', tags, name).found.length > 0;
		known.set(name, found);
		return found;
	};
	return inputs.map((input) => {
		const parted = names
			.map((name) => [name, input[name]] as const)
			.filter((entry): entry is [string, unknown[]] => isOpen(entry[1]))
			.map(([name, parts]) => [name, parts.flatMap((part) => tagParts(part, isTag))]);
		return parted.length === 0 ? input : { ...input, ...Object.fromEntries(parted) };
	});
}

import type { INodeProperties } from 'n8n-workflow';

/* What is shown of a form, and when. */

/** Values of other fields of a form with which something is shown. */
export type Shown = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** Display options by values of other fields. */
export const shownWhen = (values: Record<string, Array<string | boolean>>) => ({
	displayOptions: { show: values },
});

/** A text between the fields of a form. */
export const notice = (name: string, displayName: string, when: object = {}): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	...when,
});

/** The value of the first choice, which a choice without a default of its own opens with. */
export const firstValue = <V extends string | number | boolean>(
	choices: ReadonlyArray<{ value: V }>,
): V | '' => choices[0]?.value ?? '';

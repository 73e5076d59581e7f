import type { Field, Operation, ValueOf } from './define';
import * as f from './fields';

/* Settings of a node that is an AI agent's tool. Read by the client, not part of a request. */

/** All of them; {@link toolFieldsOf} says which an operation has. */
export const TOOL_FIELDS = f.inGroup('options', {
	allowStakes: f.flag({
		label: 'Allow Costly, Final or Access Changes',
		hint: 'Whether the agent may really do this. It costs money, cannot be undone, or changes who may do what or where data goes; otherwise it is a dry run.',
	}),
	allowedEndpoints: f.text({
		label: 'Allowed Endpoints',
		hint: 'Name of a tag, or a filter such as status:0,tags:demo. Other endpoints and their SIMs are refused.',
		placeholder: 'agents',
	}),
	mostEndpoints: f.number(
		{
			label: 'Maximum Endpoints per Call',
			hint: 'A call that changes more endpoints or SIMs is refused; all that have a tag, or are in a batch, count',
		},
		{ min: 1 },
	),
	mostSms: f.number(
		{
			label: 'Maximum SMS per Execution',
			hint: 'Billed parts of messages, of all tools of one execution that send SMS together',
		},
		{ min: 1 },
	),
});

export type ToolFieldName = keyof typeof TOOL_FIELDS;
export type ToolLimits = { [K in ToolFieldName]?: ValueOf<(typeof TOOL_FIELDS)[K]> };

/** Fields that name endpoints or SIMs, one or several. */
export const TOOL_SUBJECTS = [
	'endpointId',
	'otherEndpointId',
	'simId',
	'otherSimId',
	'simIds',
	'iccids',
	'eids',
] as const;

/** The fields that name what an operation is about; inside a collection they have other purposes. */
const subjectsOf = ({ fields }: Operation) =>
	TOOL_SUBJECTS.filter((name) => name in fields && fields[name]!.group === undefined);

/** The settings that apply to an operation; none for one that only reads. */
export function toolFieldsOf(operation: Operation): Partial<Record<ToolFieldName, Field>> {
	const { effect, stakes, bulk, together, touched, smsSent } = operation;
	if (effect === 'read') return {};
	const subjects = subjectsOf(operation);
	const isOfOne = subjects.length > 0 && subjects.every((subject) => subject.endsWith('Id'));
	const namesMany = subjects.length > 0 && (bulk !== undefined || together === true || !isOfOne);
	return {
		...(stakes && { allowStakes: TOOL_FIELDS.allowStakes }),
		...(isOfOne && { allowedEndpoints: TOOL_FIELDS.allowedEndpoints }),
		...((namesMany || touched) && { mostEndpoints: TOOL_FIELDS.mostEndpoints }),
		...(smsSent && { mostSms: TOOL_FIELDS.mostSms }),
	};
}

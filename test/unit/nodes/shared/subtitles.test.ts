import {
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	Workflow,
} from 'n8n-workflow';
import { nodeTypes } from '../../../support/n8n/n8n';
import { TRIGGER_NODES } from '../../../support/n8n/triggerNodes';

/* The subtitle of a trigger on the canvas: the names of the chosen values, as in its form. */

/** The subtitle as the editor evaluates it. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const { name, subtitle } = type.description;
	const node = {
		id: 'n1',
		name,
		type: name,
		typeVersion: 1,
		parameters,
		position: [0, 0] as [number, number],
	};
	const nodes = { nodes: [node], connections: {}, active: false };
	const { expression } = new Workflow({ ...nodes, nodeTypes: nodeTypes({ [name]: type }) });
	return expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

/** All values of a field, with their names in the form. */
const choicesOf = ({ description }: INodeType, field: string) =>
	(
		description.properties.find(({ name }) => name === field)!.options as INodePropertyOptions[]
	).map(({ name, value }) => [String(value), name] as const);

test.each([
	[TRIGGER_NODES.cellularIotTrigger.make(), 'events', {}],
	[
		TRIGGER_NODES.cellularIotQuotaTrigger.make(),
		'events',
		{ source: 'status', feedEvents: ['exhausted'] },
	],
	[
		TRIGGER_NODES.cellularIotQuotaTrigger.make(),
		'feedEvents',
		{ source: 'eventFeed', events: ['expired'] },
	],
	[TRIGGER_NODES.cellularIotSmsTrigger.make(), 'events', {}],
])(
	'several chosen values are shown by their names (trigger %#)',
	(type, field, others: INodeParameters) => {
		const choices = choicesOf(type, field);
		expect(choices.length).toBeGreaterThan(1);
		const values = choices.map(([value]) => value);
		const words = choices.map(([, name]) => name);
		expect(subtitleOf(type, { ...others, [field]: values })).toBe(words.join(', '));
	},
);

test.each(choicesOf(TRIGGER_NODES.cellularIotStreamTrigger.make(), 'event'))(
	'the event %s is shown as %s',
	(event, name) => {
		expect(subtitleOf(TRIGGER_NODES.cellularIotStreamTrigger.make(), { event })).toBe(name);
	},
);

test('a value that the form no longer has is shown unchanged', () => {
	expect(subtitleOf(TRIGGER_NODES.cellularIotStreamTrigger.make(), { event: 'gone' })).toBe('gone');
});

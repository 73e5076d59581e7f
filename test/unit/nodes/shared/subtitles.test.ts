import {
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	Workflow,
} from 'n8n-workflow';
import { CellularIotQuotaTrigger } from '../../../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../../../nodes/CellularIot/CellularIotTrigger.node';
import { nodeTypes } from '../../../support/n8n/n8n';

/* The subtitle of a trigger on the canvas: the names of the chosen values, as in its form. */

/** The subtitle as the editor evaluates it. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const { name, subtitle } = type.description;
	const node = {
		id: 'n1',
		name,
		type: name,
		typeVersion: 2,
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
	[new CellularIotTrigger(), 'events', {}],
	[new CellularIotQuotaTrigger(), 'events', { source: 'status', feedEvents: ['exhausted'] }],
	[new CellularIotQuotaTrigger(), 'feedEvents', { source: 'eventFeed', events: ['expired'] }],
	[new CellularIotSmsTrigger(), 'events', {}],
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

test.each(choicesOf(new CellularIotStreamTrigger(), 'event'))(
	'the event %s is shown as %s',
	(event, name) => {
		expect(subtitleOf(new CellularIotStreamTrigger(), { event })).toBe(name);
	},
);

test('a value that the form no longer has is shown unchanged', () => {
	expect(subtitleOf(new CellularIotStreamTrigger(), { event: 'gone' })).toBe('gone');
});

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

/* The subtitle of a trigger on the canvas: the words its form shows for what was picked. */

/** The subtitle as the editor reads it. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const { name, subtitle } = type.description;
	const node = {
		...{ id: 'n1', name, type: name, typeVersion: 2, parameters },
		position: [0, 0] as [number, number],
	};
	const nodes = { nodes: [node], connections: {}, active: false };
	const { expression } = new Workflow({ ...nodes, nodeTypes: nodeTypes({ [name]: type }) });
	return expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

/** All that can be picked in a field, with its words. */
const choicesOf = ({ description }: INodeType, field: string) =>
	(
		description.properties.find(({ name }) => name === field)!.options as INodePropertyOptions[]
	).map(({ name, value }) => [String(value), name] as const);

test.each([
	[new CellularIotTrigger(), 'events', {}],
	[new CellularIotQuotaTrigger(), 'events', { source: 'status', feedEvents: ['exhausted'] }],
	[new CellularIotQuotaTrigger(), 'feedEvents', { source: 'eventFeed', events: ['expired'] }],
	[new CellularIotSmsTrigger(), 'events', {}],
])('%#: several, each in its words', (type, field, others: INodeParameters) => {
	const choices = choicesOf(type, field);
	expect(choices.length).toBeGreaterThan(1);
	const values = choices.map(([value]) => value);
	const words = choices.map(([, name]) => name);
	expect(subtitleOf(type, { ...others, [field]: values })).toBe(words.join(', '));
});

test.each(choicesOf(new CellularIotStreamTrigger(), 'event'))('%s is %s', (event, name) => {
	expect(subtitleOf(new CellularIotStreamTrigger(), { event })).toBe(name);
});

test('what an older form has offered is shown as it is', () => {
	expect(subtitleOf(new CellularIotStreamTrigger(), { event: 'gone' })).toBe('gone');
});

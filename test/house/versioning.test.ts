import {
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
	NodeHelpers,
	VersionedNodeType,
} from 'n8n-workflow';
import { emptyRecord, recordIn, recordText } from '../../src/features/applyTable/waveRecord';
import { actionNodes } from '../support/n8n/actionNodes';
import { triggerNodes } from '../support/n8n/triggerNodes';
import { stub } from '../support/stub';
import { textOf } from './sources';

/* How the next version of a node is made, as VERSIONING.md says it: n8n resolves the description of that page. */

test('every node is version 1', () => {
	const versions = [...actionNodes(), ...triggerNodes()].map(({ description }) => [
		description.name,
		description.version,
		description.defaultVersion,
	]);
	expect(versions).toHaveLength(9);
	expect(versions).toEqual(versions.map(([name]) => [name, 1, undefined]));
});

const [, block = ''] = /```json\n([^]*?)\n```/.exec(textOf('VERSIONING.md')) ?? [];
const description = stub<INodeTypeDescription>({
	displayName: 'Example',
	name: 'example',
	group: ['output'],
	description: 'The example of VERSIONING.md',
	defaults: {},
	inputs: [],
	outputs: [],
	...(JSON.parse(block) as Partial<INodeTypeDescription>),
});

/** The parameters of a saved node as the code behind it gets them. */
const filledIn = (typeVersion: number, saved: INodeParameters) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		saved,
		true,
		false,
		{ typeVersion },
		description,
	);

describe('a description with a second version', () => {
	test('leaves a saved node of version 1 its default and its places', () => {
		expect(filledIn(1, {})).toEqual({ status: 1, sender: '', options: {} });
		expect(filledIn(1, { sender: '12345' })).toMatchObject({ status: 1, sender: '12345' });
	});

	test('opens a new node with nothing chosen, and with the moved field in its collection', () => {
		expect(filledIn(2, {})).toEqual({ status: '', options: {} });
		const moved = { options: { sender: '12345' } };
		expect(filledIn(2, moved)).toEqual({ status: '', ...moved });
	});

	test('does not let a field that is required from version 2 on stop a saved node', () => {
		const issuesOf = (typeVersion: number) =>
			NodeHelpers.getNodeParametersIssues(
				description.properties,
				{
					id: 'n1',
					name: 'Example',
					type: 'example',
					typeVersion,
					position: [0, 0],
					parameters: filledIn(typeVersion, {})!,
				},
				description,
			);
		expect(issuesOf(1)).toBeNull();
		expect(issuesOf(2)?.parameters).toHaveProperty('status');
	});

	test('gives each version its class where more than the form changes', () => {
		const of = (version: number): INodeType => ({ description: { ...description, version } });
		const versions = { 1: of(1), 2: of(2) };
		const node = new VersionedNodeType(versions, { ...description, defaultVersion: 2 });
		expect(NodeHelpers.getVersionedNodeType(node, 1)).toBe(versions[1]);
		expect(NodeHelpers.getVersionedNodeType(node)).toBe(versions[2]);
	});
});

test('a stored text names its format, and one of an unknown number stops what would act on it', () => {
	const text = recordText({ ...emptyRecord(), back: new Map([[10001, 'digest']]) })!;
	expect(JSON.parse(text)).toMatchObject({ v: 1 });
	expect(recordIn(text).back).toEqual(new Map([[10001, 'digest']]));
	expect(() => recordIn(text.replace('"v":1', '"v":2'))).toThrow(/Nothing was sent/);
});

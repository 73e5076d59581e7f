import { formOfThisN8n, TOOL_DESCRIPTION } from '../../../../nodes/CellularIot/n8n/toolNode';
import { actionNodes } from '../../../support/n8n/actionNodes';

const [{ description }] = actionNodes() as [ReturnType<typeof actionNodes>[number]];
const names = () => formOfThisN8n(description.properties).map(({ name }) => name);

afterEach(() => {
	delete process.env.OLD_TOOLS;
});

// The mock is read before this file has run, so that its switch is in the environment.
jest.mock('n8n-workflow', () => {
	const workflow = jest.requireActual<{ NodeHelpers: { getToolDescriptionForNode: object } }>(
		'n8n-workflow',
	);
	const NodeHelpers = {
		...workflow.NodeHelpers,
		get getToolDescriptionForNode() {
			return process.env.OLD_TOOLS ? () => '' : workflow.NodeHelpers.getToolDescriptionForNode;
		},
	};
	return { ...workflow, NodeHelpers };
});

test('a form has the description of a tool', () => {
	expect(names()).toEqual(description.properties.map(({ name }) => name));
	expect(names()).toContain(TOOL_DESCRIPTION);
});

test('in an n8n that does not resolve its expression, a form is without it', () => {
	process.env.OLD_TOOLS = 'yes';
	const others = description.properties.filter(({ name }) => name !== TOOL_DESCRIPTION);
	expect(names()).toEqual(others.map(({ name }) => name));
});

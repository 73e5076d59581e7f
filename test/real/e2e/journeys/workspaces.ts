import assert from 'node:assert/strict';
import type { N8nApi } from '../../../../demo/lib/api';
import { USERS } from '../../../../simulator';
import { type Editor, node } from '../editor';
import type { Journey } from '../journey';
import type { Stage } from '../stage';

/* The option Workspace, a dropdown of the workspaces of a user login. */

const TYPE = 'cellularIotUserApi';
const OPTION = 'Workspace (User Login)';
const CUSTOMER = { id: 1002, name: 'Example Customer' };
const RESELLER = 'Example Reseller';

/** A node of an operation that uses the login of a person. */
async function asUser({ api, sim }: Stage, parameters: Record<string, unknown>) {
	const { id, username, password, totpSecret } = USERS.totp;
	const login = { username, password, mfaMethod: 'totp', totpSecret, userId: String(id) };
	const credential = await api.createCredential('A person', TYPE, { baseUrl: sim.url, ...login });
	const own = { authentication: TYPE, ...parameters };
	return node('Own', 'cellularIot', own, { credentials: { [TYPE]: credential } });
}

/** Opens the form of a node, adds the option to it, and runs it with nothing chosen, which is refused. */
async function openUnset(api: N8nApi, editor: Editor, own: ReturnType<typeof node>) {
	await editor.openLast(api, 'In another workspace', own);
	await editor.addTo('Add Option', OPTION);
	await editor.field('workspaceId').waitFor();
	await refused(editor);
}

/** Runs the node of the open form, which is refused as no workspace is named. */
async function refused(editor: Editor): Promise<void> {
	await editor.execute();
	assert.match((await editor.error()).title, /^Workspace must not be empty/);
}

/** Gives an expression in the place of the choice, and runs the node; the editor finds nothing wrong. */
async function give(editor: Editor, expression: string, output: RegExp): Promise<void> {
	await editor.fillExpression('workspaceId', expression);
	await editor.execute();
	await editor.output(output);
	const issues = editor.itemOf('workspaceId').getByTestId('parameter-issues');
	assert.equal(await issues.count(), 0, expression);
}

export const workspaces: Journey[] = [
	{
		name: 'workspace: a read takes one or several from the dropdown, or from an expression',
		async run(stage, editor) {
			const read = { resource: 'serviceProfile', operation: 'getAll', returnAll: true };
			const own = await asUser(stage, { ...read, options: { workspaceId: [] } });
			await editor.openLast(stage.api, 'In several workspaces', own);
			await refused(editor);
			await editor.chooseByKeys('workspaceId', CUSTOMER.name);
			await editor.execute();
			await editor.output(/Customer standard/);
			await editor.chooseByKeys('workspaceId', RESELLER);
			await editor.execute();
			const both = new RegExp(`${CUSTOMER.name}[^]*${RESELLER}`);
			await editor.output(both);
			await give(editor, `{{ [${CUSTOMER.id}, '${RESELLER}'] }}`, both);
			await editor.fillExpression('workspaceId', '{{ $json.nowhere }}');
			await refused(editor);
		},
	},
	{
		name: 'workspace: a change takes one from the dropdown, or from an expression, and none where it is unset',
		async run(stage, editor) {
			const { sim, api } = stage;
			const colorId = { __rl: true, mode: 'id', value: 1 };
			const create = { resource: 'tag', operation: 'create', colorId };
			const made = (name: string) =>
				[...sim.store.tags.values()].find((tag) => tag.name === name)?.organisationId;
			await openUnset(api, editor, await asUser(stage, { ...create, name: 'picked' }));
			assert.equal(made('picked'), undefined);
			await editor.choose('workspaceId', CUSTOMER.name);
			await editor.execute();
			await editor.output(/picked/);
			assert.equal(made('picked'), CUSTOMER.id);
			for (const given of [CUSTOMER.id, `'${CUSTOMER.name}'`]) {
				const name = `given ${given}`;
				await openUnset(api, editor, await asUser(stage, { ...create, name }));
				await give(editor, `{{ ${given} }}`, /given/);
				assert.equal(made(name), CUSTOMER.id);
			}
		},
	},
];

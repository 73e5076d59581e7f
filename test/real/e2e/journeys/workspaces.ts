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
const RESELLER = { id: 1001, name: 'Example Reseller' };

/** A node of an operation that uses the login of a person. */
async function asUser({ api, sim }: Stage, parameters: Record<string, unknown>) {
	const { id, username, password, totpSecret } = USERS.totp;
	const login = { username, password, mfaMethod: 'totp', totpSecret, userId: String(id) };
	const credential = await api.createCredential('A person', TYPE, { baseUrl: sim.url, ...login });
	const own = { authentication: TYPE, ...parameters };
	return node('Own', 'cellularIot', own, { credentials: { [TYPE]: credential } });
}

/** Opens the form of a node, and adds the option. */
async function openWithOption(api: N8nApi, editor: Editor, own: ReturnType<typeof node>) {
	await editor.openLast(api, 'In another workspace', own);
	await editor.addTo('Add Option', OPTION);
	await editor.field('workspaceId').waitFor();
}

/** Gives an expression in the place of the choice; the editor takes it. */
async function give(editor: Editor, expression: string): Promise<void> {
	await editor.fillExpression('workspaceId', expression);
	const option = editor.page.getByTestId('parameter-item').filter({
		has: editor.field('workspaceId'),
	});
	assert.equal(await option.getByTestId('parameter-issues').count(), 0, expression);
}

export const workspaces: Journey[] = [
	{
		name: 'workspace: a read takes one or several from the dropdown, or from an expression',
		async run(stage, editor) {
			const read = { resource: 'serviceProfile', operation: 'getAll', returnAll: true };
			await openWithOption(stage.api, editor, await asUser(stage, read));
			await editor.chooseByKeys('workspaceId', CUSTOMER.name);
			await editor.execute();
			await editor.output(/Customer standard/);
			await editor.chooseByKeys('workspaceId', RESELLER.name);
			await editor.execute();
			await editor.output(new RegExp(RESELLER.name));
			await give(editor, `{{ [${CUSTOMER.id}, '${RESELLER.name}'] }}`);
			await editor.execute();
			await editor.output(new RegExp(`${CUSTOMER.name}[^]*${RESELLER.name}`));
			await give(editor, '{{ $json.nowhere }}');
			await editor.execute();
			assert.match((await editor.error()).title, /^Workspace must not be empty/);
		},
	},
	{
		name: 'workspace: a change takes one from the dropdown, or from an expression, and none where it is unset',
		async run(stage, editor) {
			const { sim, api } = stage;
			const create = {
				resource: 'tag',
				operation: 'create',
				name: 'picked',
				colorId: { __rl: true, mode: 'id', value: 1 },
			};
			const made = (name: string) =>
				[...sim.store.tags.values()].find((tag) => tag.name === name)?.organisationId;
			await openWithOption(api, editor, await asUser(stage, create));
			await editor.execute();
			assert.match((await editor.error()).title, /^Workspace must not be empty/);
			assert.equal(made('picked'), undefined);
			await editor.choose('workspaceId', CUSTOMER.name);
			await editor.execute();
			await editor.output(/picked/);
			assert.equal(made('picked'), CUSTOMER.id);

			const named = await asUser(stage, { ...create, name: 'named' });
			await openWithOption(api, editor, named);
			await give(editor, `{{ '${CUSTOMER.name}' }}`);
			await editor.execute();
			await editor.output(/named/);
			assert.equal(made('named'), CUSTOMER.id);
		},
	},
];

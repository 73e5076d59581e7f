import assert from 'node:assert/strict';
import { bindWorkflow, readWorkflow } from '../../../../demo/lib/workflows';
import { SERVICE_PROFILES, TARIFF_PROFILES } from '../../../../simulator';
import { itemsNode } from '../../stage/workflows';
import { node, ours } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, endpointNamed, simOf } from '../stage';

/*
 * The most common jobs, from a canvas with a trigger: opening the nodes panel is the first click,
 * "Execute step" the last. Typing and keys do not count.
 */

export const jobs: Journey[] = [
	{
		name: 'job: suspend a SIM by the name of its device, in at most 6 clicks',
		async run({ api, sim }, editor) {
			await editor.addNode(api, 'suspend', 'Suspend SIM');
			const [found] = await editor.search('simId', DEVICES.silent);
			await editor.pick(found!);
			await editor.execute();
			await editor.output(/updated/);
			editor.within(6);
			assert.equal(simOf(sim, DEVICES.silent).statusId, 2);
		},
	},
	{
		name: 'job: find an endpoint by its name, in at most 6 clicks; table, JSON and schema show it; twice',
		async run({ api, pictures }, editor) {
			await editor.addNode(api, 'device', 'Get endpoint');
			const [found] = await editor.search('endpointId', DEVICES.pump);
			await editor.pick(found!);
			await editor.execute();
			await editor.output(/pump-west-16/);
			editor.within(6);
			await editor.show('table');
			await editor.picture(pictures, 'find-an-endpoint');
			for (const view of ['table', 'json', 'schema'] as const) {
				await editor.show(view);
				await editor.output(/pump-west-16/);
			}
			// A second run, for which n8n needs the workflow's `pinData`.
			await editor.execute();
			await editor.output(/pump-west-16/);
		},
	},
	{
		name: 'job: send an SMS, in at most 7 clicks',
		async run({ api, sim }, editor) {
			await editor.addNode(api, 'sms', 'Send SMS');
			const [found] = await editor.search('endpointId', DEVICES.meter);
			await editor.pick(found!);
			await editor.typeIn('payload', 'report now');
			await editor.execute();
			await editor.output(/sent/);
			editor.within(7);
			assert.equal(sim.ledger().effects.at(-1)?.kind, 'sms.sent');
		},
	},
	{
		name: 'job: reset the connectivity of an endpoint, in at most 6 clicks',
		async run({ api, sim }, editor) {
			await editor.addNode(api, 'connectivity', 'Reset endpoint connectivity');
			const [found] = await editor.search('endpointId', DEVICES.meter);
			await editor.pick(found!);
			await editor.execute();
			await editor.output(/requested/);
			editor.within(6);
			assert.match(sim.ledger().effects.at(-1)!.kind, /reset/);
		},
	},
	{
		name: 'job: a table becomes endpoints, its columns mapped by their names',
		async run({ api, token, sim, pictures }, editor) {
			const free = [...sim.store.sims.values()].filter(({ endpointId }) => endpointId === null);
			const rows = ['mapped-01', 'mapped-02'].map((name, i) => ({
				name,
				iccid: free[i]!.iccid,
				site: 'north',
			}));
			const table = itemsNode('Table', rows);
			const pick = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });
			const create = ours(token, 'Create', {
				resource: 'endpoint',
				operation: 'createMany',
				serviceProfileId: pick([...sim.store.serviceProfiles.keys()][0]),
				tariffProfileId: pick([...sim.store.tariffProfiles.keys()][0]),
			});
			await editor.openLast(api, 'Columns', table, create);
			const mapper = editor.page.getByTestId('mapping-mode-select');
			await mapper.waitFor();
			// A new node maps automatically; the columns are visible with manual mapping.
			await mapper.click();
			await editor.page.getByText('Map Each Column Manually').last().click();
			await editor.page.getByText('SIM (ICCID)').first().waitFor();
			const text = await editor.text();
			for (const column of ['Name', 'SIM (ICCID)']) assert.ok(text.includes(column), text);
			assert.ok(!text.includes('Additional Fields'), 'the form it replaces is out of the way');
			await mapper.click();
			await editor.page.getByText('Map Automatically').last().click();
			await editor.execute();
			await editor.output(/mapped-01/);
			await editor.picture(pictures, 'columns');
			await editor.output(/Columns that were not used: site/);
			for (const { name, iccid } of rows) {
				assert.equal(endpointNamed(sim, name).id, simOf(sim, name).endpointId);
				assert.equal(simOf(sim, name).iccid, iccid);
			}
		},
	},
	{
		name: 'job: a fleet from a CSV that is uploaded, in at most 8 clicks from the imported example',
		async run({ api, token, sim }, editor) {
			const example = readWorkflow('provision-by-form');
			const formUser = { username: 'fleet', password: 'Form-Passw0rd-of-the-fleet' };
			const { id: httpBasicAuth } = await api.createCredential('Form users', 'httpBasicAuth', {
				user: formUser.username,
				password: formUser.password,
			});
			const credentials = {
				cellularIotTokenApi: token,
				httpBasicAuth: { id: httpBasicAuth, name: 'Form users' },
			};
			const id = await api.createWorkflow(bindWorkflow(example, { credentials }));
			// A user types it into the window that the browser opens.
			await editor.page.context().setHTTPCredentials(formUser);
			await editor.page.goto(`${editor.url}/workflow/${id}`);
			const create = editor.onCanvas('Create endpoints');
			await create.waitFor();
			editor.countFrom();
			await editor.click(create);
			await editor.page.keyboard.press('Enter');
			await editor.page.getByTestId('ndv').waitFor();
			const { serviceProfiles, tariffProfiles } = sim.store;
			const profiles = {
				serviceProfileId: serviceProfiles.get(SERVICE_PROFILES.standard)!,
				tariffProfileId: tariffProfiles.get(TARIFF_PROFILES.standard)!,
			};
			for (const [field, { name }] of Object.entries(profiles)) {
				const found = await editor.search(field, name);
				await editor.pick(found.find((entry) => entry.startsWith(name))!);
			}
			await editor.page.keyboard.press('Escape');
			await editor.page.getByTestId('ndv').waitFor({ state: 'hidden' });
			const opened = editor.page.waitForEvent('popup', { timeout: 60_000 });
			await editor.click(editor.page.getByTestId('execute-workflow-button').first());
			const form = await opened;
			const free = [...sim.store.sims.values()].filter(({ endpointId }) => endpointId === null);
			const lines = [`uploaded-01,${free[0]!.iccid},gates`, `uploaded-02,${free[1]!.iccid},gates`];
			const choosing = form.waitForEvent('filechooser');
			await editor.click(form.locator('input[type=file]'));
			await (
				await choosing
			).setFiles({
				name: 'devices.csv',
				mimeType: 'text/csv',
				buffer: Buffer.from(['name,iccid,tag', ...lines].join('\n')),
			});
			await editor.click(form.getByRole('button', { name: 'Create' }));
			await form.getByText(/ of 2 created/).waitFor({ timeout: 60_000 });
			assert.match(await form.locator('body').innerText(), /2 of 2 created/);
			editor.within(8);
			assert.equal(simOf(sim, 'uploaded-01').iccid, free[0]!.iccid);
			assert.equal(simOf(sim, 'uploaded-02').iccid, free[1]!.iccid);
			await form.close();
		},
	},
	{
		name: 'output: usage and quotas are a table, set and read in one shape; SMS are counted as SMS',
		async run({ api, token, sim }, editor) {
			const { id } = endpointNamed(sim, DEVICES.meter);
			const endpointId = { __rl: true, mode: 'id', value: String(id) };
			const quota = { volume: 100, expiryDate: '2098-01-01' };
			const shown = async (resource: string, operation: string, values: object = {}) => {
				const parameters = { resource, operation, endpointId, ...values };
				const read = ours(token, 'Read', parameters);
				const name = `${resource} ${operation}`;
				await editor.openLast(api, name, read);
				const form = await editor.text();
				await editor.execute();
				await editor.show('table');
				const table = editor.page.getByTestId('output-panel').locator('table').first();
				await table.waitFor();
				const text = (await table.innerText()).replace(/\s+/g, ' ');
				assert.doesNotMatch(text, /\[object|undefined/, name);
				return { form, columns: await table.locator('th').allInnerTexts() };
			};
			for (const resource of ['smsQuota', 'dataQuota']) {
				const set = await shown(resource, 'set', quota);
				const got = await shown(resource, 'get');
				for (const column of ['volume', 'expiry_date', 'status']) {
					assert.ok(set.columns.includes(column), `${resource} set: ${set.columns.join()}`);
					assert.ok(got.columns.includes(column), `${resource} get: ${got.columns.join()}`);
				}
				if (resource === 'smsQuota') assert.doesNotMatch(set.form, /\bMB\b/);
			}
			const { columns } = await shown('usage', 'getSummary');
			assert.ok(columns.includes('current_month'), columns.join());
		},
	},
	{
		name: 'output: its fields are offered to the next node before anything has run',
		async run({ api, token, sim }, editor) {
			const find = ours(token, 'Find', { resource: 'endpoint', operation: 'getAll' });
			const next = node('Next', 'n8n-nodes-base.set', {}, { typeVersion: 3.4 });
			const before = sim.ledger().requests.length;
			await editor.openLast(api, 'Fields', find, next);
			const input = editor.page.getByTestId('ndv-input-panel');
			await input.filter({ hasText: 'iccid' }).waitFor();
			await input.filter({ hasText: 'sim_status' }).waitFor();
			assert.equal(sim.ledger().requests.length, before, 'nothing was asked for');
		},
	},
];

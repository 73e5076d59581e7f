import assert from 'node:assert/strict';
import { node } from '../editor';
import type { Journey } from '../journey';
import { DEVICES } from '../stage';

/* The commonest jobs, clicked through from the form; and what came out, in each view. */

export const jobs: Journey[] = [
	{
		name: 'job: suspend a SIM by the name of its device, in at most 8 clicks',
		async run({ api, token, sim }, editor) {
			const update = node(
				'Suspend',
				'cellularIot',
				{},
				{ credentials: { cellularIotTokenApi: token } },
			);
			await editor.openNode(await editor.workflowOf(api, 'Suspend', [update]), update);
			editor.countFrom();
			await editor.choose('resource', 'SIM');
			await editor.choose('operation', 'Update');
			const [found] = await editor.search('simId', DEVICES.silent);
			await editor.pick(found!);
			await editor.choose('status', 'Suspended');
			await editor.execute();
			await editor.output(/updated/);
			assert.ok(editor.clicks <= 8 + 2, `${editor.clicks} clicks`);
			const device = [...sim.store.endpoints.values()].find(({ name }) => name === DEVICES.silent)!;
			const own = [...sim.store.sims.values()].find(({ endpointId }) => endpointId === device.id)!;
			assert.equal(own.statusId, 2);
		},
	},
	{
		name: 'job: find an endpoint by its name, in at most 6 clicks; table, JSON and schema show it; twice',
		async run({ api, token, pictures }, editor) {
			const get = node(
				'Find',
				'cellularIot',
				{ resource: 'endpoint', operation: 'get' },
				{ credentials: { cellularIotTokenApi: token } },
			);
			await editor.openNode(await editor.workflowOf(api, 'Find', [get]), get);
			editor.countFrom();
			const [found] = await editor.search('endpointId', DEVICES.pump);
			await editor.pick(found!);
			await editor.execute();
			await editor.output(/pump-west-16/);
			assert.ok(editor.clicks <= 6, `${editor.clicks} clicks`);
			await editor.show('table');
			await editor.picture(pictures, 'find-an-endpoint');
			for (const view of ['table', 'json', 'schema'] as const) {
				await editor.show(view);
				await editor.output(/pump-west-16/);
			}
			// A second time: n8n needs the workflow's pinned data for that.
			await editor.execute();
			await editor.output(/pump-west-16/);
		},
	},
	{
		name: 'job: send an SMS, in at most 7 clicks',
		async run({ api, token, sim }, editor) {
			const send = node(
				'Send',
				'cellularIot',
				{ resource: 'sms', operation: 'send' },
				{ credentials: { cellularIotTokenApi: token } },
			);
			await editor.openNode(await editor.workflowOf(api, 'Send', [send]), send);
			editor.countFrom();
			const [found] = await editor.search('endpointId', DEVICES.meter);
			await editor.pick(found!);
			await editor.typeIn('payload', 'report now');
			await editor.execute();
			await editor.output(/sent/);
			assert.ok(editor.clicks <= 7, `${editor.clicks} clicks`);
			assert.equal(sim.ledger().effects.at(-1)?.kind, 'sms.sent');
		},
	},
	{
		name: 'job: reset the connectivity of an endpoint, in at most 6 clicks',
		async run({ api, token, sim }, editor) {
			const reset = node(
				'Reset',
				'cellularIot',
				{ resource: 'endpoint', operation: 'resetConnectivity' },
				{ credentials: { cellularIotTokenApi: token } },
			);
			await editor.openNode(await editor.workflowOf(api, 'Reset', [reset]), reset);
			editor.countFrom();
			const [found] = await editor.search('endpointId', DEVICES.meter);
			await editor.pick(found!);
			await editor.execute();
			await editor.output(/requested/);
			assert.ok(editor.clicks <= 6, `${editor.clicks} clicks`);
			assert.match(sim.ledger().effects.at(-1)!.kind, /reset/);
		},
	},
	{
		name: 'output: its fields are offered to the next node before anything has run',
		async run({ api, token, sim }, editor) {
			const find = node(
				'Find',
				'cellularIot',
				{ resource: 'endpoint', operation: 'getAll' },
				{ credentials: { cellularIotTokenApi: token } },
			);
			const next = node('Next', 'n8n-nodes-base.set', {}, { typeVersion: 3.4 });
			const before = sim.ledger().requests.length;
			await editor.openNode(await editor.workflowOf(api, 'Fields', [find, next]), next);
			const input = editor.page.getByTestId('ndv-input-panel');
			await input.filter({ hasText: 'iccid' }).waitFor();
			await input.filter({ hasText: 'sim_status' }).waitFor();
			assert.equal(sim.ledger().requests.length, before, 'nothing was asked for');
		},
	},
];

import assert from 'node:assert/strict';
import { control } from '../../../../demo/lib/everyEvent';
import { giveDataQuota } from '../../../support/dataQuotas';
import { itemsNode } from '../../stage/workflows';
import { ours } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, endpointNamed } from '../stage';

/* Further jobs of a person who uses the nodes for the first time, counted as in `jobs.ts`. */

export const moreJobs: Journey[] = [
	{
		name: 'job: see which devices there are, in at most 4 clicks',
		async run({ api }, editor) {
			await editor.addNode(api, 'device', 'Get many endpoints');
			await editor.execute();
			await editor.output(/device-000001/);
			editor.within(4);
		},
	},
	{
		name: 'job: top up the data quota of a device, in at most 7 clicks',
		async run({ api, sim }, editor) {
			const { id } = endpointNamed(sim, DEVICES.pump);
			giveDataQuota(sim, id, 5);
			await editor.addNode(api, 'refill', 'Top up data quota');
			const [found] = await editor.search('endpointId', DEVICES.pump);
			await editor.pick(found!);
			await editor.typeIn('add', '40');
			await editor.execute();
			await editor.output(/volume/);
			editor.within(7);
			assert.equal(sim.store.dataQuotas.get(id)?.volume, 45);
		},
	},
	{
		name: 'job: see a chart of the usage, in at most 6 clicks',
		async run({ api, sim }, editor) {
			await control(sim, 'consume', {
				endpointId: endpointNamed(sim, DEVICES.pump).id,
				data: 25,
			});
			await editor.addNode(api, 'bill', 'Draw usage chart', 'Cellular IoT Account');
			await editor.execute();
			await editor.seeFile();
			editor.within(6);
		},
	},
	{
		name: 'job: bring devices in line with a sheet, a dry run first, in at most 6 clicks from its rows',
		async run({ api, token, sim }, editor) {
			const rows = [{ name: DEVICES.meter, status: 'Disabled' }];
			const parameters = { resource: 'endpoint', operation: 'applyTable' };
			const apply = ours(token, 'Apply', parameters);
			await editor.openLast(api, 'A sheet', itemsNode('Rows', rows), apply);
			editor.countFrom();
			await editor.choose('namingColumn', 'Name');
			await editor.execute();
			await editor.output(/changed/);
			assert.equal(endpointNamed(sim, DEVICES.meter).statusId, 0, 'a dry run changes nothing');
			await editor.click(editor.field('dryRun').getByRole('switch').locator('..'));
			await editor.execute();
			await editor.output(/changed/);
			editor.within(6);
			assert.equal(endpointNamed(sim, DEVICES.meter).statusId, 1);
		},
	},
];

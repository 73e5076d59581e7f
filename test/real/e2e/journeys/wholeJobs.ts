import assert from 'node:assert/strict';
import { control } from '../../../../demo/lib/everyEvent';
import { SERVICE_PROFILES, TARIFF_PROFILES } from '../../../../simulator';
import { until } from '../../../support/until';
import { itemsNode } from '../../stage/workflows';
import { ours } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, endpointNamed, simOf, type Stage } from '../stage';

/* Jobs of several steps, from the canvas to what they have done, held against the ledger; counted as in `jobs.ts`. */

const JOBS = 'Cellular IoT Jobs';

/** More than Wait Here of a new node, which is two minutes. */
const LONGEST_WAIT_MS = 180_000;

/** What the service did during a step. */
async function effectsOf({ sim }: Stage, step: () => Promise<void>): Promise<string[]> {
	const before = sim.ledger().effects.length;
	await step();
	return sim
		.ledger()
		.effects.slice(before)
		.map(({ kind }) => kind);
}

const pick = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

export const wholeJobs: Journey[] = [
	{
		name: 'whole job: a table becomes a fleet; the same table again changes nothing',
		async run(stage, editor) {
			const { api, token, sim } = stage;
			const free = [...sim.store.sims.values()].filter(({ endpointId }) => endpointId === null);
			const rows = ['field-01', 'field-02', 'field-03'].map((name, i) => ({
				name,
				iccid: free[i]!.iccid,
			}));
			const apply = ours(token, 'Apply', {
				resource: 'endpoint',
				operation: 'applyTable',
				createMissing: true,
				newEndpoints: {
					newServiceProfileId: pick(SERVICE_PROFILES.standard),
					newTariffProfileId: pick(TARIFF_PROFILES.standard),
				},
			});
			await editor.openLast(api, 'A fleet from a table', itemsNode('Rows', rows), apply);
			editor.countFrom();
			await editor.choose('namingColumn', 'Name');
			const tried = await effectsOf(stage, async () => {
				await editor.execute();
				await editor.output(/created/);
			});
			assert.deepEqual(tried, [], 'a dry run changes nothing');
			await editor.click(editor.field('dryRun').getByRole('switch').locator('..'));
			const isMade = () => rows.every(({ name }) => endpointNamed(sim, name) !== undefined);
			const made = await effectsOf(stage, async () => {
				await editor.execute();
				await until('the endpoints are created', isMade, 60);
			});
			assert.equal(made.filter((kind) => kind === 'endpoint.created').length, rows.length);
			for (const { name, iccid } of rows) assert.equal(simOf(sim, name).iccid, iccid);
			const again = await effectsOf(stage, async () => {
				await editor.execute();
				await editor.output(/unchanged/);
			});
			assert.deepEqual(again, []);
			editor.within(7);
		},
	},
	{
		name: 'whole job: a device is reset, and the next node waits until it is online',
		async run(stage, editor) {
			const { api, sim } = stage;
			const { id } = endpointNamed(sim, DEVICES.meter);
			await control(sim, 'lives', { endpointIds: [id], kind: 'awake', returnSeconds: [1, 2] });
			await control(sim, 'connection', { endpointId: id, kind: 'purge' });
			await editor.addNode(api, 'reset', 'Reset endpoint connectivity');
			const [found] = await editor.search('endpointId', DEVICES.meter);
			await editor.pick(found!);
			await editor.closeNode();
			await editor.take(JOBS);
			await editor.takeAction('Await online and stable');
			const done = await effectsOf(stage, async () => {
				await editor.execute();
				await editor.output(/Met Branch \(1 item\)/, LONGEST_WAIT_MS);
			});
			assert.deepEqual(
				done.filter((kind) => /reset/.test(kind)),
				['connectivity.reset'],
			);
			editor.within(8);
		},
	},
	{
		name: 'whole job: why is it offline? A suspended device, one that is fine, and one that the network refuses',
		async run(stage, editor) {
			const { api, sim } = stage;
			const suspended = endpointNamed(sim, DEVICES.silent);
			simOf(sim, DEVICES.silent).statusId = 2;
			const fine = endpointNamed(sim, DEVICES.pump);
			const refused = endpointNamed(sim, DEVICES.meter);
			await control(sim, 'connection', { endpointId: suspended.id, kind: 'purge' });
			await control(sim, 'connection', { endpointId: fine.id, kind: 'open' });
			await control(sim, 'connection', { endpointId: refused.id, kind: 'purge' });
			await control(sim, 'connection', { endpointId: refused.id, kind: 'refused' });
			sim.store.touch();
			for (const [name, answer] of [
				[DEVICES.silent, /suspended/i],
				[DEVICES.pump, /online|connected|session/i],
				[DEVICES.meter, /refused|rejected|denied/i],
			] as const) {
				await editor.addNode(api, 'offline', 'Diagnose endpoint', JOBS);
				const [found] = await editor.search('endpointId', name);
				await editor.pick(found!);
				const done = await effectsOf(stage, async () => await editor.execute());
				await editor.output(answer);
				assert.deepEqual(done, [], 'a diagnosis changes nothing');
				editor.within(6);
			}
		},
	},
	{
		name: 'whole job: the battery of a device is asked by SMS, and its answer is the output',
		async run(stage, editor) {
			const { api, sim } = stage;
			const { id } = endpointNamed(sim, DEVICES.pump);
			await control(sim, 'lives', {
				endpointIds: [id],
				kind: 'awake',
				reply: 'plain',
				replyText: 'BATT 87%',
				smsSeconds: [1, 1],
				replySeconds: [1, 1],
			});
			await editor.addNode(api, 'reply', 'Send SMS and await reply', JOBS);
			const [found] = await editor.search('endpointId', DEVICES.pump);
			await editor.pick(found!);
			await editor.typeIn('payload', 'BATT?');
			const done = await effectsOf(stage, async () => await editor.execute());
			await editor.output(/BATT 87%/);
			assert.equal(done.filter((kind) => kind === 'sms.sent').length, 1);
			editor.within(7);
		},
	},
	{
		name: 'whole job: what will this month cost? With a picture in the editor',
		async run(stage, editor) {
			const { api, sim } = stage;
			const { id } = endpointNamed(sim, DEVICES.pump);
			await control(sim, 'consume', { endpointId: id, data: 25 });
			await editor.addNode(api, 'cost', 'Forecast usage', JOBS);
			const done = await effectsOf(stage, async () => await editor.execute());
			await editor.show('table');
			await editor.output(/month_end/);
			await editor.seeFile();
			assert.deepEqual(done, [], 'a forecast changes nothing');
			editor.within(6);
		},
	},
];

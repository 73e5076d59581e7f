import { fleetChanged } from '../../../../src/triggers/alerts/fleetChanged';
import type { Alert } from '../../../../src/triggers/alerts/alert';
import { PollingWorkflow } from '../../../support/n8n/triggers';
import { useSimulator } from '../../../support/useSimulator';
import { deviceAt, endpointOf, HOUR, MINUTE, START, Watcher } from './alerts';
import { credentialsFor } from '../support';

const a = deviceAt(1);
const b = deviceAt(2);
const idOf = ({ id }: { id: number }) => id + 1_000_000;
const alertSummary = (alerts: Alert[]) =>
	alerts.map(({ fields }) => [fields.endpoint_id, fields.change, fields.changed_parts]);
const suspended = { sim: { id: a.id, iccid: '1', status: { id: 2 } } };
const activated = { sim: { id: a.id, iccid: '1', status: { id: 1 } } };

describe('the alert for a changed fleet', () => {
	const watching = () => {
		const watcher = new Watcher(fleetChanged);
		watcher.fleet = [endpointOf(a, activated), endpointOf(b)];
		return watcher;
	};

	test('is not raised by the first list, and then once for each change', async () => {
		const watcher = watching();
		expect(await watcher.poll(START)).toEqual([]);
		expect(await watcher.poll(START + HOUR)).toEqual([]);
		watcher.fleet = [endpointOf(a, suspended), endpointOf({ ...b, tags: 'pumps' })];
		watcher.fleet.push(endpointOf(deviceAt(3)));
		const told = await watcher.poll(START + 2 * HOUR);
		expect(alertSummary(told)).toEqual([
			[idOf(a), 'changed', ['sim_status']],
			[idOf(b), 'changed', ['tags']],
			[idOf(deviceAt(3)), 'added', []],
		]);
		expect(told[0]).toMatchObject({
			event: 'fleetChanged',
			reason: 'The endpoint has changed: sim status',
			fields: { sim_id: a.id, endpoint: { sim_status_id: 2 } },
		});
		expect(await watcher.poll(START + 3 * HOUR)).toEqual([]);
	});

	test('ignores the order of tags', async () => {
		const watcher = watching();
		watcher.fleet = [endpointOf({ ...a, tags: 'north, pumps' })];
		await watcher.poll(START);
		watcher.fleet = [endpointOf({ ...a, tags: 'pumps,north' })];
		expect(await watcher.poll(START + HOUR)).toEqual([]);
	});

	test('reports a removal at once if the list shows it, else after two lists without the endpoint', async () => {
		const watcher = watching();
		await watcher.poll(START);
		watcher.fleet = [endpointOf(a, { status: { id: 2 } })];
		expect(alertSummary(await watcher.poll(START + HOUR))).toEqual([[idOf(a), 'removed', []]]);
		const [gone, ...others] = await watcher.poll(START + 2 * HOUR);
		expect(gone?.fields).toMatchObject({ endpoint_id: idOf(b), change: 'removed', endpoint: null });
		expect(others).toEqual([]);
	});

	test('reports no removal of an endpoint that two lists lack and that is there, or that nothing tells of', async () => {
		const watcher = watching();
		await watcher.poll(START);
		watcher.fleet = [endpointOf(a, activated)];
		watcher.hidden = { entries: [endpointOf(b)], unknown: new Set() };
		for (let i = 1; i < 4; i++) expect(await watcher.poll(START + i * HOUR)).toEqual([]);
		watcher.hidden = { entries: [], unknown: new Set([idOf(b)]) };
		for (let i = 4; i < 7; i++) expect(await watcher.poll(START + i * HOUR)).toEqual([]);
		watcher.hidden = { entries: [], unknown: new Set() };
		const told = await watcher.poll(START + 7 * HOUR);
		expect(alertSummary(told)).toEqual([[idOf(b), 'removed', []]]);
	});

	test('reports no removal for an incomplete or empty list', async () => {
		const watcher = watching();
		await watcher.poll(START);
		const all = watcher.fleet;
		watcher.isComplete = false;
		watcher.fleet = all.slice(1);
		for (let i = 1; i < 4; i++) expect(await watcher.poll(START + i * HOUR)).toEqual([]);
		watcher.isComplete = true;
		watcher.fleet = [];
		for (let i = 4; i < 7; i++) expect(await watcher.poll(START + i * HOUR)).toEqual([]);
		watcher.fleet = all;
		expect(await watcher.poll(START + 7 * HOUR)).toEqual([]);
	});

	test('reads the list every five minutes, and starts again when the filters change', async () => {
		const watcher = watching();
		await watcher.poll(START);
		await watcher.poll(START + 4 * MINUTE);
		expect(watcher.lists).toBe(1);
		watcher.filters = 'pumps';
		watcher.fleet = [endpointOf(b)];
		for (let i = 1; i < 4; i++) expect(await watcher.poll(START + i * HOUR)).toEqual([]);
	});

	test('logs an unreadable state, and starts again from the next list', async () => {
		const watcher = watching();
		await watcher.poll(START);
		watcher.packed = watcher.packed!.slice(0, -3);
		watcher.fleet = [endpointOf(a, suspended), endpointOf(b)];
		expect(await watcher.poll(START + HOUR)).toEqual([]);
		expect(watcher.said).toEqual([expect.stringMatching(/cannot be read/)]);
		watcher.fleet = [endpointOf(a, activated), endpointOf(b)];
		expect(alertSummary(await watcher.poll(START + 2 * HOUR))).toEqual([
			[idOf(a), 'changed', ['sim_status']],
		]);
	});
});

describe('the alert in n8n, against the simulator', () => {
	const sim = useSimulator({ seed: { endpoints: 3 } });

	test('starts one run for a suspended SIM, also after a restart', async () => {
		const workflow = new PollingWorkflow(
			{ events: ['fleetChanged'], simplify: true },
			credentialsFor(sim.url),
			'events',
		);
		expect(await workflow.activate()).toEqual([]);
		const { simId, id } = [...sim.store.endpoints.values()][0]!;
		sim.store.sims.get(simId!)!.statusId = 2;
		sim.store.touch();
		sim.clock.advance(HOUR);
		workflow.restart();
		expect(await workflow.poll()).toMatchObject([
			{
				event: 'fleetChanged',
				change: 'changed',
				changed_parts: ['sim_status'],
				endpoint_id: id,
				sim_id: simId,
				endpoint: { sim_status: 'Suspended' },
			},
		]);
		workflow.restart();
		sim.clock.advance(HOUR);
		expect(await workflow.poll()).toEqual([]);
		expect(await workflow.sample()).toMatchObject([{ event: 'fleetChanged', sample: true }]);
	});
});

import { PollingWorkflow } from '../../../support/n8n/triggers';
import { GENERATIONS } from '../../../support/simulator';
import { useSimulator } from '../../../support/useSimulator';
import { ALL_EVENTS, control, credentialsFor, service } from '../support';
import { told } from './told';

/* The quota trigger set to data quotas: the same changes, with volumes in MB. */

const [A, B, C] = [10001, 10002, 10003];
const YEAR = 365 * 86_400_000;

describe.each(GENERATIONS)('%s', (generation) => {
	const sim = useSimulator({ generation, seed: { endpoints: 3, quotaVolume: 100 } });

	const trigger = (parameters: object) =>
		new PollingWorkflow({ quota: 'data', ...parameters }, credentialsFor(sim.url));
	const give = async (endpointId: number, volume: number) =>
		await service(sim, 'POST', `/api/v1/endpoint/${endpointId}/quota/data`, {
			volume,
			expiry_date: new Date(sim.clock.now() + YEAR).toISOString(),
			status: { id: 1 },
			action_on_exhaustion: { id: 1 },
			threshold_percentage: 20,
		});
	const use = async (endpointId: number, data: number) =>
		await control(sim, 'consume', { endpointId, data });

	test('source Status emits each change of a data quota once, and no change of an SMS quota', async () => {
		await give(A, 50);
		const workflow = trigger({ source: 'status', events: ALL_EVENTS });
		expect(await workflow.activate()).toEqual([]);
		await control(sim, 'consume', { endpointId: B, volume: 100 });
		expect(await workflow.poll()).toEqual([]);

		await use(A, 45);
		const [threshold, ...none] = await workflow.poll();
		expect(none).toEqual([]);
		expect(threshold).toMatchObject({
			event: 'thresholdReached',
			quota_type: 'data',
			endpoint: { id: A, name: 'device-000001' },
			quota: { volume: 5, threshold_percentage: 20 },
			reason: 'Volume 5 is at or below the threshold 10',
		});
		await use(A, 5);
		expect((await workflow.poll())[0]).toMatchObject({
			event: 'exhausted',
			previous_status: 'ACTIVE',
			status: 'EXHAUSTED',
		});
		await give(A, 50);
		expect(told(await workflow.poll())).toEqual([`activeAgain ${A}`]);
		await give(C, 10);
		expect(told(await workflow.poll())).toEqual([`statusChanged ${C}`]);
		sim.clock.advance(YEAR + 1000);
		expect(told(await workflow.poll()).sort()).toEqual([`expired ${A}`, `expired ${C}`]);
		expect(await workflow.poll()).toEqual([]);
	});

	test('source Event Feed emits the data quota types 18, 19, 56, 57 and 60, and blocks', async () => {
		const events = ['activeAgain', 'blocked', 'exhausted', 'expired', 'statusChanged'];
		const feedEvents = [...events, 'thresholdReached'];
		const workflow = trigger({ source: 'eventFeed', feedEvents });
		expect(await workflow.activate()).toEqual([]);
		await give(A, 50);
		await use(A, 50);
		await control(sim, 'endpoint', { endpointId: B, blocked: true });
		await service(sim, 'DELETE', `/api/v1/endpoint/${A}/quota/data`);
		await give(C, 10);
		await control(sim, 'consume', { endpointId: B, volume: 100 });
		const items = await workflow.poll();
		expect(told(items)).toEqual([
			`activeAgain ${A}`,
			`thresholdReached ${A}`,
			`exhausted ${A}`,
			`blocked ${B}`,
			`statusChanged ${A}`,
			`activeAgain ${C}`,
		]);
		expect(items[2]).toMatchObject({
			quota_type: 'data',
			status: 'EXHAUSTED',
			reason: 'Data quota used up',
			quota: { volume: 0, threshold_percentage: 20 },
		});
		sim.clock.advance(YEAR + 1000);
		expect(told(await workflow.poll())).toEqual([`expired ${C}`]);
		expect(await workflow.poll()).toEqual([]);
	});

	test('a trigger changed from SMS to data reads the data quotas without emitting items', async () => {
		await give(A, 50);
		await use(A, 50);
		const workflow = trigger({ source: 'status', events: ALL_EVENTS, quota: 'sms' });
		await workflow.activate();
		workflow.edit({ quota: 'data' });
		expect(await workflow.activate()).toEqual([]);
		await give(A, 50);
		expect(told(await workflow.poll())).toEqual([`activeAgain ${A}`]);
	});
});

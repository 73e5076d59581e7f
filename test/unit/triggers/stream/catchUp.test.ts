import { setImmediate as turn } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { CATCH_UP_AFTER_MS } from '../../../../nodes/CellularIot/triggers/catchUp';
import type { WebhookWorkflow } from '../../../support/n8n/triggers';
import { receiver } from '../../../support/receiver';
import { until } from '../../../support/until';
import {
	credentialsOf,
	door,
	endpoints,
	ORIGIN,
	recordsArrived,
	secretOf,
	sim,
	trigger,
} from './registering';

/* At a start of n8n the event feed says what the service has sent and no run got. */

/** n8n's own page while it starts: it answers 200 and nobody gets what was sent. */
let page: Awaited<ReturnType<typeof receiver>>;
let eaten = 0;
beforeAll(async () => {
	const eat = ({ body }: { body: unknown }) => {
		eaten += (body as unknown[]).length;
		return 200;
	};
	page = await receiver(eat, '<html>n8n is starting up. Please wait</html>');
});
afterAll(async () => await page.close());
beforeEach(() => {
	eaten = 0;
	sim.clock.reset();
});

/** An event of the first device, or of another; returns its ID. */
function happens(typeId = 5, at = 0): number {
	sim.tell(typeId, endpoints()[at]!.id);
	return sim.store.events.at(-1)!.id;
}

/** Publishes a workflow, with its trigger function as n8n calls it. */
async function publishedNow(parameters: object = {}): Promise<WebhookWorkflow> {
	const given = { event: 'events', ...parameters, options: { inError: 'nothing' } };
	const workflow = trigger({ ...given, ...parameters });
	await workflow.activate();
	await workflow.watch(async () => {});
	return workflow;
}

/** Events that n8n's page takes; returns their IDs. */
async function lost(job: () => number[]): Promise<number[]> {
	const before = eaten;
	sim.streams.set({ reach: { [ORIGIN]: page.url } });
	const ids = job();
	await until('the page has them', () => eaten >= before + ids.length);
	sim.streams.set({ reach: { [ORIGIN]: door.url } });
	return ids;
}

/** n8n starts again, and looks; returns the items of the runs that it starts by itself. */
async function restarted(workflow: WebhookWorkflow): Promise<IDataObject[]> {
	workflow.restart();
	workflow.log.length = 0;
	await workflow.activate('trigger', 'init');
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	try {
		return await workflow.watch(async () => {
			await jest.advanceTimersByTimeAsync(CATCH_UP_AFTER_MS);
			while (workflow.log.length === 0) {
				await turn();
				await jest.advanceTimersByTimeAsync(1);
			}
		}, 'init');
	} finally {
		jest.useRealTimers();
	}
}

const idsOf = (items: IDataObject[]) => items.map(({ id }) => id);

test('events that the page of a starting n8n has taken are told once, and marked', async () => {
	const workflow = await publishedNow();
	const before = happens();
	await recordsArrived(1);
	const ids = await lost(() => [happens(1), happens(2), happens(3)]);
	const after = happens();
	await recordsArrived(2);
	const told = await restarted(workflow);
	expect(idsOf(told)).toEqual(ids);
	expect(told[0]).toMatchObject({ record: 'event', type_id: 1, caught_up: true });
	expect(door.ids).toEqual([before, after]);
	expect(await restarted(workflow)).toEqual([]);
});

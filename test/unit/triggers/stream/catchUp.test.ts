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
	const { options, ...others } = parameters as { options?: object };
	const workflow = trigger({
		event: 'events',
		...others,
		options: { inError: 'nothing', ...options },
	});
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

/** n8n starts again; `job` comes before the look. Returns the items of the runs that it starts by itself. */
async function restarted(workflow: WebhookWorkflow, job = () => {}): Promise<IDataObject[]> {
	workflow.restart();
	workflow.log.length = 0;
	await workflow.activate('trigger', 'init');
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	try {
		return await workflow.watch(async () => {
			job();
			// Nothing is under way where nothing is looked for.
			if (jest.getTimerCount() === 0) return;
			await jest.advanceTimersByTimeAsync(CATCH_UP_AFTER_MS);
			while (workflow.log.length === 0) {
				await turn();
				await jest.advanceTimersByTimeAsync(25);
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

test('the first events after the publication are found, and none of those before it', async () => {
	happens();
	// The feed is read from the second of the publication.
	sim.store.events.at(-1)!.timestamp -= 60_000;
	const workflow = await publishedNow();
	const ids = await lost(() => [happens()]);
	expect(idsOf(await restarted(workflow))).toEqual(ids);
});

test('what the stream brings after it was told starts nothing', async () => {
	const workflow = await publishedNow();
	const [id] = await lost(() => [happens()]);
	const headers = { 'x-stream-secret': secretOf() };
	await restarted(workflow);
	const { timestamp } = sim.store.events.at(-1)!;
	const record = { id, timestamp: new Date(timestamp).toISOString(), event_type: { id: 5 } };
	const { status, items } = await workflow.deliver({ body: [record], headers });
	expect([status, items]).toEqual([200, undefined]);
});

test('only what the form has chosen is told', async () => {
	const chosen = { eventTypeIds: [1, 2] };
	const workflow = await publishedNow({ options: chosen });
	const ids = await lost(() => [happens(1), happens(2)]);
	happens(3);
	expect(idsOf(await restarted(workflow))).toEqual(ids);
});

test('a run that n8n stores and does not start is told at the next start', async () => {
	const workflow = await publishedNow();
	const ids = await lost(() => [happens()]);
	workflow.startsNothing = true;
	expect(await restarted(workflow)).toEqual([]);
	workflow.startsNothing = false;
	expect(idsOf(await restarted(workflow))).toEqual(ids);
});

test('nothing is told while the stream pushes to another n8n', async () => {
	const workflow = await publishedNow();
	await lost(() => [happens()]);
	const { url } = credentialsOf();
	const moves = () => {
		credentialsOf().url = url.replace(ORIGIN, 'https://copy.example');
	};
	expect(await restarted(workflow, moves)).toEqual([]);
	expect(workflow.log.join()).toContain('the service does not call this n8n');
});

test.each([
	['usage', {}],
	['events', { catchUpHours: 0 }],
])('of %s with the options %j the feed is not read', async (event, options) => {
	const workflow = await publishedNow({ event, options });
	expect(await restarted(workflow)).toEqual([]);
	expect(workflow.log).toEqual([]);
});

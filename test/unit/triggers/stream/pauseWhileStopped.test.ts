import type { IDataObject } from 'n8n-workflow';
import { LOOK_MS, type WebhookWorkflow } from '../../../support/n8n/triggers';
import { turns } from '../../../support/turns';
import { until } from '../../../support/until';
import nock from '../../../support/nock';
import { answersAt, nobodyAt } from '../copies';
import {
	credentialsOf,
	door,
	ORIGIN,
	published,
	recordsArrived,
	sim,
	streams,
	streamsLeft,
	use,
} from './registering';

jest.mock('../../../../src/triggers/runtime/inMemory', () =>
	jest.requireActual<object>('../../../support/n8n/processes'),
);

/* "Pause While n8n Stops": n8n's own pauses end with its next start, and those of a person do not. */

const LIST = 'GET /api/v2/data_stream';
/** The looks after a start. */
const [FIRST_MS, SECOND_MS, THIRD_MS] = [5_000, 15_000, 60_000];
const PAUSED = 2;
const MARK = ' (paused by n8n)';
const options = { pauseWhileStopped: true };

const states = () => streams().map(({ statusId }) => statusId);
const names = () => streams().map(({ name }) => name);

/** Lists of the streams that the service has been asked for. */
const lists = () =>
	sim.ledger().requests.filter(({ method, path }) => `${method} ${path}` === LIST).length;

/** Lets requests be answered, and their waits pass by jest's clock, until something is so. */
async function settles(what: string, isSo: () => boolean): Promise<void> {
	for (let step = 0; step < 4_000 && !isSo(); step += 1) {
		await turns(5);
		await jest.advanceTimersByTimeAsync(10);
	}
	if (!isSo()) throw new Error(`${what}: not so, ${states().join()}`);
}

/** Lets the next look come, which is due in these milliseconds. */
async function nextLook(ms: number): Promise<void> {
	const before = lists();
	await jest.advanceTimersByTimeAsync(ms);
	await settles('a look', () => lists() > before);
}

const becomes = async (...expected: number[]) =>
	await settles(`states ${expected.join()}`, () => states().join() === expected.join());

/** A published workflow whose n8n has stopped; `options` of its trigger. */
async function stopped(parameters: object = {}): Promise<WebhookWorkflow> {
	const workflow = await published({ options, ...parameters });
	await workflow.watch(async () => {});
	await until('the streams are paused', async () => {
		await streamsLeft();
		return states().every((state) => state === PAUSED);
	});
	workflow.restart();
	return workflow;
}

/** n8n starts, and does `job` while the trigger watches. Gives the items of the runs that it starts. */
async function started(
	workflow: WebhookWorkflow,
	job: () => Promise<void>,
): Promise<IDataObject[]> {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	try {
		let isStopping = false;
		let isOver = false;
		const watching = workflow
			.watch(async () => await job().finally(() => (isStopping = true)), 'init')
			.finally(() => (isOver = true));
		while (!isStopping && !isOver) await turns(1);
		await settles('n8n has stopped', () => isOver);
		return await watching;
	} finally {
		jest.useRealTimers();
	}
}

/** The service refuses to change streams. */
const refuses = (times?: number) => {
	const match = { method: 'PATCH', path: '^/api/v2/data_stream' };
	const rule = { kind: 'errorBefore', status: 422, match, ...(times && { times }) } as const;
	sim.setFaults({ rules: [rule] });
};

beforeEach(() => nobodyAt(ORIGIN));

test('pauses the streams when n8n stops, and resumes them when it is ready again', async () => {
	const workflow = await stopped({ event: 'records' });
	for (const name of names()) expect(name).toMatch(/ \(paused by n8n\)$/);
	const ids = use(3);
	await workflow.activate('trigger', 'init');
	await streamsLeft();
	expect(states()).toEqual([1, 1]);
	expect(names().join()).not.toContain(MARK);
	await recordsArrived(3);
	expect(new Set(door.ids)).toEqual(new Set(ids));
});

test('is off unless it is chosen', async () => {
	const workflow = await published();
	await workflow.watch(async () => {});
	await streamsLeft();
	expect(states()).toEqual([1]);
});

test('leaves a stream that pushes to another n8n', async () => {
	const workflow = await published({ options });
	const elsewhere = workflow.address.replace(ORIGIN, 'https://copy.example');
	credentialsOf().url = credentialsOf().url.replace(workflow.address, elsewhere);
	await workflow.watch(async () => {});
	await streamsLeft();
	expect(states()).toEqual([1]);
});

describe('streams that n8n has paused run again', () => {
	test('where n8n starts the trigger before it calls the hooks of the webhook, which fail', async () => {
		const workflow = await stopped({ event: 'records' });
		await started(workflow, async () => {
			refuses(1);
			let isActive = false;
			void workflow.activate('trigger', 'init').then(() => (isActive = true));
			await settles('the hooks have failed', () => isActive);
			expect(states()).toContain(PAUSED);
			await nextLook(FIRST_MS);
			await becomes(1, 1);
			await settles('the marks are off', () => !names().join().includes(MARK));
		});
	});

	test('where n8n calls no hook in a process that takes over', async () => {
		const workflow = await stopped();
		await started(workflow, async () => {
			await jest.advanceTimersByTimeAsync(FIRST_MS);
			await nextLook(30_000);
			await becomes(1);
		});
	});

	test('where the process before pauses them after the next one has begun', async () => {
		const workflow = await published({ options });
		await started(workflow, async () => {
			for (const ms of [FIRST_MS, SECOND_MS, THIRD_MS, LOOK_MS]) await nextLook(ms);
			Object.assign(streams()[0]!, { statusId: PAUSED, name: `fleet${MARK}` });
			await nextLook(LOOK_MS);
			await becomes(1);
			await settles('its name', () => names().join() === 'fleet');
		});
	});

	test('at the next start, where a process ended while it moved them, without the option too', async () => {
		const workflow = await published();
		Object.assign(streams()[0]!, { statusId: PAUSED, name: `fleet${MARK}` });
		workflow.restart();
		await workflow.activate('trigger', 'init');
		await streamsLeft();
		expect([states(), names()]).toEqual([[1], ['fleet']]);
	});

	test('after all that goes wrong, and it is told until then', async () => {
		const workflow = await stopped({ options: { ...options, inError: 'both' } });
		const told = await started(workflow, async () => {
			refuses();
			void workflow.activate('trigger', 'init');
			for (const ms of [FIRST_MS, SECOND_MS]) await nextLook(ms);
			await settles('it is told', () => workflow.log.join().includes('could not be resumed'));
			sim.clearFaults();
			await nextLook(THIRD_MS);
			await becomes(1);
		});
		expect(told).toEqual([
			expect.objectContaining({
				event: 'streamPaused',
				paused_by_n8n: true,
				stream_name: expect.not.stringContaining(MARK),
			}),
		]);
	});
});

describe('a stream that a person has paused', () => {
	test.each([{ pauseWhileStopped: true }, {}])(
		'is told once and left so, with the options %o',
		async (chosen) => {
			const workflow = await published({ options: { ...chosen, inError: 'both' } });
			Object.assign(streams()[0]!, { statusId: PAUSED });
			workflow.restart();
			await workflow.activate('trigger', 'init');
			const told = await started(workflow, async () => {
				const due = chosen.pauseWhileStopped ? FIRST_MS : LOOK_MS;
				for (const ms of [due, LOOK_MS]) await nextLook(ms);
			});
			expect(states()).toEqual([PAUSED]);
			expect(names().join()).not.toContain(MARK);
			expect(told).toEqual([
				expect.objectContaining({
					record: 'stream',
					event: 'streamPaused',
					stream_id: streams()[0]!.id,
					paused_by_n8n: false,
				}),
			]);
			const lines = workflow.log.filter((line) => line.includes('is paused, and not by n8n'));
			expect(lines).toHaveLength(1);
		},
	);
});

describe('nothing is paused', () => {
	test('where another process answers at the address: a rolling update', async () => {
		const workflow = await published({ event: 'records', options });
		const next = workflow.copiedTo(ORIGIN);
		await next.activate('trigger', 'init');
		nock.cleanAll();
		answersAt(ORIGIN, next);
		await workflow.watch(async () => {});
		await streamsLeft();
		expect([states(), names().join().includes(MARK)]).toEqual([[1, 1], false]);
		expect(workflow.log.join()).toContain('another process answers at its address');
	});

	test('where the service does not take the mark, without which nobody would resume it', async () => {
		const workflow = await published({ options });
		refuses(1);
		await workflow.watch(async () => {});
		await streamsLeft();
		expect(states()).toEqual([1]);
		expect(workflow.log.join()).toContain('could not be paused');
	});
});

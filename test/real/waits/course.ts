import { setTimeout as pause } from 'node:timers/promises';
import type { Execution } from '../../../demo/lib/api';
import type { SimulatorHandle } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import type { JobStage } from '../jobs/inN8n';
import { mustSucceed } from '../workflows/stage';

/*
 * The course of workflows that wait while n8n is killed at random moments. A workflow that sleeps in n8n's Wait
 * node goes on by itself after the restart; one that was running has crashed, and is run again as a person would.
 */

const TICK_MS = 250;
/** Requests are counted in windows of the address's length. Milliseconds of real time. */
const WINDOW_MS = 300_000;
/** n8n sleeps in its database, and not in its process, from 65 seconds on. */
export const IN_DATABASE_S = 66;
const START = 'Run by hand';
const LIVING = ['new', 'running', 'waiting', 'unknown'];

export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** Calls a control route of the simulator. */
export async function control<T>(sim: SimulatorHandle, path: string, body?: object): Promise<T> {
	const response = await fetch(sim.url + path, {
		method: body ? 'POST' : 'GET',
		...(body && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
	return (await response.json()) as T;
}

/**
 * The simulator's clock, which runs so many times as fast while n8n is up, and a count of its reads in real time. A
 * slow start of n8n is no time of the service.
 */
class FastClock {
	private readonly timer: NodeJS.Timeout;
	isFast = true;
	private readonly counted: Array<{ at: number; reads: number }> = [];
	private last = performance.now();
	private seen = 0;
	private reads = 0;
	private most = 0;

	constructor(
		private readonly sim: SimulatorHandle,
		private readonly times: number,
	) {
		this.timer = setInterval(() => this.tick(), TICK_MS);
	}

	private tick(): void {
		const now = performance.now();
		if (this.isFast) this.sim.clock.advance((now - this.last) * (this.times - 1));
		this.last = now;
		const { requests } = this.sim.ledger();
		for (; this.seen < requests.length; this.seen += 1) {
			if (requests[this.seen]!.method === 'GET') this.reads += 1;
		}
		this.counted.push({ at: now, reads: this.reads });
		while (this.counted[0]!.at < now - WINDOW_MS) this.counted.shift();
		this.most = Math.max(this.most, this.reads - this.counted[0]!.reads);
	}

	/** Ends it. @returns the most reads in a window */
	stop(): number {
		clearInterval(this.timer);
		this.tick();
		return this.most;
	}
}

export interface Kills {
	kills: number;
	/** The shortest and the longest time between a restart and the next kill. Seconds. */
	apart: [number, number];
	/** How many times as fast the service's clock runs. */
	times: number;
	/** The longest time that the workflows take after the last kill. Seconds. */
	within: number;
}

export interface Course {
	/** The execution of each workflow that has come to its end, by the workflow. */
	executions: Map<string, Execution>;
	kills: number;
	/** Kills that found a workflow asleep, and those that ended a running one. */
	asleep: number;
	crashed: number;
	/** The most reads in a window of five minutes. */
	mostReads: number;
}

/** Runs workflows to their end, and kills n8n so often meanwhile. */
export async function killedOnTheWay(
	{ n8n, sim }: JobStage,
	workflowIds: string[],
	{ kills, apart, times, within }: Kills,
): Promise<Course> {
	const clock = new FastClock(sim, times);
	/** The statuses of all its runs. A run that wakes between two questions is found by the third. */
	const statusesOf = async (id: string) => {
		const running = await n8n.api.listExecutions(id, 'running');
		const others = await n8n.api.listExecutions(id);
		const woken = await n8n.api.listExecutions(id, 'running');
		return [...running, ...others, ...woken].map(({ status }) => status);
	};
	/** Starts those that neither live nor have ended well. @returns whether all have ended well */
	const goOn = async (): Promise<boolean> => {
		let ended = 0;
		for (const id of workflowIds) {
			const statuses = await statusesOf(id);
			if (statuses.includes('success')) ended += 1;
			else if (statuses.includes('error')) throw new Error('a run has ended with an error');
			else if (!statuses.some((status) => LIVING.includes(status)))
				await n8n.api.runWorkflow(id, START);
		}
		return ended === workflowIds.length;
	};
	const [least, most] = apart;
	let done = 0;
	let asleep = 0;
	try {
		while (done < kills && !(await goOn())) {
			await pause(1_000 * (least + (most - least) * Math.random()));
			const statuses = (await Promise.all(workflowIds.map(statusesOf))).flat();
			if (!statuses.includes('running') && statuses.includes('waiting')) asleep += 1;
			clock.isFast = false;
			await n8n.restart('SIGKILL');
			clock.isFast = true;
			done += 1;
			say(`  ${done} of ${kills} kills`);
		}
		await until('the end of the workflows', goOn, within, 1_000);
		const executions = new Map<string, Execution>();
		let crashed = 0;
		for (const id of workflowIds) {
			const all = await n8n.api.listExecutions(id);
			crashed += all.filter(({ status }) => status === 'crashed').length;
			const { id: own } = all.find(({ status }) => status === 'success')!;
			executions.set(id, mustSucceed(await n8n.api.waitForExecution(own)));
		}
		return { executions, kills: done, asleep, crashed, mostReads: clock.stop() };
	} finally {
		clock.stop();
	}
}

/** n8n's Wait node. */
export const sleep = (seconds: number) => ({ amount: seconds, unit: 'seconds' });

/** The items that a node without a logic of its own was given, in all of its runs. */
export const itemsAt = (execution: Execution, node: string): Array<Record<string, unknown>> =>
	(execution.data.resultData.runData[node] ?? []).flatMap(({ data }) =>
		(data?.main[0] ?? []).map(({ json }) => json),
	);

/** Workflows of a figure that are ready to run, and what they must have come to. */
export interface Begun {
	workflowIds: string[];
	judge: (course: Course) => Promise<Figure[]>;
}

/** How a course went, for the name of its figure. */
export const courseIn = ({ kills, asleep, crashed }: Course): string =>
	`n8n killed ${kills} times (asleep ${asleep}, runs that crashed ${crashed})`;

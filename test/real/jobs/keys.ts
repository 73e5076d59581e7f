import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../../faults/figures';
import { withSimulator } from '../../faults/runs';
import { look, say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { figuresOf, messagesTo, type Size, type Verdicts } from './campaign';
import type { Execution } from './keysProcess';
import { builtProgram } from './program';

/* Idempotency keys on a Redis: four workers send a campaign in several executions, and are killed. */

const WORKERS = 4;
/** Messages of an execution. */
const EACH = 500;
/** Maximum keys in doubt per worker: those of requests in flight, and those claimed next. */
const UNDER_WAY = 60;

/** A worker process that runs one execution at a time. */
class Worker {
	private readonly child: ChildProcess;
	/** Whether it is running an execution. */
	isBusy = false;

	constructor(program: string) {
		this.child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
		this.child.stdin?.on('error', () => {});
	}

	/** The outcomes of an execution's messages; undefined when it was killed. */
	async run(execution: Execution): Promise<Array<[string, string]> | undefined> {
		const lines = createInterface(this.child.stdout!);
		try {
			return await new Promise((resolve) => {
				this.child.once('exit', () => resolve(undefined));
				lines.on('line', (line) => {
					look(line);
					if (line === 'begun') this.isBusy = true;
					if (line.startsWith('said '))
						resolve(JSON.parse(line.slice(5)) as Array<[string, string]>);
				});
				this.child.stdin?.write(`${JSON.stringify(execution)}\n`);
			});
		} finally {
			this.isBusy = false;
			lines.close();
		}
	}

	kill(): void {
		this.child.kill('SIGKILL');
	}
}

/** Sends with keys on a Redis; a new worker reruns each killed execution completely. */
export const keys = async (size: Size): Promise<Figure[]> =>
	await withSimulator({ seed: { endpoints: 1_000 } }, async (sim) => {
		const redis = await RedisServer.start();
		const program = builtProgram('keysProcess');
		const messages = messagesTo(sim, size.sends);
		const said: Verdicts = new Map();
		const waiting = Array.from({ length: Math.ceil(size.sends / EACH) }, (_, i) =>
			messages.slice(i * EACH, (i + 1) * EACH),
		);
		const workers = new Set<Worker>();
		let kills = 0;
		let isOver = false;
		const work = async () => {
			let worker = new Worker(program);
			workers.add(worker);
			while (waiting.length > 0) {
				const own = waiting.shift()!;
				const result = await worker.run({
					baseUrl: sim.url,
					redisUrl: redis.url,
					messages: own,
				});
				if (result) {
					for (const [text, outcome] of result) said.set(text, outcome);
					continue;
				}
				waiting.push(own);
				workers.delete(worker);
				worker = new Worker(program);
				workers.add(worker);
			}
			workers.delete(worker);
			worker.kill();
		};
		/** Kills as many as are wanted, over the whole of the campaign. */
		const kill = async () => {
			while (!isOver && kills < size.kills) {
				await pause(20 + Math.random() * 60);
				const share = said.size / size.sends;
				const busy = [...workers].filter(({ isBusy }) => isBusy);
				// Running executions count as half.
				const due = size.kills * Math.min(1, share + (0.5 * (EACH * WORKERS)) / size.sends);
				if (busy.length === 0 || kills >= due) continue;
				busy[Math.floor(Math.random() * busy.length)]!.kill();
				kills += 1;
				if (kills % 20 === 0) say(`  ${kills} kills, ${said.size} of ${size.sends} messages`);
			}
		};
		try {
			const killing = kill();
			await Promise.all(Array.from({ length: WORKERS }, work));
			isOver = true;
			await killing;
			const counted = { ...size, kills };
			return [
				...figuresOf('keys on a Redis', sim, counted, messages, said, UNDER_WAY * kills),
				{
					name: 'keys on a Redis: kills',
					wanted: `${size.kills}`,
					got: `${kills}`,
					held: kills === size.kills,
				},
			];
		} finally {
			for (const worker of workers) worker.kill();
			await redis.down();
			rmSync(program);
		}
	});

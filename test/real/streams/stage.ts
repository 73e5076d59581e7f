import { readdir, readFile } from 'node:fs/promises';
import type { WorkflowJson } from '../../../demo/lib/api';
import { APPLICATION_TOKENS, type SimulatorHandle, start } from '../../../simulator';
import { pushTarget } from '../../../simulator/stream/push';
import { RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';
import { RealN8n } from '../triggers/instance';
import { Sink } from '../triggers/sink';

/* A real n8n with the stream trigger, the simulator that pushes to it, and a sink for the runs. */

export const ORIGIN = 'https://n8n.example';
export const OTHER_ORIGIN = 'https://moved.example';
const TRIGGER = 'n8n-nodes-cellular-iot.cellularIotStreamTrigger';
/** Devices of the fleet; 10,000 active devices produce 222 records per second. */
const DEVICES = 10_000;
export const PER_SECOND = 222;
const RESELLER = 1001;

interface StageOptions {
	devices?: number;
	/** The account shares its limits over a separate Redis. */
	hasRedis?: boolean;
	/** Records in a request. */
	size: number;
	/** Settings of n8n. */
	env?: NodeJS.ProcessEnv;
}

const node = (name: string, type: string, typeVersion: number, parameters: object, at: number) => ({
	...{ id: name.toLowerCase(), name, type, typeVersion, position: [at * 200, 0] },
	parameters: parameters as Record<string, unknown>,
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

/** The trigger, followed by one call of the sink with the ids of the run's items. */
function workflow(
	credential: { id: string; name: string },
	size: number,
	sink: string,
): WorkflowJson {
	const trigger = {
		event: 'records',
		registerStream: true,
		authentication: 'cellularIotTokenApi',
		options: { size, streamName: 'fleet' },
	};
	const ids = { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'id' }] } };
	const body = '={{ JSON.stringify({ ids: $json.id, execution: $execution.id }) }}';
	const call = { method: 'POST', url: sink, sendBody: true, specifyBody: 'json', jsonBody: body };
	return {
		name: 'Fleet stream',
		nodes: [
			{
				...node('Trigger', TRIGGER, 2, trigger, 0),
				webhookId: 'fleet',
				credentials: { cellularIotTokenApi: credential },
			},
			node('Aggregate', 'n8n-nodes-base.aggregate', 1, { ...ids, options: {} }, 1),
			node('Tell', 'n8n-nodes-base.httpRequest', 4.2, { ...call, options: {} }, 2),
		],
		connections: { Trigger: to('Aggregate'), Aggregate: to('Tell') },
		settings: { executionOrder: 'v1' },
	};
}

export class Stage {
	private constructor(
		readonly sim: SimulatorHandle,
		readonly n8n: RealN8n,
		readonly sink: Sink,
		readonly credential: { id: string; name: string },
		readonly workflowId: string,
		private readonly redis: RedisServer | undefined,
	) {}

	/** Publishes the workflow and waits until its streams run. */
	static async set({ devices = DEVICES, hasRedis, size, env }: StageOptions): Promise<Stage> {
		const redis = hasRedis ? await RedisServer.start() : undefined;
		const sim = await start({ limits: false, seed: { endpoints: devices } });
		const sink = await Sink.open();
		const n8n = await RealN8n.start({
			WEBHOOK_URL: `${ORIGIN}/`,
			// A small heap, so that leaks show soon.
			NODE_OPTIONS: '--max-old-space-size=512',
			...env,
		});
		const credential = await n8n.api.createCredential('Service', 'cellularIotTokenApi', {
			baseUrl: sim.url,
			applicationToken: APPLICATION_TOKENS.reseller,
			...(redis && { shareLimits: true, redisUrl: redis.url }),
		});
		const id = await n8n.api.createWorkflow(workflow(credential, size, sink.url));
		const stage = new Stage(sim, n8n, sink, credential, id, redis);
		stage.connect();
		await n8n.api.activateWorkflow(id);
		await until('two streams that run', () => stage.states().join() === '1,1', 120);
		return stage;
	}

	/** Routes the public addresses to this n8n, or nowhere. */
	connect(isUp = true): void {
		const target = isUp ? this.n8n.url : 'http://127.0.0.1:9';
		this.sim.streams.set({ reach: { [ORIGIN]: target, [OTHER_ORIGIN]: target } });
	}

	/** The addresses that the streams push to. */
	origins(): string[] {
		return [...this.sim.store.streams.values()].map(
			(stream) => new URL(pushTarget(stream).url).origin,
		);
	}

	states(): number[] {
		return [...this.sim.store.streams.values()].map(({ statusId }) => statusId);
	}

	traffic(more: { perSecond?: number; eventPercent?: number } = {}): void {
		const options = { perSecond: PER_SECOND, eventPercent: 5, ...more };
		this.sim.streams.traffic({ ...options, organisationId: RESELLER });
	}

	/** Ids of all records that count as accepted at the service. */
	taken(): number[] {
		return [...this.sim.store.streams.keys()].flatMap((id) => [...this.sim.streams.takenOf(id)]);
	}

	/** Waits until every record is accepted and no run reports anything more. */
	async settled(seconds = 240): Promise<void> {
		const waiting = () => this.sim.streams.tally().waiting === 0;
		await until('every record is taken', waiting, seconds, 50);
		let last = -1;
		const isQuiet = () => {
			const now = this.sink.told.length;
			const same = now === last;
			last = now;
			return same;
		};
		await until('the end of all runs', isQuiet, seconds, 2_000);
	}

	/** Number of times each record was emitted. */
	told(): Map<number, number> {
		const counts = new Map<number, number>();
		for (const { ids = [] } of this.sink.told) {
			for (const id of ids as number[]) counts.set(id, (counts.get(id) ?? 0) + 1);
		}
		return counts;
	}

	/** Number of created records that were never emitted, and emitted more than once. */
	async counted() {
		const told = this.told();
		const made = this.taken();
		const lost = made.filter((id) => !told.has(id));
		const twice = [...told.values()].filter((times) => times > 1).length;
		// A run that had started when n8n was killed is shown as crashed, and can be retried there.
		const crashed = lost.length > 0 ? await this.crashed() : '';
		const held = lost.filter((id) => crashed.includes(String(id))).length;
		return { made: made.length, lost: lost.length - held, crashed: held, twice };
	}

	private async crashed(): Promise<string> {
		const rows = await this.n8n.ask<{ data: string }>(
			`select d.data from execution_entity e join execution_data d on d."executionId" = e.id
			where e.status <> 'success'`,
		);
		return rows.map(({ data }) => data).join('\n');
	}

	/** Resident memory of n8n, MB: the largest process of its group. */
	async memory(): Promise<number> {
		const group = String(this.n8n.pid);
		const sizes = (await readdir('/proc'))
			.filter((name) => /^\d+$/.test(name))
			.map(async (pid) => {
				const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
				// After the name, which may contain anything: state, parent, group; pages is field 22.
				const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
				return fields[2] === group ? (Number(fields[21]) * 4096) / 2 ** 20 : 0;
			});
		return Math.max(...(await Promise.all(sizes)));
	}

	async close(): Promise<void> {
		await this.n8n.stop();
		await this.sim.close();
		await this.sink.close();
		await this.redis?.down();
	}
}

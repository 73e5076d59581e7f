import type { WorkflowJson } from '../../../demo/lib/api';
import { type SimulatorHandle, start } from '../../../simulator';
import { pushTarget } from '../../../simulator/stream/push';
import { counts } from '../../faults/runs';
import { RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';
import { Hosts } from '../stage/hosts';
import { listen, type Listener, untilQuiet } from '../stage/listen';
import { RealN8n } from '../stage/realN8n';
import {
	accountNode,
	type Credential,
	n8nNode,
	poster,
	resellerAccount,
	workflowOf,
} from '../stage/workflows';

/* A real n8n with the stream trigger, the simulator that pushes to it, and a sink for the runs. */

export const ORIGIN = 'https://n8n.example';
export const OTHER_ORIGIN = 'https://moved.example';
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
	/** More options of the trigger. */
	options?: object;
}

/** The trigger, followed by one call of the sink with the ids of the run's items. */
function fleetWorkflow(credential: Credential, sink: string, more: object): WorkflowJson {
	// Of two runs with a record only one goes on, also where the call of the first was never answered.
	const options = { streamName: 'fleet', afterCrash: 'once', ...more };
	const parameters = { event: 'records', registerStream: true, options };
	const trigger = accountNode('Trigger', credential, parameters, 'cellularIotStreamTrigger');
	const ids = { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'id' }] } };
	const body = '={{ JSON.stringify({ ids: $json.id, execution: $execution.id }) }}';
	return workflowOf('Fleet stream', [
		{ ...trigger, webhookId: 'fleet' },
		n8nNode('Aggregate', 'aggregate', 1, { ...ids, options: {} }),
		poster('Tell', sink, body),
	]);
}

export class Stage {
	private constructor(
		readonly sim: SimulatorHandle,
		readonly n8n: RealN8n,
		readonly sink: Listener<Record<string, unknown>>,
		readonly credential: Credential,
		readonly workflowId: string,
		readonly hosts: Hosts,
		private readonly redis: RedisServer | undefined,
	) {}

	/** Publishes the workflow and waits until its streams run. */
	static async set({
		devices = DEVICES,
		hasRedis,
		size,
		env,
		options,
	}: StageOptions): Promise<Stage> {
		const redis = hasRedis ? await RedisServer.start() : undefined;
		const sim = await start({ limits: false, seed: { endpoints: devices } });
		const sink = await listen();
		const hosts = new Hosts();
		const n8n = await RealN8n.start({
			WEBHOOK_URL: `${ORIGIN}/`,
			// A small heap, so that leaks show soon.
			...hosts.env('--max-old-space-size=512'),
			...env,
		});
		const shared = redis && { shareLimits: true, redisUrl: redis.url };
		const credential = await resellerAccount(n8n.api, sim.url, shared);
		const id = await n8n.api.createWorkflow(
			fleetWorkflow(credential, sink.url, { size, ...options }),
		);
		const stage = new Stage(sim, n8n, sink, credential, id, hosts, redis);
		stage.connect();
		await n8n.api.activateWorkflow(id);
		await until('two streams that run', () => stage.states().join() === '1,1', 120);
		return stage;
	}

	/** Routes the public addresses to this n8n, or nowhere. */
	connect(isUp = true): void {
		this.connectTo(isUp ? this.n8n.url : 'http://127.0.0.1:9');
	}

	/** Routes the public addresses to what answers at a URL. */
	connectTo(target: string): void {
		this.sim.streams.set({ reach: { [ORIGIN]: target, [OTHER_ORIGIN]: target } });
		const names = [ORIGIN, OTHER_ORIGIN].map((origin) => [new URL(origin).hostname, target]);
		this.hosts.set(Object.fromEntries(names));
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
		await untilQuiet(this.sink, 2_000, seconds);
	}

	/** Number of times each record was emitted. */
	told(): Map<number, number> {
		return counts(this.sink.told.flatMap(({ ids = [] }) => ids as number[]));
	}

	/**
	 * Number of created records that were never emitted, and emitted more than once; those that a page of
	 * n8n or of a proxy has acknowledged are counted apart (`byPage`).
	 */
	async counted() {
		const told = this.told();
		const made = this.taken();
		const lost = made.filter((id) => !told.has(id));
		const twice = [...told.values()].filter((times) => times > 1).length;
		// A run that had started when n8n was killed is shown as crashed, and can be retried there.
		const crashed = lost.length > 0 ? await this.crashed() : '';
		const held = lost.filter((id) => crashed.includes(String(id))).length;
		// n8n's page "n8n is starting up" has acknowledged them, and not the trigger.
		const pages = [...this.sim.store.streams.keys()].flatMap((id) => [
			...this.sim.streams.takenByPage(id),
		]);
		const paged = new Set(pages);
		const byPage = lost.filter((id) => paged.has(id) && !crashed.includes(String(id))).length;
		return {
			made: made.length,
			lost: lost.length - held - byPage,
			byPage,
			crashed: held,
			twice,
		};
	}

	private async crashed(): Promise<string> {
		const rows = await this.n8n.ask<{ data: string }>(
			`select d.data from execution_entity e join execution_data d on d."executionId" = e.id
			where e.status <> 'success'`,
		);
		return rows.map(({ data }) => data).join('\n');
	}

	async close(): Promise<void> {
		await this.n8n.stop();
		await this.sim.close();
		this.sink.close();
		await this.redis?.down();
	}
}

import type { IDataObject } from 'n8n-workflow';
import { ProcessedItems } from '../../support/n8n/processedItems';
import { ENDPOINT, SIM, oneDevice } from '../service/builders';
import { Service, type Coming, type Fault } from '../service/server';
import type { Endpoint, Sim, State } from '../service/state';
import { picked, runOperation, type Given } from '../support/operation';
import { time } from '../support/ports';
import { NOW, type ActIn, type By, type CaseIn } from './case';

export type Act = ActIn<World>;
export type Case = CaseIn<World>;

/*
 * Three devices, of which the first two are to be retired; a gateway without a SIM, and a free SIM.
 */

export const OLD = 41;
export const NORTH = 42;
export const FREE_SIM = 5099;
export const GATEWAY = 4099;
/** Devices that the run is to retire, and their SIMs. */
export const MEANT = [4001, 4002];
export const simOf = (endpoint: number): number => endpoint + 1000;

const iccid = (sim: number): string => `890000000000000${sim}`;
let lastWorkflow = 0;

function startState(): State {
	const devices = [4001, 4002, 4003].map(
		(id, place): Endpoint => ({
			...ENDPOINT,
			id,
			name: `meter-${place + 1}`,
			imei: `350000000000001${place + 1}`,
			sim: simOf(id),
			tags: place < 2 ? [OLD, NORTH] : [NORTH],
		}),
	);
	const gateway = {
		...ENDPOINT,
		id: GATEWAY,
		name: 'gateway',
		imei: null,
		sim: undefined,
		tags: [],
	};
	const sims = [5001, 5002, 5003, FREE_SIM].map(
		(id): Sim => ({ ...SIM, id, iccid: iccid(id), imsi: `99999000000${id}` }),
	);
	return {
		...oneDevice(),
		endpoints: [...devices, gateway],
		sims,
		tags: [
			{ id: OLD, name: 'old' },
			{ id: NORTH, name: 'north' },
			{ id: 43, name: 'old-2' },
		],
		quotas: MEANT.map((endpoint) => ({
			endpoint,
			kind: 'data',
			volume: 10,
			expiry: Date.UTC(2027, 0, 1),
			status: 1,
		})),
	};
}

/** A request of the run, with what it has changed. */
export interface Step {
	number: number;
	method: string;
	path: string;
	/** When it came. */
	at: number;
	effects: Effect[];
}

export interface Effect {
	what:
		| 'deletes'
		| 'releases the SIM of'
		| 'changes tags of'
		| 'removes a quota of'
		| 'suspends'
		| 'sets a status of';
	/** Endpoint or SIM. */
	id: number;
	/** The SIM that an endpoint has lost. */
	sim?: number;
}

/** Where in the run something happens. */
export interface Moment {
	/** Before this request a colleague acts. */
	act?: number;
	/** At this request a fault happens, or the process dies. */
	at?: number;
}

export class World {
	readonly state = startState();
	readonly service = new Service(this.state);
	readonly steps: Step[] = [];
	readonly given: Given[] = [];
	/** The number of the first request after the act of the colleague. */
	actedBefore: number | undefined;
	private readonly items = new ProcessedItems();
	private readonly workflow = `retire-${(lastWorkflow += 1)}`;
	private killer = new AbortController();
	private seen = '';

	constructor(
		readonly of: Case,
		readonly moment: Moment,
	) {
		time.set(NOW);
		this.state.form = of.form ?? 'recorded';
		of.prepare?.(this.state);
	}

	endpoint(id: number): Endpoint {
		return this.state.endpoints.find((each) => each.id === id)!;
	}

	sim(id: number): Sim {
		return this.state.sims.find((each) => each.id === id)!;
	}

	async runAll(): Promise<this> {
		const restore = this.items.install();
		await this.service.listen();
		this.service.meddle = (coming) => this.meddled(coming);
		this.service.onApplied = (entry) => this.applied(entry);
		time.onMove(() => this.service.passTime(this.service.now()));
		try {
			await this.runOnce();
			if (this.of.kill !== undefined) {
				if (this.of.isBetween) this.act(this.steps.length + 1);
				await this.runOnce();
			}
			this.service.passTime(this.service.now() + 3_600_000);
		} finally {
			time.onMove(() => {});
			await this.service.close();
			restore();
		}
		return this;
	}

	private async runOnce(): Promise<void> {
		this.killer = new AbortController();
		this.given.push(
			await runOperation({
				url: this.service.url,
				operation: 'endpoint retire',
				onError: 'continueRegularOutput',
				workflowId: this.workflow,
				signal: this.killer.signal,
				items: this.rows(),
				parameters: this.parameters(),
			}),
		);
		this.service.isDeaf = false;
		this.items.fault = undefined;
	}

	private rows(): IDataObject[] {
		const { by } = this.of;
		return by === 'tag' ? [{}] : MEANT.map((id) => ({ key: keys[by](id) }));
	}

	private parameters(): IDataObject {
		const { by, sims = 'suspend' } = this.of;
		const chosen =
			by === 'tag'
				? { endpointsBy: 'tag', tagId: picked('old', 'name'), confirmTag: 'old' }
				: {
						endpointsBy: 'item',
						endpointId: picked('={{ $json.key }}', by as 'id'),
						confirmCount: MEANT.length,
					};
		return { ...chosen, sims, dryRun: false };
	}

	private act(number: number): void {
		this.of.act?.happen(this);
		this.actedBefore = number;
		this.seen = this.snapshot();
	}

	private meddled({ method, path }: Coming): Fault | undefined {
		const number = this.steps.length + 1;
		if (this.moment.act === number) this.act(number);
		this.steps.push({ number, method, path, at: this.service.now(), effects: [] });
		this.seen = this.snapshot();
		if (this.moment.at !== number) return undefined;
		const { fault, kill } = this.of;
		if (kill === undefined) return method === 'GET' ? undefined : fault;
		this.service.isDeaf = true;
		this.items.fault = () => {
			throw new Error('the process is dead');
		};
		this.killer.abort();
		return { lose: kill };
	}

	private applied({ method, path }: { method: string; path: string }): void {
		const step = [...this.steps]
			.reverse()
			.find((each) => each.method === method && each.path === path)!;
		step.effects.push(...effectsBetween(JSON.parse(this.seen) as Snapshot, this.state));
		this.seen = this.snapshot();
	}

	private snapshot(): string {
		const { endpoints, sims, quotas } = this.state;
		return JSON.stringify({ endpoints, sims, quotas } satisfies Snapshot);
	}
}

type Snapshot = Pick<State, 'endpoints' | 'sims' | 'quotas'>;

const keys: Record<Exclude<By, 'tag'>, (id: number) => number | string> = {
	id: (id) => id,
	name: (id) => `meter-${id - 4000}`,
	iccid: (id) => iccid(simOf(id)),
	imei: (id) => `350000000000001${id - 4000}`,
};

function effectsBetween(before: Snapshot, after: Snapshot): Effect[] {
	const effects: Effect[] = [];
	for (const old of before.endpoints) {
		const now = after.endpoints.find(({ id }) => id === old.id)!;
		if (now.status !== old.status)
			effects.push({ what: now.status === 2 ? 'deletes' : 'sets a status of', id: old.id });
		if (now.sim !== old.sim)
			effects.push({ what: 'releases the SIM of', id: old.id, sim: old.sim });
		if (String(now.tags) !== String(old.tags))
			effects.push({ what: 'changes tags of', id: old.id });
		const quotasOf = ({ quotas }: Snapshot): number =>
			quotas.filter(({ endpoint }) => endpoint === old.id).length;
		if (quotasOf(after) < quotasOf(before))
			effects.push({ what: 'removes a quota of', id: old.id });
	}
	for (const old of before.sims) {
		const now = after.sims.find(({ id }) => id === old.id)!;
		if (now.status === old.status) continue;
		effects.push({ what: now.status === 2 ? 'suspends' : 'sets a status of', id: old.id });
	}
	return effects;
}

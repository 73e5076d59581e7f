import { ownError } from '../../../src/errors';
import { runItems } from '../../../src/run/run';
import type { Json } from '../../../src/table/define';
import { findOperation } from '../../../src/operations';
import type { Answer, WireRequest } from '../../../src/wire';
import { clientOf } from '../../support/client';
import { inVirtualTime } from '../../support/virtualTime';

/*
 * SIM: Swap with each fault at each request: refused, unanswered (with the change made immediately,
 * later or never), or n8n killed before or after. In all cases no SIM is on two endpoints, no endpoint
 * gets a second SIM, the outcome matches the state of the service, and the next run completes the
 * swap or names the value it needs.
 */

/** Endpoints with their SIMs, and SIMs with their statuses. */
interface Places {
	endpoints: Record<number, number | null>;
	sims: Record<number, number>;
}

const FAULTS = [
	'refused',
	'cutBefore',
	'cutAfter',
	'cutLate',
	'killedBefore',
	'killedAfter',
] as const;
type Fault = (typeof FAULTS)[number];
/** Faults by the number of the request; `stays` applies from one request on. */
interface Plan {
	faults: Record<number, Fault>;
	stays?: { from: number; fault: Fault };
}

/** Longer than two attempts, shorter than the time the service may take for a request. */
const LATE_MS = 60_000;
const cut = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const answer = (status: number, body?: unknown): Answer => ({ status, headers: {}, body });

/** A service in memory, whose clock advances when a client waits. */
class Service {
	readonly broken: string[] = [];
	requests = 0;
	reads = 0;
	now = Date.parse('2026-06-15T00:00:00Z');
	private late: Array<{ at: number; apply: () => void }> = [];

	constructor(readonly places: Places) {}

	private onEndpoint = (sim: number) =>
		Object.keys(this.places.endpoints).filter((id) => this.places.endpoints[Number(id)] === sim);

	private change(path: string, body: Json): Answer {
		const [, kind, text] = /(endpoint|sim)\/(\d+)$/.exec(path)!;
		const id = Number(text);
		if (kind === 'sim') {
			const to = (body.status as { id: number }).id;
			// An issued SIM can only be activated.
			if (this.places.sims[id] === 0 && to !== 1) return answer(422, { message: 'status' });
			this.places.sims[id] = to;
			return answer(204);
		}
		const sim = (body.sim as { id: number | null }).id;
		const present = this.places.endpoints[id];
		if (sim !== null && present !== sim) {
			if (this.onEndpoint(sim).length > 0) return answer(422, { message: 'assigned' });
			if (present !== null) this.broken.push(`endpoint ${id} gets SIM ${sim} beside ${present}`);
		}
		this.places.endpoints[id] = sim;
		for (const simId of Object.keys(this.places.sims).map(Number))
			if (this.onEndpoint(simId).length > 1) this.broken.push(`SIM ${simId} is on two endpoints`);
		return answer(204);
	}

	private read(path: string): Answer {
		const [, kind, text] = /(endpoint|sim)\/(\d+)$/.exec(path)!;
		const id = Number(text);
		const { endpoints, sims } = this.places;
		if (kind === 'sim') {
			const [endpoint] = this.onEndpoint(id);
			const on = endpoint === undefined ? {} : { endpoint: { id: Number(endpoint) } };
			return answer(200, { id, iccid: `89883030000000000${id}`, status: { id: sims[id] }, ...on });
		}
		const sim = endpoints[id];
		return answer(200, {
			id,
			...(typeof sim === 'number' && { sim: { id: sim, status: { id: sims[sim] } } }),
		});
	}

	/** Requests of one process, which the plan may kill. */
	process({ faults, stays }: Plan, killed: () => void): (wire: WireRequest) => Promise<Answer> {
		let place = 0;
		let isDead = false;
		const never = new Promise<Answer>(() => {});
		const die = async () => {
			isDead = true;
			killed();
			return await never;
		};
		return async ({ method, url, body }) => {
			if (isDead) return await never;
			place += 1;
			this.requests += 1;
			if (method === 'GET') this.reads += 1;
			const apply = () =>
				method === 'GET' ? this.read(url) : this.change(url, JSON.parse(body!) as Json);
			const fault = faults[place] ?? (stays && place >= stays.from ? stays.fault : undefined);
			switch (fault) {
				case 'refused':
					return answer(422, { message: 'not now' });
				case 'cutBefore':
					throw cut();
				case 'cutAfter':
					apply();
					throw cut();
				case 'cutLate':
					this.late.push({ at: this.now + LATE_MS, apply });
					throw cut();
				case 'killedBefore':
					return await die();
				case 'killedAfter':
					apply();
					return await die();
				default:
					return apply();
			}
		};
	}

	pass(ms: number): void {
		this.now += ms;
		const due = this.late.filter(({ at }) => at <= this.now);
		this.late = this.late.filter((late) => !due.includes(late));
		for (const { apply } of due) apply();
	}
}

type Ended = { items: Json[] } | { error: unknown } | 'killed';

/** Runs the operation in its own process, with its own lanes and locks. */
async function run(service: Service, values: Json, plan: Plan = { faults: {} }): Promise<Ended> {
	return await new Promise<Ended>((resolve, reject) => {
		const transport = service.process(plan, () => resolve('killed'));
		const client = clientOf(transport, {
			clock: { now: () => service.now },
			sleep: async (ms) => service.pass(ms),
			random: () => 0.5,
		});
		runItems(client, findOperation('sim', 'swap'), () => values, 1, { continueOnFail: true }).then(
			([ended]) => resolve(ended!),
			reject,
		);
	});
}

interface Scenario {
	values: Json;
	before: Places;
	after: Places;
	/** The SIM of the first endpoint before the swap, as a user would give it. */
	other?: number;
}

const ofEndpoints = { endpointId: 17, simId: 7, swapWith: 'endpoint', otherEndpointId: 18 };
const ofSim = { endpointId: 17, simId: 7, swapWith: 'sim', suspendOld: false };
const sims = { 7: 1, 8: 1 };

const SCENARIOS: Record<string, Scenario> = {
	'two endpoints exchange their SIMs': {
		values: ofEndpoints,
		before: { endpoints: { 17: 8, 18: 7 }, sims },
		after: { endpoints: { 17: 7, 18: 8 }, sims },
		other: 8,
	},
	'the SIM of one endpoint goes to another': {
		values: ofEndpoints,
		before: { endpoints: { 17: null, 18: 7 }, sims },
		after: { endpoints: { 17: 7, 18: null }, sims },
	},
	'a new SIM for an endpoint': {
		values: { ...ofSim, activate: true, suspendOld: true },
		before: { endpoints: { 17: 8, 18: null }, sims: { 7: 0, 8: 1 } },
		after: { endpoints: { 17: 7, 18: null }, sims: { 7: 1, 8: 2 } },
	},
	'a SIM that was suspended before': {
		values: { ...ofSim, activate: true },
		before: { endpoints: { 17: 8, 18: null }, sims: { 7: 2, 8: 1 } },
		after: { endpoints: { 17: 7, 18: null }, sims: { 7: 1, 8: 1 } },
	},
	'the first SIM of an endpoint': {
		values: { ...ofSim, activate: false },
		before: { endpoints: { 17: null, 18: null }, sims: { 7: 0, 8: 1 } },
		after: { endpoints: { 17: 7, 18: null }, sims: { 7: 0, 8: 1 } },
	},
};
const named = Object.entries(SCENARIOS);

const serviceOf = ({ before }: Scenario) => new Service(structuredClone(before));
const messageOf = (error: unknown) => {
	const own = ownError(error);
	return `${own?.message} ${own?.hint}`;
};

/** Checks the outcome of the first run against the state of the service. */
function judge({ before, after }: Scenario, { places, broken }: Service, ended: Ended): string {
	expect(broken).toEqual([]);
	if (ended === 'killed') return 'killed';
	if ('items' in ended) {
		expect(places).toEqual(after);
		return 'done';
	}
	const outcome = ownError(ended.error)!.outcome;
	if (outcome === 'refused' || outcome === 'notSent') expect(places).toEqual(before);
	else expect(messageOf(ended.error)).toMatch(/SIM \d.*[Rr]un it again/);
	return outcome;
}

/** Runs the same swap again, and once more with the other SIM if it asks for that. */
async function again(scenario: Scenario, service: Service): Promise<string> {
	const { values, after, other } = scenario;
	let ended = await run(service, { ...values, dryRun: false });
	let how = 'finished';
	if (ended !== 'killed' && 'error' in ended) {
		expect(ownError(ended.error)).toMatchObject({ field: 'otherSimId', outcome: 'notSent' });
		how = 'said';
		const told = other === undefined ? ofSim : { ...values, otherSimId: other };
		ended = await run(service, { activate: false, ...told, dryRun: false });
	}
	expect(ended).toMatchObject({ items: [{ swapped: true }] });
	expect(service.broken).toEqual([]);
	expect(service.places).toEqual(after);
	return how;
}

/** The number of requests of a run without faults, and of the reads at its start. */
async function requestsOf(scenario: Scenario): Promise<{ all: number; reads: number }> {
	const service = serviceOf(scenario);
	const ended = await run(service, { ...scenario.values, dryRun: false });
	expect(judge(scenario, service, ended)).toBe('done');
	const { requests: all, reads } = service;
	return { all, reads };
}

/** Counts of the outcomes of first and second runs. */
const counts: Record<string, number> = {};

async function world(scenario: Scenario, plan: Plan): Promise<void> {
	const service = serviceOf(scenario);
	const ended = await run(service, { ...scenario.values, dryRun: false }, plan);
	const verdict = judge(scenario, service, ended);
	// A request in flight when n8n was killed arrives before n8n is back.
	service.pass(10 * LATE_MS);
	const how = await again(scenario, service);
	for (const key of ['worlds', verdict, how]) counts[key] = (counts[key] ?? 0) + 1;
}

afterAll(() => {
	console.log(`swap: ${JSON.stringify(counts)}, none with a SIM on two endpoints or a half unsaid`);
});

describe.each(named)('%s', (_, scenario) => {
	test('a dry run changes nothing and shows each step', async () => {
		const service = serviceOf(scenario);
		const ended = await run(service, { ...scenario.values, dryRun: true });
		expect(service.places).toEqual(scenario.before);
		const [item] = (ended as { items: Json[] }).items;
		expect(item).toMatchObject({ dry_run: true, swapped: false, already: false });
		const real = serviceOf(scenario);
		const [done] = ((await run(real, { ...scenario.values, dryRun: false })) as { items: Json[] })
			.items;
		expect(item!.steps).toEqual(done!.steps);
	});

	test('the swap can be completed after a fault at any request, once or from then on', async () => {
		await inVirtualTime(async () => {
			const { all } = await requestsOf(scenario);
			for (let place = 1; place <= all; place++) {
				for (const fault of FAULTS) {
					await world(scenario, { faults: { [place]: fault } });
					await world(scenario, { faults: {}, stays: { from: place, fault } });
				}
			}
		});
	});

	test('the swap can be completed after a refused change and a fault in its rollback', async () => {
		await inVirtualTime(async () => {
			const { all, reads } = await requestsOf(scenario);
			for (let refused = reads + 1; refused <= all; refused++) {
				const made = refused - reads - 1;
				for (let place = refused + 1; place <= refused + made; place++) {
					for (const fault of FAULTS) {
						await world(scenario, { faults: { [refused]: 'refused', [place]: fault } });
						const stays = { from: place, fault };
						await world(scenario, { faults: { [refused]: 'refused' }, stays });
					}
				}
			}
		});
	});
});

test('a swap that is already done changes nothing', async () => {
	for (const [, scenario] of named) {
		const service = new Service(structuredClone(scenario.after));
		const ended = await run(service, { ...scenario.values, dryRun: false });
		expect(ended).toMatchObject({ items: [{ already: true, steps: [] }] });
		expect(service.places).toEqual(scenario.after);
	}
});

test.each<[string, Json, Places['endpoints'], string, RegExp]>([
	[
		'the same endpoint twice',
		{ otherEndpointId: 17 },
		{ 17: 8 },
		'otherEndpointId',
		/a different endpoint/,
	],
	['a SIM on a third endpoint', {}, { 17: 8, 18: null, 19: 7 }, 'simId', /is on 19/],
	['an endpoint with a third SIM', {}, { 17: 8, 18: 9 }, 'otherEndpointId', /has SIM 9/],
	['a wrong other SIM', { otherSimId: 9 }, { 17: 8, 18: 7 }, 'otherSimId', /has SIM 8/],
	['two endpoints without a SIM', {}, { 17: null, 18: null }, 'otherSimId', /must be named/],
	['a SIM that is not free', { swapWith: 'sim' }, { 17: 8, 18: 7 }, 'simId', /endpoint 18/],
])('%s is refused before anything is changed', async (_, given, endpoints, field, words) => {
	const before = { endpoints, sims: { 7: 1, 8: 1, 9: 1 } };
	const service = new Service(structuredClone(before));
	const values = { ...ofEndpoints, activate: true, suspendOld: true, ...given, dryRun: false };
	const ended = await run(service, values);
	const { error } = ended as { error: unknown };
	expect(ownError(error)).toMatchObject({ field, outcome: 'notSent' });
	expect(messageOf(error)).toMatch(words);
	expect(service.places).toEqual(before);
});

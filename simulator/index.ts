import { Mfa } from './account/mfa';
import { TokenIssuer } from './account/tokens';
import { SimClock } from './clock';
import type { ControlledSimulation } from './control/control';
import { Ledger, type Counters, type EffectRecord, type RequestRecord } from './control/ledger';
import { type Connection, connect } from './events/connections';
import { addEvent } from './events/emit';
import { Faults, type FaultPlan } from './faults/faults';
import { takeOffline } from './faults/outage';
import { FORMS, type Generation } from './forms';
import { buildApp } from './http/app';
import { InFlight, RateLimiter, type LimitMode } from './http/limits';
import { settleLives } from './lives/settle';
import { applyOptions, DEFAULT_OPTIONS, type SeedOptions } from './seed/options';
import { populate } from './seed/populate';
import { defaultStore } from './seed/seed';
import type { Store } from './store';
import { streamsOf, type StreamsHandle } from './stream/handle';
import { Pusher } from './stream/pusher';
import { settleQuotas } from './traffic/quota';

export * from './seed/seed';
export type { Generation } from './forms';
export type { FaultKind, FaultRule } from './faults/faults';
export type { EffectRecord, RequestRecord } from './control/ledger';

/** Options of a simulator. */
export interface StartOptions {
	/** Port on loopback; 0 (the default) takes a free one. */
	port?: number;
	/**
	 * Form of the answers: as recorded, or as in the references. Default: the environment variable
	 * `SIMULATOR_GENERATION`, else `recorded`.
	 */
	generation?: Generation;
	/** Added to the default seed; a reset returns to it. */
	seed?: SeedOptions;
	/** The limits, including 2,000 requests in five minutes per IP. Default `documented`. */
	limits?: LimitMode;
	/** Faults from the start. */
	faults?: FaultPlan;
	/** Seed of random faults when the plan has none. */
	seedNumber?: number;
}

/** Requests and effects since the last reset, live. */
interface LedgerView {
	requests: readonly RequestRecord[];
	effects: readonly EffectRecord[];
	counters: Readonly<Counters>;
}

/** A running simulator. */
export interface SimulatorHandle {
	/** `http://127.0.0.1:PORT`, the base URL of the service. */
	url: string;
	clock: SimClock;
	generation: Generation;
	/** The state of the service, for tests; a reset replaces it. */
	readonly store: Store;
	ledger(): LedgerView;
	/** Control of the pushes of data streams. */
	streams: StreamsHandle;
	/** Adds endpoints and SIMs and sets behaviours. */
	seed(options: SeedOptions): void;
	/** Adds an event of an endpoint to the feed and runs the matching automations. */
	tell(typeId: number, endpointId: number): void;
	/** Connects or disconnects a device. @throws Error for an unknown endpoint */
	connect(endpointId: number, connection: Connection): void;
	setFaults(plan: FaultPlan): void;
	clearFaults(): void;
	/** Invalidates all tokens, refresh tokens included unless they are kept. */
	revokeTokens(options?: { keepRefresh?: boolean }): void;
	/** The code that the user would type now. @throws Error when no code was mailed */
	codeFor(username: string): string;
	/** Restores the initial seed: objects, tokens, counters, limits, clock, faults. */
	reset(): Promise<void>;
	/** Stops listening for some real milliseconds; resolves when the server listens again. */
	outage(ms: number): Promise<void>;
	close(): Promise<void>;
}

/** Starts a simulator on loopback. It imports nothing from the package that it tests. */
export async function start(options: StartOptions = {}): Promise<SimulatorHandle> {
	const clock = new SimClock();
	const forms = FORMS[options.generation ?? generationOf(process.env.SIMULATOR_GENERATION)];
	const sim = { clock, forms, closed: false } as ControlledSimulation;
	sim.reset = () => {
		clock.reset();
		streams.stopTraffic();
		sim.pusher?.close();
		const ledger = new Ledger(clock);
		Object.assign(sim, {
			ledger,
			options: { ...DEFAULT_OPTIONS, ...forms.options },
			store: defaultStore(clock),
			limits: new RateLimiter(options.limits ?? true, clock),
			inFlight: new InFlight(ledger),
			tokens: new TokenIssuer(clock, forms.token),
			mfa: new Mfa(clock, () => sim.store),
			faults: new Faults(withSeed(options.faults, options.seedNumber)),
		});
		applyOptions(sim.options, options.seed ?? {});
		populate(sim, options.seed ?? {});
		sim.pusher = new Pusher(sim);
		sim.pusher.open();
	};
	const streams = streamsOf(sim);
	sim.streams = streams;
	sim.reset();
	clock.onMove(() => {
		settleLives(sim);
		settleQuotas(sim);
	});
	const app = await buildApp(sim);
	const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	return {
		url,
		clock,
		generation: forms.generation,
		get store() {
			return sim.store;
		},
		ledger: () => sim.ledger,
		streams,
		seed: (more) => populate(sim, more),
		tell: (typeId, endpointId) => {
			settleLives(sim);
			const endpoint = sim.store.endpoints.get(endpointId);
			addEvent(sim, typeId, endpoint ? { endpoint } : {});
		},
		connect: (endpointId, connection) => {
			settleLives(sim);
			const endpoint = sim.store.endpoints.get(endpointId);
			if (!endpoint) throw new Error(`endpoint ${endpointId} is not known`);
			connect(sim, endpoint, connection);
			sim.store.touch();
		},
		setFaults: (plan) => sim.faults.set(withSeed(plan, options.seedNumber) ?? plan),
		clearFaults: () => sim.faults.clear(),
		revokeTokens: (how = {}) => sim.tokens.revoke(how.keepRefresh),
		codeFor: (username) => {
			const user = sim.store.userByName(username);
			const code = user && sim.mfa.currentCode(user).code;
			if (!code) throw new Error(`No code for ${username}: none was mailed`);
			return code;
		},
		reset: async () => sim.reset(),
		outage: (ms) => takeOffline(app.server, ms),
		close: async () => {
			sim.closed = true;
			streams.stopTraffic();
			sim.pusher.close();
			await app.close();
		},
	};
}

const generationOf = (name: string | undefined): Generation =>
	name === 'reference' ? 'reference' : 'recorded';

const withSeed = (plan: FaultPlan | undefined, seed: number | undefined) =>
	plan && seed !== undefined ? { seed, ...plan } : plan;

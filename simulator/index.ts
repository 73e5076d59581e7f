import { Mfa } from './account/mfa';
import { TokenIssuer } from './account/tokens';
import { SimClock } from './clock';
import type { Controlled } from './control/control';
import { Ledger, type Counters, type EffectRecord, type RequestRecord } from './control/ledger';
import { type Connection, connect } from './events/connections';
import { addEvent } from './events/tell';
import { Faults, type FaultPlan } from './faults/faults';
import { takeOffline } from './faults/outage';
import { FORMS, type Generation } from './forms';
import { buildApp } from './http/app';
import { InFlight, RateLimiter, type LimitMode } from './http/limits';
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

/** How to start a simulator. */
export interface StartOptions {
	/** Port on loopback; 0 (the default) takes a free one. */
	port?: number;
	/**
	 * Forms of the answers: as recorded, or as the references draw them. Default: what the variable
	 * `SIMULATOR_GENERATION` says, else `recorded`.
	 */
	generation?: Generation;
	/** Added to the default seed; a reset returns to it. */
	seed?: SeedOptions;
	/** The documented limits, 2,000 requests in five minutes per IP included. Default `documented`. */
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
	/** Everything the service holds, for tests; replaced by a reset. */
	readonly store: Store;
	ledger(): LedgerView;
	/** The pushes of data streams, and how they are made. */
	streams: StreamsHandle;
	/** Adds endpoints and SIMs and sets behaviours. */
	seed(options: SeedOptions): void;
	/** Adds an event of a type to the feed, about an endpoint; its automations run. */
	tell(typeId: number, endpointId: number): void;
	/** Lets a device connect, or lose its connection. @throws Error for an endpoint that is not there */
	connect(endpointId: number, connection: Connection): void;
	setFaults(plan: FaultPlan): void;
	clearFaults(): void;
	/** Makes all tokens invalid, refresh tokens too unless they are kept. */
	revokeTokens(options?: { keepRefresh?: boolean }): void;
	/** The code that the user would type now. @throws Error when none was mailed */
	codeFor(username: string): string;
	/** Everything back to the start's seed: objects, tokens, counters, limits, clock, faults. */
	reset(): Promise<void>;
	/** Takes the server off its port for real milliseconds; resolves when it is back. */
	outage(ms: number): Promise<void>;
	close(): Promise<void>;
}

/** Starts a simulator on loopback. It imports nothing of the package it judges. */
export async function start(options: StartOptions = {}): Promise<SimulatorHandle> {
	const clock = new SimClock();
	const forms = FORMS[options.generation ?? generationOf(process.env.SIMULATOR_GENERATION)];
	const sim = { clock, forms, closed: false } as Controlled;
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
	clock.onMove(() => settleQuotas(sim));
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
			const endpoint = sim.store.endpoints.get(endpointId);
			addEvent(sim, typeId, endpoint ? { endpoint } : {});
		},
		connect: (endpointId, connection) => {
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

import type { CredentialFields } from '../../src/account';
import type { HttpRequest, WireRequest } from '../../src/wire';
import type { History, CallerReport } from './history';
import type { Ask, Plan, RunPlan } from './plan';
import type { Process } from './process';
import { RIGHT } from './service/identity';
import type { Network } from './service/network';
import type { Timeline } from './timeline';

/* The parts of n8n around the package: the credential store and workflow runs. */

const BASE_URL = 'https://api.example.com';

/** An n8n credential, which all workers read and write. */
export class Credential {
	private sessionState = '';

	constructor(
		private readonly timeline: Timeline,
		private readonly plan: Plan,
	) {}

	async read({ process }: { process: Process }): Promise<CredentialFields> {
		await this.takes(process);
		return { ...this.fields, sessionState: this.sessionState };
	}

	async write(process: Process, session: unknown): Promise<void> {
		const state = JSON.stringify(session);
		await this.takes(process);
		this.sessionState = state;
	}

	/** Its initial state. */
	begin(session: unknown): void {
		this.sessionState = JSON.stringify(session);
	}

	private get fields(): CredentialFields {
		const { account, isShared } = this.plan;
		const { isRight } = account;
		return {
			baseUrl: BASE_URL,
			shareLimits: isShared,
			redisUrl: 'redis://127.0.0.1:6379',
			...(account.kind === 'token'
				? { applicationToken: isRight ? RIGHT.applicationToken : 'wrong' }
				: {
						username: RIGHT.username,
						password: isRight ? RIGHT.password : 'wrong',
						mfaMethod: account.mfa,
						totpSecret: RIGHT.totpSecret,
						deviceName: 'world',
					}),
		};
	}

	private async takes(process: Process): Promise<void> {
		const ms = process.random.between(1, 8);
		await new Promise<void>((resolve) => this.timeline.after(ms, resolve, process));
	}
}

/** The parts of the world that a run needs. */
interface World {
	timeline: Timeline;
	plan: Plan;
	network: Network;
	credential: Credential;
	history: History;
}

/** Sends the requests of a run, and records the result of each. */
export async function perform(world: World, process: Process, plan: RunPlan): Promise<void> {
	const { timeline, history } = world;
	const { name, asks, parallel, cancelAt, cancelAfterCommands } = plan;
	const run: History['runs'][number] = { name, process: process.number, startedAt: timeline.now };
	history.runs.push(run);
	const stop = new AbortController();
	const told = asks.map((ask): CallerReport => {
		const { ref, effect, lane } = ask;
		return { ref, effect, lane, run: name, process: process.number, startedAt: timeline.now };
	});
	history.told.push(...told);
	const cancel = () => {
		if (run.endedAt !== undefined || run.cancelledAt !== undefined) return;
		run.cancelledAt = timeline.now;
		stop.abort(new DOMException('cancelled', 'AbortError'));
	};
	if (cancelAt !== undefined) timeline.after(cancelAt - timeline.now, cancel, process);
	if (cancelAfterCommands !== undefined) {
		process.afterCommands(cancelAfterCommands, () => timeline.after(0, cancel, process));
	}
	const request = await requesterFor(world, process, name, stop.signal);
	const left = asks.map((ask, i) => ({ ask, told: told[i]! }));
	const worker = async () => {
		for (let next = left.shift(); next; next = left.shift()) {
			next.told.startedAt = timeline.now;
			await conclude(next.told, process, timeline, async () => await request(next.ask));
		}
	};
	await Promise.all(Array.from({ length: parallel }, worker));
	run.endedAt = timeline.now;
}

/** Records the result of a request. */
async function conclude(
	told: CallerReport,
	{ package: { ownError } }: Process,
	timeline: Timeline,
	job: () => Promise<unknown>,
): Promise<void> {
	try {
		await job();
		told.verdict = 'done';
	} catch (error) {
		told.verdict = ownError(error)?.outcome ?? 'none';
		told.said = error instanceof Error ? error.message : String(error);
	}
	told.endedAt = timeline.now;
}

/** The client of one run, assembled as in the node. */
async function requesterFor(
	{ network, credential, plan }: World,
	process: Process,
	run: string,
	signal: AbortSignal,
): Promise<(ask: Ask) => Promise<unknown>> {
	const { Access, Http, WaitBudget, systemClock, systemSleep } = process.package;
	const sender = { process, run };
	const plain = async (wire: WireRequest, isLate = signal.aborted) =>
		await network.send(sender, wire, isLate);
	const patience = new WaitBudget();
	let access: Awaited<ReturnType<typeof Access.open>>;
	try {
		access = await Access.open({
			kind: plan.account.kind,
			read: async () => await credential.read(sender),
			transport: () => async (wire) => await plain(wire),
			patience,
		});
	} catch (error) {
		return async () => await Promise.reject(error as Error);
	}
	const { shared, sharedLane } = access;
	const http = new Http({
		baseUrl: access.account.baseUrl,
		transport: async (wire) => {
			const isLate = signal.aborted;
			const session = access.toKeep();
			if (session) await credential.write(process, session);
			return await plain(wire, isLate);
		},
		token: async (refused) => await access.token(undefined, refused),
		lanes: async () => await access.lanes(),
		pacing: { patience, shared },
		sharedLane,
		clock: systemClock,
		sleep: systemSleep,
		random: () => process.random.next(),
		signal,
	});
	return async (ask) => await http.request(requestOf(ask));
}

const requestOf = ({ ref, effect, lane, method, timeoutMs }: Ask): HttpRequest => ({
	method,
	path: `/api/v1/things/${ref}`,
	effect,
	lane,
	timeoutMs,
	what: 'thing: make',
	done: 'the thing was made',
	...(method !== 'GET' && method !== 'DELETE' && { body: { name: ref } }),
});

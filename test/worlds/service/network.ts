import type { Answer, WireRequest } from '../../../src/wire';
import { Random } from '../../support/random';
import type { History } from '../history';
import type { Ask, Fate, LoginFate, Plan } from '../plan';
import type { Process } from '../process';
import type { Timeline } from '../timeline';
import type { Back, Service } from './service';

/* The path between a process and the service: n8n's request helper, sockets, network. */

/** The sending run and its process. */
export interface Sender {
	process: Process;
	run: string;
}

/** An error in the form of Node or axios. */
const coded = (code: string, message: string, more: object = {}) =>
	Object.assign(new Error(message), { code, ...more });

export class Network {
	/** Number of attempts by request. */
	private readonly tries = new Map<string, number>();
	private readonly asks: Map<string, Ask>;

	constructor(
		private readonly timeline: Timeline,
		private readonly plan: Plan,
		private readonly service: Service,
		private readonly history: History,
	) {
		this.asks = new Map(plan.runs.flatMap(({ asks }) => asks).map((ask) => [ask.ref, ask]));
	}

	/**
	 * Sends like n8n's helper; rejects without an answer.
	 * @param isAfterCancel whether the run had been cancelled when the helper was called
	 */
	async send(sender: Sender, wire: WireRequest, isAfterCancel: boolean): Promise<Answer> {
		const path = new URL(wire.url).pathname;
		const ask = this.asks.get(path.split('/').at(-1)!);
		const name = ask?.ref ?? `login ${sender.process.number}`;
		const attempt = (this.tries.get(name) ?? 0) + 1;
		this.tries.set(name, attempt);
		const random = new Random(`${this.plan.seed} ${name} ${attempt}`);
		const way = new Way(this.timeline, this.plan, sender.process, wire.signal, random);
		const back = (answer: Back) => way.back(answer);
		if (wire.signal?.aborted) return await way.there('answered', () => {});
		if (ask) {
			this.history.sent.push({
				ref: ask.ref,
				run: sender.run,
				process: sender.process.number,
				at: this.timeline.now,
				isAfterCancel,
			});
			const fate = this.fateOf(ask, random);
			const token = /^Bearer (.+)$/.exec(wire.headers.Authorization ?? '')?.[1];
			return await way.there(fate, () => this.service.receive({ ask, token, fate, random, back }));
		}
		const body = JSON.parse(wire.body ?? '{}') as Record<string, unknown>;
		const fate = this.loginFateOf(random);
		const { number: process } = sender.process;
		return await way.there(fate, () =>
			this.service.login({ process, run: sender.run, body, fate, random, back }),
		);
	}

	private fateOf({ lane }: Ask, random: Random): Fate {
		const { until, fates } = this.plan.service;
		if (this.timeline.now >= until) return 'answered';
		const fate = random.weighted(fates);
		return fate === 'busy' && lane !== 'sequential' ? 'answered' : fate;
	}

	private loginFateOf(random: Random): LoginFate {
		const { until, fates } = this.plan.login;
		return this.timeline.now < until ? random.weighted(fates) : 'answered';
	}
}

/** The round trip of one request. */
class Way {
	private isConnected = false;
	private isStopped = false;
	private isOver = false;
	private resolve: (answer: Answer) => void = () => {};
	private reject: (error: unknown) => void = () => {};

	constructor(
		private readonly timeline: Timeline,
		private readonly plan: Plan,
		private readonly process: Process,
		private readonly signal: AbortSignal | undefined,
		private readonly random: Random,
	) {}

	async there(fate: Fate | LoginFate, arrive: () => void): Promise<Answer> {
		const { random, timeline, process, signal } = this;
		return await new Promise((resolve, reject) => {
			this.resolve = resolve;
			this.reject = reject;
			if (signal?.aborted) this.stop();
			signal?.addEventListener('abort', () => this.stop(), { once: true });
			if (this.isStopped) return;
			const connectMs = random.chance(0.1) ? random.spread(20, 3_000) : random.between(1, 20);
			process.leaving += 1;
			timeline.after(
				connectMs,
				() => {
					process.leaving -= 1;
					if (!this.isStopped) this.connected(fate, arrive);
				},
				process,
			);
		});
	}

	/** Handles the response. */
	back(back: Back): void {
		this.told(() => {
			if (back === 'cut') return this.fail(coded('ECONNRESET', 'socket hang up'));
			if (back === 'truncated') return this.fail(coded('ERR_BAD_RESPONSE', 'aborted'));
			const { status, headers = {}, body } = back;
			this.isOver = true;
			this.resolve({ status, headers, body });
		});
	}

	private connected(fate: Fate | LoginFate, arrive: () => void): void {
		if (fate === 'noConnection') {
			return this.fail(coded('ECONNREFUSED', 'connect ECONNREFUSED', { syscall: 'connect' }));
		}
		this.isConnected = true;
		const { random } = this;
		if (fate === 'resetBefore') return this.back('cut');
		this.timeline.after(
			random.chance(0.05) ? random.between(50, 2_000) : random.between(1, 40),
			arrive,
		);
	}

	/** Aborts the request; bytes that were sent cannot be recalled. */
	private stop(): void {
		if (!this.isConnected) this.isStopped = true;
		if (this.isConnected && !this.plan.heedsAborts) return;
		this.fail(coded('ERR_CANCELED', 'canceled', { name: 'CanceledError' }));
	}

	private fail(error: Error): void {
		if (this.isOver) return;
		this.isOver = true;
		const isCancelled = (error as { code?: string }).code === 'ERR_CANCELED';
		const isSure = this.plan.isSeen && (this.isConnected || isCancelled);
		this.reject(isSure ? this.process.seen(error, this.isConnected) : error);
	}

	private told(call: () => void): void {
		this.timeline.after(this.random.between(1, 30), () => !this.isOver && call(), this.process);
	}
}

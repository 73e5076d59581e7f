import type { Random } from '../../support/random';
import { BEGIN } from '../globals';
import type { History, Received } from '../history';
import type { Ask, Fate, LoginFate, Plan } from '../plan';
import type { Timeline } from '../timeline';
import { type Identity, ORGANISATION, tried } from './identity';

/* The service of a world, with a ledger of all applied changes, whether or not the answer arrived. */

/** The reply: an answer, a cut connection, or a truncated answer. */
export type Back =
	| { status: number; headers?: Record<string, string>; body?: unknown }
	| 'cut'
	| 'truncated';

/** A request that reaches the service. */
export interface Arrived {
	ask: Ask;
	token: string | undefined;
	fate: Fate;
	random: Random;
	back: (back: Back) => void;
}

/** A login that reaches the service. */
export interface ArrivedLogin {
	process: number;
	run: string;
	body: Record<string, unknown>;
	fate: LoginFate;
	random: Random;
	back: (back: Back) => void;
}

const PAGE = '<!doctype html><title>Sign in</title>';

/** The reason for a temporary refusal. */
const RETRY_AFTER = [undefined, undefined, '1', '3', '20', '90', '700', 'date'] as const;

export class Service {
	private readonly applied = new Set<string>();

	constructor(
		private readonly timeline: Timeline,
		private readonly plan: Plan,
		readonly identity: Identity,
		private readonly history: History,
	) {}

	receive({ ask, token, fate, random, back }: Arrived): void {
		const { now } = this.timeline;
		const { ref, effect, lane } = ask;
		const entry: Received = {
			ref,
			effect,
			lane,
			organisation: ORGANISATION,
			from: now,
			to: now,
			fate,
		};
		this.history.received.push(entry);
		const soon = (answer: Back) => this.timeline.after(random.between(2, 60), () => back(answer));
		if (!this.identity.takes(token)) {
			entry.fate = 'noSession';
			soon(coded(401, 1103, 'The token has expired'));
			return;
		}
		const refusal = this.refusal(fate, random);
		if (refusal) return void soon(refusal);
		const gone = this.alreadyDone(ask, random);
		if (gone) {
			entry.fate = 'wasThere';
			return void soon(gone);
		}
		this.work({ ask, fate, random, back, token }, entry);
	}

	login({ process, run, body, fate, random, back }: ArrivedLogin): void {
		const isTold = fate === 'answered';
		const answer = isTold || fate === 'lostAnswer' ? this.identity.login(body) : undefined;
		const said = answer ?? { status: spoiltStatus(fate), why: fate, body: undefined };
		this.history.logins.push({
			at: this.timeline.now,
			process,
			run,
			...tried(body),
			status: isTold || !answer ? said.status : 'none',
			worked: answer?.status === 200,
			why: isTold ? said.why : fate,
		});
		const then = (reply: Back) => this.timeline.after(random.between(20, 300), () => back(reply));
		if (fate === 'silent') return;
		if (fate === 'reset' || fate === 'lostAnswer') then('cut');
		else if (isTold) then({ status: Number(said.status), body: said.body ?? '' });
		else then(spoilt(fate, random));
	}

	/** An answer before processing; undefined when the request is processed. */
	private refusal(fate: Fate, random: Random): Back | undefined {
		switch (fate) {
			case 'limited':
				return this.limited(random);
			case 'busy':
				return coded(409, 1408, 'Another bulk request is in progress');
			case 'unauthorised':
				if (random.chance(0.5)) this.identity.revoke();
				return coded(401, 1102, 'The token is invalid');
			case 'refused':
				return coded(random.pick([400, 403, 422]), 1400, 'A value is not allowed');
			case 'failedBefore': {
				const after = random.pick([undefined, undefined, undefined, '2', '90']);
				return {
					...coded(random.pick([500, 502, 503]), 1000, 'failed'),
					headers: headersFor(after),
				};
			}
			default:
				return undefined;
		}
	}

	private limited(random: Random): Back {
		const after = random.pick(RETRY_AFTER);
		const now = BEGIN + this.timeline.now;
		const date = (ms: number) => new Date(now + ms).toUTCString();
		const headers: Record<string, string> =
			after === 'date' ? { date: date(0), 'retry-after': date(15_000) } : headersFor(after);
		return { ...coded(429, 1105, 'Too many requests'), headers };
	}

	/** Repeating a DELETE gets a 404; repeating a PUT may get a 409. */
	private alreadyDone({ ref, method }: Ask, random: Random): Back | undefined {
		if (!this.applied.has(ref)) return undefined;
		if (method === 'DELETE') return coded(404, 1201, 'Not found');
		if (method === 'PUT' && random.chance(0.5)) return coded(409, 1405, 'Is there already');
		return undefined;
	}

	private work({ ask, fate, random, back }: Arrived, entry: Received): void {
		const { lane, ref } = ask;
		const { workMs, until } = this.plan.service;
		const drawn = random.spread(...workMs[lane === 'sequential' ? 'sequential' : 'single']);
		// Without a fault it answers in time.
		const ms = this.timeline.now < until ? drawn : Math.min(drawn, ask.timeoutMs / 2);
		const isDone =
			{
				contradicting: random.chance(0.5),
				redirected: random.chance(0.3),
				silent: random.chance(0.7),
			}[fate as string] ?? true;
		entry.to = entry.from + ms;
		const early = random.between(1, ms);
		if (fate === 'cutAtWork') this.timeline.after(early, () => back('cut'));
		if (fate === 'gatewayTimeout') {
			this.timeline.after(early, () => back({ status: 504, body: PAGE }));
		}
		this.timeline.after(ms, () => {
			if (isDone) {
				entry.appliedAt = this.timeline.now;
				if (ask.effect !== 'read') this.applied.add(ref);
			}
			const answer = answerOf(fate, ask, random);
			if (answer) back(answer);
		});
	}
}

/** The answer after processing; undefined for no answer. */
function answerOf(fate: Fate, ask: Ask, random: Random): Back | undefined {
	switch (fate) {
		case 'answered':
			return success(ask, random);
		case 'resetAfter':
			return 'cut';
		case 'truncated':
			return 'truncated';
		case 'failedAfter':
			return coded(random.pick([500, 502, 503, 504]), 1000, 'failed');
		case 'contradicting':
			return contradicting(ask, random);
		case 'redirected':
			return { status: random.pick([301, 302, 307, 308]), headers: { location: '/elsewhere' } };
		default:
			return undefined;
	}
}

function success({ effect, ref }: Ask, random: Random): Back {
	if (effect === 'read') return { status: 200, body: { id: ref } };
	if (effect === 'act') {
		return random.chance(0.5) ? { status: 201, body: { id: ref } } : { status: 201, body: '' };
	}
	return random.chance(0.5) ? { status: 204 } : { status: 200, body: { id: ref } };
}

function contradicting({ effect }: Ask, random: Random): Back {
	const forms: Back[] = [
		{ status: 200, body: PAGE },
		{ status: 200, body: { error: 'something' } },
		{ status: 200, body: { errors: [{ error_code: 1000 }] } },
	];
	if (effect === 'act') forms.push({ status: 202, body: {} }, { status: 200, body: '' });
	return random.pick(forms);
}

const coded = (status: number, error_code: number, message: string) => ({
	status,
	body: { error_code, message },
});

const headersFor = (after: string | undefined): Record<string, string> =>
	after === undefined ? {} : { 'retry-after': after };

const STATUS: Partial<Record<LoginFate, number>> = {
	limited: 429,
	failed500: 500,
	failed503: 503,
	forbidden: 403,
	invalid: 422,
	empty: 204,
	page: 200,
	redirected: 302,
};

const spoiltStatus = (fate: LoginFate): number | 'none' => STATUS[fate] ?? 'none';

function spoilt(fate: LoginFate, random: Random): Back {
	const status = STATUS[fate] ?? 500;
	if (fate === 'page') return { status, body: PAGE };
	if (fate === 'empty') return { status };
	if (fate === 'redirected') return { status, headers: { location: '/login' } };
	const after = fate === 'limited' ? random.pick([undefined, '2', '20']) : undefined;
	return { ...coded(status, 1000, 'no'), headers: headersFor(after) };
}

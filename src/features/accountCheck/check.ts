import { EndpointStatus } from '../../fleet/statuses';
import { version } from '../../../package.json';
import { CellularIotError, InputError } from '../../errors';
import { RateLimitError } from '../../request/attempt/errors';
import type { Answer, Call, Input, Json, Operation, RequestParts } from '../../table/define';
import { workspacesOwner } from '../../table/entries/account/workspace';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { getAllEndpoints, getEndpoint } from '../../table/entries/endpoint/endpointRead';
import { buildRequest } from '../../table/request';
import { pageByNumber } from '../../run/ask';
import { Client } from '../../run/client';
import { codeOf, answerEntries, refusalSignature, verdictOn, wrongError } from './answers';
import { breaksWhole } from './breaks';
import { clockFindings, latencyOf } from './clock';
import { differencesIn } from './differences';
import { failureWords, ruleOf } from './failureWords';
import { expectationsOf } from './forms';
import { limitFindings, LimitsSeen } from './limits';
import { meaningsIn, pageSizeIn } from './meanings';
import { permissionsIn, rolesIn, tokenFindings } from './login';
import { changeCount, FirstIds, type CheckRequest, checkRequests } from './questions';
import { type Difference, type Findings, markdownOf } from './report';
import { EnoughAsked, type ObservedAnswer, Watch } from './watch';

/* Asks the service for one of everything, and reports where it differs from what is expected. */

/** Milliseconds that an answer may take, and that all of them may. */
const CHECK_TIMEOUT_MS = 20_000;
const DEADLINE_MS = 5 * 60_000;
/** After this many failed questions in a row, the rest is not asked. */
const MOST_UNANSWERED = 5;
/** Attempts at a question that gets no answer. */
const ATTEMPTS = 2;

/** A path that does not exist: its answer shows how the service refuses one. */
const NO_SUCH_PATH = '/api/v1/no_such_path';
const NO_SUCH_ID = 999_999_999_999;
const NO_SUCH_FILTER = { q: 'no_such_field:1', page: 1, per_page: 1 };
/** End of the path that lists what the role may do. Source: public reference. */
const PERMISSIONS = '/role/permission';
/** The filter that leaves out deleted endpoints, which only lists show. */
const NOT_DELETED = `status:${EndpointStatus.Enabled}`;

/** Why nothing more is asked. */
class Stopped extends Error {}

class AccountCheck {
	private readonly differences: Difference[] = [];
	private readonly operations: Findings['operations'] = {
		allowed: [],
		refused: [],
		absent: [],
		failed: [],
		not_asked: [],
	};
	private readonly watch: Watch;
	private readonly call: Call;
	private readonly ids = new FirstIds();
	private readonly limits = new LimitsSeen();
	private readonly began: number;
	/** The form of the refusal of an unknown path, where it differs from that of an unknown thing. */
	private unknownPath: string | undefined;
	/** The answer for an endpoint that does not exist. */
	private noSuchEndpoint: Answer | undefined;
	private unanswered = 0;
	private slowest = { ms: -1, title: '' };
	private login: Json = {};

	constructor(
		private readonly own: Client,
		private readonly all: readonly Operation[],
	) {
		const { transport, clock } = own.ports;
		this.watch = new Watch(transport, clock);
		const client = new Client({ ...own.ports, transport: this.watch.send });
		this.call = client.callFor({
			resource: 'account',
			name: 'check',
			effect: 'read',
			lane: 'single',
		});
		this.began = clock.now();
	}

	async run(): Promise<Findings> {
		try {
			this.login = await this.loggedIn();
		} catch (error) {
			if (this.own.ports.signal?.aborted) throw error;
			return this.findings(`No login: ${failureWords(error)}.`);
		}
		try {
			await this.askAll();
			await this.askForErrors();
		} catch (error) {
			if (!(error instanceof Stopped)) throw error;
			return this.findings(`Not complete: ${error.message}.`);
		}
		return this.findings();
	}

	/** Describes the login. Without a session, it logs in here. */
	private async loggedIn(): Promise<Json> {
		const { login, accountKind, baseUrl } = this.own.ports;
		const { protocol, pathname } = new URL(baseUrl);
		const form = await login.tokenForm();
		const { described, differences } = tokenFindings(form);
		this.differences.push(...differences);
		return {
			credential: accountKind === 'user' ? 'User Login' : 'Application Token',
			base_url: `${protocol}//(hidden)${pathname === '/' ? '' : '/(prefix)'}`,
			...described,
		};
	}

	private async askAll(): Promise<void> {
		const all = checkRequests(this.all);
		for (const [index, question] of all.entries()) {
			this.own.ports.report?.progress(index, all.length, 'requests');
			try {
				await this.put(question);
				// After the first answer, so that the session is known to be good.
				if (index === 0) await this.lookForNoPath();
			} catch (error) {
				const left = error instanceof Stopped ? all.slice(index) : [];
				for (const request of left)
					this.list('not_asked', request, { why: 'the check ended before' });
				throw error;
			}
		}
	}

	/** Lists the operation of a question among those with the same outcome. */
	private list(
		outcome: keyof Findings['operations'],
		{ title: operation, entry: { request } }: CheckRequest,
		more: Json,
	): void {
		this.operations[outcome].push({ operation, request, ...more });
	}

	private async lookForNoPath(): Promise<void> {
		const parts = { method: 'GET', path: NO_SUCH_PATH, lane: 'single' } as const;
		const answer = await this.ask({ ...parts, isAnswer401: () => true });
		const thing = buildRequest(getEndpoint, { endpointId: NO_SUCH_ID });
		this.noSuchEndpoint = await this.ask({ ...thing, lane: getEndpoint.lane });
		if (!answer || answer.status < 400) return;
		const look = refusalSignature(answer);
		const isSame = this.noSuchEndpoint && refusalSignature(this.noSuchEndpoint) === look;
		this.unknownPath = isSame ? undefined : look;
	}

	/** Sends one request, and evaluates its answer. */
	private async put(question: CheckRequest): Promise<void> {
		const { title: operation, entry } = question;
		const input = await this.inputFor(question);
		if (typeof input === 'string') return this.list('not_asked', question, { why: input });
		const { pages, lane, request } = entry;
		const parts = buildRequest(entry, input);
		if (pages) parts.query = (pages.query ?? pageByNumber)(parts.query ?? {}, 1, 1);
		const answer = await this.ask({ ...parts, lane }, question);
		if (!answer) return this.list('failed', question, { why: 'no answer' });
		const verdict = verdictOn(answer, this.unknownPath, question.form?.mayBeNone);
		if (verdict === 'allowed')
			return await this.take(question, answer, parts.query?.per_page === 1);
		if (verdict === 'none') return this.list('allowed', question, { note: 'there is none' });
		const status = [answer.status, codeOf(answer)].filter(Boolean).join(' ');
		const breaks = breaksWhole(question);
		this.list(verdict, question, { status, breaks });
		if (verdict === 'refused') return;
		const kind = verdict === 'absent' ? 'not there' : 'other answer';
		this.differences.push({ operation, request, kind, what: `it answers ${status}`, breaks });
	}

	/** The values of a question, or why it cannot be asked. */
	private async inputFor({ key, entry }: CheckRequest): Promise<Input | string> {
		if (this.own.ports.clock.now() - this.began > DEADLINE_MS)
			throw new Stopped(`it took longer than ${DEADLINE_MS / 60_000} minutes`);
		if (expectationsOf(key).includes('#needs')) return 'needs a value that no list gives';
		if (key !== 'workspace getAll') return this.ids.inputFor(entry);
		try {
			return { userId: await workspacesOwner(this.call) };
		} catch (error) {
			return error instanceof InputError ? ruleOf(error) : 'the user is not known';
		}
	}

	/** Takes a good answer: its ids, its form, and what it shows about the role. */
	private async take(question: CheckRequest, answer: Answer, asked: boolean): Promise<void> {
		const { key, entry, isMany } = question;
		const parts = question.form?.places.flatMap(({ at: [place = ''] }) => place.split('.')[0]!);
		const entries = answerEntries(answer, isMany, parts);
		const isEmpty = typeof entries !== 'string' && entries.length === 0;
		this.list('allowed', question, isEmpty ? { note: 'empty, so that its form is not known' } : {});
		this.differences.push(...differencesIn(question, answer, entries, asked));
		if (typeof entries === 'string') return;
		this.differences.push(...meaningsIn(question, entries));
		if (question.form?.paged) await this.askForPage(question, answer);
		if (isMany) this.ids.learn(entry.request, entries);
		if (key === 'workspace getAll') await this.takeWorkspaces(entries);
		if (entry.request.endsWith(PERMISSIONS)) this.login.permissions = permissionsIn(entries);
		const [first] = entries;
		if (key === 'endpoint getAll' && first && isEndpointDeleted(first))
			await this.skipDeleted(question);
	}

	/** Asks for a page of the size in which lists are read, where there is more than one entry. */
	private async askForPage(question: CheckRequest, { headers }: Answer): Promise<void> {
		const { pages } = question.entry;
		if (!pages || !(Number(headers['x-total-count']) > 1)) return;
		const parts = buildRequest(question.entry, {});
		parts.query = (pages.query ?? pageByNumber)(parts.query ?? {}, 1, pages.size);
		const answer = await this.ask({ ...parts, lane: question.entry.lane }, question);
		const entries = answer && answer.status < 300 ? answerEntries(answer, true) : [];
		if (!answer || typeof entries === 'string') return;
		const size = { asked: pages.size, came: entries.length };
		this.differences.push(...pageSizeIn(question, answer, size), ...meaningsIn(question, entries));
	}

	/** Remembers an endpoint that is not deleted: nothing can be read about deleted ones. */
	private async skipDeleted({ entry }: CheckRequest): Promise<void> {
		const query = { q: NOT_DELETED, page: 1, per_page: 1 };
		const answer = await this.ask({ ...buildRequest(entry, {}), query, lane: 'list' });
		const entries = answer && answer.status < 300 ? answerEntries(answer, true) : [];
		if (typeof entries !== 'string') this.ids.learn(entry.request, entries);
	}

	private async takeWorkspaces(entries: Json[]): Promise<void> {
		const { organisationId } = await this.own.ports.login.identity();
		const role = rolesIn(entries, organisationId);
		this.login.workspaces = entries.length;
		if (role !== undefined) this.login.role = role;
	}

	/** Causes refusals on purpose, to see the form of errors. */
	private async askForErrors(): Promise<void> {
		const filter = { ...buildRequest(getAllEndpoints, {}), query: NO_SUCH_FILTER };
		const noSuchFilter = await this.ask({ ...filter, lane: getAllEndpoints.lane });
		for (const [what, answer, entry] of [
			['An endpoint that does not exist', this.noSuchEndpoint, getEndpoint],
			['A filter that does not exist', noSuchFilter, getAllEndpoints],
		] as const) {
			const wrong = answer && wrongError(answer);
			if (wrong === undefined) continue;
			this.differences.push({
				operation: what,
				request: entry.request,
				kind: 'error form',
				what: wrong,
				breaks:
					'errors do not show the words of the service, and workflows cannot branch on its codes',
			});
		}
	}

	/** Sends one request; undefined if there was no answer. @throws Stopped if no more may be sent. */
	private async ask(parts: RequestParts, question?: CheckRequest): Promise<Answer | undefined> {
		const before = this.watch.heard.length;
		try {
			const final = await this.call.send({
				...parts,
				effect: 'read',
				timeoutMs: CHECK_TIMEOUT_MS,
				attempts: ATTEMPTS,
				isFinal: (answer) =>
					answer.status === 401
						? parts.isAnswer401?.(answer) === true
						: answer.status < 500 && answer.status !== 429,
			});
			this.unanswered = 0;
			return final;
		} catch (error) {
			if (this.own.ports.signal?.aborted) throw error;
			return this.failed(error, this.watch.heard.slice(before).at(-1));
		} finally {
			for (const heard of this.watch.heard.slice(before)) this.note(heard, parts, question);
		}
	}

	private failed(error: unknown, last: ObservedAnswer | undefined): Answer | undefined {
		if (error instanceof EnoughAsked || error instanceof RateLimitError)
			throw new Stopped(failureWords(error));
		if (!(error instanceof CellularIotError)) throw error;
		this.unanswered += 1;
		if (this.unanswered < MOST_UNANSWERED) return last?.answer;
		const why = last ? `it answered ${last.answer.status}` : failureWords(error);
		throw new Stopped(`${MOST_UNANSWERED} requests in a row failed, the last one because ${why}`);
	}

	private note(
		heard: ObservedAnswer,
		{ method, path, lane = 'single' }: RequestParts,
		question?: CheckRequest,
	) {
		this.limits.add(`${method} ${path}`, lane, heard);
		if (question && heard.tookMs > this.slowest.ms) {
			this.slowest = { ms: heard.tookMs, title: question.title };
		}
	}

	private findings(summary?: string): Findings {
		const { heard, sent } = this.watch;
		const clock = clockFindings(heard);
		const limits = limitFindings(this.limits, this.own.ports.login.ownRates(), heard);
		this.differences.push(...clock.differences, ...limits.differences);
		const latency = latencyOf(heard);
		const { length } = this.differences;
		const { refused, absent } = this.operations;
		const differ = length === 1 ? '1 difference' : `${length} differences`;
		const rest = `${differ}, ${refused.length} refused, ${absent.length} not there.`;
		return {
			summary: [summary, heard.length > 0 && rest].filter(Boolean).join(' '),
			checked_at: new Date(this.began).toISOString(),
			package_version: version,
			login: this.login,
			clock: clock.described,
			limits: limits.described,
			latency: { ...latency, ...(this.slowest.ms >= 0 && { slowest: this.slowest.title }) },
			requests: sent,
			changes_not_tried: changeCount(this.all),
			differences: this.differences,
			operations: this.operations,
		};
	}
}

/**
 * The report of a check of the account, as data and as Markdown, without any value of the account.
 * `operations` are those that the check asks for and names.
 */
export async function check(client: Client, operations: readonly Operation[]): Promise<Json> {
	const findings = await new AccountCheck(client, operations).run();
	return { ...findings, report: markdownOf(findings) };
}

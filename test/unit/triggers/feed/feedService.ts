import { serviceError } from '../../../../src/request/attempt/errors';
import { askBy, performBy } from '../../../../src/run/ask';
import type { Client } from '../../../../src/run/client';
import type { Answer, Call, Input, Json, Operation } from '../../../../src/table/define';
import { getAllEvents } from '../../../../src/table/entries/event/eventLists';
import { stub } from '../../../support/stub';

/*
 * The event feed of an in-memory service that checks its queries strictly: no network, its own
 * clock, and pages that shift while they are read.
 */

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

interface FeedEvent {
	/** Up to 16 digits; ids beyond the safe integer range are text, as when the raw body is read. */
	id: number | string;
	/** Milliseconds since 1970. */
	at: number;
	type: number;
}

export class FeedService {
	/** Milliseconds since 1970, by the service's clock. */
	now = Date.parse('2026-03-01T00:00:00Z');
	readonly events: FeedEvent[] = [];
	requests = 0;
	/** Minutes by which the dates of answers are wrong, by gateway in turn; null for no date. */
	gateways: Array<number | null> = [0];
	/** The request that fails next, counted from now; undefined for none. */
	failAfter: number | undefined;
	/** A change that happens during a poll, before its n-th request. */
	meanwhile: { at: number; act: () => void } | undefined;
	/** The events found for a query, until an event is added. */
	private readonly found = new Map<string, FeedEvent[]>();

	add(event: FeedEvent): void {
		this.events.push(event);
		this.found.clear();
	}

	private select(q: string, sort: string): FeedEvent[] {
		const name = `${q} ${sort}`;
		const known = this.found.get(name);
		if (known) return known;
		const terms = new Map(
			q.split(',').map((term): [string, string] => {
				const [, key = '', value = ''] = /^(\w+):(.+)$/.exec(term) ?? [];
				return [key, value];
			}),
		);
		const refuse = (message: string): never => {
			throw serviceError({ status: 422, headers: {}, body: { message } }, '/api/v1/event');
		};
		for (const key of terms.keys()) if (!/^(type|from|until)$/.test(key)) refuse(`no ${key}`);
		const types = terms.get('type')?.split('|');
		if (types && types.length > 6) refuse('more than six types');
		const [from = '', until = ''] = [terms.get('from'), terms.get('until')];
		if (!STAMP.test(from) || !STAMP.test(until)) refuse('from and until go together');
		const [start, end] = [Date.parse(from), Date.parse(until)];
		if (!/^(timestamp,id|-timestamp,-id)$/.test(sort)) refuse('no such order');
		const way = sort.startsWith('-') ? -1 : 1;
		const list = this.events
			.filter(({ at, type }) => at >= start && at <= end && (types?.includes(`${type}`) ?? true))
			.sort((a, b) => way * (a.at - b.at || Number(a.id) - Number(b.id)));
		this.found.set(name, list);
		return list;
	}

	private readonly send: Call['send'] = async ({ path, query = {} }): Promise<Answer> => {
		await Promise.resolve();
		this.requests += 1;
		this.now += 10;
		if (this.meanwhile && (this.meanwhile.at -= 1) < 0) {
			const { act } = this.meanwhile;
			this.meanwhile = undefined;
			act();
		}
		if (this.failAfter !== undefined && (this.failAfter -= 1) < 0) {
			this.failAfter = undefined;
			throw new Error('the service fails here');
		}
		if (path !== '/api/v1/event') throw new Error(`nothing at ${path}`);
		const off = this.gateways[this.requests % this.gateways.length] ?? null;
		const date: Record<string, string> =
			off === null ? {} : { date: new Date(this.now + off * 60_000).toUTCString() };
		// The read that only asks for the service's time.
		if (query.q === undefined) return { status: 200, headers: date, body: [] };
		const list = this.select(String(query.q), String(query.sort));
		const size = Number(query.per_page);
		const pages = Math.max(1, Math.ceil(list.length / size));
		// A page past the end is the last one again.
		const page = Math.min(Number(query.page), pages);
		const headers = {
			...date,
			'x-total-count': String(list.length),
			'x-total-pages': String(pages),
			'x-current-page': String(page),
		};
		const body = list.slice((page - 1) * size, page * size).map(
			({ id, at, type }): Json => ({
				id,
				timestamp: new Date(at).toISOString(),
				event_type: { id: type, description: `type ${type}` },
				event_severity: { id: 0, description: 'Info' },
				alert: false,
			}),
		);
		return { status: 200, headers, body };
	};

	private readonly call = askBy(getAllEvents, this.send) as Call;

	/** The part of a client that polls use. */
	readonly client = stub<Client>({
		callFor: () => this.call,
		perform: async (entry: Operation, input: Input) => await performBy(this.call, entry, input),
	});
}

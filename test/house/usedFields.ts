import { performBy } from '../../src/run/ask';
import type {
	Bulk,
	Call,
	Input,
	Json,
	Operation,
	Pages,
	Prepared,
	RequestEntry,
} from '../../src/table/define';
import { buildRequest, wirePart } from '../../src/table/request';

/* The fields of an entry that its functions read, or that its requests are made of. */

/** What a request is made of. */
type Made = Pick<RequestEntry, 'request' | 'fields' | 'body'> & { bulk?: Bulk; pages?: Pages };

/** A value that no field has by itself. */
const MARK = 'a mark';

/** The request that an entry makes of an input, with the changes of a run. */
function requestOf({ bulk, pages, ...entry }: Made, input: Input, changes: Json): string {
	const request: Json = { ...buildRequest(entry, input) };
	if (bulk) {
		const { fields = {} } = entry;
		const shared = wirePart({ fields }, input, 'body', (isShared) => isShared);
		const ofItem = wirePart({ fields }, input, 'body', (isShared) => !isShared);
		request.body = bulk.body(shared, [ofItem]);
	}
	if (pages?.query) request.query = pages.query((request.query ?? {}) as Json, 1, 1);
	return JSON.stringify({ ...request, ...changes });
}

/** Whether a value of a field changes the request that an entry makes, or lets it make none. */
function takesField(entry: Made, name: string, input: Input, changes: Json): boolean {
	try {
		const without = requestOf(entry, { ...input, [name]: undefined }, changes);
		return requestOf(entry, { ...input, [name]: MARK }, changes) !== without;
	} catch {
		return true;
	}
}

/** Collects the names of the fields that an entry uses while it is run. */
export class UsedFields {
	readonly names = new Set<string>();
	private readonly plain = new WeakMap<Input, Input>();

	constructor(private readonly entry: Operation) {}

	/** An entry, watched: what its functions read of their inputs counts as used, and what its requests take. */
	watchedEntry(entry: Operation = this.entry): Operation {
		const { bulk, complete, lists = {}, rules = [], run } = entry;
		const perform =
			run ?? (async (call: Call, input: Input) => await performBy(call, entry, input));
		return {
			...entry,
			lists: Object.fromEntries(
				Object.entries(lists).map(([name, list]) => [name, this.watchedEntry(list)]),
			),
			rules: rules.map((rule) => (input, env) => rule(this.confirmed(input), env)),
			complete: (given) => {
				const input = this.unwatched(complete?.(this.watched(given)) ?? given);
				if (bulk) this.take(entry, input);
				return input;
			},
			...(bulk
				? { bulk: this.watchedBulk(bulk) }
				: {
						run: async (call, input) =>
							await perform(this.watchedCall(call, entry), this.watched(input)),
					}),
		};
	}

	private watchedCall(call: Call, own: Operation): Call {
		return {
			...call,
			own: async (given, changes) => {
				const input = this.unwatched(given);
				this.take(own, input, { ...changes });
				return await call.own(input, changes);
			},
			other: async (other, given, changes) => {
				const input = this.unwatched(given);
				this.take(other, input, { ...changes });
				return await call.other(other, input, changes);
			},
			list: async (list, given, keep, how) => {
				const input = this.unwatched(given);
				this.take(list, input);
				return await call.list(list, input, keep ?? ((e) => list.pages!.each(e, given)), how);
			},
		};
	}

	private watchedBulk(bulk: Bulk): Bulk {
		const { size, makeMissing, prepare, run } = bulk;
		const all = (inputs: Input[]) => inputs.map((input) => this.watched(input));
		const prepared = (one: Prepared): Prepared =>
			'input' in one ? { ...one, input: this.unwatched(one.input) } : one;
		return {
			...bulk,
			size: typeof size === 'number' ? size : (items) => size(all(items)),
			...(makeMissing && {
				makeMissing: async (call, inputs) => await makeMissing(call, all(inputs)),
			}),
			...(prepare && {
				prepare: async (call, inputs, numbers) =>
					(await prepare(call, all(inputs), numbers)).map(prepared),
			}),
			...(run && { run: async (call, items) => await run(call, all(items)) }),
		};
	}

	/** Counts the fields that a request takes of an input. */
	private take(entry: Made, input: Input, changes: Json = {}): void {
		const { fields } = this.entry;
		// Optional fields that exclude each other may share a place in the request.
		const required = Object.fromEntries(
			Object.entries(input).filter(([name]) => fields[name]?.group === undefined),
		);
		for (const name of Object.keys(fields)) {
			const takes = (given: Input) => takesField(entry, name, given, changes);
			if (takes(input) || takes(required)) this.names.add(name);
		}
	}

	/** An input of which each field that is read counts, though not where all of it is copied. */
	private watched(input: Input, counts: (name: string) => boolean = () => true): Input {
		let copied: unknown;
		const proxy = new Proxy(input, {
			// Asked for each value right before it is copied.
			getOwnPropertyDescriptor: (values, name) => {
				copied = name;
				return Reflect.getOwnPropertyDescriptor(values, name);
			},
			get: (values, name: string) => {
				if (name !== copied && counts(name)) this.names.add(name);
				copied = undefined;
				return values[name];
			},
		});
		this.plain.set(proxy, input);
		return proxy;
	}

	private unwatched(input: Input): Input {
		return this.plain.get(input) ?? input;
	}

	/** An input for a rule, which uses only what a person confirms: of any other field it merely says what is refused. */
	private confirmed(input: Input): Input {
		return this.watched(input, (name) => this.entry.fields[name]?.confirms === true);
	}
}

import { runItems } from '../../src/run/run';
import type { Call, Input, Json, Operation } from '../../src/table/define';
import { entries } from '../../src/table/entries';
import type { Transport } from '../../src/wire';
import { CASES, type Case } from '../operations';
import { clientOf } from '../support/client';

/*
 * Fields that the own `run` of an entry leaves out. The form, the page and the keys have every field by themselves; what a
 * `run` sends it makes by itself, so that a field that it forgets changes nothing. Each entry is run by its cases.
 */

/** Answers the requests of a case as it says, in their order; anything else is not found. */
function answering({ requests }: Case, sent: unknown[]): Transport {
	const left = [...requests];
	return async ({ method, url, body }) => {
		const { pathname, search } = new URL(url);
		sent.push([method, pathname, search, body]);
		const at = left.findIndex(({ request }) => request === `${method} ${pathname}`);
		const [found] = at < 0 ? [] : left.splice(at, 1);
		if (!found) return { status: 404, headers: {}, body: { message: 'not there' } };
		return { status: found.status ?? 200, headers: found.headers ?? {}, body: found.answer ?? '' };
	};
}

/** What an entry sends and gives for values of its form, by the answers of a case. */
async function effectsOf(entry: Operation, known: Case, values: Json = known.values) {
	const sent: unknown[] = [];
	const client = clientOf(answering(known, sent), {
		accountKind: known.as ?? 'user',
		login: {
			tokenForm: async () => ({ claims: {}, names: { organisation: true, user: true } }),
			ownRates: () => ({}),
			identity: async () => ({ organisationId: 1001, userId: 11 }),
			passwordHash: () => '0123456789012345678901234567890123456789',
			requestCode: async () => 'sent',
			verifyCode: async () => {},
		},
	});
	const results = await runItems(client, entry, () => values, 1, { continueOnFail: true });
	const shown = results.map((result) => ('error' in result ? String(result.error) : result.items));
	return JSON.stringify([sent, shown]);
}

/** Fields of lists, which are read before or after `run`, or by the pages and files that it leaves to the list. */
const OF_LISTS = ['limit', 'partSize', 'unknownName', 'flat', 'forExcel'];

/** The fields on which the form decides what it shows. */
const shapingFields = ({ fields }: Operation): string[] =>
	Object.values(fields).flatMap(({ showWhen = {} }) => Object.keys(showWhen));

/** The names of the fields that a `run` reads, or leaves to a request that takes them from the input by itself. */
async function fieldsUsedIn(entry: Operation, known: Case): Promise<Set<string>> {
	const used = new Set<string>();
	const plain = new WeakMap<Input, Input>();
	const watched = (input: Input): Input => {
		const proxy = new Proxy(input, {
			get: (values, name: string) => {
				used.add(name);
				return values[name];
			},
		});
		plain.set(proxy, input);
		return proxy;
	};
	const takes = ({ fields = {} }: Pick<Partial<Operation>, 'fields'>, changes: Json = {}) => {
		for (const [name, field] of Object.entries(fields)) {
			const isSent = field.in !== undefined && !(field.in === 'body' && 'body' in changes);
			if (isSent) used.add(name);
		}
	};
	const watching = (call: Call): Call => ({
		...call,
		own: async (input, changes) => {
			takes(entry, { ...changes });
			return await call.own(plain.get(input) ?? input, changes);
		},
		other: async (other, input, changes) => {
			takes(other, { ...changes });
			return await call.other(other, plain.get(input) ?? input, changes);
		},
	});
	const run = async (call: Call, input: Input) => await entry.run!(watching(call), watched(input));
	const { body } = entry;
	const watchedBody = body && { body: (wire: Json, input: Input) => body(wire, watched(input)) };
	await effectsOf({ ...entry, ...watchedBody, run }, known);
	return used;
}

/** Whether a case gives a field, and it changes nothing that the case does without it. */
async function isIdleIn(entry: Operation, name: string, known: Case): Promise<boolean> {
	const without = Object.fromEntries(
		Object.entries(known.values).filter(([other]) => other !== name),
	);
	return (await effectsOf(entry, known)) === (await effectsOf(entry, known, without));
}

/**
 * The fields of an entry that change neither a request nor a result in any of its cases, without those about the run
 * itself; none for an entry without a `run` of its own, or without a case.
 */
export async function idleFields(entry: Operation): Promise<string[]> {
	if (!entries.includes(entry) || !entry.run) return [];
	const cases = CASES.filter(({ row }) => row === `${entry.resource} ${entry.name}`);
	if (cases.length === 0) return [];
	const used = new Set([...OF_LISTS, ...shapingFields(entry)]);
	for (const known of cases) for (const name of await fieldsUsedIn(entry, known)) used.add(name);
	const idle: string[] = [];
	for (const [name, { aboutRun }] of Object.entries(entry.fields)) {
		if (aboutRun) continue;
		const giving = cases.filter(({ values }) => name in values);
		const isIdle = await Promise.all(giving.map((known) => isIdleIn(entry, name, known)));
		if (!used.has(name) || (giving.length > 0 && isIdle.every(Boolean))) idle.push(name);
	}
	return idle;
}

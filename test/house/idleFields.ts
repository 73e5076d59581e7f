import { runItems } from '../../src/run/run';
import type { Json, Operation } from '../../src/table/define';
import type { Transport } from '../../src/wire';
import { CASES, type Case } from '../operations';
import { clientOf } from '../support/client';
import { UsedFields } from './usedFields';

/*
 * Fields that an entry leaves out. The form, the page and the keys have every field by themselves; what a function of the
 * entry sends (`run`, `body`) it makes by itself, so that a field that it forgets changes nothing. Each entry is run by its
 * cases.
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
const OF_LISTS = ['limit', 'output', 'partSize', 'unknownName', 'flat', 'forExcel'];

/** The fields on which the form decides what it shows. */
const shapingFields = ({ fields }: Operation): string[] =>
	Object.values(fields).flatMap(({ showWhen = {} }) => Object.keys(showWhen));

/** The names of the fields that an entry uses in its cases. */
async function usedFields(entry: Operation, cases: Case[]): Promise<Set<string>> {
	const used = new UsedFields(entry);
	for (const known of cases) await effectsOf(used.watchedEntry(), known);
	return used.names;
}

/** The fields that some cases give, and without which each of these does the same. */
async function withoutEffect(entry: Operation, cases: Case[]): Promise<string[]> {
	const given = new Set<string>();
	const counting = new Set<string>();
	for (const known of cases) {
		const effects = await effectsOf(entry, known);
		const values = Object.entries(known.values);
		for (const [name] of values) {
			given.add(name);
			const without = Object.fromEntries(values.filter(([other]) => other !== name));
			if ((await effectsOf(entry, known, without)) !== effects) counting.add(name);
		}
	}
	return [...given].filter((name) => !counting.has(name));
}

/** The required fields that no case gives, so that nothing is sent for it. */
const lackingIn = ({ fields }: Operation, cases: Case[]): string[] =>
	Object.entries(fields)
		.filter(([name, { group }]) => !group && cases.every(({ values }) => !(name in values)))
		.map(([name]) => name);

/**
 * The fields of an entry of the table that change neither a request nor a result in any of its cases, without those about
 * the run itself; none for an entry without a case. Where its cases lack a required value, the fields without one.
 */
export async function idleFields(entry: Operation): Promise<string[]> {
	const cases = CASES.filter(({ row }) => row === `${entry.resource} ${entry.name}`);
	if (cases.length === 0) return [];
	const used = await usedFields(entry, cases);
	if (used.size === 0) return lackingIn(entry, cases);
	const elsewhere = [...OF_LISTS, ...shapingFields(entry)];
	// What a `run` has read may still change nothing.
	const vain = entry.run ? await withoutEffect(entry, cases) : [];
	return Object.entries(entry.fields)
		.filter(([, { aboutRun }]) => !aboutRun)
		.map(([name]) => name)
		.filter((name) => vain.includes(name) || !(used.has(name) || elsewhere.includes(name)));
}

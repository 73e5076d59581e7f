import type { ItemResult } from '../../../src/run/items';
import type { Account } from './account';

/*
 * A table is applied to a fleet: some of its rows are refused, some endpoints have no row, and a person
 * changes endpoints meanwhile.
 */

const ENABLED = 0;
const DISABLED = 1;
const SUSPENDED = 2;

/** A row: the endpoint that its author means, and its cells. */
interface Row {
	of: number;
	cells: () => Record<string, unknown>;
	/** Why the row has to be refused; undefined for a good one. */
	fault: string | undefined;
}

interface State {
	name: string;
	status: number;
	simStatus: number | undefined;
}

/** A change by a person: the value, and how many requests the processes had sent by then. */
interface PersonalChange {
	id: number;
	field: 'name' | 'status';
	value: string | number;
	after: number;
}

/** The ways in which the cells of a row cannot be understood. */
const FAULTS: Record<string, (cells: Record<string, unknown>) => Record<string, unknown>> = {
	'an IMEI of five digits': (cells) => ({ ...cells, imei: '12345' }),
	'an unknown status': (cells) => ({ ...cells, status: 'Retired' }),
	'an ICCID as a spreadsheet rounds it': (cells) => ({
		...cells,
		simId: { by: 'iccid', value: '8.98831E+18' },
	}),
	'an empty key cell': (cells) => ({ ...cells, endpointId: '' }),
	'an expression that throws': () => {
		throw new Error('the expression cannot be evaluated');
	},
};

const statesOf = (account: Account): Map<number, State> =>
	new Map(
		account.endpoints.map(({ id, name, statusId, simId }) => {
			const simStatus = account.sim.store.sims.get(simId ?? -1)?.statusId;
			return [id, { name, status: statusId, simStatus }];
		}),
	);

function rowsOf(account: Account, ids: number[]): Row[] {
	const { random } = account;
	const faults = random.chance(0.6) ? random.pick([0.05, 0.2]) : 0;
	return ids.map((of) => {
		const cells: Record<string, unknown> = { endpointId: of };
		if (random.chance(0.5)) cells.status = random.pick([ENABLED, DISABLED]);
		if (random.chance(0.5)) cells.name = `pump-${of}-${random.whole(1, 3)}`;
		const fault = random.chance(faults) ? random.pick(Object.keys(FAULTS)) : undefined;
		return {
			of,
			fault,
			cells: fault === undefined ? () => cells : () => FAULTS[fault]!(cells),
		};
	});
}

export async function table(account: Account): Promise<void> {
	const { random } = account;
	const ids = account.endpoints.map(({ id }) => id);
	const rows = rowsOf(
		account,
		ids.filter(() => random.chance(0.7)),
	);
	if (rows.length === 0) return;
	const notInTable = random.pick(['leave', 'disable', 'suspend']);
	// The table must bound its changes when it acts on endpoints that have no row.
	const mostChanges =
		notInTable === 'leave' && random.chance(0.5) ? undefined : random.pick(['50%', '80%', '200%']);
	const before = statesOf(account);
	const people: PersonalChange[] = [];
	const personAt = random.whole(1, 6);
	const worker = account.worker(async (number) => {
		account.pass(random.whole(50, 2_000));
		if (number >= personAt && people.length < 3 && random.chance(0.5)) {
			people.push(await personChanges(account, random.pick(ids)));
		}
	});
	const { client, package: code } = worker;
	const values = (index: number) => ({
		dryRun: false,
		notInTable,
		mostChanges,
		...rows[index]!.cells(),
	});
	account.say(
		`${rows.length} rows for ${ids.length} endpoints, others ${notInTable}, most ${mostChanges ?? 'any'}`,
	);
	for (const { of, fault } of rows) if (fault) account.say(`the row of ${of} has ${fault}`);
	const operation = code.findOperation('endpoint', 'applyTable');
	const results = await code.runItems(client, operation, values, rows.length, {
		continueOnFail: true,
	});
	for (const [i, result] of results.entries()) {
		if ('error' in result) account.say(`${rows[i]!.of} has failed: ${String(result.error)}`);
	}
	const after = statesOf(account);
	checkRefused(account, rows, results);
	checkLeftAlone(account, { rows, before, after, people, ids });
	checkShare(account, { mostChanges, rows, before, after, people });
	checkPeople(account, people, rows, after);
}

async function personChanges(account: Account, id: number): Promise<PersonalChange> {
	const { random } = account;
	const isName = random.chance(0.5);
	const status = account.sim.store.endpoints.get(id)!.statusId === ENABLED ? DISABLED : ENABLED;
	const value = isName ? `by-hand-${id}` : status;
	const body = isName ? { name: value } : { status: { id: value } };
	const { status: answered } = await account.request('PATCH', `/api/v1/endpoint/${id}`, body);
	const after = account.exchanged.length;
	account.say(
		`after ${after} requests a person changes ${id}: ${JSON.stringify(body)} ${answered}`,
	);
	return { id, field: isName ? 'name' : 'status', value, after };
}

/** Each row that cannot be understood has an error as its result. */
function checkRefused(account: Account, rows: Row[], results: ItemResult[]): void {
	for (const [i, { of, fault }] of rows.entries()) {
		const result = results[i];
		if (fault !== undefined && !(result && 'error' in result)) {
			account.violated('a row that is not understood is refused', `${of}: ${fault}`);
		}
	}
}

interface Outcome {
	rows: Row[];
	before: Map<number, State>;
	after: Map<number, State>;
	people: PersonalChange[];
}

/** The fields of an endpoint that differ, but for those that a person has changed. */
function changedFields({ before, after, people }: Omit<Outcome, 'rows'>, id: number): string[] {
	const was = before.get(id)!;
	const is = after.get(id)!;
	const byHand = people.filter((change) => change.id === id).map(({ field }) => field as string);
	const fields = ['name', 'status', 'simStatus'] as const;
	return fields.filter((field) => was[field] !== is[field] && !byHand.includes(field));
}

/** Endpoints whose row was refused, and those without a row while any was refused. */
function checkLeftAlone(account: Account, { ids, ...outcome }: Outcome & { ids: number[] }): void {
	const { rows, after } = outcome;
	const isUnderstood = rows.every(({ fault }) => fault === undefined);
	for (const id of ids) {
		const row = rows.find(({ of }) => of === id);
		if (row ? row.fault === undefined : isUnderstood) continue;
		const changed = changedFields(outcome, id);
		if (changed.length === 0) continue;
		const { status, simStatus } = after.get(id)!;
		const what = `${id}: ${changed.join(', ')}${status === DISABLED ? ', disabled' : ''}${simStatus === SUSPENDED ? ', SIM suspended' : ''}`;
		account.violated(
			row
				? 'nothing is done to an endpoint whose row was refused'
				: 'nothing is done to what is absent unless every row was understood',
			what,
		);
	}
}

/** No more than the share of all rows is changed. */
function checkShare(
	account: Account,
	{ mostChanges, ...outcome }: Outcome & { mostChanges: string | undefined },
): void {
	if (mostChanges === undefined) return;
	const most = Math.floor((outcome.rows.length * parseInt(mostChanges, 10)) / 100);
	const changed = [...outcome.before.keys()].filter((id) => changedFields(outcome, id).length > 0);
	if (changed.length > most) {
		account.violated(
			'a share counts all rows',
			`${changed.length} of ${outcome.rows.length} changed, at most ${most} may`,
		);
	}
}

/** Whether an answer shows an endpoint. */
const shows = (answer: unknown, id: number): boolean =>
	Array.isArray(answer) && answer.some((entry) => (entry as { id?: unknown }).id === id);

/** What a person changed between the first and the second reading is not overwritten. */
function checkPeople(
	account: Account,
	people: PersonalChange[],
	rows: Row[],
	after: Map<number, State>,
): void {
	for (const { id, field, value, after: sent } of people) {
		const isLast = people.findLast((other) => other.id === id && other.field === field);
		const isOverwritten = after.get(id)![field] !== value && isLast?.after === sent;
		if (!isOverwritten || !rows.some(({ of }) => of === id)) continue;
		const reads = account.exchanged.filter(
			({ method, answer }) => method === 'GET' && shows(answer, id),
		);
		const isSeenBefore = reads.some(({ number }) => number <= sent);
		const isSeenSince = reads.some(({ number }) => number > sent);
		if (isSeenBefore && isSeenSince) {
			account.violated(
				'what changed between plan and apply is not overwritten',
				`${field} of ${id}, which a person has set to ${value}`,
			);
		}
	}
}

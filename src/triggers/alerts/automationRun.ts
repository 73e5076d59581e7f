import { foreignName } from '../../foreignText';
import { failsAlone } from '../../run/failsAlone';
import { SAMPLE_ID, SAMPLE_UUID } from '../../sample';
import type { Json } from '../../table/define';
import * as f from '../../table/fields';
import { timeOf } from '../../table/moments';
import { listAt } from '../../table/reading';
import { withoutNames } from '../../table/values';
import { isAhead } from '../../times';
import { asStored, mapById, mapByNumber, mapped, storedMap } from '../runtime/storedForm';
import { digestOf } from '../runtime/digest';
import { failureIn } from '../runtime/unreadable';
import { type Alert, defineAlert, type Facts } from './alert';

/*
 * Runs of the service's own automations. Their list counts the executions, and the log is asked for by
 * the number of an execution. Entries may come after the count has grown, so an execution stays open
 * for a while. Source: public reference.
 */

const AUTOMATION_RUN = 'automationRun';
/** How long entries of an execution may come late. */
const OPEN_MS = 600_000;
/** Most executions asked for in a poll; the others are left to the next one. */
const MOST_EXECUTIONS_ASKED = 200;
/** Most executions that stay open for late entries. */
const MOST_OPEN_EXECUTIONS = 500;
/** Letters of a digest that distinguishes entries of one execution. */
const LETTERS = 8;

/** An execution whose entries may not all be there yet. */
interface OpenExecution {
	/** Since when it is open: seconds since 1970, by the service's clock. */
	since: number;
	/** Digests of the entries that were emitted. */
	emitted: string[];
}
interface Watched {
	/** The count of executions up to which all were asked for. */
	seen: number;
	/** The lowest number that was not asked for. */
	next: number;
	open: Map<number, OpenExecution>;
}
interface AutomationState {
	/** The moment of the poll before, in seconds since 1970; undefined before the first poll. */
	at?: number;
	automations: Map<string, Watched>;
}

const automationsForm = asStored(
	'the executions of automations',
	1,
	({ at: moment, automations }: AutomationState) => ({
		at: moment,
		automations: storedMap(
			mapped(automations, ({ open, ...counts }) => ({ ...counts, open: storedMap(open) })),
		),
	}),
	({ at: moment, automations }): AutomationState => ({
		...(moment !== undefined && { at: moment }),
		automations: mapped(mapById(automations), ({ open, ...counts }) => ({
			...counts,
			open: mapByNumber(open),
		})),
	}),
);

const executionId = ({ id }: Json) => String(id);
const executionCount = ({ number_of_executions: count }: Json) => Number(count ?? 0) || 0;
/** The entries that a complete execution has: one for each action, as far as is known. */
const expected = (automation: Json) => Math.max(1, listAt(automation, 'configured_actions').length);

/** The entries of an execution; undefined where the service failed to give them. */
async function logOf(facts: Facts, automation: Json, number: number): Promise<Json[] | undefined> {
	try {
		return await facts.automationLog(executionId(automation), number);
	} catch (error) {
		if (!failsAlone(error)) throw error;
		facts.log(
			`The log of execution ${number} of the automation "${foreignName(automation.name)}" could not be read (${failureIn(error)}); the next poll asks for it again.`,
		);
		return undefined;
	}
}

/**
 * The number of the execution to begin with. An automation made since the poll before begins with its
 * first execution, any other after its newest. Numbers are assumed to begin with 1. If the newest has no
 * entry, they may begin with 0, and the newest is the next execution.
 */
async function beginning(
	facts: Facts,
	automation: Json,
	{ at }: AutomationState,
): Promise<Watched> {
	const count = executionCount(automation);
	const open = new Map<number, OpenExecution>();
	const isNew = at !== undefined && timeOf(automation.created_at) >= at * 1000 - OPEN_MS;
	if (isNew || count === 0) return { seen: 0, next: 0, open };
	const entries = await logOf(facts, automation, count);
	return { seen: count, next: entries?.length === 0 ? count : count + 1, open };
}

const alertOf = (automation: Json, entry: Json, number: number, otherwise: number): Alert => {
	const time = timeOf(entry.created_at);
	const idIn = (key: string) => (entry[key] as Json | undefined)?.id ?? null;
	return {
		event: AUTOMATION_RUN,
		reason: `The automation "${String(automation.name)}" ran: ${String(entry.message || entry.status || 'no message')}`,
		at: Number.isNaN(time) ? otherwise : time,
		fields: {
			automation_id: executionId(automation),
			automation_name: automation.name ?? null,
			execution: number,
			action_id: idIn('action'),
			status: entry.status ?? null,
			message: entry.message ?? null,
			event_id: idIn('event'),
			custom_event_id: idIn('smart_event'),
			log_id: entry.id ?? null,
		},
	};
};

interface Job {
	automation: Json;
	watched: Watched;
	number: number;
	/** Position in the order of work: new executions of all automations in turn, then open ones. */
	rank: number;
}

/** Whether an execution has been open for long enough, or since a moment in the future. */
const isOver = (since: number, now: number): boolean =>
	now - since * 1000 >= OPEN_MS || isAhead(since * 1000, now);

/** The executions to ask for: new ones, and open ones that lack an entry or are about to be closed. */
function jobsOf(automation: Json, watched: Watched, now: number): Job[] {
	const { seen, next, open } = watched;
	const count = executionCount(automation);
	const fresh = count > seen ? Math.min(MOST_EXECUTIONS_ASKED, Math.max(0, count - next + 1)) : 0;
	const again = [...open].filter(
		([, { since, emitted }]) => emitted.length < expected(automation) || isOver(since, now),
	);
	return [
		...Array.from({ length: fresh }, (_, i) => ({
			automation,
			watched,
			number: next + i,
			rank: i,
		})),
		...again.map(([number]) => ({ automation, watched, number, rank: MOST_EXECUTIONS_ASKED })),
	];
}

/** Asks for one execution; gives its entries that are new. */
async function readExecution(facts: Facts, { automation, watched, number }: Job): Promise<Alert[]> {
	const { readTo: now } = facts;
	const { open } = watched;
	const own = open.get(number) ?? { since: Math.floor(now / 1000), emitted: [] };
	const entries = await logOf(facts, automation, number);
	watched.next = Math.max(watched.next, number + 1);
	open.set(number, own);
	if (!entries) return [];
	const alerts = entries.flatMap((entry) => {
		const name = digestOf(entry.id ?? entry, LETTERS);
		if (own.emitted.includes(name)) return [];
		own.emitted.push(name);
		return [alertOf(automation, entry, number, now)];
	});
	// The newest execution stays open without an entry: it may still be to come.
	const isDone = own.emitted.length > 0 || number < executionCount(automation);
	if (isDone && isOver(own.since, now)) open.delete(number);
	return alerts;
}

/** Closes the oldest executions with entries where too many are open. */
function bound({ automations }: AutomationState): void {
	const all = [...automations.values()].flatMap(({ open }) =>
		[...open].map(([number, execution]) => ({ open, number, ...execution })),
	);
	const withEntries = all.filter((run) => run.emitted.length > 0).sort((a, b) => a.since - b.since);
	for (const { open, number } of withEntries.slice(
		0,
		Math.max(0, all.length - MOST_OPEN_EXECUTIONS),
	)) {
		open.delete(number);
	}
}

const isAmong = (automation: Json, chosen: string[]) =>
	chosen.length === 0 ||
	chosen.some((picked) => picked === executionId(automation) || picked === automation.name);

const LIST_RULE = 'must be a list of IDs or names of automations';

export const automationRun = defineAlert({
	events: [
		{
			name: 'Automation Run',
			value: AUTOMATION_RUN,
			description: 'An automation of the service has done something: one item for each log entry',
			action: 'On automation run',
		},
	],
	fields: f.inGroup('filters', {
		automationIds: {
			...f.checkedBy<string[]>(
				f.picks(
					{
						label: 'Automations',
						hint: 'If none is chosen, all of them. An expression can give IDs or names.',
					},
					'automation',
				),
				(s) =>
					s.readSchema<string[]>((v, refuse) => {
						const list = Array.isArray(v)
							? (withoutNames(v) as unknown[])
							: String(v ?? '').split(',');
						return list.every((value) => ['string', 'number'].includes(typeof value))
							? list.map((value) => String(value).trim()).filter((value) => value !== '')
							: refuse(LIST_RULE);
					}),
			),
			rule: LIST_RULE,
		},
	}),
	types: [],
	begin: (): AutomationState => ({ automations: new Map() }),
	memory: automationsForm,
	read: async (state, facts, { automationIds = [] }) => {
		const automations = await facts.automations();
		const jobs: Job[] = [];
		for (const automation of automations) {
			const id = executionId(automation);
			if (!isAmong(automation, automationIds)) {
				// If the event is chosen again, the rule starts over.
				state.automations.delete(id);
				continue;
			}
			let watched = state.automations.get(id);
			const isReset = watched && executionCount(automation) < watched.seen;
			if (!watched || isReset) {
				watched = await beginning(facts, automation, state);
				state.automations.set(id, watched);
			}
			jobs.push(...jobsOf(automation, watched, facts.readTo));
		}
		jobs.sort((a, b) => a.rank - b.rank || a.number - b.number);
		const alerts: Alert[] = [];
		for (const job of jobs.slice(0, MOST_EXECUTIONS_ASKED))
			alerts.push(...(await readExecution(facts, job)));
		for (const { automation, watched } of jobs) {
			if (watched.next > executionCount(automation)) watched.seen = executionCount(automation);
		}
		if (jobs.length > MOST_EXECUTIONS_ASKED) {
			facts.log(
				'Automations ran more often than one poll can ask for; the next poll goes on from there.',
			);
		}
		bound(state);
		state.at = Math.floor(facts.readTo / 1000);
		return alerts;
	},
	sample: (_, at) =>
		alertOf(
			{ id: SAMPLE_UUID, name: 'Device blocked' },
			{
				id: SAMPLE_UUID,
				action: { id: SAMPLE_UUID },
				event: { id: String(SAMPLE_ID) },
				status: 'SUCCESS',
				message: 'Sample: this is how the item would look; nothing has happened',
			},
			1,
			at,
		),
});

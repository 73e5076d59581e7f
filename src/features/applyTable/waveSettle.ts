import { monotonic } from '../../ports';
import type { Client } from '../../run/client';
import type { ItemResult } from '../../run/items';
import type { Call } from '../../table/define';
import { renewal, serviceNow } from '../waits/conditions/seenAgain';
import type { WaveBook } from './waveBook';
import { notJudged, notPutBack } from './waveErrors';
import { judge } from './waveJudge';
import { changedAt } from './waveMoved';
import { putBack } from './wavePutBack';
import type { Judging } from './waveRecord';
import { resetDevices } from './waveReset';
import { digestOf, type Moved } from './waveValues';
import type { RowVerdict } from './waveVerdict';

/* The judgement of endpoints that a wave has changed: resets, the condition, and putting back. */

/** What judging uses. */
export interface SettlePorts {
	client: Client;
	call: Call;
	tell: (what: string) => void;
}

/** From a wave to the answers of its calls, where these are quick. Milliseconds. */
const QUICK_MS = 30_000;

/** Now, by the clock of the service; ISO 8601. */
export async function momentOf(
	{ client, call }: { client: Client; call: Call },
	endpointId: number,
): Promise<string> {
	const now = () => client.ports.clock.now();
	const moment = (await serviceNow({ call, now })) ?? (await renewal(call, endpointId, now)).readAt;
	return new Date(moment).toISOString();
}

/**
 * Judges the endpoints that are under judgement, and puts back those that do not meet the condition. Each step
 * is written down before the next one begins. What cannot be read, or not be put back, stays written down.
 */
export async function settle(
	book: WaveBook,
	ports: SettlePorts,
	isInherited = false,
): Promise<Map<number, RowVerdict>> {
	const open = book.record.open!;
	const { verdicts, reasons } =
		open.rows.length > 0 ? await judgeOpen(book, open, ports, isInherited) : noVerdicts();
	if (open.sick.length > 0) {
		const results = await putBack(ports.client, ports.call, open.sick);
		open.sick = open.sick.filter(({ id }) => {
			const result = results.get(id)!;
			const reason =
				reasons.get(id) ?? 'an earlier run has found that it does not meet the condition';
			if ('left' in result) {
				verdicts.set(id, { is: 'putBack', reason, left: result.left });
				return false;
			}
			const cause = 'gone' in result ? result.gone : result.error;
			verdicts.set(id, { is: 'failed', error: notPutBack(reason, cause) });
			return !('gone' in result);
		});
	}
	const left = [...open.rows, ...open.sick][0];
	if (left) {
		const verdict = verdicts.get(left.id);
		book.stop(verdict && 'error' in verdict ? verdict.error : new Error('not judged'));
	} else book.record.open = undefined;
	await book.write();
	return verdicts;
}

/**
 * Notes when endpoints were changed, and resets them where the wave wants that; gives why some could not be reset.
 * What they show counts from the moment before a quick call on. Else, as it may have been shown while the call waited,
 * or while nobody waited for it, from the date that the service gives to their change, or from now.
 */
async function begun(
	book: WaveBook,
	open: Judging,
	{ client, call }: SettlePorts,
	isInherited: boolean,
): Promise<ReadonlyMap<number, unknown>> {
	const isAgain = isInherited && open.phase === 'resetting';
	if (open.phase === 'sending') {
		const tookMs = monotonic(client.ports.clock) - book.writtenAt;
		if (isInherited || tookMs > QUICK_MS) {
			const now = await momentOf({ client, call }, open.rows[0]!.id);
			const between = { after: Date.parse(open.since), until: Date.parse(now) };
			const at = await changedAt(call, open.rows, between);
			open.since = at === undefined ? now : new Date(at).toISOString();
		}
		open.phase = open.reset ? 'resetting' : 'judging';
	}
	await book.write();
	if (open.phase !== 'resetting') return new Map();
	const ids = open.rows.map(({ id }) => id);
	const errors = await resetDevices({ client, call }, ids, { since: open.since, isAgain });
	open.phase = 'judging';
	await book.write();
	return errors;
}

/** Verdicts by the IDs of endpoints, and why some of these do not meet the condition. */
interface Verdicts {
	verdicts: Map<number, RowVerdict>;
	reasons: Map<number, string>;
}

const noVerdicts = (): Verdicts => ({ verdicts: new Map(), reasons: new Map() });

/** Judges the endpoints by their condition: those that do not meet it are to be put back, or say so. */
async function judgeOpen(
	book: WaveBook,
	open: Judging,
	ports: SettlePorts,
	isInherited: boolean,
): Promise<Verdicts> {
	const resetErrors = await begun(book, open, ports, isInherited);
	const ids = open.rows.map(({ id }) => id);
	const judged = await judge(ids, open, { ...ports, resetErrors });
	const { verdicts, reasons } = noVerdicts();
	const unread: Moved[] = [];
	const ended: ItemResult[] = [];
	let unknown = 0;
	for (const row of open.rows) {
		const judgement = judged.get(row.id)!;
		if (judgement.is === 'met') {
			verdicts.set(row.id, { is: 'met' });
			ended.push({ items: [] });
		} else if (judgement.is === 'silent' && open.silent === 'unknown') {
			verdicts.set(row.id, { is: 'unknown', reason: judgement.reason });
			unknown += 1;
		} else if ('reason' in judgement) {
			const { reason } = judgement;
			reasons.set(row.id, reason);
			ended.push({ error: new Error(reason) });
			if (open.putBack) {
				open.sick.push(row);
				book.record.back.set(row.id, digestOf(row));
			} else verdicts.set(row.id, { is: 'notMet', reason });
		} else {
			if (judgement.is === 'unread') unread.push(row);
			else ended.push({ error: judgement.error });
			verdicts.set(row.id, { is: 'failed', error: notJudged(judgement.error) });
		}
	}
	open.rows = unread;
	book.count(ended, unknown);
	await book.write();
	return { verdicts, reasons };
}

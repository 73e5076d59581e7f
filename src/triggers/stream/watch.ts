import { randomUUID } from 'node:crypto';
import { asSample } from '../../sample';
import type { Json } from '../../table/define';
import { type Alert, alertItem } from '../alerts/alert';
import { SAMPLE } from '../alerts/sims';
import type { IncomingCall } from '../runtime/definition';
import {
	type DeliveryStore,
	hold,
	isFree,
	isInterrupted,
	reserve,
	settle,
	waitingIn,
} from '../runtime/store';
import { recordsCell, sumsIn, USAGE_CELL, type UsageCell } from './kind';
import { recordKey, type StreamRecord } from './record';
import { ruleSpan, unpackUsage, type UsageRule, watchUsage } from './usage';

/*
 * Calls of a stream: new records, and usage events made of them. Records are added up as they come, and
 * their events wait until n8n has taken a run with them. A call whose run n8n could not store is
 * delivered again without a new record; its events are emitted then.
 */

/** Stands for a tag in samples. */
const SAMPLE_TAG = 'sample-tag';

/**
 * The records of a call that were not delivered before.
 * @throws BusyError when another call with one of them is not decided yet.
 */
export async function receiveRecords(store: DeliveryStore<UsageCell>, keys: string[]) {
	const call = randomUUID();
	const name = recordsCell(store, keys);
	const fresh = await reserve(store, name, { call, keys }, (cell, { fresh: news, now }) => {
		if (news.size > 0) cell.entries.push({ keys: [...news], by: call, until: now + store.leaseMs });
		return news;
	});
	return { fresh, call, settle: settle(store, fresh.size > 0 ? [name] : [], { call }) };
}

/**
 * The items of a test: the events that these records alone make. If they make none, the event is made up
 * from them, marked as made up and about no device.
 */
export function sampleOf(records: StreamRecord[], rule: UsageRule, now: number): Json[] {
	const alerts = watchUsage(unpackUsage(undefined, rule), records, rule, now);
	if (alerts.length > 0) return alerts.map(alertItem);
	const { per, zone, event } = rule;
	const anything: UsageRule =
		rule.event === 'smsLoop'
			? { ...rule, limit: 1 }
			: { event: 'usageAboveLimit', per, zone, span: ruleSpan(rule), limit: 0 };
	const [alert] = watchUsage(unpackUsage(undefined, anything), records, anything, now);
	if (!alert) return [];
	const { reason, fields, at } = alert;
	const about = 'tag' in fields ? { tag: SAMPLE_TAG } : SAMPLE;
	const example: Alert = {
		event,
		at,
		reason: `Sample, as these records do not make the event: ${reason}`,
		fields: { ...fields, ...about, record_id: null },
	};
	return [asSample(alertItem(example))];
}

/**
 * Adds records up, each once however often it comes. `now`: milliseconds since 1970. Gives the items
 * of the call, and `left`, how many records could not be added up: more devices, SIMs or tags than
 * there is room for.
 * @throws BusyError when other calls leave no room for this one.
 */
export async function addUp(
	store: DeliveryStore<UsageCell>,
	records: StreamRecord[],
	rule: UsageRule,
	{ now, log }: Pick<IncomingCall, 'now' | 'log'>,
) {
	const call = randomUUID();
	const keys = records.map(({ key }) => key);
	const { items, left } = await store.change(
		USAGE_CELL,
		keys,
		(cell, { fresh, now: moment, deliver, retract }) => {
			const state = sumsIn(cell, rule, log);
			const news = records.filter(({ key }) => fresh.has(key));
			for (const alert of watchUsage(state, news, rule, now)) {
				cell.entries.push({ keys: [], value: alertItem(alert) });
			}
			const { left: missed } = state;
			state.left = 0;
			const free = cell.entries.filter((entry) => isFree(entry, moment));
			const begun = free.filter((entry) => isInterrupted(entry, moment));
			if (store.window.emitsAgain) {
				retract(waitingIn({ entries: begun }).flatMap((item) => recordKey(item) ?? []));
			}
			hold(free, call, moment + store.leaseMs);
			// Each record is added once, whatever happens to the run.
			deliver(fresh);
			return { items: waitingIn({ entries: free }), left: missed };
		},
	);
	const end = settle(store, items.length > 0 ? [USAGE_CELL] : [], { call });
	return { items, call, left, settle: end };
}

import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import type { Json } from '../../src/operations/define';
import { systemClock } from '../../src/ports';
import {
	readList,
	recordsIn,
	simplifyRecord,
	type StreamRecord,
} from '../../src/triggers/stream/record';
import { sampleOf } from '../../src/triggers/stream/watch';
import { BusyError } from '../../src/triggers/runtime/underWay';
import { answersTo, endWithAnswer, LATER } from './answers';
import { bodyOf, TOO_LARGE } from './bodies';
import * as stream from './streamHooks';
import { isUsageEvent } from './streamTriggerForm';
import { readStreamForm, readUsageRule, wantedBy } from './streamTriggerInput';
import { claimed, watchOf, windowOf } from './streamWindow';

/* What the stream trigger does with a call. */

/** The most that a stream sends at once. Source: public reference, data streams. */
const MOST_RECORDS = 10_000;

export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { refuse, accept, later } = answersTo(context);
	const { name } = context.getNode();
	try {
		if (!(await stream.isAuthentic(context))) {
			return refuse(401, 'The header with the secret of the stream is required');
		}
	} catch (error) {
		return later(error);
	}
	const body = await bodyOf(context);
	// A try of the address may hold nothing at all.
	const isEmpty = body === undefined && !context.getRequestObject().rawBody?.length;
	const sent = isEmpty ? [] : recordsIn(body);
	if (body === TOO_LARGE || (sent && sent.length > MOST_RECORDS)) {
		return refuse(413, `A request may hold ${MOST_RECORDS} records, and what n8n takes at once`);
	}
	if (!sent) return refuse(400, 'The body is no record and no list of records');

	const { simplify, event } = readStreamForm(context);
	const { records, faults } = readList(sent);
	if (faults.length > 0) {
		const some = faults.slice(0, 5).map(({ index, problem }) => `record ${index + 1} ${problem}`);
		context.logger.warn(
			`"${name}" left out ${faults.length} of ${sent.length} records that can't be read: ${some.join('; ')}`,
		);
	}
	const unreadable = faults.length > 0 && { unreadable: faults.length };
	const chosen = [...records.values()].filter(wantedBy(context));
	if (chosen.length === 0) return accept({ ...unreadable });
	const start = (items: Json[]) => ({
		workflowData: [context.helpers.returnJsonArray(items as IDataObject[])],
	});
	const itemOf = (record: StreamRecord) => (simplify ? simplifyRecord(record) : record.entity);
	// Who tests sends the same records again and again; nothing of it is kept.
	if (context.getMode() === 'manual') {
		if (!isUsageEvent(event)) return start(chosen.map(itemOf));
		const sample = sampleOf(chosen, readUsageRule(context, event), systemClock.now());
		return sample.length > 0 ? start(sample) : accept({ ...unreadable });
	}
	try {
		if (isUsageEvent(event)) {
			const { where, keep } = await watchOf(context);
			const rule = readUsageRule(context, event);
			const { items, left, settle } = await where.take(chosen, rule, systemClock.now());
			if (left > 0) {
				context.logger.warn(
					`"${name}" did not count ${left} records: it adds up 200,000 devices, SIMs or tags at most.`,
				);
			}
			const answered = await keep(true, items.length > 0 ? items : undefined);
			endWithAnswer(context, { settle, answered });
			return items.length > 0 ? start(items) : accept({ ...unreadable });
		}
		const { where, keep } = await windowOf(context);
		const { fresh, settle } = await where.arrive(chosen.map(({ key }) => key));
		const isNew = fresh.size > 0;
		const answered = await keep(isNew, isNew ? fresh : undefined);
		endWithAnswer(context, { settle, answered });
		if (!isNew) return accept({ repeated: chosen.length, ...unreadable });
		return start(chosen.filter(({ key }) => fresh.has(key)).map(itemOf));
	} catch (error) {
		if (!(error instanceof BusyError)) context.logger.error(`"${name}": ${String(error)}`);
		return refuse(503, LATER.message);
	}
}

/** The first step of a run that a call has started. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [await claimed(context)];
}

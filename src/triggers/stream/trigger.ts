import { flatEntry } from '../../run/flat';
import type { Json } from '../../table/define';
import { EVENT_DEVICE } from '../../table/entries/event/eventFields';
import { withDevice } from '../../table/reading';
import type { CalledTrigger, FormReader } from '../runtime/definition';
import { BY_NUMBER } from '../runtime/store';
import { isUsageEvent, optionsIn, streamForm, wantedBy } from './form';
import { streamKind, type UsageCell } from './kind';
import {
	recordKey,
	recordKind,
	readRecords,
	recordsIn,
	simplifyRecord,
	type StreamRecord,
} from './record';
import { usageRuleIn } from './usageFields';
import { addUp, receiveRecords, sampleOf } from './watch';

/** The most that a stream sends at once. Source: public reference, data streams. */
const MOST_RECORDS = 10_000;

/** The readable content of a call. */
export interface StreamContent {
	records: StreamRecord[];
	/** The answer's part about records that can't be read. */
	unreadable: object;
}

const readForm = (read: FormReader) => ({ ...streamForm(read), read });
type StreamForm = ReturnType<typeof readForm>;

/** Usage records and events as a data stream pushes them, and events made of usage. */
export const streamTrigger: CalledTrigger<StreamForm, StreamContent, UsageCell> = {
	form: readForm,
	kind: streamKind,
	window: ({ read }) => ({ ...BY_NUMBER, emitsAgain: optionsIn(read).afterCrash !== 'once' }),
	refusals: {
		unknown: 'The header with the secret of the stream is required',
		tooLarge: `A request may hold ${MOST_RECORDS} records, and what n8n takes at once`,
		busy: 'Deliver this again later',
	},
	read: ({ body, isEmpty, log }, { read }) => {
		// A test of the address may hold nothing at all.
		const sent = isEmpty ? [] : recordsIn(body);
		if (!sent) return { refuse: 400, message: 'The body is no record and no list of records' };
		if (sent.length > MOST_RECORDS) {
			return { refuse: 413, message: streamTrigger.refusals.tooLarge };
		}
		const { records, faults } = readRecords(sent);
		if (faults.length > 0) {
			const some = faults.slice(0, 5).join('; ');
			log(`left out ${faults.length} of ${sent.length} records that can't be read: ${some}`);
		}
		const unreadable = faults.length > 0 ? { unreadable: faults.length } : {};
		const chosen = [...records.values()].filter(wantedBy(read));
		return chosen.length > 0 ? { found: { records: chosen, unreadable } } : { accept: unreadable };
	},
	take: async (store, { records, unreadable }, own, call) => {
		const { event, read, simplify } = own;
		const itemOf = (record: StreamRecord) =>
			simplify ? simplifyRecord(record) : withDevice(record.entity, EVENT_DEVICE);
		if (isUsageEvent(event)) {
			const rule = usageRuleIn(read, event);
			// A person who tests sends the same records again and again.
			if (call.isTest) return testCall(sampleOf(records, rule, call.now), unreadable);
			const { left, ...found } = await addUp(store, records, rule, call);
			if (left > 0) {
				call.log(
					`did not count ${left} records: it adds up 200,000 devices, SIMs or tags at most.`,
				);
			}
			return { ...found, answer: unreadable, isNew: true };
		}
		if (call.isTest) return testCall(records.map(itemOf), unreadable);
		const arrived = await receiveRecords(
			store,
			records.map(({ key }) => key),
		);
		const { fresh } = arrived;
		return {
			...arrived,
			items: records.filter(({ key }) => fresh.has(key)).map(itemOf),
			answer: { repeated: records.length, ...unreadable },
			isNew: fresh.size > 0,
		};
	},
	claims: (json) => {
		const key = recordKey(json);
		return key === undefined ? [] : [[key]];
	},
	emitted: ({ read }) => {
		if (optionsIn(read).flat !== true) return (json) => json;
		// Events under the name that the event feed gives them; usage as its alerts name their record.
		return (json) => flatEntry(json, recordKind(json) === 'event' ? 'event' : 'record');
	},
};

/** Nothing of a test is kept. */
const testCall = (items: Json[], answer: object) => ({
	items,
	answer,
	isNew: false,
	call: '',
	settle: async () => {},
});

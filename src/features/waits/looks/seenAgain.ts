import type { Client } from '../../../run/client';
import type { Json } from '../../../table/define';
import { getUsageSummary } from '../../../table/entries/usage/usageReports';
import { timeOf } from '../../../table/moments';
import { inParallel } from '../../../table/inParallel';
import { answeredAt } from '../clock';
import { messagesOfDevice } from '../conditions/messages';
import {
	judgeSigns,
	SIGN_TYPES,
	type SignBaseline,
	type SignReading,
} from '../conditions/seenAgain';
import type { WaitInput } from '../form';
import { open } from '../verdict';
import type { Condition, Found, LookPorts, Waiter } from '../waiting';
import { countOf } from './each';
import { eventsAbout, newestEvent } from './events';
import { messagesOf } from './sms';

/*
 * Looks for signs of life: one pass of the event feed for all devices; a read for each device where traffic or
 * messages count, too.
 */

export type SeenAgainInput = WaitInput & {
	endpointId: number;
	alsoCount?: Array<'traffic' | 'messages'> | undefined;
	newerThan?: string | undefined;
};

const READS_AT_A_TIME = 25;

async function monthMb(client: Client, endpointId: number): Promise<number> {
	const usage = (await client.perform(getUsageSummary, { endpointId, simplify: true })) as Json;
	return Number(usage.current_month_data_mb ?? 0);
}

/** The reads about one device beside the feed. */
async function extras(
	client: Client,
	{ endpointId, alsoCount = [] }: SeenAgainInput,
): Promise<Omit<SignReading, 'events'>> {
	const mb = alsoCount.includes('traffic') ? await monthMb(client, endpointId) : undefined;
	if (!alsoCount.includes('messages')) return mb === undefined ? {} : { mb };
	const newest = messagesOfDevice(await messagesOf(client, endpointId)).at(-1);
	const message = newest && { id: Math.max(...newest.ids), at: newest.at };
	return mb === undefined ? { message } : { mb, message };
}

/** The moment after which signs count at a first look: now, by the clock of the service. */
async function serviceNow({ call, now }: LookPorts): Promise<number> {
	const { event, answer } = await newestEvent(call);
	const newest = timeOf(event?.timestamp);
	return Math.max(answeredAt(answer, now()), Number.isNaN(newest) ? 0 : newest);
}

/** The baselines of items, and which of them begin with this look. */
async function baselines(
	ports: LookPorts,
	waiters: ReadonlyArray<Waiter<SeenAgainInput>>,
): Promise<Map<Waiter<SeenAgainInput>, { at: string; known: SignBaseline | undefined }>> {
	const isNew = waiters.some(({ state, input }) => !state.baseline && !input.newerThan);
	const moment = isNew ? new Date(await serviceNow(ports)).toISOString() : '';
	return new Map(
		waiters.map((waiter) => {
			const known = waiter.state.baseline as (SignBaseline & Json) | null;
			const begins = waiter.input.newerThan ?? moment;
			return [waiter, { at: known?.at ?? begins, known: known ?? undefined }];
		}),
	);
}

export const seenAgainCondition: Condition<SeenAgainInput> = {
	name: 'seenAgain',
	subject: ({ endpointId }) => ({ endpoint_id: endpointId }),
	cost: (waiters) => {
		const reads = countOf(
			waiters.filter(({ input }) => (input.alsoCount ?? []).length > 0),
			({ input }) => input.endpointId,
		);
		return reads * Math.max(1, waiters[0]?.input.alsoCount?.length ?? 1) + 2;
	},
	look: async (ports, waiters) => {
		const { call, client } = ports;
		const since = await baselines(ports, waiters);
		const ids = [...new Set(waiters.map(({ input }) => input.endpointId))];
		const from = Math.min(...[...since.values()].map(({ at }) => Date.parse(at)));
		const events = await eventsAbout(call, ids, SIGN_TYPES, from);
		const found = new Map<Waiter<SeenAgainInput>, Found>();
		await inParallel([...waiters], READS_AT_A_TIME, async (waiter) => {
			const { at, known } = since.get(waiter)!;
			try {
				const own = await extras(client, waiter.input);
				const begun: SignBaseline = known ?? {
					at,
					...(own.mb !== undefined && { mb: own.mb }),
					...('message' in own && { sms_id: own.message?.id ?? 0 }),
				};
				const reading = { ...own, events: events.get(waiter.input.endpointId) ?? [] };
				const verdict = judgeSigns(begun, reading);
				found.set(waiter, verdict.is === 'open' ? open(null, { baseline: { ...begun } }) : verdict);
			} catch (error) {
				// The other devices can still be judged.
				found.set(waiter, { error });
			}
		});
		return found;
	},
};

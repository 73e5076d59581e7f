import type { FeatureItem, FeatureResult, FeatureRun } from '../../../run/feature';
import { notAttempted } from '../../../run/items';
import { Failures } from '../../../run/stopEarly';
import { inParallel } from '../../../table/inParallel';
import { isAlphanumeric, sendParts, type SmsInput } from '../../../table/entries/sms/sms';
import { groupedBy } from '../../../table/values';
import type { Json } from '../../../wire';
import { runClock } from '../clock';
import { atMostMs, type WaitInput } from '../form';
import { type AwaitState, beginState, checkSubject, readState, STATE_FIELD } from '../state';
import { awaitItems, type Beginning, leaving } from '../waiting';
import { baselineOfSms, replyCondition } from './reply';

/* SMS that ask, and the wait for their replies. An item whose state says that it was sent is not sent again. */

export type QuestionInput = SmsInput &
	WaitInput & { replyContains?: string | undefined; smsIds?: number[] | undefined };

/** Endpoints that are asked at a time; the questions to one go out in the order of the items. */
const ENDPOINTS_AT_A_TIME = 10;

/** From this number of digits on, a number is a phone's and not a short code. Source: public reference. */
const PHONE_DIGITS = 8;

/** A note about the sender for a person who awaits a reply; undefined for a short code. */
export function senderWarning({ sourceAddress, sourceAddressType }: SmsInput): string | undefined {
	if (sourceAddress === undefined) return undefined;
	if (sourceAddressType === 208 || isAlphanumeric(sourceAddress)) {
		return `A device may not be able to answer the sender "${sourceAddress}", which is a name; a number of at most 7 digits is answered to the service`;
	}
	const digits = sourceAddress.replace(/\D/g, '').length;
	if (digits < PHONE_DIGITS) return undefined;
	return `Replies to a sender of ${PHONE_DIGITS} digits or more are person-to-person: five of a device in 24 hours; more are billed and not forwarded. A number of at most 7 digits has no such limit`;
}

const idsIn = (sent: Json): number[] =>
	Array.isArray(sent.sms_ids) ? sent.sms_ids.map(Number).filter(Number.isFinite) : [];

/** Sends the questions of a run; gives the items that begin to wait, and the failures. */
class Asking {
	readonly beginnings: Array<Beginning<QuestionInput> & { state: AwaitState }> = [];
	readonly failed = new Map<number, FeatureResult>();
	private readonly failures: Failures;
	private readonly now: () => number;
	private stopped: unknown;

	constructor(private readonly run: FeatureRun<QuestionInput>) {
		this.failures = new Failures(run.items.map(({ index, input }) => ({ index, input })));
		this.now = runClock(run.items[0]!.client.ports.clock);
	}

	async ask(): Promise<void> {
		const endpoints = groupedBy([...this.run.items], ({ input }) => input.endpointId);
		await inParallel([...endpoints.values()], ENDPOINTS_AT_A_TIME, async (items) => {
			for (const item of items) await this.askFor(item);
		});
	}

	/** Whether no reply must be awaited, because a failure has ended the run. */
	get isStopped(): boolean {
		return this.failed.size > 0 && !this.run.continueOnFail;
	}

	private async askFor(item: FeatureItem<QuestionInput>): Promise<void> {
		const { index, input } = item;
		const given = input[STATE_FIELD];
		if (given) {
			try {
				const state = readState(given);
				checkSubject(state, replyCondition.subject(input));
				this.beginnings.push({ item, state });
			} catch (error) {
				this.fail(index, error);
			}
			return;
		}
		if (this.stopped !== undefined) {
			this.failed.set(index, notAttempted(this.stopped));
			return;
		}
		const made = await this.run.once(item, async () => await sendParts(item.call, input));
		if ('error' in made) return this.fail(index, made.error);
		this.stopped ??= this.failures.add([{ items: [made.done] }]);
		const smsIds = idsIn(made.done);
		const of = replyCondition.subject(input);
		const begun = beginState('reply', of, { now: this.now(), atMostMs: atMostMs(input) });
		const baseline = smsIds.length > 0 ? baselineOfSms(smsIds) : null;
		this.beginnings.push({ item, state: { ...begun, baseline }, shows: made.done });
	}

	private fail(index: number, error: unknown): void {
		this.failed.set(index, { error });
		this.stopped ??= this.failures.add([{ error }]);
		if (!this.run.continueOnFail) this.stopped ??= error;
	}
}

/** Sends the SMS of a run, each once, and awaits the replies. */
export async function performQuestions(run: FeatureRun<QuestionInput>): Promise<FeatureResult[]> {
	const warnings = new Set(run.items.map(({ input }) => senderWarning(input)));
	for (const warning of warnings) if (warning) run.items[0]!.call.note(warning);
	const asking = new Asking(run);
	await asking.ask();
	const { failed, beginnings, isStopped } = asking;
	const waited = isStopped ? new Map() : await awaitItems(replyCondition, run, beginnings);
	return run.items.map(({ index }): FeatureResult => {
		const result = failed.get(index) ?? waited.get(index);
		if (result) return result;
		// Another item has failed the run. Its next try, if any, knows that this SMS was sent.
		const { state, shows = {} } = beginnings.find(({ item }) => item.index === index)!;
		return leaving({ state, shows }, 'notYet');
	});
}

import { createHash } from 'node:crypto';
import type { InputError } from '../../../errors';
import type { FeatureItem, FeatureResult, FeatureRun } from '../../../run/feature';
import { notAttempted } from '../../../run/items';
import { Failures } from '../../../run/stopEarly';
import { inParallel } from '../../../table/inParallel';
import { isAlphanumeric, sendParts, type SmsInput } from '../../../table/entries/sms/sms';
import { groupedBy } from '../../../table/values';
import type { Json } from '../../../wire';
import { runClock } from '../../../runClock';
import { atMostMs, type WaitInput } from '../waiting/form';
import {
	type AwaitState,
	beginState,
	checkSubject,
	readState,
	STATE_FIELD,
	stateError,
} from '../waiting/state';
import { awaitItems, type Beginning, leaving } from '../waiting/waiting';
import { baselineOfSms, replyCondition } from '../conditions/reply';

/* SMS that ask, and the wait for their replies. An item whose state says that it was sent is not sent again. */

export type QuestionInput = SmsInput &
	WaitInput & {
		replyContains?: string | undefined;
		smsIds?: number[] | undefined;
		idempotencyKey?: string | undefined;
	};

/** Endpoints that are asked at a time; the questions to one go out in the order of the items. */
const ENDPOINTS_AT_A_TIME = 10;

/** From this number of digits on, a number is a phone's and not a short code. Source: public reference. */
const PHONE_DIGITS = 8;

/** A note about the sender for a person who awaits a reply; undefined for a short code. */
function senderWarning({ sourceAddress, sourceAddressType }: SmsInput): string | undefined {
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

/** The questions that a node has asked in an execution and that wait on, by what they ask. */
type OpenQuestions = Record<string, { sent: string; until: string }>;

/** The name of the open questions in what the node remembers. */
const OPEN_QUESTIONS = 'openQuestions';

function openQuestionsOf(run: FeatureRun<QuestionInput>): OpenQuestions {
	const all = (run.remembered[OPEN_QUESTIONS] ?? {}) as OpenQuestions;
	run.remembered[OPEN_QUESTIONS] = all;
	return all;
}

const questionIn = ({ endpointId, payload }: QuestionInput): string =>
	createHash('sha256')
		.update(JSON.stringify([endpointId, payload]))
		.digest('base64url')
		.slice(0, 16);

/** The question was asked before in this execution, is open, and its item has lost its state. */
const lostState = (sent: string): InputError =>
	stateError(
		`is missing: this node has sent the same text to this endpoint in this execution at ${sent}, and the wait for its reply has not ended. Nothing was sent now. Keep the field on the way round the loop ("Include Other Input Fields"), or set it to null to ask again`,
	);

/** Sends the questions of a run; gives the items that begin to wait, and the failures. */
class Asking {
	readonly beginnings: Array<Beginning<QuestionInput> & { state: AwaitState }> = [];
	readonly failed = new Map<number, FeatureResult>();
	private readonly failures: Failures;
	private readonly now: () => number;
	private stopped: unknown;
	private readonly open: OpenQuestions;

	constructor(private readonly run: FeatureRun<QuestionInput>) {
		this.failures = new Failures(run.items.map(({ index, input }) => ({ index, input })));
		this.now = runClock(run.items[0]!.client.ports.clock);
		this.open = openQuestionsOf(run);
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
		const made = await this.run.once(item, async () => {
			const before = this.openBefore(input);
			if (before) throw lostState(before.sent);
			return await sendParts(item.call, input);
		});
		if ('error' in made) return this.fail(index, made.error);
		this.stopped ??= this.failures.add([{ items: [made.done] }]);
		const smsIds = idsIn(made.done);
		const of = replyCondition.subject(input);
		const begun = beginState('reply', of, { now: this.now(), atMostMs: atMostMs(input) });
		const baseline = smsIds.length > 0 ? baselineOfSms(smsIds) : null;
		this.beginnings.push({ item, state: { ...begun, baseline }, shows: made.done });
	}

	/** Remembers, for this node's later runs in the execution, which questions wait on. */
	remember(results: FeatureResult[]): void {
		const left = this.run.items.flatMap(({ input }, i) => {
			const result = results[i]!;
			if ('error' in result) return [];
			const state = result.items[0]?.[STATE_FIELD] as AwaitState | null | undefined;
			return [{ name: questionIn(input), state }];
		});
		for (const { name } of left) delete this.open[name];
		for (const { name, state } of left) {
			if (state) this.open[name] = { sent: state.since, until: state.until };
		}
	}

	/** The same question, where a run of this node before has asked it and it waits on. */
	private openBefore(input: QuestionInput): OpenQuestions[string] | undefined {
		// Null says that the wait has ended; a key says for itself what was sent.
		if (input[STATE_FIELD] === null || input.idempotencyKey !== undefined) return undefined;
		const before = this.open[questionIn(input)];
		return before && Date.parse(before.until) > this.now() ? before : undefined;
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
	const results = run.items.map(({ index }): FeatureResult => {
		const result = failed.get(index) ?? waited.get(index);
		if (result) return result;
		// Another item has failed the run. Its next try, if any, knows that this SMS was sent.
		const { state, shows = {} } = beginnings.find(({ item }) => item.index === index)!;
		return leaving({ state, shows }, 'notYet');
	});
	asking.remember(results);
	return results;
}

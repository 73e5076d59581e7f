import type { Id, Json } from '../../table/define';
import { type Cell, cellKind, waitingIn } from '../runtime/store';

/*
 * Questions: SMS to devices whose replies are awaited. All of one device stand in one cell, in the
 * order in which they were asked.
 */

/** A question, from before its SMS is sent until its run continues. */
export interface Question {
	/** The wait that it belongs to, and the place of its item in that run. */
	wait: string;
	turn: number;
	item: number;
	/** Text that its reply holds; without it the next message of the device is its reply. */
	contains?: string | undefined;
	/** When it is no longer answered; milliseconds since 1970, by the clock of the mailbox. */
	until: number;
	/** The result of sending it; undefined until the service has answered. */
	sent?: Json | undefined;
	/** The status of its SMS as receipts gave it, by their ids. */
	receipts?: Record<string, number>;
	/** The message of the device, as the SMS trigger gives it. */
	reply?: Json;
	/** Nobody awaits a reply: it may not have been sent. It is kept so that it is not sent again. */
	isDoubtful?: boolean;
}

/** The questions of one device. */
export type Questions = Cell<Question>;

export const questionKind = cellKind<Question>('questions', 'Questions to devices');

/** Statuses of an SMS. Source: public reference. */
const DELIVERED = 4;
const UNDELIVERED_STATUSES = [5, 6, 7];

const RECEIPT_STATUSES: Record<string, number> = {
	DELIVERED,
	FAILED: 5,
	EXPIRED: 6,
	CANCELLED: 7,
	CANCELED: 7,
};

/** The id of a receipt's status, which may name it by its word alone; undefined for another. */
function receiptStatus(status: unknown): number | undefined {
	const { id, status: word } = (status ?? {}) as Json;
	const known = Number(id);
	return known > 0 ? known : RECEIPT_STATUSES[String(word).toUpperCase()];
}

const sentIds = ({ sent }: Question): Id[] => (sent?.sms_ids ?? []) as Id[];

/** The delivery of a message by its receipts: `delivered` if all of its parts are, `failed` if any never is. */
export function deliveryState(question: Question): 'delivered' | 'failed' | undefined {
	const { receipts = {} } = question;
	const ids = sentIds(question);
	const statuses = ids.map((id) => receipts[String(id)]);
	if (statuses.some((status) => UNDELIVERED_STATUSES.includes(status!))) return 'failed';
	return ids.length > 0 && statuses.every((status) => status === DELIVERED)
		? 'delivered'
		: undefined;
}

/** Whether a question needs nothing more. */
export const isSettled = (question: Question): boolean =>
	question.reply !== undefined || deliveryState(question) === 'failed';

/** All questions of a device that a message may answer, the oldest first. */
const openIn = (cell: Questions, now: number): Question[] =>
	waitingIn(cell).filter((one) => !one.isDoubtful && !isSettled(one) && now < one.until);

/** Whether a message holds the text that a question wants in its reply. */
const containsText = ({ contains = '' }: Question, { text }: Json): boolean =>
	String(text ?? '')
		.toLowerCase()
		.includes(contains.toLowerCase());

/** A run that is repeated with its idempotency key asks about the SMS of the run before. */
const isSameSms = (one: Question, other: Question): boolean => {
	const ids = sentIds(other).map(String);
	return sentIds(one).some((id) => ids.includes(String(id)));
};

/**
 * Gives a message to the questions it answers: the oldest whose text it holds, else the oldest that
 * asks for none; and to all others about the same SMS.
 */
export function answerIn(cell: Questions, message: Json, now: number): Question[] {
	const open = openIn(cell, now).filter((one) => containsText(one, message));
	const question = open.find(({ contains }) => contains) ?? open[0];
	if (!question) return [];
	const answered = open.filter((one) => one === question || isSameSms(one, question));
	for (const one of answered) one.reply = message;
	return answered;
}

/** Gives a question all that has come about its SMS before. */
export function catchUp(cell: Questions, question: Question): void {
	for (const other of waitingIn(cell)) {
		if (other === question || !isSameSms(other, question)) continue;
		question.receipts = { ...other.receipts, ...question.receipts };
		if (other.reply && containsText(question, other.reply)) question.reply ??= other.reply;
	}
}

/** Notes a receipt with the questions whose SMS it is about, and gives these. */
export function receiptIn(cell: Questions, receipt: Json, now: number): Question[] {
	const status = receiptStatus(receipt.status);
	if (status === undefined) return [];
	const open = openIn(cell, now);
	const id = String(receipt.id);
	const isOwn = (question: Question) => sentIds(question).some((own) => String(own) === id);
	// A receipt may be faster than the answer that names the SMS.
	const about = open.filter((question) => question.sent === undefined || isOwn(question));
	for (const question of about) question.receipts = { ...question.receipts, [id]: status };
	return about.filter(isOwn);
}

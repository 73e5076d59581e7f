import type { Endpoint } from '../endpoints/entities';
import { finishSms, receiveSms } from '../sms/device';
import { type Sms, SmsStatus } from '../sms/entities';
import { isLastPart, isOpen } from '../sms/send';
import type { World } from '../world';
import { type Life, within } from './entities';
import { inSeconds } from './settle';

/* The messages of a device that lives: what reaches it when, and what it answers. */

/** The number that a device writes to where the question named none. */
const STANDARD_DESTINATION = '12345';
const ALPHANUMERIC = 208;
/** Between two replies to one question. Seconds. */
const BETWEEN_REPLIES = 7;
const LONG_TEXT = ' and a reading of every sensor, one after the other'.repeat(6);

/** Whether an SMS reaches the device now. */
export const isReachable = (life: Life, endpoint: Endpoint): boolean =>
	life.isAwake && endpoint.connectivity !== 'OFFLINE' && !endpoint.blocked;

/** Sends an SMS from the device. */
export function sendSms(
	world: World,
	endpoint: Endpoint,
	life: Life,
	payload: string,
	destination = STANDARD_DESTINATION,
): void {
	if (world.store.lives.get(endpoint.id) !== life) return;
	void receiveSms(world, endpoint, { payload, dest_address: destination });
}

/** The texts that answer a question, in the order of sending. */
function repliesTo({ reply, replyText }: Life, question: string): string[] {
	const text = replyText.replaceAll('{question}', question);
	if (reply === 'never') return [];
	if (reply === 'several') return [`1 ${text}`, `2 ${text}`, `3 ${text}`];
	if (reply === 'repeated') return [text, text];
	return reply === 'long' ? [text + LONG_TEXT] : [text];
}

/** Answers a question after some seconds; alphanumeric senders, where it answers them, to no number. */
function answer(
	world: World,
	life: Life,
	endpoint: Endpoint,
	question: Sms,
	seconds: number,
): void {
	// Of a question in parts, the last one is answered.
	if (!isLastPart(question)) return;
	const isAlphanumeric = question.sourceAddressTypeId === ALPHANUMERIC;
	if (isAlphanumeric && !life.isAlphanumericAnswered) return;
	const destination = question.sourceAddress ?? STANDARD_DESTINATION;
	for (const [index, text] of repliesTo(life, question.payload).entries())
		inSeconds(world, seconds + index * BETWEEN_REPLIES, () =>
			sendSms(world, endpoint, life, text, destination),
		);
}

function deliver(world: World, life: Life, endpoint: Endpoint, sms: Sms): void {
	if (!isOpen(world, sms)) return;
	if (!isReachable(life, endpoint)) {
		sms.statusId = SmsStatus.Buffered;
		return;
	}
	void finishSms(world, sms);
	if (life.reply !== 'early')
		answer(world, life, endpoint, sms, within(life.replySeconds, life.random));
}

/** An SMS was accepted for a device that lives. @returns false for a device without a life */
export function takeByLife(world: World, endpoint: Endpoint, sms: Sms): boolean {
	const life = world.store.lives.get(endpoint.id);
	if (!life) return false;
	// It was about to send this: the reply is there before the question is.
	if (life.reply === 'early' && isReachable(life, endpoint)) answer(world, life, endpoint, sms, 0);
	inSeconds(world, within(life.smsSeconds, life.random), () => deliver(world, life, endpoint, sms));
	return true;
}

/** What waited for a device is delivered when it attaches or wakes. */
export function deliverWaiting(world: World, life: Life, endpoint: Endpoint): void {
	for (const sms of world.store.sms.get(endpoint.id) ?? [])
		if (sms.statusId === SmsStatus.Buffered && isOpen(world, sms))
			inSeconds(world, within(life.smsSeconds, life.random), () =>
				deliver(world, life, endpoint, sms),
			);
}

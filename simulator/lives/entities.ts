/**
 * How a device lives:
 * - `awake`: it returns after a reset and stays;
 * - `asleep`: it sleeps without a session, and wakes by its own clock;
 * - `psm`: it sleeps with its session: ONLINE and unreachable. It wakes without an event;
 * - `flapping`: after a reset it opens and loses sessions before it stays, or for good;
 * - `gone`: it does not return from a reset;
 * - `attached`: it stays ATTACHED after a reset until it is restarted.
 */
export const LIFE_KINDS = ['awake', 'asleep', 'psm', 'flapping', 'gone', 'attached'] as const;
export type LifeKind = (typeof LIFE_KINDS)[number];

/**
 * What a device answers to an SMS:
 * - `never`: nothing;
 * - `plain`: one SMS some time after the question has arrived;
 * - `early`: one SMS in the moment that the service accepts the question;
 * - `several`: three different ones;
 * - `repeated`: the same one twice;
 * - `long`: one in several parts.
 */
export const REPLY_KINDS = ['never', 'plain', 'early', 'several', 'repeated', 'long'] as const;
export type ReplyKind = (typeof REPLY_KINDS)[number];

/** The shortest and the longest, in seconds. */
export type Span = [number, number];

export interface LifeRules {
	/** From a reset, a restart or a wake to the registration. */
	returnSeconds: Span;
	/** Radio access type of its sessions. */
	rat: number;
	operatorId: number;
	/** Sessions that a flapping device loses before it stays; null: it never stays. */
	flaps: number | null;
	/** How long each of these lasts. */
	flapSeconds: Span;
	/** From wake to wake. */
	sleepSeconds: number;
	awakeSeconds: number;
	/** From the acceptance of an SMS to its delivery, where the device is reachable. */
	smsSeconds: Span;
	/** From the delivery of an SMS to the reply. */
	replySeconds: Span;
	/** `{question}` is replaced by the text of the SMS. */
	replyText: string;
	/** Whether an alphanumeric sender is answered. */
	isAlphanumericAnswered: boolean;
	/** An SMS that nobody has asked for, every so many seconds. */
	unprompted: { everySeconds: number; text: string } | null;
	/** A reset logs a suspension and an activation too, as in an older state of the service. */
	isResetLoggedAsSuspension: boolean;
}

export interface Life extends LifeRules {
	endpointId: number;
	kind: LifeKind;
	reply: ReplyKind;
	/** Numbers from 0 to 1 that depend on the seed and the endpoint alone. */
	random: () => number;
	/** Whether it hears the network now. */
	isAwake: boolean;
	/** Was reset while asleep. */
	isResetPending: boolean;
	/** Incremented where something happens that makes its planned steps obsolete. */
	plan: number;
}

export const LIFE_DEFAULTS: LifeRules = {
	returnSeconds: [10, 60],
	rat: 6,
	operatorId: 501,
	flaps: null,
	flapSeconds: [15, 45],
	sleepSeconds: 86_400,
	awakeSeconds: 120,
	smsSeconds: [3, 4],
	replySeconds: [5, 60],
	replyText: 'OK {question}',
	isAlphanumericAnswered: true,
	unprompted: null,
	isResetLoggedAsSuspension: false,
};

/** A number of seconds in a span. */
export const within = ([least, most]: Span, random: () => number): number =>
	least + (most - least) * random();

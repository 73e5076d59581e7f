/* Which parts make one long message. Source: 3GPP TS 23.040, which leaves references to the device. */

/**
 * Milliseconds between two parts of one message that follow each other. A device sends them back to back, and each
 * takes some seconds; devices reuse 256 references, and some always use the same.
 */
export const PARTS_WITHIN_MS = 30_000;

/** What tells the messages of one sender, reference and total apart. */
export interface PartReading<P> {
	/** Milliseconds since 1970 when it was submitted; NaN where the service does not say. */
	sentAt(part: P): number;
	/** Whether two parts cannot belong to one message. */
	excludes(part: P, other: P): boolean;
	/** Whether nothing is missing of a message with these parts. */
	isWhole(parts: P[]): boolean;
}

/**
 * Splits parts that have sender, reference and total in common, in the order in which they were sent, into
 * messages: a part continues the newest message, unless that is whole, has this part already, or ended too long
 * before. A message that has lost a part therefore takes none of the message after it.
 */
export function messagesOfParts<P>(inOrder: P[], reading: PartReading<P>): P[][] {
	const messages: P[][] = [];
	for (const part of inOrder) {
		const newest = messages.at(-1);
		if (newest && continues(newest, part, reading)) newest.push(part);
		else messages.push([part]);
	}
	return messages;
}

function continues<P>(message: P[], part: P, reading: PartReading<P>): boolean {
	const { sentAt, excludes, isWhole } = reading;
	if (isWhole(message) || message.some((other) => excludes(other, part))) return false;
	// Of parts without a time nothing shows that they are far apart.
	return !(sentAt(part) - sentAt(message.at(-1)!) > PARTS_WITHIN_MS);
}

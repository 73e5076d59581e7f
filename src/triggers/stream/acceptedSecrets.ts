import { createHash, timingSafeEqual } from 'node:crypto';
import { isAhead } from '../../times';

/* The secrets that calls of data streams may carry, by their fingerprints. */

/** Fingerprints kept: those of two streams and of their predecessors, for calls under way. */
const MOST_PRINTS = 4;
/** How long calls with a replaced secret are accepted. Milliseconds. */
const FORMER_MS = 600_000;

/** A secret as n8n keeps it: enough to recognise it, and nothing to send it with. */
export const printOf = (secret: string): string =>
	createHash('sha256').update(secret).digest('base64url');

/** A fingerprint without the moment at which it expires. */
const withoutExpiry = (print: string): string => print.split('@')[0]!;

/**
 * Whether a secret is one of the kept fingerprints (`<print>`, or `<print>@<when it ends>`). An end
 * counts wherever it stands: another copy of the same may be older.
 */
export function isAccepted(secret: string, kept: readonly string[], now: number): boolean {
	const print = printOf(secret);
	const own = kept.filter((keptPrint) => isEqual(withoutExpiry(keptPrint), print));
	return own.length > 0 && own.every((keptPrint) => isUnexpired(keptPrint, now));
}

/** Whether a fingerprint is still valid. One that ends too far ahead, by a wrong clock, is not. */
function isUnexpired(print: string, now: number): boolean {
	const end = print.split('@')[1];
	return end === undefined || (now < Number(end) && !isAhead(Number(end) - FORMER_MS, now));
}

const isEqual = (a: string, b: string) =>
	a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * The fingerprints that a process knows for one address. Its webhook and its registration share them: the
 * service may call with a new secret before the request that sets it is answered.
 */
export class AcceptedSecrets {
	private prints: string[];

	/** @param stored fingerprints as n8n keeps them: current ones first, former ones with their ends */
	constructor(stored: readonly string[]) {
		this.prints = [...stored];
	}

	/** All of them, as they are stored. */
	get stored(): readonly string[] {
		return this.prints;
	}

	/** The same without their ends. */
	get all(): string[] {
		return this.prints.map(withoutExpiry);
	}

	/** Accepts a secret from now on; the oldest is dropped where there are too many. */
	accept(print: string): void {
		this.prints = [print, ...this.prints].slice(0, MOST_PRINTS);
	}

	/** Ends all but these after a while; those that were ending keep their ends. */
	endOthers(current: ReadonlySet<string>, now: number): void {
		const until = now + FORMER_MS;
		const formers = this.prints.filter((print) => !current.has(withoutExpiry(print)));
		const ending = formers.map((print) => (print.includes('@') ? print : `${print}@${until}`));
		this.prints = [...current, ...ending];
	}
}

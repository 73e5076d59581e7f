/* The user data header of a message. Source: 3GPP TS 23.040, 9.2.3.24. */

/** The position of a message in a long one. */
export interface PartNumber {
	/** What the parts of one message have in common. */
	reference: string;
	/** From 1. */
	part: number;
	total: number;
}

/** Bytes of a reference, by the identifier of an element that tells the position of a part. */
const REFERENCE_BYTES: Record<number, number> = { 0x00: 1, 0x08: 2 };

/** An element of a header. */
interface Element {
	identifier: number;
	data: Buffer;
}

/** The elements of a header: its length, then identifier, length and data of each. Torn ones are left out. */
function elementsIn(header: Buffer): Element[] {
	const end = Math.min(header.length, 1 + (header[0] ?? 0));
	const elements: Element[] = [];
	let offset = 1;
	while (offset + 2 <= end) {
		const from = offset + 2;
		const to = from + header[offset + 1]!;
		if (to > end) break;
		elements.push({ identifier: header[offset]!, data: header.subarray(from, to) });
		offset = to;
	}
	return elements;
}

function positionIn({ identifier, data }: Element): PartNumber | undefined {
	const bytes = REFERENCE_BYTES[identifier];
	if (bytes === undefined || data.length !== bytes + 2) return undefined;
	const reference = data.subarray(0, bytes).toString('hex');
	const [total, part] = [data[bytes]!, data[bytes + 1]!];
	// Such a position is to be ignored.
	const isPosition = part > 0 && part <= total;
	return isPosition ? { reference, part, total } : undefined;
}

/**
 * The position in a long message that a header in hexadecimal digits tells; undefined where it tells none, or that
 * of a message in one part. Of several positions the last one counts.
 */
export function partNumberIn(udh: string): PartNumber | undefined {
	const digits = udh.trim();
	if (!/^([0-9a-f]{2})+$/i.test(digits)) return undefined;
	const positions = elementsIn(Buffer.from(digits, 'hex')).flatMap((element) => {
		const position = positionIn(element);
		return position ? [position] : [];
	});
	const last = positions.at(-1);
	return last && last.total > 1 ? last : undefined;
}

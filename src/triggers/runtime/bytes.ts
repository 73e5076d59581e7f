/*
 * Whole numbers as text for n8n's store: base64url, four letters for three bytes. Small numbers take
 * one byte, and seven bits more each further one.
 */

/** Writes numbers from 0 to 2^53 - 1, and texts. */
export class ByteWriter {
	private readonly bytes: number[] = [];

	number(value: number): this {
		let rest = value;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.bytes.push((rest % 0x80) + 0x80);
		this.bytes.push(rest);
		return this;
	}

	/** A number in a fixed count of bytes, whatever its size. */
	fixed(value: number, length: number): this {
		for (let i = 0, rest = value; i < length; i++, rest = Math.floor(rest / 0x100)) {
			this.bytes.push(rest % 0x100);
		}
		return this;
	}

	text(value: string): this {
		const bytes = Buffer.from(value);
		this.number(bytes.length).bytes.push(...bytes);
		return this;
	}

	toString(): string {
		return Buffer.from(this.bytes).toString('base64url');
	}
}

/** Reads what a {@link ByteWriter} wrote; zeros and empty texts behind its end. */
export class ByteReader {
	private readonly bytes: Buffer;
	private place = 0;

	constructor(packed: string) {
		this.bytes = Buffer.from(packed, 'base64url');
	}

	get isOver(): boolean {
		return this.place >= this.bytes.length;
	}

	number(): number {
		let value = 0;
		for (let scale = 1; ; scale *= 0x80) {
			const byte = this.bytes[this.place++] ?? 0;
			value += (byte % 0x80) * scale;
			if (byte < 0x80) return value;
		}
	}

	fixed(length: number): number {
		let value = 0;
		for (let i = 0, scale = 1; i < length; i++, scale *= 0x100) {
			value += (this.bytes[this.place++] ?? 0) * scale;
		}
		return value;
	}

	text(): string {
		const length = this.number();
		const value = this.bytes.toString('utf8', this.place, this.place + length);
		this.place += length;
		return value;
	}
}

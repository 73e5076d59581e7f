/** Random numbers seeded by a text: the same text gives the same numbers on every machine. */
export class Random {
	private a: number;
	private b: number;
	private c: number;
	private d = 1;

	constructor(text: string) {
		[this.a, this.b, this.c] = [1, 2, 3].map((salt) => hash(text, salt)) as [
			number,
			number,
			number,
		];
		for (let i = 0; i < 12; i++) this.next();
	}

	/** From 0 up to but not including 1 (sfc32). */
	readonly next = (): number => {
		const t = (((this.a + this.b) | 0) + this.d) | 0;
		this.d = (this.d + 1) | 0;
		this.a = this.b ^ (this.b >>> 9);
		this.b = (this.c + (this.c << 3)) | 0;
		this.c = ((this.c << 21) | (this.c >>> 11)) + t;
		return (t >>> 0) / 2 ** 32;
	};

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	between(low: number, high: number): number {
		return low + this.next() * (high - low);
	}

	/** A number with a uniform logarithm, so that small numbers are as likely as large ones. */
	spread(low: number, high: number): number {
		return low * (high / low) ** this.next();
	}

	/** A whole number, including both ends. */
	whole(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	pick<T>(from: readonly T[]): T {
		return from[Math.floor(this.next() * from.length)]!;
	}

	/** One of the names, chosen by weight. */
	weighted<T extends string>(weights: Partial<Record<T, number>>): T {
		const all = Object.entries(weights) as Array<[T, number]>;
		let left = this.next() * all.reduce((sum, [, weight]) => sum + weight, 0);
		for (const [name, weight] of all) {
			left -= weight;
			if (left < 0) return name;
		}
		return all.at(-1)![0];
	}

	/** A UUID of version 4. */
	uuid(): string {
		const hex = (digits: number) =>
			Math.floor(this.next() * 16 ** digits)
				.toString(16)
				.padStart(digits, '0');
		return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
	}
}

/** FNV-1a with a salt. */
function hash(text: string, salt: number): number {
	let h = 2_166_136_261 ^ (salt * 0x9e3779b1);
	for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16_777_619);
	return h >>> 0;
}

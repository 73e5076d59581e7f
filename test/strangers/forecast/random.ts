/** A small generator of numbers by a seed: the same seed gives the same series. */
export class Random {
	constructor(private seed: number) {}

	/** From 0 to 1. */
	next(): number {
		this.seed = (this.seed + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	between(least: number, most: number): number {
		return least + (most - least) * this.next();
	}

	whole(least: number, most: number): number {
		return Math.floor(this.between(least, most + 1));
	}

	happens(share: number): boolean {
		return this.next() < share;
	}

	/** Around 0, with a deviation of 1. */
	normal(): number {
		const first = Math.max(this.next(), 1e-12);
		return Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * this.next());
	}
}

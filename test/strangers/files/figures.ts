import type { Bill, CellOutcome, FileCase, FileOutcome } from './kinds';

/* What a run of the cases prints: npm run test:strangers -- files */

/** Counts cells by what became of them. */
export class CellFigures {
	private read = 0;
	private refused = 0;
	private wrong = 0;

	constructor(private readonly title: string) {}

	add(outcome: CellOutcome, isRight: boolean): void {
		if (!isRight) this.wrong += 1;
		else if ('error' in outcome) this.refused += 1;
		else this.read += 1;
	}

	toString(): string {
		const all = this.read + this.refused + this.wrong;
		return `${this.title}: ${all} judged, ${this.read} read rightly, ${this.refused} refused rightly, ${this.wrong} wrong`;
	}
}

const billText = ({ row, for: what, of }: Bill): string => `${row} ${what} ${of}`;

/** The entries of a list that are not in another, which has each as often as it may be. */
function beyond(got: readonly string[], right: readonly string[]): string[] {
	const open = [...right];
	return got.filter((one) => {
		const at = open.indexOf(one);
		if (at >= 0) open.splice(at, 1);
		return at < 0;
	});
}

/** Counts runs of files by what became of them, and the harm they did. */
export class FileFigures {
	private readonly counts = { useful: 0, once: 0, wrong: 0, created: 0, billed: 0 };

	constructor(private readonly title: string) {}

	add({ expected }: FileCase, outcome: FileOutcome, isRight: boolean): void {
		if (!isRight) this.counts.wrong += 1;
		else if ('refusedOnce' in outcome) this.counts.once += 1;
		else this.counts.useful += 1;
		if ('refusedOnce' in outcome) return;
		const right = 'rows' in expected ? expected : { created: [], tags: [], bills: [] };
		const made = [...beyond(outcome.created, right.created), ...beyond(outcome.tags, right.tags)];
		this.counts.created += made.length;
		this.counts.billed += beyond(outcome.bills.map(billText), right.bills.map(billText)).length;
	}

	toString(): string {
		const { useful, once, wrong, created, billed } = this.counts;
		return [
			`${this.title}: ${useful + once + wrong}, ${useful} useful row by row, ${once} refused once, ${wrong} wrong`,
			`${created} look-alikes created, ${billed} billed by a misreading`,
		].join('; ');
	}
}

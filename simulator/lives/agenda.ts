interface Task {
	/** Milliseconds since the epoch. */
	at: number;
	run: () => void;
}

/** What will happen by itself, in the order of time. Tasks of one moment run as they were added. */
export class Agenda {
	private readonly tasks: Task[] = [];

	add(at: number, run: () => void): void {
		let low = 0;
		let high = this.tasks.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.tasks[middle]!.at <= at) low = middle + 1;
			else high = middle;
		}
		this.tasks.splice(low, 0, { at, run });
	}

	/** Removes and returns the next task that is due, if any. */
	take(now: number): Task | undefined {
		const [next] = this.tasks;
		return next && next.at <= now ? this.tasks.shift() : undefined;
	}
}

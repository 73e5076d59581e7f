/** The target of events; dead targets get none, frozen targets get them later. */
export interface Inhabitant {
	state: 'running' | 'frozen' | 'dead';
	/** Events that wait until it resumes. */
	held: Happening[];
	/** Handles an exception of its events as a crash. */
	crashed(error: unknown): void;
}

/** A scheduled event. */
export interface Happening {
	at: number;
	order: number;
	call: () => void;
	owner: Inhabitant | undefined;
	isOver: boolean;
}

const isBefore = (a: Happening, b: Happening) =>
	a.at < b.at || (a.at === b.at && a.order < b.order);

/** Events per iteration of the real event loop; microtasks run after each. */
const AT_ONCE = 64;

/**
 * The time of a world, in milliseconds since its start: it stands still while code runs and jumps to the
 * next event otherwise.
 */
export class Timeline {
	now = 0;
	/** The target of the current event. */
	current: Inhabitant | undefined;
	/** Number of events so far. */
	count = 0;
	private readonly heap: Happening[] = [];
	private lastOrder = 0;

	/** Schedules an event after a delay in milliseconds, by default without a target. */
	after(ms: number, call: () => void, owner?: Inhabitant): Happening {
		return this.at(this.now + Math.max(0, ms), call, owner);
	}

	/** Schedules an event at a time; events at the same time run in the order of scheduling. */
	at(time: number, call: () => void, owner?: Inhabitant): Happening {
		const order = ++this.lastOrder;
		const happening = { at: Math.max(this.now, time), order, call, owner, isOver: false };
		this.push(happening);
		return happening;
	}

	/** Schedules held-back events now, in the given order. */
	release(held: Happening[]): void {
		for (const happening of held) {
			happening.at = this.now;
			happening.order = ++this.lastOrder;
			this.push(happening);
		}
	}

	/**
	 * Runs events until `isOver`, until none is left, or until the time is past `until`. Nothing else may
	 * run in the process in the meantime.
	 */
	async run(isOver: () => boolean, until: number): Promise<void> {
		await new Promise<void>((resolve) => {
			let isDone = false;
			const step = () => {
				if (isDone) return;
				const next = isOver() ? undefined : this.next(until);
				if (next) return this.happen(next);
				isDone = true;
				resolve();
			};
			const turn = () => {
				if (isDone) return;
				for (let i = 0; i < AT_ONCE; i++) setImmediate(step);
				setImmediate(turn);
			};
			turn();
		});
		this.current = undefined;
	}

	private happen(happening: Happening): void {
		const { owner, call } = happening;
		this.count += 1;
		happening.isOver = true;
		this.current = owner;
		try {
			call();
		} catch (error) {
			if (!owner) throw error;
			owner.crashed(error);
		}
	}

	private next(until: number): Happening | undefined {
		for (let top = this.heap[0]; top && top.at <= until; top = this.heap[0]) {
			this.pop();
			if (top.isOver || top.owner?.state === 'dead') continue;
			this.now = Math.max(this.now, top.at);
			if (top.owner?.state !== 'frozen') return top;
			top.owner.held.push(top);
		}
		return undefined;
	}

	private push(happening: Happening): void {
		const { heap } = this;
		let i = heap.push(happening) - 1;
		while (i > 0) {
			const parent = (i - 1) >> 1;
			if (isBefore(heap[parent]!, happening)) break;
			heap[i] = heap[parent]!;
			i = parent;
		}
		heap[i] = happening;
	}

	private pop(): void {
		const { heap } = this;
		const last = heap.pop()!;
		if (heap.length === 0) return;
		let i = 0;
		for (;;) {
			let child = 2 * i + 1;
			if (child >= heap.length) break;
			if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
			if (isBefore(last, heap[child]!)) break;
			heap[i] = heap[child]!;
			i = child;
		}
		heap[i] = last;
	}
}

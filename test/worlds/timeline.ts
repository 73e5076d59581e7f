/** The one that an event happens to; nothing happens to the dead, and to the frozen only later. */
export interface Inhabitant {
	state: 'running' | 'frozen' | 'dead';
	/** Events that wait until it is thawed. */
	held: Happening[];
	/** Takes what an event of its own throws: a crash. */
	crashed(error: unknown): void;
}

/** Something that happens at a time. */
export interface Happening {
	at: number;
	order: number;
	call: () => void;
	owner: Inhabitant | undefined;
	isOver: boolean;
}

const isBefore = (a: Happening, b: Happening) =>
	a.at < b.at || (a.at === b.at && a.order < b.order);

/** Events of one turn of the machine's event loop; microtasks are done after each. */
const AT_ONCE = 64;

/**
 * The time of a world, in milliseconds since its beginning: it stands still while something is being
 * done and leaps to the next event when nothing is.
 */
export class Timeline {
	now = 0;
	/** To whom the present event happens. */
	current: Inhabitant | undefined;
	/** Events so far. */
	count = 0;
	private readonly heap: Happening[] = [];
	private lastOrder = 0;

	/** Has something happen in so many milliseconds, to nobody in particular unless said. */
	after(ms: number, call: () => void, owner?: Inhabitant): Happening {
		return this.at(this.now + Math.max(0, ms), call, owner);
	}

	/** Has it happen at a time: what is put there in an order, happens in it. */
	at(time: number, call: () => void, owner?: Inhabitant): Happening {
		const order = ++this.lastOrder;
		const happening = { at: Math.max(this.now, time), order, call, owner, isOver: false };
		this.push(happening);
		return happening;
	}

	/** Lets what was held back happen now, in the given order. */
	release(held: Happening[]): void {
		for (const happening of held) {
			happening.at = this.now;
			happening.order = ++this.lastOrder;
			this.push(happening);
		}
	}

	/**
	 * Lets everything happen until `isOver`, or until nothing is left or the time is past `until`.
	 * Nothing else must run in the process meanwhile.
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

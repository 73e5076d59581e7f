import { systemSleep } from '../../ports';

/** The address of a published workflow: hooks of its webhook learn it, and its trigger waits for it. */
export class PublishedAddress {
	private noted: string | undefined;
	private readonly isNoted: Promise<void>;
	private tell!: () => void;

	constructor() {
		this.isNoted = new Promise((resolve) => (this.tell = resolve));
	}

	/** Undefined until it is noted. */
	get url(): string | undefined {
		return this.noted;
	}

	note(url: string): void {
		this.noted = url;
		this.tell();
	}

	/** The address, once it is noted; undefined if that takes longer, or if the signal ends the wait. */
	async known(atMostMs: number, signal?: AbortSignal): Promise<string | undefined> {
		if (this.noted !== undefined) return this.noted;
		const isOver = new AbortController();
		const signals = signal ? [signal, isOver.signal] : [isOver.signal];
		const late = systemSleep(atMostMs, AbortSignal.any(signals)).catch(() => {});
		await Promise.race([this.isNoted, late]);
		isOver.abort();
		return this.noted;
	}
}

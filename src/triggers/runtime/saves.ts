import { inMemory } from './inMemory';
import { inTime } from './inTime';

/*
 * n8n saves a workflow's stored data once for each call that has changed it, as it is when the run
 * of that call is stored. Of concurrent saves the database may keep the older one, and each writes
 * all the data. Calls of one workflow therefore go in groups: n8n takes all of a group but one,
 * then that one saves for all, and then all are answered. A call that comes alone is a group of its
 * own and waits for no other.
 */

/** Calls of a group: n8n's database serves no more side by side. */
const MOST_IN_GROUP = 100;
/** Longest wait for n8n to take a call of a group, and for the save. */
const SAVE_WAIT_MS = 20_000;

/** The part of a call in its group. */
export interface SaveTurn {
	/** Whether this call makes n8n save. */
	saves: boolean;
	/**
	 * To be called before the answer leaves, with whether n8n has taken the call; resolves when its
	 * group is saved, with whether this call is included.
	 */
	answered(taken: boolean): Promise<boolean>;
}

class Saves {
	private readonly waiting: Array<(turn: SaveTurn) => void> = [];
	private isBusy = false;
	private isSaved = true;

	/** Whether everything that calls have brought is saved. */
	get isQuiet(): boolean {
		return this.isSaved && !this.isBusy;
	}

	/** Resolves when the call may proceed to n8n. */
	async turn(): Promise<SaveTurn> {
		return await new Promise((resolve) => {
			this.waiting.push(resolve);
			void this.run();
		});
	}

	private async run(): Promise<void> {
		if (this.isBusy) return;
		this.isBusy = true;
		while (this.waiting.length > 0) {
			const [saver, ...others] = this.waiting.splice(0, MOST_IN_GROUP);
			this.isSaved = await this.group(saver!, others);
		}
		this.isBusy = false;
	}

	private async group(
		saver: (turn: SaveTurn) => void,
		others: Array<(turn: SaveTurn) => void>,
	): Promise<boolean> {
		let decide!: (saved: boolean) => void;
		const saved = new Promise<boolean>((resolve) => (decide = resolve));
		let isGone = false;
		const taken = others.map(
			async (go) =>
				await new Promise<void>((resolve) => {
					const answered = async () => {
						resolve();
						// A call that comes after the save has begun may not be included in it.
						return isGone ? false : await saved;
					};
					go({ saves: false, answered });
				}),
		);
		await inTime<unknown>(Promise.all(taken), SAVE_WAIT_MS, undefined);
		isGone = true;
		const own = new Promise<boolean>((resolve) => {
			const answered = async (isTaken: boolean) => {
				resolve(isTaken);
				return isTaken;
			};
			saver({ saves: true, answered });
		});
		const isSaved = await inTime(own, SAVE_WAIT_MS, false);
		decide(isSaved);
		return isSaved;
	}
}

/** The saves of a workflow in this process. */
export const savesOf = inMemory(() => new Saves());

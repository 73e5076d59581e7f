import { CellularIotError } from '../errors';

/*
 * A text of a node that outlives the run which writes it, where idempotency keys are kept: on the Redis of the
 * account (redisText.ts), else in the database of n8n (markedText.ts). A run writes what it is about to do before it
 * does so, and a run that is started after a kill reads it first.
 */

export interface KeptText {
	/** Most bytes of a text, once it is packed. */
	readonly mostBytes: number;
	/**
	 * Takes the text for a run, until {@link release}. `tell` receives what is waited for.
	 * @throws CellularIotError while another run of the node has it
	 */
	hold(tell: (what: string) => void, signal?: AbortSignal): Promise<void>;
	/** To be called at least every {@link BEAT_MS} by the run that holds it. */
	beat(): Promise<void>;
	/** Never fails. */
	release(): Promise<void>;
	/**
	 * The text; undefined where none is kept.
	 * @throws CellularIotError where that cannot be known
	 */
	read(): Promise<string | undefined>;
	/** Keeps another text, or none. @throws CellularIotError where the store fails */
	write(text: string | undefined): Promise<void>;
}

/** The longest time between two beats of a living run. Milliseconds. */
export const BEAT_MS = 20_000;

/** Another run of the node is under way. */
export const heldByAnother = () =>
	new CellularIotError(
		'Another run of this node is under way, and has endpoints under judgement. Nothing was sent',
		'Wait until it has ended, then run this one again.',
		'notSent',
	);

/** A text does not fit into its store. */
export const doesNotFit = (bytes: number, most: number) =>
	new CellularIotError(
		`What a run has to write down before it goes on takes ${bytes} bytes, and the database of n8n keeps ${most} of a node. Nothing of it was sent`,
		'Choose smaller waves, or switch on "Share Limits Across Workers" in the credential and give a Redis.',
		'notSent',
	);

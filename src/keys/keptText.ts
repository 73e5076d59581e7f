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
	/**
	 * Makes sure that the run which has taken the text holds it still; nothing where no run has taken it here. It is
	 * asked right before everything that changes something at the service.
	 * @throws CellularIotError where the place was lost: it is never taken back in silence
	 */
	confirm(): Promise<void>;
	/** Never fails. */
	release(): Promise<void>;
	/**
	 * The text; undefined where none is kept.
	 * @throws CellularIotError where that cannot be known
	 */
	read(): Promise<string | undefined>;
	/** Keeps another text, or none. @throws CellularIotError where the store fails, or the place was lost */
	write(text: string | undefined): Promise<void>;
}

/** The time between two beats of a living run. Milliseconds. */
export const BEAT_MS = 20_000;

/** Another run of the node is under way. */
export const heldByAnother = () =>
	new CellularIotError(
		'Another run of this node is under way, and has endpoints under judgement. Nothing was sent',
		'Wait until it has ended, then run this one again.',
		'notSent',
	);

/** The place of a run is lost, so that another run may have begun. */
export const placeLost = () =>
	new CellularIotError(
		'This run has lost its place on the Redis of the account, so that another run of the node may have begun. Nothing more was sent',
		'It was out of reach of that Redis for minutes, or the Redis has lost its data. Run the workflow again: it begins with the endpoints that are under judgement.',
		'notSent',
	);

/** A text does not fit into its store. */
export const doesNotFit = (bytes: number, most: number) =>
	new CellularIotError(
		`What a run has to write down before it goes on takes ${bytes} bytes, and the database of n8n keeps ${most} of a node. Nothing of it was sent`,
		'Choose smaller waves, or switch on "Share Limits Across Workers" in the credential and give a Redis.',
		'notSent',
	);

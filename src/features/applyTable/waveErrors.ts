import { CellularIotError, knownOf, PartlyDoneError } from '../../errors';
import { NotAttemptedError } from '../../run/items';

/* What goes wrong in waves, in words. */

/** There is no store for what a condition needs. */
export const noStore = () =>
	new CellularIotError(
		'A wave with a condition is written down before it goes out, and there is no store that outlives the run. Nothing was sent',
		'Save the workflow: then the database of n8n (1.64 or later) keeps it; or switch on "Share Limits Across Workers" in the credential and give a Redis.',
		'notSent',
	);

/** The first endpoint of a wave with too many that have not met the condition, where failures stop the run. */
export const notMetError = (reason: string) =>
	new CellularIotError(
		`The endpoint was put back or left, and the run stopped: ${reason}`,
		'Look at the endpoints of the wave in the service. A run that stops gives no items: with On Error set to Continue, the outcome of each endpoint is in its item.',
		'partial',
	);

/** A wave in which nobody has shown that the change does no harm. */
export const nobodyMet = (endpoints: number) =>
	new NotAttemptedError(
		undefined,
		`Not sent: none of the ${endpoints} endpoints of the wave before has met the condition, and what became of them is unknown`,
		'Look at these endpoints, then run the rest of the table.',
	);

/** Most ids that a sentence names. */
const MOST_NAMED = 50;

const named = (ids: readonly number[]): string => {
	const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
	return `${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
};

/** Endpoints of an earlier run are still open, so that nothing else may go out. */
export const stillOpen = (ids: readonly number[], cause: unknown) =>
	new NotAttemptedError(
		cause,
		`Not sent: ${ids.length} endpoints that an earlier run has changed could not be put back or judged: ${named(ids)}. ${knownOf(cause).message}`,
		'Correct the cause and run the table again; or enter their IDs in "Waves" → "Accept as They Are", and they stay as they are.',
	);

/** A run without waves has met endpoints that are under judgement. */
export const leftOpen = (ids: readonly number[]) =>
	new CellularIotError(
		`A run of this node in waves was stopped or is under way, and has ${ids.length} endpoints under judgement: ${named(ids)}`,
		'Without waves nothing of the table is sent. Run it in waves ("Waves" → "Wave Size"): such a run begins with these endpoints, or leaves those as they are that "Accept as They Are" names.',
		'notSent',
	);

/** An endpoint whose state could not be read. */
export const notJudged = (cause: unknown) =>
	new PartlyDoneError('The endpoint was changed, and could not be judged', cause);
/** An endpoint that keeps what its wave gave it, against the condition. */
export const notPutBack = (reason: string, cause: unknown) =>
	new PartlyDoneError(`The endpoint was changed, and could not be put back: ${reason}`, cause);

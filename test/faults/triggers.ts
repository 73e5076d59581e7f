import { feedHistories } from '../unit/triggers/feed/feedHistories';
import { quotaHistories } from '../unit/triggers/quota/quotaHistories';
import { fuzzCallbacks, shuffledParts } from '../unit/triggers/sms/fuzz';
import type { Figure } from './figures';

const HISTORIES = 1_000;
const CALLBACKS = 10_000;
const PARTS = 1_000;

/** Figures 6 and 7: the triggers' random tests, at full size; with a new seed unless one is given. */
export const triggers = async (seed?: number): Promise<Figure[]> => {
	const figures: Figure[] = [];
	for (const [what, verdict] of [
		['status', await quotaHistories(HISTORIES, seed)],
		['event feed', await feedHistories(HISTORIES, seed)],
	] as const) {
		const { runs, wanted, got, seed: own, failure } = verdict;
		figures.push({
			name: `6 (${what})`,
			wanted: `each of ${wanted} changes in ${HISTORIES} histories once`,
			got: `${got} changes in ${runs} histories, seed ${own}${failure === undefined ? '' : `: ${String(failure)}`}`,
			held: failure === undefined && got === wanted && wanted > 0 && runs === HISTORIES,
		});
	}
	const fuzz = await fuzzCallbacks(CALLBACKS, seed);
	const { runs, crashes, intruders, started, failure } = fuzz;
	figures.push({
		name: '7',
		wanted: `${CALLBACKS} callbacks, 0 crashes, 0 runs without a valid signature`,
		got: `${runs} callbacks, ${crashes} crashes, ${intruders} runs without one (${started} with), seed ${fuzz.seed}${failure === undefined ? '' : `: ${String(failure)}`}`,
		held: failure === undefined && runs === CALLBACKS && crashes + intruders === 0 && started > 0,
	});
	const parts = await shuffledParts(PARTS, seed);
	figures.push({
		name: '7 (parts)',
		wanted: `${PARTS} histories of long messages, 0 texts that are of no message`,
		got: `${parts.runs} histories, ${parts.mixed} texts of none, ${parts.complete} messages whole, seed ${parts.seed}${parts.failure === undefined ? '' : `: ${parts.failure}`}`,
		held: parts.failure === undefined && parts.runs === PARTS && parts.complete > 0,
	});
	return figures;
};

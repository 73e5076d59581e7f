import { nights } from '../unit/nodes/action/nights';
import type { Figure } from './figures';

const ENDPOINTS = 20_000;
/** One change in this many may come without its parts, because digests collide. */
const UNNAMED_ONE_IN = 20_000;
/** Characters that n8n stores per endpoint. */
const MOST_BYTES = 24;

/** A nightly copy of changes: suspended SIMs, tags and profiles, with failed runs and restarts. */
async function measure(count: number): Promise<Figure[]> {
	const { wanted, got, unnamed, wrong, bytes } = await nights(ENDPOINTS, count);
	return [
		{
			name: 'changed',
			wanted: `each of ${wanted} changes of ${ENDPOINTS} endpoints in ${count} nights in its run`,
			got: `${got}; ${wrong.length} nights were wrong${wrong[0] === undefined ? '' : `: ${wrong[0]}`}`,
			held: got === wanted && wrong.length === 0,
		},
		{
			name: 'changed (parts)',
			wanted: `at most one change in ${UNNAMED_ONE_IN} without its parts`,
			got: `${unnamed} of ${got}`,
			held: unnamed <= Math.ceil(got / UNNAMED_ONE_IN),
		},
		{
			name: 'changed (size)',
			wanted: `at most ${MOST_BYTES} bytes an endpoint stored`,
			got: bytes.toFixed(1),
			held: bytes <= MOST_BYTES,
		},
	];
}

export const changed = async (): Promise<Figure[]> => await measure(20);

/** Takes minutes, since the service's rate limits each list. */
export const changedWhole = async (): Promise<Figure[]> => await measure(200);

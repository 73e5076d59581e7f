import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { feedHistories } from '../../unit/triggers/feed/feedHistories';
import { quotaHistories } from '../../unit/triggers/quota/quotaHistories';

/** Poll histories: slipping pages, empty and failing answers, wrong clocks, restarts. */
export async function histories(runs: number): Promise<Figure[]> {
	const both = { status: await quotaHistories(runs), 'event feed': await feedHistories(runs) };
	return Object.entries(both).map(([name, verdict]) => {
		if (verdict.failure !== undefined) say(verdict.failure);
		return exactly(
			`poll histories, ${name}`,
			`${runs} of ${runs}, each of ${verdict.wanted} changes told once`,
			`${verdict.failure === undefined ? verdict.runs : 'fewer'} of ${runs}, each of ${verdict.got} changes told once`,
		);
	});
}

import { Random } from '../../support/random';
import type { Failure } from '../failure';
import type { Subject } from '../subject';
import { NEIGHBOURS } from '../plan';
import { Account } from './account';
import { campaign } from './campaign';
import { streams } from './streams';
import { table } from './table';

interface Story {
	play: (account: Account) => Promise<void>;
	/** Fewest and most endpoints of the account. */
	endpoints: [number, number];
}

const STORIES: Story[] = [
	// More devices than a run sends to at once.
	{ play: campaign, endpoints: [80, 120] },
	{ play: table, endpoints: [10, 40] },
	{ play: streams, endpoints: [1, 2] },
];

/** Runs and checks the world of a seed; undefined without violations. */
export async function judgeNeighbours(
	subject: Subject,
	seed: number,
): Promise<Failure | undefined> {
	const random = new Random(`${NEIGHBOURS} ${seed}`);
	const { play, endpoints } = random.pick(STORIES);
	const account = await Account.open(subject, random, {
		endpoints: random.whole(...endpoints),
		sims: random.whole(0, 3),
	});
	await play(account);
	const { violations, lines } = account;
	if (violations.length === 0) return undefined;
	const wrong = violations.map(({ rule, what }) => `WRONG: ${rule}: ${what}`);
	return { family: NEIGHBOURS, seed, violations, text: [...lines, ...wrong].join('\n') };
}

import { Fleet, told } from '../unit/features/reportDrift/edits';
import { exactly, type Figure } from './figures';

/** Most requests of a comparison, as a share of those of the list. */
const MOST_SHARE = 1.05;
const ENDPOINTS_IN_PAGE = 1_000;
/** Rows without an endpoint in the list that one request asks for. */
const MISSING_IN_REQUEST = 60;

/** A fleet with hidden edits of all kinds, compared with the table that describes it. */
export async function drift(endpoints: number, edits: number): Promise<Figure[]> {
	const all: Figure[] = [];
	for (const generation of ['recorded', 'reference'] as const) {
		const fleet = await Fleet.open({ endpoints, edits, generation });
		const clean = (await fleet.report()).flatMap((result) =>
			'items' in result ? result.items : [{}],
		);
		fleet.edit(edits);
		// Deleted endpoints are in the list, too.
		const pages = Math.ceil(fleet.listed / ENDPOINTS_IN_PAGE);
		const results = await fleet.report({ findWho: false });
		const compared = fleet.sent.length;
		const items = results.flatMap((result) => ('items' in result ? result.items : [{}]));
		const found = told(items);
		const missing = items.filter((item) => item.drift === 'missing').length;
		const forMissing = Math.ceil(missing / MISSING_IN_REQUEST);
		const named = [...fleet.expected.keys()].filter((id) => found.has(id)).length;
		const others = items.length - named + clean.length;
		const withAuthors = (await fleet.report()).flatMap((result) =>
			'items' in result ? result.items : [{}],
		);
		const asked = fleet.sent.length;
		const authors = told(withAuthors);
		const known = [...fleet.expected].filter(([, author]) => author !== null);
		const right = known.filter(([key, author]) => authors.get(key) === author).length;
		const wrong = [...fleet.expected].filter(
			([key, author]) => author === null && (authors.get(key) ?? null) !== null,
		).length;
		await fleet.sim.close();
		all.push(
			exactly(
				`drift (${generation})`,
				`${edits} of ${edits} edits of ${endpoints} endpoints told, 0 others`,
				`${named} of ${edits} edits of ${endpoints} endpoints told, ${others} others`,
			),
			{
				name: `drift (${generation}, requests)`,
				wanted: `at most ${MOST_SHARE} times the ${pages} of the list, and ${forMissing} for ${missing} missing`,
				got: `${compared}, and ${asked - compared} more for who did it`,
				held: compared <= MOST_SHARE * pages + forMissing,
			},
			exactly(
				`drift (${generation}, who)`,
				`${known.length} of ${known.length} users named, 0 wrong`,
				`${right} of ${known.length} users named, ${wrong} wrong`,
			),
		);
	}
	return all;
}

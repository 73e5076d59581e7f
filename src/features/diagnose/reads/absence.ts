import { answerList } from '../../../table/answers';
import type { Call, Json } from '../../../table/define';
import { getAllBlacklisted } from '../../../table/entries/endpoint/operatorBlacklist';
import { getAllBlocklisted } from '../../../table/entries/profile/tariffProfileBlocklist';
import { getAllEuiccs } from '../../../table/entries/sim/euicc';
import { at, listOrOne } from '../../../table/reading';
import { buildRequest } from '../../../table/request';
import { lacksEntries } from '../../../table/whole';
import type { Facts } from '../facts/facts';
import type { Asked } from './asked';

/* What may keep a device off that is not online: lists of operators, and the other profiles of its card. */

/** Cards that are looked through. */
const CARDS_IN_PAGE = 1_000;

/** The cards of an account, or those of one EID. */
async function cardsOf(call: Call, eid: unknown): Promise<{ cards: Json[]; isWhole: boolean }> {
	const known = typeof eid === 'string' && eid !== '';
	const query = { ...(known && { q: `eid:${eid}` }), page: 1, per_page: CARDS_IN_PAGE };
	const ask = async () => {
		const answer = await call.other(getAllEuiccs, {}, { query });
		const cards = listOrOne(answer);
		return { cards, isWhole: !lacksEntries(answer, cards) };
	};
	return known ? await ask() : await call.once('diagnose: eUICCs', ask);
}

async function blocklistOf(call: Call, tariffProfileId: unknown): Promise<Json[]> {
	return await call.once(`diagnose: blocklist ${String(tariffProfileId)}`, async () => {
		const input = { tariffProfileId };
		const { query } = buildRequest(getAllBlocklisted, input);
		return listOrOne(await call.other(getAllBlocklisted, input, { ...(query && { query }) }));
	});
}

/** The operators that the endpoint and its tariff profile do not allow. */
export async function readBlocklists(
	call: Call,
	asked: Asked,
	{ id: endpointId, endpoint }: Pick<Facts, 'id' | 'endpoint'>,
): Promise<Pick<Facts, 'blacklist' | 'blocklist'>> {
	const blacklist = await asked.for('blacklist', async () =>
		answerList(await call.other(getAllBlacklisted, { endpointId })),
	);
	const blocklist = await asked.for('blocklist', () =>
		blocklistOf(call, at(endpoint, 'tariff_profile.id')),
	);
	return { blacklist, blocklist };
}

/** The cards among which that of the endpoint is; undefined where they could not be read. */
export async function readCards(
	call: Call,
	asked: Asked,
	{ endpoint }: Pick<Facts, 'endpoint'>,
): Promise<Json[] | undefined> {
	const found = await asked.for('cards', () => cardsOf(call, at(endpoint, 'sim.eid')));
	if (found && !found.isWhole)
		asked.note('cards', `there are more than the ${found.cards.length} that were read`);
	return found?.cards;
}

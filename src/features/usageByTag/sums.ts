import type { Client } from '../../run/client';
import type { Call, Json } from '../../table/define';
import { tidy } from '../../table/entries/usage/usageDays';
import { currencyCells, monthCells } from '../../table/entries/usage/usageFields';
import { listOrOne } from '../../table/reading';
import { enriched } from '../addToEach/enriched';

/*
 * The usage of each tag in a month. No report of the service knows tags: this adds up the summaries of the
 * endpoints that have one, and takes the rest from the organisation's own total.
 */

export type UsageMonth = 'current_month' | 'last_month';

const AMOUNTS = ['data_mb', 'sms', 'cost'] as const;
type Amounts = Record<(typeof AMOUNTS)[number], number>;

const NO_USAGE: Amounts = { data_mb: 0, sms: 0, cost: 0 };

/** The amounts of a month among the cells of an endpoint or an organisation. */
const amountsOf = (cells: Json, month: string): Amounts =>
	Object.fromEntries(
		AMOUNTS.map((name) => [name, Number(cells[`${month}_${name}`]) || 0]),
	) as Amounts;

const combined = (amounts: Amounts, others: Amounts, sign: 1 | -1 = 1): Amounts =>
	Object.fromEntries(
		AMOUNTS.map((name) => [name, tidy(amounts[name] + sign * others[name])]),
	) as Amounts;

/** A row of the result: what the endpoints of a tag have used, as far as it could be read. */
function rowOf(tag: string | null, endpoints: Json[], month: string): Json & Amounts {
	const unread = endpoints.filter((endpoint) => 'not_read' in endpoint).length;
	const sum = endpoints.reduce<Amounts>(
		(all, endpoint) => combined(all, amountsOf(endpoint, month)),
		NO_USAGE,
	);
	return {
		tag,
		endpoints: endpoints.length,
		...sum,
		...(unread > 0 && { not_read: unread }),
	};
}

/** A row for each tag, and the last one for the rest of the organisation's total. */
export async function usageByTag(client: Client, call: Call, month: UsageMonth): Promise<Json[]> {
	const tagsOf = ({ tags }: Json) => tags as string[];
	const isTagged = (endpoint: Json) => endpoint.status_id !== 2 && tagsOf(endpoint).length > 0;
	const ofList = { returnAll: true, simplify: true, addToEach: ['usage'] };
	const tagged = await enriched(client, call, ofList, isTagged);
	const total = monthCells(month, listOrOne(await call.own({}))[0]?.[month]);
	const byTag = new Map<string, Json[]>();
	for (const endpoint of tagged) {
		for (const tag of tagsOf(endpoint)) byTag.set(tag, [...(byTag.get(tag) ?? []), endpoint]);
	}
	const all = rowOf(null, tagged, month);
	const rest = combined(amountsOf(total, month), all, -1);
	const codes = [total[`${month}_currency`], ...tagged.map((endpoint) => endpoint.currency)];
	const given = codes.filter((code) => typeof code === 'string') as string[];
	const currency = currencyCells([...new Set(given)]);
	const noCost = currency.cost_note === undefined ? {} : { cost: null };
	const rows: Json[] = [...byTag.keys()].sort().map((tag) => rowOf(tag, byTag.get(tag)!, month));
	rows.push({ ...all, endpoints: null, ...rest });
	return rows.map((row) => ({ ...row, ...noCost, ...currency, month: total[month] ?? null }));
}

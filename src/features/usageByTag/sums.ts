import { EndpointStatus } from '../../fleet/statuses';
import type { Client } from '../../run/client';
import type { Call, Json } from '../../table/define';
import {
	type Cost,
	costsNotGiven,
	costSum,
	tidy,
	volumeSum,
} from '../../table/entries/usage/usageDays';
import { currencyCells, monthCells } from '../../table/entries/usage/usageFields';
import { listOrOne } from '../../table/reading';
import { enriched } from '../addToEach/enriched';

/*
 * The usage of each tag in a month. No report of the service knows tags: this adds up the summaries of the
 * endpoints that have one, and takes the rest from the organisation's own total.
 */

export type UsageMonth = 'current_month' | 'last_month';

/** What was used in a month; null where it is not known. */
interface Amounts {
	data_mb: number | null;
	sms: number | null;
	cost: number | null;
}

const amount = (value: unknown) => (typeof value === 'number' ? value : null);

/** The amounts of a month among the cells of an endpoint or an organisation. */
const amountsOf = (cells: Json, month: string): Amounts => ({
	data_mb: amount(cells[`${month}_data_mb`]),
	sms: amount(cells[`${month}_sms`]),
	cost: amount(cells[`${month}_cost`]),
});

const hasTraffic = ({ data_mb: data, sms }: Amounts) => data !== 0 || sms !== 0;
const costIn = (amounts: Amounts): Cost => ({
	cost: amounts.cost,
	hasTraffic: hasTraffic(amounts),
});

/** Amounts added up; each is null where a part of it is not known. */
const addedUp = (all: readonly Amounts[]): Amounts => ({
	data_mb: volumeSum(all.map(({ data_mb: data }) => data)),
	sms: volumeSum(all.map(({ sms }) => sms)),
	cost: costSum(all.map(costIn)),
});

/** What is left of a total; null where it, or what is taken off, is not known. */
function restOf(total: Amounts, part: Amounts): Amounts {
	const left = (name: keyof Amounts) => {
		const [whole, taken] = [total[name], part[name]];
		return whole === null || taken === null ? null : tidy(whole - taken);
	};
	const isFree = part.cost === null && !hasTraffic(part);
	return {
		data_mb: left('data_mb'),
		sms: left('sms'),
		cost: isFree ? total.cost : left('cost'),
	};
}

/** What amounts of null lack, in words. */
function lacksOf(used: readonly Amounts[], whose: (count: number) => string): string[] {
	const costs = costsNotGiven(used.map(costIn));
	const volumes = used.filter(({ data_mb: data, sms }) => data === null || sms === null).length;
	return [
		...(costs > 0 ? [`the cost of ${whose(costs)}`] : []),
		...(volumes > 0 ? [`the usage of ${whose(volumes)}`] : []),
	];
}
const endpointsText = (count: number) => (count === 1 ? 'one endpoint' : `${count} endpoints`);

/** The endpoints of a row: what those have used that could be read, and how many could not. */
interface Row {
	used: Amounts[];
	unread: number;
}

const rowOf = (endpoints: readonly Json[], month: string): Row => {
	const read = endpoints.filter((endpoint) => !('not_read' in endpoint));
	return {
		used: read.map((endpoint) => amountsOf(endpoint, month)),
		unread: endpoints.length - read.length,
	};
};

const UNKNOWN: Amounts = { data_mb: null, sms: null, cost: null };

/** The amounts of a row; unknown where none of its endpoints could be read. */
const sumOf = ({ used, unread }: Row): Amounts =>
	used.length === 0 && unread > 0 ? UNKNOWN : addedUp(used);

const notesOf = (unread: number, lacks: string[]): Json => ({
	...(unread > 0 && { not_read: unread }),
	...(lacks.length > 0 && { not_given: lacks.join('; ') }),
});

/** A row for each tag, and the last one for the rest of the organisation's total. */
export async function usageByTag(client: Client, call: Call, month: UsageMonth): Promise<Json[]> {
	const tagsOf = ({ tags }: Json) => tags as string[];
	const isTagged = (endpoint: Json) =>
		endpoint.status_id !== EndpointStatus.Deleted && tagsOf(endpoint).length > 0;
	const ofList = { returnAll: true, simplify: true, addToEach: ['usage'] };
	const tagged = await enriched(client, call, ofList, isTagged);
	const total = monthCells(month, listOrOne(await call.own({}))[0]?.[month]);
	const byTag = new Map<string, Json[]>();
	for (const endpoint of tagged) {
		for (const tag of tagsOf(endpoint)) byTag.set(tag, [...(byTag.get(tag) ?? []), endpoint]);
	}
	const all = rowOf(tagged, month);
	const ofTotal = amountsOf(total, month);
	const codes = [total[`${month}_currency`], ...tagged.map((endpoint) => endpoint.currency)];
	const given = codes.filter((code) => typeof code === 'string') as string[];
	const currency = currencyCells([...new Set(given)]);
	const noCost = currency.cost_note === undefined ? {} : { cost: null };
	const rows = [...byTag.keys()].sort().map((tag): Json => {
		const endpoints = byTag.get(tag)!;
		const row = rowOf(endpoints, month);
		const notes = notesOf(row.unread, lacksOf(row.used, endpointsText));
		return { tag, endpoints: endpoints.length, ...sumOf(row), ...notes };
	});
	rows.push({
		tag: null,
		endpoints: null,
		...restOf(ofTotal, sumOf(all)),
		...notesOf(all.unread, [
			...lacksOf([ofTotal], () => 'the organisation'),
			...lacksOf(all.used, endpointsText),
		]),
	});
	return rows.map((row) => ({ ...row, ...noCost, ...currency, month: total[month] ?? null }));
}

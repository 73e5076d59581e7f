import { type Call, type Input, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { at, everyOf, flat, listAt, listOrOne, numeric } from '../../reading';
import { withNumbers } from '../../values';
import { HOUR_MS } from '../../../times';
import { TRAFFIC_KINDS, volumeOf } from './usageDays';
import {
	cells,
	datesRule,
	usageByDay,
	endNeedsStart,
	monthCells,
	NOT_OURS,
	organisation,
	usageOutput,
	readMonth,
	readTraffic,
	series,
	span,
	spanRule,
	timesOfSeries,
	total,
} from './usageFields';

/* Usage and cost of endpoints, SIMs, organisations and workspaces. Source: public reference. */

const define = operationsWith({ resource: 'usage', lane: 'list', errors: [403, 404] });
const defineOfMany = operationsWith({
	resource: 'organisationUsage',
	lane: 'list',
	errors: [403, 422],
});

/**
 * Sums of the last hour, of its minutes or, for SIMs in the newest reference, as the service gives
 * them; null where they cannot be read. The direction of its SMS is not documented, so they are one sum.
 */
function hourCells(hour: unknown): Json {
	const sum = (kind: string) => {
		const given = at(hour, `${kind}.volume`);
		if (given !== undefined) return volumeOf(at(hour, kind));
		return total([...series(at(hour, `${kind}.rx`)), ...series(at(hour, `${kind}.tx`))]);
	};
	return { last_hour_data_mb: sum('data'), last_hour_sms: sum('sms') };
}

/** Hours before now with which the hourly usage begins. Source: public reference. */
const HOURS_BACK = 3;

const unchanged = <T>(traffic: T): T => traffic;

const SUMMARY_MONTHS = ['last_month', 'current_month'];

/** Last month, this month and the last hour of one thing; simplified, side by side in one flat object. */
function summaryOf(of: Json, entity: Json, simplify: boolean): Json {
	const { last_hour: hour } = entity;
	if (simplify) {
		const months = SUMMARY_MONTHS.map((name) => monthCells(name, entity[name]));
		return Object.assign({}, of, ...months, hour !== undefined && hourCells(hour)) as Json;
	}
	const months = SUMMARY_MONTHS.map((name) => [name, readMonth(entity[name])]);
	return { ...of, ...Object.fromEntries(months), ...(hour !== undefined && { last_hour: hour }) };
}

/** Object counts and costs of an organisation. */
const simpleOrganisation = flat(
	'sims=sim.total sims_issued=sim.issued sims_active=sim.active sims_suspended=sim.suspended',
	'users service_profiles tariff_profiles hosting_fees prepaid_balance=prepaid_balance.amount',
);

export const getUsageSummary = define({
	name: 'getSummary',
	action: 'Get endpoint usage summary',
	description:
		'Read data (MB), SMS (count) and cost of one endpoint: last month, this month, last hour. Which used most: Endpoint: Get Many with Add to Each.',
	request: 'GET /api/v1/endpoint/{endpointId}/stats',
	lane: 'single',
	fields: { endpointId: f.endpointId, ...f.single },
	result: (answer, { endpointId, simplify }) =>
		summaryOf({ endpoint_id: endpointId }, listOrOne(answer)[0] ?? {}, simplify),
});

export const getDailyUsage = define({
	name: 'getDaily',
	action: 'Get daily endpoint usage',
	description:
		'Read data (MB) and SMS (count) per day, or their totals. Without dates: the current month; only a start: six months; only an end: its month.',
	request: 'GET /api/v1/endpoint/{endpointId}/stats/daily',
	lane: 'single',
	source: 'specification',
	fields: {
		endpointId: f.endpointId,
		output: usageOutput,
		...f.single,
		...span('Last day'),
		...f.inGroup('options', {
			includeCost: f.flag({
				label: 'Include Cost',
				hint: 'Whether to return the deprecated cost too',
				default: true,
			}),
		}),
	},
	rules: [datesRule('{startDate}', '{endDate}')],
	result: (answer, { endpointId, includeCost = false, ...input }) =>
		usageByDay({ endpoint_id: endpointId }, answer, { ...input, includeCost }, unchanged),
});

export const getSimUsageSummary = define({
	name: 'getSimSummary',
	action: 'Get SIM usage summary',
	description: 'Read data (MB), SMS (count) and cost of a SIM: last month, this month, last hour',
	request: 'GET /api/v1/sim/{simId}/stats',
	fields: { simId: f.simId, ...f.single },
	// The schema has a list, the sample one object.
	result: (answer, { simId, simplify }) =>
		summaryOf({ sim_id: simId }, listOrOne(answer)[0] ?? {}, simplify),
});

export const getSimDailyUsage = define({
	name: 'getSimDaily',
	action: 'Get daily SIM usage',
	description:
		'Read data (MB), SMS (count) and cost of a SIM per day, or their totals. Without dates: the current month.',
	request: 'GET /api/v1/sim/{simId}/stats/daily',
	fields: { simId: f.simId, output: usageOutput, ...f.single, ...span('Last day') },
	rules: [spanRule],
	result: (answer, input) => usageByDay({ sim_id: input.simId }, answer, input),
});

/** The organisation of the usage; the service takes `my`, and the session gives its id, null if not. */
async function usageOrganisation(call: Call, { organisationId }: Input): Promise<Json> {
	const isOwn = organisationId === undefined || organisationId === 'my';
	const own = isOwn ? (await call.login.identity()).organisationId : organisationId;
	return { organisation_id: own ?? null };
}

export const getOrganisationUsageSummary = defineOfMany({
	name: 'getSummary',
	action: 'Get organisation usage summary',
	description:
		'Read usage and cost of an organisation with its children in the last and the current month, and its numbers of SIMs',
	request: 'GET /api/v1/organisation/{organisationId}/stats',
	explains: NOT_OURS,
	fields: { ...f.single, ...organisation },
	run: async (call, input) => {
		const answer = await call.own(input);
		const { simplify } = input;
		const entity = listOrOne(answer)[0] ?? {};
		const counts = ['sim.total', 'sim.issued', 'sim.active', 'sim.suspended', 'hosting_fees'];
		const read = withNumbers(entity, [...counts, 'prepaid_balance.amount']);
		const own = simplify ? simpleOrganisation(read) : read;
		const of = { ...(await usageOrganisation(call, input)), ...own };
		return summaryOf(of, entity, simplify);
	},
});

export const getOrganisationDailyUsage = defineOfMany({
	name: 'getDaily',
	action: 'Get daily organisation usage',
	description:
		'Read data (MB), SMS (count) and cost of an organisation per day, or their totals. Without dates: the current month.',
	request: 'GET /api/v1/organisation/{organisationId}/stats/daily',
	explains: NOT_OURS,
	fields: {
		output: usageOutput,
		...f.single,
		...span('The day after the last one; needs Start Date'),
		...organisation,
	},
	rules: [spanRule, endNeedsStart],
	run: async (call, input) =>
		usageByDay(await usageOrganisation(call, input), await call.own(input), input),
});

export const getOrganisationHourlyUsage = defineOfMany({
	name: 'getHourly',
	action: 'Get hourly organisation usage',
	description:
		'Read data (MB) and SMS (count) of an organisation per hour, from three hours back unless a day is given; times are UTC',
	request: 'GET /api/v1/organisation/{organisationId}/stats/hourly',
	explains: NOT_OURS,
	fields: { ...f.single, ...span('The day after the last one; needs Start Date'), ...organisation },
	rules: [spanRule, endNeedsStart],
	run: async (call, input) => {
		const { body } = await call.own(input);
		const { simplify } = input;
		const of = await usageOrganisation(call, input);
		const get = (place: string) => series(at(body, place));
		// Data from the device's side already; SMS from the network's: received there, sent here.
		const data = { sent: get('data.tx'), received: get('data.rx') };
		const sms = { sent: get('sms.rx'), received: get('sms.tx') };
		if (!simplify) return { ...of, data, sms };
		const { startDate } = input;
		const from =
			startDate === undefined ? call.env.now - HOURS_BACK * HOUR_MS : Date.parse(String(startDate));
		const rows = hourRows(
			{
				data_sent_mb: data.sent,
				data_received_mb: data.received,
				sms_sent: sms.sent,
				sms_received: sms.received,
			},
			from,
		);
		return rows.map((row) => ({ ...of, ...row }));
	},
});

/** A row for each hour that one of some series has; an amount is null where its series has no such hour. */
function hourRows(columns: Record<string, ReturnType<typeof series>>, fromMs: number): Json[] {
	const rows = new Map<string, Json>();
	const none = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
	for (const [name, pairs] of Object.entries(columns)) {
		const hours = pairs.map(([hour]) => hour);
		const times = timesOfSeries(hours, fromMs);
		for (const [index, [hour, amount]] of pairs.entries()) {
			const time = times?.[index] ?? null;
			const key = time ?? hour;
			const row = rows.get(key) ?? { time, hour: time?.slice(11, 16) ?? hour, ...none };
			rows.set(key, { ...row, [name]: amount });
		}
	}
	return [...rows.keys()].sort().map((key) => rows.get(key)!);
}

export const getHierarchyDailyUsage = defineOfMany({
	name: 'getHierarchyDaily',
	action: 'Get daily usage of organisation with children',
	description:
		'Read data (MB), SMS (count) and cost of this organisation and its children for each day of the current month',
	request: 'GET /api/v1/stats/daily',
	errors: [403],
	fields: { output: usageOutput, ...f.single },
	result: (answer, input) => usageByDay({}, answer, input),
});

function workspaceDay(day: Json, simplify: boolean): Json {
	const there = TRAFFIC_KINDS.filter((kind) => at(day, `${kind}_volume`) !== undefined);
	const kindsAs = (read: (traffic: unknown) => unknown): Json =>
		Object.fromEntries(there.map((kind) => [kind, read(day[`${kind}_volume`])]));
	return {
		...(day.date !== undefined && { date: day.date }),
		...(simplify ? cells(kindsAs(unchanged), true) : kindsAs(readTraffic)),
	};
}

const workspaces = f.becoming(
	f.orNone(
		f.picks({ label: 'Workspaces', hint: 'All that are accessible unless given' }, 'workspace'),
	),
	(ids) => ids?.join(','),
);

export const getWorkspacesDailyUsage = defineOfMany({
	name: 'getWorkspacesDaily',
	action: 'Get daily usage of workspaces',
	description: 'Read data (MB), SMS (count) and cost per workspace and day, or per workspace',
	request: 'GET /api/v2/workspace/stats/daily',
	explains: { 422: 'One of the workspaces does not exist, or is not accessible to this account.' },
	fields: {
		output: usageOutput,
		...f.single,
		...span('Last day'),
		...f.inGroup('filters', {
			workspaceIds: f.query('workspace_ids', workspaces),
		}),
	},
	rules: [spanRule],
	// Documented as one object; for several workspaces a list of objects is likely.
	result: (answer, { output: form, simplify }) =>
		listOrOne(answer).flatMap((entry) => {
			const { id, total: sum } = withNumbers(entry, ['id']);
			const of = { workspace_id: id };
			if (form === 'totals') return { ...of, ...workspaceDay((sum ?? {}) as Json, simplify) };
			return listAt(entry, 'days').map((day) => ({ ...of, ...workspaceDay(day, simplify) }));
		}),
});

export const getActiveInclusiveVolumes = define({
	resource: 'organisation',
	name: 'getInclusiveVolumes',
	action: 'Get active inclusive volumes',
	description:
		'List the inclusive volumes (MB) of the running billing period. How much of them is used is not reported.',
	request: 'GET /api/v1/organisation/{organisationId}/inclusive_volume/active',
	fields: { ...f.many, ...organisation },
	result: everyOf({
		read: numeric('id volume rate currency.id tariff.id tariff.ratezone.id'),
		simple: flat(
			'id volume_mb=volume rate pooled start_date end_date currency=currency.code',
			'tariff=tariff.name ratezone=tariff.ratezone.name',
		),
	}),
});

import * as z from 'zod/v4';
import {
	amount,
	anyTime,
	type ByGeneration,
	currency,
	day,
	id,
	idText,
	named,
	text,
} from './forms';

/* Usage and cost. Source: fleet operations 5, specification (Daily usage entry). */

const numberOrText = z.union([z.int(), idText]);
const trafficType = z.strictObject({ id: numberOrText, description: text, unit: text });
const anyCurrency = currency.extend({ id: numberOrText });
const volumes = { volume: amount, volume_tx: amount, volume_rx: amount };
const used = z.strictObject({
	...volumes,
	cost: amount,
	traffic_type: trafficType,
	currency: anyCurrency.nullable(),
});
const zero = { volume: z.literal(0), volume_tx: z.literal(0), volume_rx: z.literal(0) };
const unused = z.strictObject({ ...zero, cost: z.null() });
const unusedTotal = z.strictObject({
	...zero,
	cost: z.literal(0),
	traffic_type: z.literal(''),
	currency: z.literal(''),
});
const row = (kind: z.ZodType, total: z.ZodType) =>
	z.union([
		z.strictObject({ date: day, data: kind, sms: kind }),
		z.strictObject({ date: z.literal('TOTAL'), data: total, sms: total }),
	]);
const sampled = row(z.union([used, unused]), z.union([used, unusedTotal]));
/** The newest edition has numbers, and ids as integers. */
const documentedType = z.strictObject({ id, description: text, unit: text });
const documented = z.strictObject({
	volume: z.number(),
	volume_tx: z.number(),
	volume_rx: z.number(),
	cost: z.number(),
	traffic_type: documentedType,
	currency,
});
/** Newest first; samples end with a TOTAL row, which the newest edition lacks for endpoints. */
export const daily: ByGeneration<z.ZodType> = {
	recorded: z.array(sampled).min(1),
	reference: z.array(z.strictObject({ date: day, data: documented, sms: documented })).min(1),
};
/** For an organisation: values with traffic are strings, with ids beside the objects. */
const texts = { volume: text, volume_tx: text, volume_rx: text, cost: text };
const usedByAll = used.extend({ ...texts, traffic_type_id: idText, currency_id: idText });
const withTotal = (rows: z.ZodType) =>
	z
		.array(rows)
		.refine((all) => all.some((amounts) => (amounts as { date: string }).date === 'TOTAL'), {
			error: 'there is no row TOTAL',
		});
/** The schema has strings also without traffic, samples the number 0. */
export const organisationDaily: ByGeneration<z.ZodType> = {
	recorded: withTotal(row(z.union([usedByAll, unused]), z.union([usedByAll, unusedTotal]))),
	reference: withTotal(row(usedByAll, usedByAll)),
};

const monthOf = (of: z.ZodRawShape) => {
	const entry = z.strictObject({
		...of,
		month: day.regex(/-01$/),
		...volumes,
		cost: amount,
		traffic_type_id: numberOrText,
		currency_id: numberOrText,
		traffic_type: trafficType,
		currency: anyCurrency,
	});
	return z.strictObject({ data: entry.optional(), sms: entry.optional() }).optional();
};
const pairs = z.array(z.tuple([z.string().regex(/^\d\d:\d\d$/), z.number()]));
const both = z.strictObject({ rx: pairs, tx: pairs });
const summaryOf = (of: z.ZodRawShape) => {
	const month = monthOf({ ...of, last_updated: anyTime });
	return z.strictObject({
		last_month: month,
		current_month: month,
		last_hour: z.strictObject({ data: both, sms: both }),
	});
};
export const endpointSummary = summaryOf({ endpoint_id: id });
/** A period of a SIM as in the schema: numbers. */
const simPeriod = z.strictObject({
	...documented.shape,
	id,
	sim_id: id,
	month: day.regex(/-01$/),
	traffic_type_id: id,
	currency_id: id,
	last_updated: anyTime.optional(),
});
const simPeriods = z.strictObject({ data: simPeriod.optional(), sms: simPeriod.optional() });
/** The schema has a list, and sums of the last hour; the sample is one object. */
export const simSummary: ByGeneration<z.ZodType> = {
	recorded: summaryOf({ id, sim_id: id }),
	reference: z
		.array(
			z.strictObject({
				last_month: simPeriods.optional(),
				current_month: simPeriods.optional(),
				last_hour: z.strictObject({ data: simPeriod, sms: simPeriod }),
			}),
		)
		.length(1),
};
export const hourly = z.strictObject({ data: both, sms: both });

const counts = { total: z.int(), issued: z.int(), active: z.int(), suspended: z.int() };
const organisationSummaryWith = (more: z.ZodRawShape) =>
	z.strictObject({
		last_month: monthOf({}),
		current_month: monthOf({}),
		sim: z.strictObject({ ...counts, ...more }),
		users: z.number(),
		service_profiles: z.number(),
		tariff_profiles: z.number(),
		active_chargeable_sims: z.number().optional(),
		hosting_fees: z.number().optional(),
	});
export const organisationSummary: ByGeneration<z.ZodType> = {
	recorded: organisationSummaryWith({ factory_test: z.int() }),
	reference: organisationSummaryWith({ factory_mode: z.int() }),
};

const volume = z.strictObject({
	volume: z.number(),
	volume_tx: z.number(),
	volume_rx: z.number(),
	cost: z.number().nullable(),
	traffic_type: trafficType.nullable(),
	currency: currency.nullable(),
});
const workspaceDay = {
	data_volume: volume,
	sms_volume: volume,
	sat_geo_data_volume: volume,
	sat_geo_sms_volume: volume,
};
const workspace = z.strictObject({
	id,
	days: z.array(z.strictObject({ date: day, ...workspaceDay })),
	total: z.strictObject(workspaceDay).nullable(),
});
export const workspaces = z.union([workspace, z.array(workspace).min(1)]);

/** The end is absent when there is none; dates always have a time. */
export const inclusiveVolumes = z.array(
	z.strictObject({
		id,
		volume: z.number(),
		rate: z.number(),
		pooled: z.boolean(),
		start_date: anyTime,
		end_date: anyTime.optional(),
		currency,
		tariff: z.strictObject({
			id,
			name: text,
			tariff_status_id: id,
			ratezone: named.extend({ ratezone_status_id: id }),
		}),
	}),
);

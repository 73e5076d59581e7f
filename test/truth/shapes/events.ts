import * as z from 'zod/v4';
import {
	amount,
	anyTime,
	type ByGeneration,
	described,
	digits,
	id,
	idText,
	isoTime,
	lookup,
	named,
	text,
} from './forms';

/* Events and data streams. Sources: fleet operations 4 and 8, corrections 6. */

const SEVERITIES = ['Info', 'Warn', 'Critical', 'INFO', 'WARN', 'Warning', 'CRITICAL'] as const;
const common = {
	id,
	timestamp: isoTime,
	event_type: described,
	event_severity: z.strictObject({
		id: z.literal([0, 1, 2]),
		description: z.enum(SEVERITIES),
	}),
	alert: z.boolean(),
	description: text,
	organisation: named,
};
const endpoint = z.strictObject({
	id,
	name: text,
	ip_address: z.ipv4(),
	imei: digits(16).nullable(),
	tags: text.nullable(),
});
const sim = z.strictObject({ id, iccid: digits(19), production_date: anyTime });
const imsi = z.strictObject({ id, imsi: text, import_date: anyTime });
const user = z.strictObject({ id, username: text, name: text });

/** A quota at its threshold or exhausted; the volume of an exhausted quota is a string. */
const spent = z.strictObject({
	volume: amount,
	threshold_percentage: z.number(),
	threshold_volume: z.number(),
	traffic_type: described.optional(),
});
/** An assigned quota: in camelCase, unlike everything else. */
const assigned = z.strictObject({
	status: described,
	action_on_exhaustion: z.strictObject({
		id,
		description: text,
		peak_throughput: z.number().nullish(),
	}),
	volume: z.number(),
	expiryDate: anyTime,
	lastVolumeAdded: z.number().nullish(),
	lastStatusChangeDate: anyTime.nullish(),
	autoRefill: z.boolean(),
	thresholdPercentage: z.number().nullish(),
	thresholdVolume: z.number().nullish(),
});
/** Empty for an assigned SIM, as recorded. */
const detail = z.union([
	z.strictObject({ quota: z.union([spent, assigned]) }),
	z.strictObject({ old_status: described }),
	z.strictObject({ imei: digits(16).optional() }),
]);
const sourceId = z.literal([0, 1, 2]);

/** Keys that do not apply are absent in recordings; older samples have null and the source's name. */
export const event: ByGeneration<z.ZodType> = {
	recorded: z.strictObject({
		...common,
		event_source: z.strictObject({ id: sourceId, description: text }),
		endpoint: endpoint.optional(),
		sim: sim.optional(),
		imsi: imsi.optional(),
		user: user.optional(),
		detail: detail.optional(),
	}),
	reference: z.strictObject({
		...common,
		event_source: z.strictObject({ id: sourceId, name: text }),
		endpoint: endpoint.nullish(),
		sim: sim.nullish(),
		imsi: imsi.nullish(),
		user: user.nullish(),
		detail: detail.nullish(),
	}),
};
export const eventList: ByGeneration<z.ZodType> = {
	recorded: z.array(event.recorded),
	reference: z.array(event.reference),
};
/** The list of types has 0, Generic. */
export const eventTypes = lookup.refine((types) => types.some(({ id: type }) => type === 0), {
	error: 'type 0 is missing',
});

const TYPES = ['RestAPI', 'AwsKinesis', 'S3', 'KeenIO', 'Datadog', 'EventHubs', 'PubSub'] as const;
/** Samples have ids as numbers, and a plain boolean for `alert`. */
const sampledCondition = z.union([
	z.strictObject({ field: z.literal('event_type_id'), value: z.array(id) }),
	z.strictObject({
		field: z.literal('alert'),
		value: z.union([z.boolean(), z.array(z.boolean())]),
	}),
]);
/** The schema has strings. */
const documentedCondition = z.union([
	z.strictObject({ field: z.literal('event_type_id'), value: z.array(idText) }),
	z.strictObject({ field: z.literal('alert'), value: z.array(z.enum(['true', 'false'])) }),
]);
const streamIn = (statusId: z.ZodType, condition: z.ZodType) =>
	z.strictObject({
		id: z.string().regex(/^[0-9a-f]{8}$/),
		name: text.optional(),
		data_stream_type: described,
		destination: z.strictObject({
			connection_type: z.enum(TYPES),
			format: z.enum(['Json', 'Csv']).optional(),
			credentials: z.looseObject({
				// Masked: header values are not returned.
				headers: z.array(z.string().regex(/^[^:]+:\*+$/)).optional(),
			}),
		}),
		filters: z.array(z.union([condition, z.strictObject({ or: z.array(condition).min(1) })])),
		relation_resolution: described,
		status: z.strictObject({ id: statusId, description: text }),
	});
/** Samples have status ids with a trailing comma. */
const states: ByGeneration<z.ZodType> = {
	recorded: streamIn(z.union([z.int(), z.string().regex(/^[1-4],?$/)]), sampledCondition),
	reference: streamIn(z.int(), documentedCondition),
};
export const stream = states;
/** The newest schema has one object, samples have lists. */
export const streamList: ByGeneration<z.ZodType> = {
	recorded: z.array(states.recorded).min(1),
	reference: z.union([states.reference, z.array(states.reference)]),
};
export const filterFields = z
	.array(z.looseObject({ id: z.enum(['event_type_id', 'alert']) }))
	.length(2);

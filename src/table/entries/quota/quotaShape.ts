import { QuotaStatus } from '../../../fleet/statuses';
import { beforeSending, InputError } from '../../../errors';
import { isObject } from '../../../wire';
import { entityOf } from '../../answers';
import type { RequestEntry, Call, Fields, Input, Json } from '../../define';
import * as f from '../../fields';
import { at, extended, flat, type EntityKind, numeric, ofKind, unlessRefused } from '../../reading';
import { inFuture, rule } from '../../rules';
import { describeValue } from '../../values';

/* Common to quotas of SMS and of data: fields, the shape of results, the top-up. */

const QUOTA_STATUS_CHOICES = f.choiceList(QuotaStatus);

/** A volume above these is more likely a slip than intended. */
const LARGE = { SMS: 100_000, MB: 1_000_000 };
/** Written out: n8n's start would take 4 ms longer with a number that is formatted for a locale. */
const LARGE_WORDS = { SMS: '100,000 SMS', MB: '1,000,000 MB' };
type QuotaUnit = keyof typeof LARGE;

const largeVolume = f.inGroup('options', {
	allowLargeVolume: f.aboutRun(
		f.flag({
			label: 'Allow Large Volume',
			hint: 'Whether to accept any volume',
		}),
	),
});

/** An upper bound of a volume, which an option lifts. */
const bounded = (field: 'volume' | 'add', unit: QuotaUnit) => {
	const most = LARGE_WORDS[unit];
	return rule(`{${field}} is ${most} at most, unless Allow Large Volume is on`, (input: Input) =>
		Number(input[field]) > LARGE[unit] && input.allowLargeVolume !== true
			? {
					field,
					rule: `must be at most ${most}, got ${String(input[field])}: switch on "Allow Large Volume" in Options if that is meant`,
				}
			: undefined,
	);
};

/** SMS, or MB of data. */
export const amount = (label: string, hint: string, from = 0) =>
	f.number({ label, hint, default: 100 }, { min: from, decimals: 6 });

/** The parts of setting a quota that differ between the kinds. */
interface Setting<F extends Fields> {
	unit: QuotaUnit;
	hints: { volume: string; expiryDate: string; threshold: string };
	/** Options after those of both kinds. */
	options: F;
}

/** Common to setting quotas. */
export const setting = <F extends Fields>({ unit, hints, options }: Setting<F>) => ({
	effect: 'set' as const,
	fields: {
		endpointId: f.endpointId,
		volume: f.unchosen(f.body('volume', amount(`Volume in ${unit}`, hints.volume))),
		expiryDate: f.body.dateTime('expiry_date', { label: 'Expiry Date', hint: hints.expiryDate }),
		status: f.body.choice(
			'status.id',
			{ label: 'Status', hint: 'Its status', default: 1 },
			QUOTA_STATUS_CHOICES,
		),
		...f.inGroup('options', {
			actionOnExhaustion: f.body.choice(
				'action_on_exhaustion.id',
				{ label: 'Action on Exhaustion', hint: 'What happens when it is used up', saidOnce: true },
				[{ name: 'Block', value: 1 }],
			),
			thresholdPercentage: f.body.number(
				'threshold_percentage',
				{ label: 'Threshold Percentage', hint: hints.threshold, default: 20 },
				{ min: 0, max: 100, decimals: 2 },
			),
			...options,
		}),
		...largeVolume,
	},
	rules: [inFuture('expiryDate'), bounded('volume', unit)],
});

/** Dates of a quota; older services write `2099-01-01 00:00:00`, which is UTC. */
const QUOTA_DATES = ['expiry_date', 'last_status_change_date'];
const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(\.\d+)?)$/;

/** Reads a quota: numbers as numbers, dates in ISO 8601 with their zone. */
export function quotaReader(...moreNumbers: string[]): EntityKind['read'] {
	const readNumbers = numeric(
		'volume threshold_percentage threshold_volume last_volume_added status.id',
		'action_on_exhaustion.id',
		...moreNumbers,
	);
	const read = (entity: Json): Json => {
		const quota = { ...readNumbers(entity) };
		for (const key of QUOTA_DATES) {
			const date = quota[key];
			if (typeof date === 'string') quota[key] = date.trim().replace(WITHOUT_ZONE, '$1T$2Z');
		}
		return quota;
	};
	return Object.assign(read, { numbers: readNumbers.numbers });
}

/**
 * How quotas of one kind are read, by the request of their entry. An endpoint without one answers 404,
 * or perhaps an empty 200: neither is documented.
 */
export function quotaReads(unit: QuotaUnit, entry: () => RequestEntry, read: EntityKind['read']) {
	const quotaOf = async (call: Call, input: Input): Promise<Json | undefined> => {
		const answer = await unlessRefused(call.other(entry(), input), 404);
		const { body } = answer ?? {};
		const isEmpty = !body || (isObject(body) && Object.keys(body).length === 0);
		return !answer || isEmpty ? undefined : read(entityOf(answer));
	};
	type Wanted = { endpointId: number; simplify?: boolean };
	const get = async (call: Call, input: Wanted): Promise<Json> => {
		const { endpointId, simplify } = input;
		const quota = await quotaOf(call, input);
		if (!quota) return { endpoint_id: endpointId, has_quota: false };
		const shown = simplify ? { ...simpleQuota(quota), ...inUnit(quota, unit) } : quota;
		return { endpoint_id: endpointId, has_quota: true, ...shown };
	};
	return {
		quotaOf,
		/** The result of Get, also for an endpoint without a quota. */
		get: ofKind({ read, simple: simpleQuota }, get),
	};
}

/** A volume of data as `volume_mb`; nothing for SMS, whose volume is their number. */
export const inUnit = ({ volume }: Json, unit: QuotaUnit): Json =>
	unit === 'MB' ? { volume_mb: volume ?? null } : {};

/** Settings of a quota that stay as they are when it is written again. */
export const keptSettings = (quota: Json): Json =>
	Object.fromEntries(
		['threshold_percentage', 'threshold_volume', 'auto_refill']
			.filter((key) => quota[key] !== undefined && quota[key] !== null)
			.map((key) => [key, quota[key]]),
	);

/** A quota in one flat object; its status in the words of the form. */
const simpleQuota = extended(
	flat(
		'volume expiry_date status=status.description|status.id status_id=status.id',
		'threshold_percentage threshold_volume auto_refill last_volume_added',
	),
	(shown) => {
		const known = QUOTA_STATUS_CHOICES.find(({ value }) => value === Number(shown.status_id));
		return { ...shown, ...(known && { status: known.name }) };
	},
);

/** A written quota in the shape of {@link simpleQuota}; keys it does not have are left out. */
export const writtenQuota = (quota: Json): Json =>
	Object.fromEntries(
		Object.entries(simpleQuota(quota)).filter(([, value]) => value !== null && value !== undefined),
	);

/**
 * A quota after a top-up, as far as both kinds agree: the sum, active again, until the new date or the
 * one it has. Source: specification, rule 3.
 * @throws InputError where the quota is over and no new date is given.
 */
async function toppedUp(
	quota: Json,
	add: number,
	expiryDate: string | undefined,
	now: number,
): Promise<Json> {
	const { toMoment } = await import('../../moments');
	const present = toMoment(quota.expiry_date);
	const over =
		at(quota, 'status.id') === QuotaStatus.Expired || !present || Date.parse(present) <= now;
	if (over && expiryDate === undefined) {
		const why = present
			? `the quota expired on ${present}, and a volume alone would stay unusable`
			: `the quota has no date that can be read, but ${describeValue(quota.expiry_date)}`;
		throw new InputError('expiryDate', `must be given: ${why}`, 'New Expiry Date');
	}
	return {
		// Volumes have at most six decimals; binary fractions would add noise.
		volume: Number(((Number(quota.volume) || 0) + add).toFixed(6)),
		expiry_date: expiryDate ?? present,
		status: { id: 1 },
	};
}

/** The parts of a top-up that differ between the kinds of quota. */
interface TopUp {
	/** Top-ups of one key and endpoint go one after the other. */
	key: string;
	unit: QuotaUnit;
	hint: string;
	quotaOf: ReturnType<typeof quotaReads>['quotaOf'];
	/** The settings that were read and are written back. */
	unchanged(quota: Json): Json;
	/** Notes for a person on a quota that was topped up. */
	notes?(quota: Json): Json;
}

/** Common to top-ups: the volume left is read, and written back with the new one added. */
export const topUp = ({ key, unit, hint, quotaOf, unchanged, notes }: TopUp) => ({
	effect: 'act' as const,
	done: 'the quota was topped up',
	success: [201],
	fields: {
		endpointId: f.endpointId,
		add: f.unchosen(f.body('volume', amount(`Volume to Add in ${unit}`, hint, 0.000001))),
		...f.inGroup('options', {
			expiryDate: f.body.dateTime('expiry_date', {
				label: 'New Expiry Date',
				hint: 'In the future; needed when the quota has expired, otherwise kept',
			}),
		}),
		...largeVolume,
	},
	rules: [inFuture('expiryDate'), bounded('add', unit)],
	run: async (
		call: Call,
		input: { endpointId: number; add: number; expiryDate: string | undefined },
	): Promise<Json> => {
		const { endpointId, add, expiryDate } = input;
		// Two top-ups that read the same volume would lose one of the two amounts.
		return await call.exclusively(`${key} ${endpointId}`, async () => {
			const before = await quotaOf(call, input).catch((error: unknown) => {
				// Nothing was added yet, even if the answer cannot be read.
				throw beforeSending(error);
			});
			if (!before) {
				const must = `has no ${unit === 'MB' ? 'data' : unit} quota: give it one with Set`;
				throw new InputError('endpointId', must, 'Endpoint');
			}
			const body = {
				...(await toppedUp(before, add, expiryDate, call.env.now)),
				...unchanged(before),
			};
			await call.own(input, { body }, before);
			const was = { volume_before: before.volume, added: add };
			const now = { ...writtenQuota(body), ...inUnit(body, unit) };
			return { endpoint_id: endpointId, ...was, ...now, ...notes?.(before) };
		});
	},
});

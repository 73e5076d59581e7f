import { InputError } from '../../errors';

/** An account plan's limits where not the documented ones: starts a second and in five minutes. */
export type Limits = Partial<Record<'list' | 'single' | 'fiveMinutes', number>>;

/** One limit as a credential has it. */
interface LimitField {
	field: string;
	label: string;
	min: number;
	/** Far above any service, so that it can mean no limit. */
	max: number;
	/** The documented value. */
	documented: number;
}

export const LIMIT_FIELDS: Record<keyof Limits, LimitField> = {
	list: {
		field: 'listsPerSecond',
		label: 'Lists per Second',
		min: 0.1,
		max: 10_000,
		documented: 10,
	},
	single: {
		field: 'singlesPerSecond',
		label: 'Single Calls per Second',
		min: 0.1,
		max: 10_000,
		documented: 50,
	},
	fiveMinutes: {
		field: 'requestsPerFiveMinutes',
		label: 'Requests per Five Minutes',
		min: 1,
		max: 100_000_000,
		documented: 2_000,
	},
};

/**
 * The limits in the values of a credential; empty for the documented ones.
 * @throws InputError naming the rate that cannot be used.
 */
export function limitsIn(fields: Record<string, unknown>): Limits {
	if (fields.rateLimits !== 'own') return {};
	const limits: Limits = {};
	for (const [limit, { field, label, min, max }] of Object.entries(LIMIT_FIELDS)) {
		const given = fields[field];
		if (given === undefined || given === '') continue;
		const value = Number(given);
		if (!(value >= min && value <= max)) {
			throw new InputError(field, `must be a number from ${min} to ${max}`, label);
		}
		limits[limit as keyof Limits] = value;
	}
	return limits;
}

import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Limits } from '../../src/http/lanes';

/* Options of every operation that are about how requests travel, not about what they say. */

interface PaceOption {
	displayName: string;
	name: string;
	min: number;
	max: number;
	documented: number;
	description: string;
}

/** By the limit it sets; upper ends are far above any service, so that a pace can be no pace. */
const PACE: Record<keyof Limits, PaceOption> = {
	list: {
		displayName: 'Lists per Second',
		name: 'listsPerSecond',
		min: 0.1,
		max: 10_000,
		documented: 10,
		description:
			'Pages of lists, and connectivity information; the service documents 10 per second and organisation. All nodes that use the organisation share this pace, and the newest run decides: set the same on each.',
	},
	fiveMinutes: {
		displayName: 'Requests per Five Minutes',
		name: 'requestsPerFiveMinutes',
		min: 1,
		max: 100_000_000,
		documented: 2_000,
		description:
			'Requests of any kind, logins included; the service documents 2,000 per IP address. All accounts of this n8n at the same host share them, and the newest run decides. Set it for hosts with another limit.',
	},
	single: {
		displayName: 'Single Calls per Second',
		name: 'singlesPerSecond',
		min: 0.1,
		max: 10_000,
		documented: 50,
		description:
			'Calls about one endpoint, and SMS; the service documents 50 per second and organisation. All nodes that use the organisation share this pace, and the newest run decides: set the same on each.',
	},
};

/** How fast requests may start. Bulk calls go one at a time, whatever stands here. */
export const paceOptions: INodeProperties[] = Object.values(PACE).map((option) => ({
	displayName: option.displayName,
	name: option.name,
	type: 'number',
	typeOptions: {
		minValue: option.min,
		maxValue: option.max,
		numberPrecision: option.min < 1 ? 2 : 0,
	},
	default: option.documented,
	description: option.description,
}));

/** The limits a node asks for; values an expression spoilt are left out. */
export function limitsOf(context: IExecuteFunctions): Limits {
	const given = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const limits: Limits = {};
	for (const [limit, { name, min, max }] of Object.entries(PACE)) {
		const value = Number(given[name]);
		if (given[name] === undefined || !(value >= min && value <= max)) continue;
		limits[limit as keyof Limits] = value;
	}
	return limits;
}

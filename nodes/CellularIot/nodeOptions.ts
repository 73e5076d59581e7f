import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Limits } from '../../src/http/lanes';

/* Options of every operation that are about how requests travel, not about what they say. */

const perSecond = { minValue: 0.1, maxValue: 10_000, numberPrecision: 2 };

/** By the limit it sets; upper ends are far above any service, so that a pace can be no pace. */
const PACE: Record<keyof Limits, INodeProperties> = {
	list: {
		displayName: 'Lists per Second',
		name: 'listsPerSecond',
		type: 'number',
		typeOptions: perSecond,
		default: 10,
		description:
			'Pages of lists, and connectivity information; the service documents 10 per second and organisation. All nodes that use the organisation share this pace, and the newest run decides: set the same on each.',
	},
	fiveMinutes: {
		displayName: 'Requests per Five Minutes',
		name: 'requestsPerFiveMinutes',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100_000_000, numberPrecision: 0 },
		default: 2_000,
		description:
			'Requests of any kind, logins included; the service documents 2,000 per IP address. All accounts of this n8n at the same host share them, and the newest run decides. Set it for hosts with another limit.',
	},
	single: {
		displayName: 'Single Calls per Second',
		name: 'singlesPerSecond',
		type: 'number',
		typeOptions: perSecond,
		default: 50,
		description:
			'Calls about one endpoint, and SMS; the service documents 50 per second and organisation. All nodes that use the organisation share this pace, and the newest run decides: set the same on each.',
	},
};

/** How fast requests may start. Bulk calls go one at a time, whatever stands here. */
export const paceOptions = Object.values(PACE);

/** The limits a node asks for; values an expression spoilt are left out. */
export function limitsOf(context: IExecuteFunctions): Limits {
	const given = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const limits: Limits = {};
	for (const [limit, { name, typeOptions }] of Object.entries(PACE)) {
		const { minValue = 0, maxValue = Infinity } = typeOptions ?? {};
		const value = Number(given[name]);
		if (given[name] === undefined || !(value >= minValue && value <= maxValue)) continue;
		limits[limit as keyof Limits] = value;
	}
	return limits;
}

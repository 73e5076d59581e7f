import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Limits } from '../../src/http/lanes';

/* Options of every operation that are about how requests travel, not about what they say. */

/** Names of the options, by lane. */
const PACE = { list: 'listsPerSecond', single: 'singlesPerSecond' } as const;

const perSecond = (
	displayName: string,
	lane: keyof typeof PACE,
	documented: number,
	what: string,
): INodeProperties => ({
	displayName,
	name: PACE[lane],
	type: 'number',
	typeOptions: { minValue: 0.1, maxValue: 1000, numberPrecision: 2 },
	default: documented,
	description: `${what}; the service documents ${documented} per second and organisation. All nodes that use the organisation share this pace, and the newest run decides: set the same on each.`,
});

/** How fast requests may start. Bulk calls go one at a time, whatever stands here. */
export const paceOptions: INodeProperties[] = [
	perSecond('Lists per Second', 'list', 10, 'Pages of lists, and connectivity information'),
	perSecond('Single Calls per Second', 'single', 50, 'Calls about one endpoint, and SMS'),
];

/** The rates a node asks for; values an expression spoilt are left out. */
export function limitsOf(context: IExecuteFunctions): Limits {
	const given = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const limits: Limits = {};
	for (const lane of ['list', 'single'] as const) {
		const rate = Number(given[PACE[lane]]);
		if (given[PACE[lane]] !== undefined && rate >= 0.1 && rate <= 1000) limits[lane] = rate;
	}
	return limits;
}

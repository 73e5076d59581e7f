import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Limits } from '../../src/http/lanes';

/* Options of every operation that are about how requests travel, not about what they say. */

const perSecond = (
	displayName: string,
	name: keyof Limits,
	documented: number,
	what: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 0.1, maxValue: 1000, numberPrecision: 2 },
	default: documented,
	description: `${what}; the service documents ${documented} per second and organisation`,
});

export const limitsOption: INodeProperties = {
	displayName: 'Limits',
	name: 'limits',
	type: 'collection',
	placeholder: 'Add Limit',
	default: {},
	description:
		'How fast requests may start. All nodes that use the organisation share its lanes, and the newest run decides: set the same on each. Bulk calls always go one at a time.',
	options: [
		perSecond('Lists per Second', 'list', 10, 'Pages of lists, and connectivity information'),
		perSecond('Single Calls per Second', 'single', 50, 'Calls about one endpoint, and SMS'),
	],
};

/** The rates a node asks for; values an expression spoilt are left out. */
export function limitsOf(context: IExecuteFunctions): Limits {
	const given = context.getNodeParameter(limitsOption.name, 0, {}) as Record<string, unknown>;
	const limits: Limits = {};
	for (const lane of ['list', 'single'] as const) {
		const rate = Number(given[lane]);
		if (given[lane] !== undefined && rate >= 0.1 && rate <= 1000) limits[lane] = rate;
	}
	return limits;
}

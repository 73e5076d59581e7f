import { defineFeature } from '../../run/feature';
import * as f from '../../table/fields';
import type { UsageMonth } from './sums';

export const getUsageByTag = defineFeature({
	resource: 'organisationUsage',
	name: 'getByTag',
	action: 'Get organisation usage by tag',
	description:
		'Read data (MB), SMS (count) and cost of each tag in a month. An endpoint with several tags counts for each of them; the last item has no tag and is the rest of the total: endpoints without a tag, deleted ones and children. Takes one request for each endpoint with a tag.',
	request: 'GET /api/v1/organisation/my/stats',
	lane: 'list',
	errors: [403, 422],
	fields: {
		month: f.choice<UsageMonth>(
			{ label: 'Month', hint: 'The calendar month', default: 'current_month' },
			{ 'Current Month': 'current_month', 'Last Month': 'last_month' },
		),
	},
	perform: async (client, { month }, call) => {
		const { usageByTag } = await import('./sums');
		return await usageByTag(client, call, month);
	},
});

import { defineJointFeature } from '../../run/feature';
import { driftFields, driftRules } from './form';

/* Endpoint: Report Drift. The rows come through columns, as those of Apply a Table do. */

export const reportDrift = defineJointFeature({
	resource: 'endpoint',
	name: 'reportDrift',
	action: 'Report drift from table',
	description:
		'Compare endpoints with a table, one row per endpoint, and change nothing: which are missing, which are not in the table, which columns differ, and who changed them where an event says so',
	request: 'GET /api/v1/endpoint',
	lane: 'list',
	source: 'specification',
	errors: [403, 404, 422],
	fields: driftFields,
	rules: driftRules,
	itemsAreRows: true,
	aboutWholeRun: ({ unmanaged }) => (String(unmanaged) === 'false' ? undefined : 'unmanaged'),
	findsNames: true,
	performAll: async (_, run) => await (await import('./report')).reportDrift(run),
});

import { defineJointFeature } from '../../run/feature';
import { tableFields, tableRules, tableToolRules } from './tableFields';

/* Endpoint: Apply a Table. The rows come through columns, see nodes/CellularIot/shared/columns.ts. */

export const applyTable = defineJointFeature({
	resource: 'endpoint',
	name: 'applyTable',
	action: 'Apply a table to endpoints',
	stakes: 'billed',
	description:
		'Bring endpoints in line with a table, one row per endpoint or tag: name, status, tags, SIM, profiles, quotas. Endpoints that are not in it stay as they are; missing ones can be created. Running it again changes nothing. It is a dry run unless Dry Run is switched off.',
	request: 'PATCH /api/v2/endpoint/multi',
	effect: 'set',
	lane: 'sequential',
	source: 'specification',
	timeoutMs: 120_000,
	byItem: true,
	notice: 'Activated SIMs and quotas are billed. The dry run shows each change first.',
	errors: [400, 403, 404, 409, 422],
	fields: tableFields,
	rules: tableRules,
	toolRules: tableToolRules,
	itemsAreRows: true,
	aboutWholeRun: ({ notInTable, mostChanges }) => {
		if (['disable', 'suspend'].includes(String(notInTable))) return 'notInTable';
		return mostChanges === undefined ? undefined : 'mostChanges';
	},
	findsNames: true,
	performAll: async (client, run) => await (await import('./tagRows')).applyRows(client, run),
});

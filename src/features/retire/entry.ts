import { defineJointFeature } from '../../run/feature';
import { countRule, retireFields } from './form';

export const retireEndpoints = defineJointFeature({
	resource: 'endpoint',
	name: 'retire',
	action: 'Retire endpoints',
	stakes: 'final',
	description:
		'Take endpoints out of service for good: remove quotas and tags, suspend or move the SIMs, delete the endpoints; one per item, or all with a tag. Running it again continues. A dry run unless Dry Run is switched off.',
	request: 'DELETE /api/v2/endpoint/multi',
	effect: 'set',
	lane: 'sequential',
	timeoutMs: 120_000,
	done: 'the endpoints were retired',
	notice: 'Endpoints are deleted for good. The dry run shows each of them first.',
	errors: [400, 403, 404, 409, 422],
	fields: retireFields,
	rules: [countRule],
	findsNames: true,
	aboutWholeRun: ({ mostEndpoints }) => (mostEndpoints === undefined ? undefined : 'mostEndpoints'),
	touched: async (call, input) => await (await import('./counted')).touchedByInput(call, input),
	performAll: async (_, run) => await (await import('./retire')).retireAll(run),
});

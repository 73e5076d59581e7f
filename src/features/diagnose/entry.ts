import { defineJointFeature, type Feature } from '../../run/feature';
import * as f from '../../table/fields';
import { rule } from '../../table/rules';

/** Endpoints of one run: each takes up to twelve requests. */
const MOST_ENDPOINTS = 50;

export const diagnoseEndpoint: Feature = defineJointFeature({
	resource: 'endpoint',
	name: 'diagnose',
	action: 'Diagnose endpoint',
	description:
		'Find out why a device is offline: verdict, reason in one sentence, since when, certainty, doubts, evidence and next steps. Reads only, up to 12 requests per endpoint; what the role may not read is named. To reset it: Cellular IoT.',
	request: 'GET /api/v1/endpoint/{endpointId}/connectivity',
	lane: 'single',
	errors: [403],
	fields: { endpointId: f.endpointId },
	rules: [
		rule(`${MOST_ENDPOINTS} endpoints in a run`, (_, { items = 1 }) =>
			items > MOST_ENDPOINTS
				? {
						field: 'endpointId',
						rule: `must be one of at most ${MOST_ENDPOINTS} endpoints in a run, got ${items}: for a fleet, use Endpoint: Get Many with Add to Each: Diagnosis, or a loop over batches`,
					}
				: undefined,
		),
	],
	// It counts the requests that find an endpoint by its name.
	findsNames: true,
	performAll: async (_, run) => {
		const { diagnoseAll } = await import('./run');
		return await diagnoseAll(diagnoseEndpoint, run);
	},
});

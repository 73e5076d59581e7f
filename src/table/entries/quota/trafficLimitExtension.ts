import { entityOf, limited, answerList } from '../../answers';
import { type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { verifyUnknown } from '../../outcomes';
import { onlyNewEntry } from '../../readBack';
import { numeric, withMoments } from '../../reading';

/* Source: specification, Create traffic limit extension; list and delete: public reference. */

const define = operationsWith({
	resource: 'trafficLimitExtension',
	lane: 'single',
	errors: [403, 404],
	explains: {
		403: 'Only the roles Administrator and User of the endpoint’s own organisation may do this.',
	},
});

const extensionNumbers = numeric('id endpoint_id traffic_limit_id volume');
const readExtension = (entity: Json): Json => withMoments(extensionNumbers(entity));

export const createTrafficLimitExtension = define({
	name: 'create',
	action: 'Create traffic limit extension',
	stakes: 'billed',
	description:
		'Raise the traffic limit of an endpoint for a while, so that a blocked device works again',
	request: 'POST /api/v1/endpoint/{endpointId}/traffic_limit_extension',
	effect: 'act',
	done: 'the traffic limit was extended',
	success: [200, 201],
	source: 'specification',
	notice:
		'The extra traffic is billed. Only administrators and users of the organisation may do this.',
	errors: [400, 401, 403, 404],
	fields: {
		endpointId: f.endpointId,
		volume: f.unchosen(
			f.body.number(
				'volume',
				{
					label: 'Volume',
					hint: 'Extra volume. Its unit is not documented; bytes, as in the limit itself, are likely.',
					default: 10,
				},
				{ min: 0.000001, decimals: 6 },
			),
		),
		...f.inGroup('options', {
			trafficLimitId: f.narrowing(
				f.body.id('traffic_limit_id', {
					label: 'Traffic Limit ID',
					hint: 'The limit to extend, where there are several',
				}),
			),
		}),
		...verifyUnknown,
	},
	result: (answer) => readExtension(entityOf(answer)),
	readBack: {
		key: ({ endpointId }) => `trafficLimitExtension ${endpointId}`,
		find: async (call, { input, since }) => {
			const { volume, trafficLimitId: limit } = input;
			const answer = await call.other(getAllTrafficLimitExtensions, input);
			return onlyNewEntry(
				answer,
				since,
				'created_at',
				(entry) =>
					Number(entry.volume) === volume &&
					(limit === undefined || Number(entry.traffic_limit_id) === limit),
			);
		},
	},
});

export const getAllTrafficLimitExtensions = define({
	name: 'getAll',
	action: 'Get many traffic limit extensions',
	description: 'List the traffic limit extensions of an endpoint',
	request: 'GET /api/v1/endpoint/{endpointId}/traffic_limit_extension',
	fields: { endpointId: f.endpointId, ...f.listFields },
	result: (answer, input) => limited(answerList(answer), input).map(readExtension),
});

export const deleteAllTrafficLimitExtensions = define({
	name: 'deleteAll',
	action: 'Delete all traffic limit extensions',
	stakes: 'final',
	description: 'Remove every traffic limit extension of an endpoint; its normal limits hold again',
	request: 'DELETE /api/v1/endpoint/{endpointId}/traffic_limit_extension',
	notice: 'An endpoint that is over its limit is blocked again at once.',
	fields: { endpointId: f.endpointId },
	result: (_, { endpointId }) => ({ endpoint_id: endpointId, deleted: true }),
});

import { CellularIotError } from '../../../errors';
import { entityOf } from '../../answers';
import { type Answer, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { numeric, withMoments } from '../../reading';

/* Where a device is and how it is connected. Source: specification; status: public reference. */

const define = operationsWith({
	resource: 'endpoint',
	lane: 'single',
	source: 'specification',
	errors: [403, 404],
});

export const getConnectivity = define({
	name: 'getConnectivity',
	action: 'Get endpoint connectivity',
	description:
		'Read what the service last knew: online, attached, offline or blocked. Why: Diagnose of Cellular IoT Jobs.',
	request: 'GET /api/v1/endpoint/{endpointId}/connectivity',
	source: 'public reference',
	fields: { endpointId: f.endpointId, simplify: f.simplify },
	result: (answer, { endpointId, simplify }) => {
		const { status, ...rest } = entityOf(answer);
		const word = (status as Json | undefined)?.description ?? null;
		return { endpoint_id: endpointId, status: simplify ? word : status, ...rest };
	},
});

/** Source: specification, Connectivity information. The wire form of the second is not shown. */
const STATES: Record<string, string> = {
	assumed_idle: 'Assumed idle: the network cannot tell whether the device is reachable',
	network_determined_not_reachable: 'The network has determined that the device is not reachable',
	not_provided_from_vlr:
		'No data of the visited network, as is usual for 4G, LTE-M and NB-IoT or after a failed location fetch',
};

/** The network could not say where the device is; the service itself worked. */
export class NetworkFailureError extends CellularIotError {
	constructor(error: unknown) {
		super(
			`The network could not locate the device: ${String(error ?? 'no reason given')}`,
			'Check that the device is switched on and has coverage, then ask again.',
			'refused',
		);
	}
}

const connectivityNumbers = numeric(
	'location.age_of_location',
	'location.cell_global_id.lac',
	'location.cell_global_id.cid',
);

/** The network's answer with the state in words and the cell's numbers as numbers. */
function readSubscriber(info: Json): Json {
	const { state } = info;
	const words = STATES[String(state)] ?? String(state).replaceAll('_', ' ');
	return {
		...connectivityNumbers(info),
		...(state !== undefined && { state_description: words }),
	};
}

/** Source: specification, Connectivity information. */
const NOT_TO_LOCATE =
	'The endpoint is not there or in another organisation, or the role may not read connectivity.';

/**
 * A 503 can be about the network or the device instead of the service. A device that is off cannot be
 * located, and asking again changes nothing. Source: public reference.
 */
const isUnreachable = ({ status, body }: Answer): boolean =>
	status === 503 && [1902, 1903].includes(Number((body as Json | null | undefined)?.error_code));

export const getConnectivityInfo = define({
	name: 'getConnectivityInfo',
	action: 'Ask visited network about endpoint',
	description: 'Ask the visited network where a device is; up to 60 s, empty on 4G, LTE-M, NB-IoT',
	request: 'GET /api/v1/endpoint/{endpointId}/connectivity_info',
	lane: 'list',
	// A sample of the public reference took 30 seconds.
	timeoutMs: 60_000,
	explains: { 404: NOT_TO_LOCATE, 1901: NOT_TO_LOCATE, 1904: NOT_TO_LOCATE },
	isFinal: isUnreachable,
	fields: {
		endpointId: f.endpointId,
		...f.inGroup('options', {
			subscriber: f.query.flag('subscriber', {
				label: 'Include Subscriber',
				hint: 'Whether to ask for state and location, not for timestamps alone',
				default: true,
			}),
			failOnNetworkError: f.flag({
				label: 'Fail on Network Error',
				hint: 'Whether a device that cannot be located is an error, instead of success: false',
				default: true,
			}),
		}),
	},
	complete: (input) => ({ ...input, subscriber: input.subscriber ?? true }),
	result: (answer, { endpointId, subscriber, failOnNetworkError }) => {
		if (isUnreachable(answer)) {
			const { error_code, message } = answer.body as Json;
			const error = message ?? `The network did not answer (${String(error_code)})`;
			if (failOnNetworkError) throw new NetworkFailureError(error);
			return { endpoint_id: endpointId, subscriber_info: { success: false, error, error_code } };
		}
		const { subscriber_info: info, ...times } = withMoments(entityOf(answer));
		if (!subscriber || !info) return { endpoint_id: endpointId, ...times };
		const read = readSubscriber(info as Json);
		if (failOnNetworkError && read.success === false) throw new NetworkFailureError(read.error);
		return { endpoint_id: endpointId, ...times, subscriber_info: read };
	},
});

/** Keys to send; their value is null. Source: specification, Reset endpoint connectivity. */
const RESETS: Record<string, Json> = {
	both: { location: null, pdp_context: null },
	location: { location: null },
	data: { pdp_context: null },
};

export const resetConnectivity = define({
	name: 'resetConnectivity',
	action: 'Reset endpoint connectivity',
	description:
		'Make a device register and connect again. Success: the service accepted the request; the device may not have got it. To wait for it: Await Online of Cellular IoT Jobs.',
	request: 'PATCH /api/v1/endpoint/{endpointId}/connectivity',
	effect: 'act',
	done: 'the reset was ordered',
	waves: true,
	success: [204],
	// Source: public reference (SIMs, factory test).
	notice:
		'Running data sessions are dropped. A SIM in factory test is activated by it, and billed. Success means that the service accepted the request, not that it has reached the device: check later with Get Connectivity.',
	explains: {
		403: 'Only master organisations (in their hierarchy) and enterprises (their own endpoints) may reset.',
	},
	fields: {
		endpointId: f.endpointId,
		reset: f.choice({ label: 'Reset', hint: 'What to reset', saidOnce: true, default: 'both' }, [
			{ name: 'Both', value: 'both' },
			{
				name: 'Data Session',
				value: 'data',
				description: 'Delete the PDP context: the data session is set up again',
			},
			{
				name: 'Network Registration',
				value: 'location',
				description: 'Cancel the location: the device registers again',
			},
		]),
	},
	body: (_, { reset }) => RESETS[reset],
	result: (_, { endpointId, reset }) => ({ endpoint_id: endpointId, reset, requested: true }),
});

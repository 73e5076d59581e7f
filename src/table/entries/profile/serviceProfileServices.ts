import { changesTo, putsUnlessThere } from '../../changed';
import { operationsWith } from '../../define';
import * as f from '../../fields';
import { listAt } from '../../reading';
import { serviceId } from '../network/serviceLists';
import { getServiceProfile, serviceProfileId, UNKNOWN_PROFILE } from './serviceProfile';

/* Services of a service profile, and the limits of its SMS services. Source: public reference. */

const define = operationsWith({ resource: 'serviceProfile', lane: 'single', effect: 'set' });

const SERVICE_PATH = '/api/v1/service_profile/{serviceProfileId}/service/{serviceId}';
const profilePath = { serviceProfileId };
const servicePath = { ...profilePath, serviceId };

export const addService = define({
	name: 'addService',
	action: 'Add service to service profile',
	stakes: 'billed',
	description: 'Let all endpoints of a service profile use a service, such as data or SMS',
	request: `PUT ${SERVICE_PATH}`,
	notice: 'Endpoints of the profile may then use the service, which costs money.',
	errors: [403, 404, 409],
	...putsUnlessThere({ added: true }, servicePath, async (call, input) => {
		const { body } = await call.other(getServiceProfile, input);
		return listAt(body, 'service').some(({ id }) => Number(id) === input.serviceId);
	}),
});

export const removeService = define({
	name: 'removeService',
	action: 'Remove service from service profile',
	stakes: 'access',
	description: 'Take a service from all endpoints of a service profile; its limits must be gone',
	request: `DELETE ${SERVICE_PATH}`,
	notice: 'All endpoints of the profile lose the service at once.',
	errors: [403, 404, 409],
	explains: {
		409: 'The service has limits: remove those first, then the service.',
		1407: 'The service has limits: remove those first, then the service.',
	},
	...changesTo({ removed: true }, servicePath),
});

const limitPath = {
	...servicePath,
	limitId: f.path(
		f.pick({ label: 'SMS Limit', hint: 'A limit that the service offers' }, 'smsLimit'),
	),
};

export const addSmsLimit = define({
	name: 'addSmsLimit',
	action: 'Add SMS limit to service profile',
	stakes: 'access',
	description: 'Limit the SMS that each endpoint of a service profile may use in a month',
	request: `PUT ${SERVICE_PATH}/traffic_limit/{limitId}`,
	success: [200, 201, 204],
	errors: [403, 404, 422],
	explains: {
		404: 'There is no such limit: pick one of the list.',
		422: 'The profile has no such service, or the limit is not one for it.',
	},
	...changesTo({ added: true }, limitPath),
});

export const removeSmsLimit = define({
	name: 'removeSmsLimit',
	action: 'Remove SMS limit from service profile',
	stakes: 'billed',
	description: 'Take a limit off an SMS service of a service profile',
	request: `DELETE ${SERVICE_PATH}/traffic_limit/{limitId}`,
	notice: 'Endpoints of the profile may then send SMS without this limit, which costs money.',
	errors: [403, 422],
	explains: { 422: 'The service of this profile has no such limit.' },
	...changesTo({ removed: true }, limitPath),
});

export const removeAllDataLimits = define({
	name: 'removeAllDataLimits',
	action: 'Remove all data limits from service profile',
	stakes: 'billed',
	description: 'Take all monthly data limits off a service profile',
	request: 'DELETE /api/v1/service_profile/{serviceProfileId}/traffic_limit',
	notice: 'Endpoints of the profile may then use data without a limit, which costs money.',
	errors: [403],
	explains: UNKNOWN_PROFILE,
	...changesTo({ removed: true }, profilePath),
});

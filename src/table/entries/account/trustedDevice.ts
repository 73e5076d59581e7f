import { limited, answerList } from '../../answers';
import { type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { numeric, withMoments } from '../../reading';
import { USERS_OWN } from './mfaKey';

/* Devices that skip the one-time code for 90 days. Source: public reference. */

const define = operationsWith({ resource: 'trustedDevice', lane: 'single', explains: USERS_OWN });

const readId = numeric('id');
/** A device as it comes, with numbers and moments. */
export const readDevice = (entity: Json): Json => withMoments(readId(entity));
export const deviceId = f.path(f.id({ label: 'Device ID', hint: 'ID from the list of devices' }));

export const getAllTrustedDevices = define({
	name: 'getAll',
	action: 'Get many trusted devices',
	description: 'List the devices that may log in without a one-time code',
	request: 'GET /api/v1/user/my/mfa/trusted_device',
	errors: [403],
	fields: f.listFields,
	result: (answer, input) => limited(answerList(answer), input).map(readDevice),
});

export const deleteTrustedDevice = define({
	name: 'delete',
	action: 'Delete trusted device',
	stakes: 'final',
	description: 'Stop trusting a device: its next login needs a one-time code again',
	request: 'DELETE /api/v1/user/my/mfa/trusted_device/{deviceId}',
	notice: 'n8n is such a device itself: without it, a person has to type in a code again.',
	errors: [403, 404],
	fields: { deviceId },
	result: (_, { deviceId: id }) => ({ id, deleted: true }),
});

import { limited, listOf } from './answers';
import { defineOperation } from './define';
import * as f from './fields';
import { USERS_OWN } from './mfaKey';
import { numeric } from './reading';

/* Devices that skip the one-time code for 90 days. Source: public reference. */

const shared = { resource: 'trustedDevice', lane: 'single', source: 'public reference' } as const;

export const getAllTrustedDevices = defineOperation({
	...shared,
	name: 'getAll',
	action: 'Get many trusted devices',
	description: 'List the devices that may log in without a one-time code',
	request: 'GET /api/v1/user/my/mfa/trusted_device',
	effect: 'read',
	errors: [403],
	explains: USERS_OWN,
	fields: f.listFields,
	result: (answer, input) => limited(listOf(answer), input).map(numeric('id')),
});

export const deleteTrustedDevice = defineOperation({
	...shared,
	name: 'delete',
	action: 'Delete a trusted device',
	description: 'Stop trusting a device: its next login needs a one-time code again',
	request: 'DELETE /api/v1/user/my/mfa/trusted_device/{deviceId}',
	effect: 'set',
	notice: 'n8n is such a device itself: without it, a person has to type in a code again.',
	errors: [403, 404],
	explains: USERS_OWN,
	fields: {
		deviceId: f.path('deviceId', f.id({ label: 'Device ID', hint: 'ID from Get Many' })),
	},
	result: (_, { deviceId }) => ({ id: deviceId, deleted: true }),
});

import * as accountShapes from '../truth/shapes/account';
import { empty } from '../truth/shapes/forms';
import { each, once } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { all } from './shared/values';

/* Devices that need no one-time code. */

const devices = '/api/v1/user/my/mfa/trusted_device';

export const trustedDeviceFacts: Facts = {
	operations: {
		'trustedDevice delete': {
			documented: 'DELETE /api/v1/user/my/mfa/trusted_device/{deviceId} set single P',
			cases: [
				{
					values: { deviceId: 1 },
					requests: { request: `DELETE ${devices}/1`, status: 204 },
					gives: { id: 1, deleted: true },
					errors: [403, 404],
				},
			],
			row: once(
				(sim) => ({ deviceId: String([...sim.store.trustedDevices.keys()][0]) }),
				['trustedDevice.deleted'],
				{ after: ['trustedDevice getAll'], user: 'totp' },
			),
		},
		'trustedDevice getAll': {
			documented: 'GET /api/v1/user/my/mfa/trusted_device read single P',
			cases: [
				{
					values: { returnAll: false, limit: 1 },
					requests: { request: `GET ${devices}`, answer: [{ id: 1, browser: 'n8n' }, { id: 2 }] },
					gives: [{ id: 1, browser: 'n8n' }],
				},
			],
			row: each(all, [], { user: 'totp' }),
		},
	},
	routes: {
		'GET /api/v1/user/{userId}/mfa/trusted_device': {
			asked: {},
			answers: { 200: accountShapes.trustedDevices },
		},
		'DELETE /api/v1/user/{userId}/mfa/trusted_device/{deviceId}': {
			asked: {},
			answers: { 204: empty },
		},
		'GET /api/v1/user/my/mfa/trusted_device': { answers: { 200: accountShapes.trustedDevices } },
		'DELETE /api/v1/user/my/mfa/trusted_device/{deviceId}': { answers: { 204: empty } },
	},
};

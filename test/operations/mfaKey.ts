import * as accountShapes from '../truth/shapes/account';
import * as z from 'zod/v4';
import type { SimulatorHandle } from '../../simulator';
import { digits, hash, oneOf, ref } from '../truth/requests/forms';
import { empty, lookup } from '../truth/shapes/forms';
import { each, once, readOnce } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { Secret, TOTP } from 'otpauth';

/* Keys of authenticator apps. */

const [SHA1_OF_SECRET, SHA1_IN_CREDENTIAL] = [
	'e5e9fa1ba31ecd1ae84f75caaa474f3a663f05f4',
	'0123456789012345678901234567890123456789',
];
const KEY = {
	id: 3,
	status: { id: 0, description: 'Activation Pending' },
	type: { id: 0, description: 'TOTP' },
	secret_key: 'JBSWY3DPEHPK3PXP',
	otpauth: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
	creation_date: '2026-06-15T00:00:00Z',
};
const codeOfKey = (sim: SimulatorHandle, id: number) => {
	const secret = Secret.fromBase32(sim.store.mfaKeys.get(id)?.secret ?? '');
	return new TOTP({ secret }).generate({ timestamp: sim.clock.now() });
};
const keyOf = (sim: SimulatorHandle, userId: number) =>
	[...sim.store.mfaKeys.values()].find((key) => key.userId === userId)?.id ?? 0;
const TRIAL_USER = 13;

export const mfaKeyFacts: Facts = {
	operations: {
		'mfaKey activate': {
			documented: 'PATCH /api/v1/user/mfa/{keyId} set single P',
			stakes: 'access',
			cases: [
				{
					values: { keyId: 3, code: '012345' },
					requests: {
						request: 'PATCH /api/v1/user/mfa/3',
						body: { status: { id: 1 }, code: '012345' },
						status: 204,
					},
					gives: { id: 3, activated: true },
					errors: [403, 404, 409, 422],
				},
			],
			row: once(
				(sim) => {
					const keyId = keyOf(sim, TRIAL_USER);
					return { keyId: String(keyId), code: codeOfKey(sim, keyId) };
				},
				['mfaKey.activated'],
				{ after: ['mfaKey create'], user: 'trial' },
			),
		},
		'mfaKey create': {
			documented: 'POST /api/v1/user/mfa act single P',
			stakes: 'access',
			cases: [
				{
					values: { typeId: 0 },
					requests: {
						request: 'POST /api/v1/user/mfa',
						body: { type: { id: 0 }, password: SHA1_IN_CREDENTIAL },
						answer: KEY,
					},
					gives: KEY,
					errors: [401, 403, [409, 1405], [422, 1400]],
				},
				{
					when: 'with a password in the form',
					values: { typeId: 0, password: 'secret' },
					requests: {
						request: 'POST /api/v1/user/mfa',
						body: { type: { id: 0 }, password: SHA1_OF_SECRET },
						answer: KEY,
					},
					gives: KEY,
				},
			],
			row: once({ typeId: 0 }, ['mfaKey.created'], { user: 'trial' }),
		},
		'mfaKey delete': {
			documented: 'DELETE /api/v1/user/my/mfa/{keyId} set single P',
			cases: [
				{
					values: { keyId: 3 },
					requests: { request: 'DELETE /api/v1/user/my/mfa/3', status: 204 },
					gives: { id: 3, deleted: true },
					errors: [403, 404],
				},
			],
			row: once((sim) => ({ keyId: String(keyOf(sim, TRIAL_USER)) }), ['mfaKey.deleted'], {
				after: ['mfaKey create'],
				user: 'trial',
			}),
		},
		'mfaKey getStatuses': {
			documented: 'GET /api/v1/user/mfa/status read single P',
			cases: [
				{
					values: {},
					requests: {
						request: 'GET /api/v1/user/mfa/status',
						answer: [{ id: 1, description: 'Active' }],
					},
					gives: [{ id: 1, description: 'Active' }],
				},
			],
			row: readOnce({}, 2, { user: 'trial' }),
		},
		'mfaKey getTypes': {
			documented: 'GET /api/v1/user/mfa/type read single P',
			cases: [
				{
					values: {},
					requests: {
						request: 'GET /api/v1/user/mfa/type',
						answer: [{ id: 0, description: 'TOTP' }],
					},
					gives: [{ id: 0, description: 'TOTP' }],
				},
			],
			row: each({}, [], { user: 'trial' }),
		},
	},
	routes: {
		'POST /api/v1/user/mfa': {
			asked: { body: z.strictObject({ type: ref, password: hash }) },
			answers: { 200: accountShapes.mfaKey },
		},
		'PATCH /api/v1/user/mfa/{keyId}': {
			asked: {
				body: z.strictObject({ status: oneOf(1), code: digits(6) }),
			},
			answers: { 204: empty },
		},
		'DELETE /api/v1/user/{userId}/mfa/{keyId}': { asked: {}, answers: { 204: empty } },
		'GET /api/v1/user/mfa/status': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/user/mfa/type': { asked: {}, answers: { 200: lookup } },
	},
};

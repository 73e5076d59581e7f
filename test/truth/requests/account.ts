import * as z from 'zod/v4';
import {
	ANY,
	type Asked,
	digits,
	eid,
	filterBy,
	hash,
	ID,
	moment,
	oneOf,
	pages,
	ref,
	some,
	sortBy,
	text,
} from './forms';

/*
 * Logins, second factors, people, tokens, organisations. Sources: specification (Authenticate), public
 * reference (MFA, workspaces), more operations 3, 5, 6 and 8.
 */

const trustedDevice = z.strictObject({
	fingerprint: text,
	operating_system: text.optional(),
	browser: text.optional(),
	name: text.optional(),
});
const login = z.union([
	z.strictObject({ application_token: text }),
	z.strictObject({ username: z.email(), password: hash, fingerprint: text.optional() }),
	z.strictObject({ mfa_token: text, code: digits(6), trusted_device: trustedDevice.optional() }),
	z.strictObject({ refresh_token: text }),
]);
const userStatus = oneOf(1, 2);
const breakoutKind = z
	.string()
	.regex(/^[1-8]$/)
	.optional();
const USER_PATH = '/api/v1/user';
const DEVICES = 'mfa/trusted_device';

export const ACCOUNT: Record<string, Asked> = {
	'POST /api/v1/authenticate': { body: login },
	'POST /api/v1/authenticate/workspace': { body: z.strictObject({ target_organisation: ref }) },
	'GET /api/v2/user/{userId}/workspace': {},
	[`POST ${USER_PATH}/mfa`]: { body: z.strictObject({ type: ref, password: hash }) },
	[`PATCH ${USER_PATH}/mfa/{keyId}`]: {
		body: z.strictObject({ status: oneOf(1), code: digits(6) }),
	},
	[`DELETE ${USER_PATH}/{userId}/mfa/{keyId}`]: {},
	[`GET ${USER_PATH}/mfa/status`]: {},
	[`GET ${USER_PATH}/mfa/type`]: {},
	[`GET ${USER_PATH}/{userId}/${DEVICES}`]: {},
	[`DELETE ${USER_PATH}/{userId}/${DEVICES}/{deviceId}`]: {},

	// More operations 6: application tokens, users, workspace membership.
	'GET /api/v1/application_token': {},
	'POST /api/v1/application_token': {
		body: z.strictObject({
			description: text.optional(),
			expiry_date: z.union([moment, z.iso.date()]).optional(),
			ip: z.union([z.cidrv4(), z.cidrv6()]).optional(),
		}),
	},
	'PATCH /api/v1/application_token/{tokenId}': {
		body: some(z.strictObject({ description: text.optional(), status: oneOf(1).optional() })),
	},
	[`GET ${USER_PATH}`]: {
		query: {
			...pages(1000),
			q: filterBy({ id: ID, status: /^[0-3]$/, name: ANY, username: ANY, organisation: ANY }),
			sort: sortBy('id', 'status', 'name', 'username', 'organisation', 'created'),
		},
	},
	[`GET ${USER_PATH}/{userId}`]: {},
	'POST /api/v2/user/invitation': {
		body: z.strictObject({
			username: z.email(),
			name: text,
			// Without roles, the service creates an administrator.
			roles: z.array(ref).min(1),
			organisation: ref.optional(),
		}),
	},
	[`PATCH ${USER_PATH}/{userId}`]: {
		// A changed username invalidates the account.
		body: some(z.strictObject({ name: text.optional(), status: userStatus.optional() })),
	},
	'DELETE /api/v2/user/{userId}': {},
	[`GET ${USER_PATH}/role`]: {},
	[`GET ${USER_PATH}/status`]: {},
	[`GET ${USER_PATH}/{userId}/role/permission`]: {},
	[`PUT ${USER_PATH}/{userId}/role/{roleId}`]: {},
	[`DELETE ${USER_PATH}/{userId}/role/{roleId}`]: {},
	'DELETE /api/v2/user/{userId}/workspace/{workspaceId}': {},
	'PATCH /api/v2/user/{userId}/workspace/{workspaceId}': {
		body: z.strictObject({ status: userStatus }),
	},
	'PUT /api/v2/user/{userId}/workspace/{workspaceId}/role/{roleId}': {},
	'DELETE /api/v2/user/{userId}/workspace/{workspaceId}/role/{roleId}': {},
	'PUT /api/v2/user/{userId}/default_organisation/{workspaceId}': {},

	// More operations 5: registrations of triggers, and their cleanup.
	'GET /api/v1/api_callback': {},
	'GET /api/v1/api_callback/{id}': {},
	'POST /api/v1/api_callback': { body: z.strictObject({ url: z.url(), purpose: text }) },
	'DELETE /api/v1/api_callback/{id}': {},
	'GET /api/v1/api_secret': {},
	'GET /api/v1/api_secret/{id}': {},
	'POST /api/v1/api_secret': { body: z.strictObject({ secret: text, purpose: text }) },
	'DELETE /api/v1/api_secret/{id}': {},

	// More operations 3 and 8.
	'GET /api/v1/organisation/my': {},
	'GET /api/v1/organisation/status': {},
	'GET /api/v1/organisation/{organisationId}/tariff_plan/active': {},
	'GET /api/v1/tariff_plan/active': {},
	'GET /api/v1/organisation/{organisationId}/tariff_plan': {},
	'GET /api/v1/organisation/{organisationId}/inclusive_volume/active': {},
	'GET /api/v1/service_level': {},
	'GET /api/v1/sim/unlinked_product_stats': {},
	'GET /api/v1/cnc/breakout': {
		query: {
			status: breakoutKind,
			type: breakoutKind,
			organisation: z.string().regex(ID).optional(),
		},
	},
	'GET /api/v1/cnc/breakout/{cloudConnectId}': {},
	'PATCH /api/v1/cnc/breakout/{cloudConnectId}': {},
	'GET /api/v1/cnc/pricing': {},
	'GET /api/v1/cnc/breakout_type': {},
	'GET /api/v1/cnc/breakout_type/{connectType}/available_region': {},
	'POST /api/v1/euicc/unlinked_validation': {
		body: z.strictObject({ target: z.array(z.strictObject({ eid })).min(1) }),
	},
};

import { type Case, caseOf } from './case';

/* SIMs, workspaces, MFA keys, trusted devices, events. */

/** The fields of a SIM that are the same in the full and the simplified result. */
const NUMBERS = {
	id: 7,
	iccid: '8988303000000000007',
	iccid_with_luhn: '89883030000000000072',
	imsi: '901430000000007',
	msisdn: '88236300000007',
	eid: null,
};
const SIM = { ...NUMBERS, status: { id: 0, description: 'Issued' }, endpoint: null };
const SIMPLE_SIM = {
	...NUMBERS,
	status: 'Issued',
	status_id: 0,
	endpoint_id: null,
	endpoint_name: null,
};
const transfer = 'POST /api/v1/sim/migration/workspace';
const devices = '/api/v1/user/my/mfa/trusted_device';
const all = { returnAll: true };
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
const EVENT = {
	id: 9,
	timestamp: '2026-06-15T00:00:00Z',
	alert: true,
	description: 'used up',
	event_type: { id: 21, description: 'SMS quota used up' },
	event_severity: { id: 1, description: 'WARN' },
	endpoint: { id: 17, name: 'pump-17' },
	sim: { id: 7, iccid: SIM.iccid },
	detail: { quota: { volume: 0 } },
};

export const accounts: Case[] = [
	caseOf('sim get', {
		values: { simId: { by: 'iccid', value: '89883030000000000072' }, simplify: true },
		requests: [
			{
				request: 'GET /api/v1/sim',
				query: { q: 'iccid:8988303000000000007', page: '1', per_page: '10' },
				answer: [SIM],
			},
			{ request: 'GET /api/v1/sim/7', answer: SIM },
		],
		gives: SIMPLE_SIM,
		errors: [403, 404],
	}),
	caseOf('sim getAll', {
		values: { ...all, simplify: false, iccid: '89883030*', status: 0, unassigned: true },
		requests: {
			request: 'GET /api/v1/sim',
			query: { q: 'iccid:89883030*,status:0,endpoint:null', page: '1', per_page: '2500' },
			answer: [SIM],
			headers: { 'X-Total-Pages': '1' },
		},
		gives: [SIM],
		errors: [403, [422, 1301], [422, 1302]],
	}),
	caseOf('sim getAll', 'only changes, after a reset', {
		values: { ...all, simplify: true, onlyChanged: 'reset' },
		requests: {
			request: 'GET /api/v1/sim',
			query: { page: '1', per_page: '2500' },
			answer: [SIM],
			headers: { 'X-Total-Pages': '1' },
		},
		gives: [{ change: 'added', changed_parts: [], ...SIMPLE_SIM }],
	}),
	caseOf('sim activate', {
		values: { simId: 7 },
		requests: { request: 'PATCH /api/v1/sim/7', body: { status: { id: 1 } }, status: 204 },
		gives: { id: 7, updated: true, status: 'Activated' },
		errors: [403, 404, 422],
	}),
	caseOf('sim suspend', {
		values: { simId: 7 },
		requests: { request: 'PATCH /api/v1/sim/7', body: { status: { id: 2 } }, status: 204 },
		gives: { id: 7, updated: true, status: 'Suspended' },
		errors: [403, 404, 422],
	}),
	caseOf('sim update', {
		values: { simId: 7, status: 2 },
		requests: { request: 'PATCH /api/v1/sim/7', body: { status: { id: 2 } }, status: 204 },
		gives: { id: 7, updated: true, status: 'Suspended' },
		errors: [403, 404, 422],
	}),
	caseOf('sim transfer', 'by IDs, as a dry run by default', {
		values: {
			targetWorkspaceId: 1002,
			simsBy: 'ids',
			simIds: '7, 8\n7',
			dryRun: true,
			allowedSimStatuses: [0, 2],
			autoDetachDevices: true,
		},
		requests: {
			request: transfer,
			body: {
				target_workspace: { id: 1002 },
				sims: [{ id: 7 }, { id: 8 }],
				allowed_sim_statuses: [{ id: 0 }, { id: 2 }],
				auto_detach_devices: true,
				dry_run: true,
			},
			answer: { sim_count: 2, dry_run: true, target_workspace: { id: 1002 }, sims: [SIM] },
		},
		gives: {
			sim_count: 2,
			dry_run: true,
			transferred: false,
			message: 'Dry run: nothing was transferred; 2 SIMs could be.',
			target_workspace: { id: 1002 },
			sims: [SIM],
		},
		errors: [403, 409, [409, 1502], [409, 1503], [409, 1504], [409, 1505], 422],
	}),
	caseOf('sim transfer', 'by ICCIDs, not as a dry run', {
		values: { targetWorkspaceId: 1002, simsBy: 'iccids', iccids: [SIM.iccid], dryRun: false },
		requests: {
			request: transfer,
			body: { target_workspace: { id: 1002 }, iccids: [SIM.iccid], dry_run: false },
			answer: { sim_count: 1, dry_run: false, sims: [] },
		},
		gives: {
			sim_count: 1,
			dry_run: false,
			transferred: true,
			message: '1 SIMs were transferred.',
			sims: [],
		},
	}),
	caseOf('sim transfer', 'by a range of more than 500 SIMs, in several calls', {
		values: {
			targetWorkspaceId: 1002,
			simsBy: 'range',
			rangeStart: '8988303000000000001',
			rangeEnd: '8988303000000000600',
			dryRun: false,
		},
		requests: [
			['8988303000000000001', '8988303000000000500'],
			['8988303000000000501', '8988303000000000600'],
		].map(([start, end]) => ({
			request: transfer,
			body: { target_workspace: { id: 1002 }, iccid_range: { start, end }, dry_run: false },
			answer: { sim_count: 3, dry_run: false, sims: [] },
		})),
		gives: {
			sim_count: 6,
			dry_run: false,
			transferred: true,
			message: '6 SIMs were transferred.',
			sims: [],
		},
	}),
	caseOf('workspace getAll', {
		values: all,
		requests: {
			request: 'GET /api/v2/user/11/workspace',
			answer: [{ id: '1002', name: 'Customer' }],
		},
		gives: [{ id: 1002, name: 'Customer' }],
		errors: [403],
	}),
	caseOf('workspace getAll', 'of another user', {
		values: { ...all, userId: '12' },
		requests: { request: 'GET /api/v2/user/12/workspace', answer: [] },
		gives: [],
	}),
	caseOf('mfaKey create', {
		values: { typeId: 0 },
		requests: {
			request: 'POST /api/v1/user/mfa',
			body: { type: { id: 0 }, password: SHA1_IN_CREDENTIAL },
			answer: KEY,
		},
		gives: KEY,
		errors: [401, 403, [409, 1405], [422, 1400]],
	}),
	caseOf('mfaKey create', 'with a password in the form', {
		values: { typeId: 0, password: 'secret' },
		requests: {
			request: 'POST /api/v1/user/mfa',
			body: { type: { id: 0 }, password: SHA1_OF_SECRET },
			answer: KEY,
		},
		gives: KEY,
	}),
	caseOf('mfaKey activate', {
		values: { keyId: 3, code: '012345' },
		requests: {
			request: 'PATCH /api/v1/user/mfa/3',
			body: { status: { id: 1 }, code: '012345' },
			status: 204,
		},
		gives: { id: 3, activated: true },
		errors: [403, 404, 409, 422],
	}),
	caseOf('mfaKey delete', {
		values: { keyId: 3 },
		requests: { request: 'DELETE /api/v1/user/my/mfa/3', status: 204 },
		gives: { id: 3, deleted: true },
		errors: [403, 404],
	}),
	caseOf('mfaKey getStatuses', {
		values: {},
		requests: {
			request: 'GET /api/v1/user/mfa/status',
			answer: [{ id: 1, description: 'Active' }],
		},
		gives: [{ id: 1, description: 'Active' }],
	}),
	caseOf('mfaKey getTypes', {
		values: {},
		requests: { request: 'GET /api/v1/user/mfa/type', answer: [{ id: 0, description: 'TOTP' }] },
		gives: [{ id: 0, description: 'TOTP' }],
	}),
	caseOf('trustedDevice getAll', {
		values: { returnAll: false, limit: 1 },
		requests: { request: `GET ${devices}`, answer: [{ id: 1, browser: 'n8n' }, { id: 2 }] },
		gives: [{ id: 1, browser: 'n8n' }],
	}),
	caseOf('trustedDevice delete', {
		values: { deviceId: 1 },
		requests: { request: `DELETE ${devices}/1`, status: 204 },
		gives: { id: 1, deleted: true },
		errors: [403, 404],
	}),
	caseOf('event getAll', {
		values: {
			about: 'all',
			...all,
			simplify: true,
			types: [20, '21'],
			from: '2026-06-01T00:00:00.123Z',
			until: '2026-06-15T00:00:00Z',
			sort: { by: [{ field: 'timestamp', direction: 'desc' }] },
		},
		requests: {
			request: 'GET /api/v1/event',
			query: {
				q: 'type:20|21,from:2026-06-01T00:00:00Z,until:2026-06-15T00:00:00Z',
				sort: '-timestamp',
				page: '1',
				per_page: '100',
			},
			answer: [EVENT],
			headers: { 'X-Total-Pages': '1' },
		},
		gives: [
			{
				id: 9,
				timestamp: '2026-06-15T00:00:00Z',
				type_id: 21,
				type: 'SMS quota used up',
				severity: 'Warn',
				alert: true,
				description: 'used up',
				endpoint_id: 17,
				endpoint_name: 'pump-17',
				sim_id: 7,
				iccid: SIM.iccid,
				detail: { quota: { volume: 0 } },
				source: null,
				country: null,
				imei: null,
				rat: null,
				operator: null,
				imsi: null,
				user: null,
				user_id: null,
				user_name: null,
				volume_mb: null,
				volume_sms: 0,
			},
		],
		errors: [403, [422, 1301], [422, 1302]],
	}),
];

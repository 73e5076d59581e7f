import { type Case, caseOf } from './case';

/* Lists that are passed on unchanged, except that text IDs become numbers. */

const lists: Record<string, [path: string, entry: object, comes?: { id: number }]> = {
	'lookup getBreakoutRegions': [
		'/api/v1/breakout_region',
		{ id: 1, name: 'eu', ip_address: '192.0.2.1' },
	],
	'lookup getSmsInterfaces': ['/api/v1/esme_interface_type', { id: 1, description: 'RestAPI' }],
	'lookup getCardOperationActions': [
		'/api/v1/euicc/operation/action',
		{ id: 1, description: 'Audit' },
	],
	'lookup getCardOperationStatuses': [
		'/api/v1/euicc/operation/status',
		{ id: 0, description: 'Done' },
	],
	'lookup getCardProfileStatuses': ['/api/v1/euicc/profile/status', { id: 1, description: 'Free' }],
	'lookup getDnsServers': [
		'/api/v1/dns',
		{ id: 4, primary: '192.0.2.53', secondary: '192.0.2.54', ip_address_version: 4 },
	],
	'lookup getEventTypes': ['/api/v1/event/type', { id: '0', description: 'Generic' }, { id: 0 }],
	'lookup getRatTypes': ['/api/v1/rat_type', { id: 6, description: '4G' }],
	'lookup getSimStatuses': ['/api/v1/sim/status', { id: 0, description: 'Issued' }],
	'lookup getSimOperationActions': [
		'/api/v1/sim/operation/action',
		{ id: '1', description: 'One' },
		{ id: 1 },
	],
	'lookup getSimOperationStatuses': [
		'/api/v1/sim/operation/status',
		{ id: '1', description: 'One' },
		{ id: 1 },
	],
	'lookup getTagColors': [
		'/api/v2/tag-colors',
		{ id: 2, hex_color: '#00ff00', description: 'Green' },
	],
	'lookup getUserRoles': ['/api/v1/user/role', { id: 1, name: 'Administrator' }],
	'lookup getUserStatuses': ['/api/v1/user/status', { id: 1, description: 'Active' }],
	'dataStream getTypes': ['/api/v2/data_stream/type', { id: '1', description: 'Usage' }, { id: 1 }],
	'dataStream getStatuses': ['/api/v2/data_stream/status', { id: 3, description: 'Error' }],
	'dataStream getFilterFields': [
		'/api/v2/data_stream/filter_field_type',
		{ id: 'event_type_id', description: 'Event type' },
	],
	'organisation getStatuses': ['/api/v1/organisation/status', { id: 0, description: 'Enabled' }],
	'organisation getServiceLevels': ['/api/v1/service_level', { id: 1, name: 'Basic' }],
	'organisation getCloudConnectTypes': ['/api/v1/cnc/breakout_type', { id: 2, description: 'VPN' }],
};

export const plainLists: Case[] = Object.entries(lists).map(([row, [path, entry, comes]]) =>
	caseOf(row, {
		values: { returnAll: true, simplify: true },
		requests: { request: `GET ${path}`, answer: [entry] },
		gives: [{ ...entry, ...comes }],
		errors: [403],
	}),
);

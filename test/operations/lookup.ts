import * as endpointsShapes from '../truth/shapes/endpoints';
import * as eventsShapes from '../truth/shapes/events';
import * as organisationShapes from '../truth/shapes/organisation';
import * as peopleShapes from '../truth/shapes/people';
import * as profilesShapes from '../truth/shapes/profiles';
import * as z from 'zod/v4';
import { flag } from '../truth/requests/forms';
import { lookup } from '../truth/shapes/forms';
import { each, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { MONTH } from './shared/profiles';
import { all, shown } from './shared/values';

/* The lists of what can be chosen elsewhere. */

const lists: Record<string, [path: string, entry: object, comes?: { id: number }]> = {
	breakoutRegions: ['/api/v1/breakout_region', { id: 1, name: 'eu', ip_address: '192.0.2.1' }],
	smsInterfaces: ['/api/v1/esme_interface_type', { id: 1, description: 'RestAPI' }],
	cardOperationActions: ['/api/v1/euicc/operation/action', { id: 1, description: 'Audit' }],
	cardOperationStatuses: ['/api/v1/euicc/operation/status', { id: 0, description: 'Done' }],
	cardProfileStatuses: ['/api/v1/euicc/profile/status', { id: 1, description: 'Free' }],
	dnsServers: [
		'/api/v1/dns',
		{ id: 4, primary: '192.0.2.53', secondary: '192.0.2.54', ip_address_version: 4 },
	],
	eventTypes: ['/api/v1/event/type', { id: '0', description: 'Generic' }, { id: 0 }],
	ratTypes: ['/api/v1/rat_type', { id: 6, description: '4G' }],
	simStatuses: ['/api/v1/sim/status', { id: 0, description: 'Issued' }],
	simOperationActions: ['/api/v1/sim/operation/action', { id: '1', description: 'One' }, { id: 1 }],
	simOperationStatuses: [
		'/api/v1/sim/operation/status',
		{ id: '1', description: 'One' },
		{ id: 1 },
	],
	tagColors: ['/api/v2/tag-colors', { id: 2, hex_color: '#00ff00', description: 'Green' }],
	userRoles: ['/api/v1/user/role', { id: 1, name: 'Administrator' }],
	userStatuses: ['/api/v1/user/status', { id: 1, description: 'Active' }],
	dataStreamTypes: ['/api/v2/data_stream/type', { id: '1', description: 'Usage' }, { id: 1 }],
	dataStreamStatuses: ['/api/v2/data_stream/status', { id: 3, description: 'Error' }],
	dataStreamFilterFields: [
		'/api/v2/data_stream/filter_field_type',
		{ id: 'event_type_id', description: 'Event type' },
	],
	organisationStatuses: ['/api/v1/organisation/status', { id: 0, description: 'Enabled' }],
	serviceLevels: ['/api/v1/service_level', { id: 1, name: 'Basic' }],
	cloudConnectTypes: ['/api/v1/cnc/breakout_type', { id: 2, description: 'VPN' }],
};
const plainLists = Object.entries(lists).map(([list, [path, entry, comes]]) => ({
	when: list,
	values: { list, returnAll: true },
	requests: { request: `GET ${path}`, answer: [entry] },
	gives: [{ ...entry, ...comes }],
	errors: [403],
}));

export const lookupFacts: Facts = {
	operations: {
		'lookup getMany': {
			documented: {
				tagColors: 'GET /api/v2/tag-colors read list',
				eventTypes: 'GET /api/v1/event/type read list',
				smsInterfaces: 'GET /api/v1/esme_interface_type read list',
				breakoutRegions: 'GET /api/v1/breakout_region read list',
				dnsServers: 'GET /api/v1/dns read list',
				cardOperationActions: 'GET /api/v1/euicc/operation/action read list',
				cardOperationStatuses: 'GET /api/v1/euicc/operation/status read list',
				cardProfileStatuses: 'GET /api/v1/euicc/profile/status read list',
				cloudConnectRegions:
					'GET /api/v1/cnc/breakout_type/{connectType}/available_region read list',
				cloudConnectTypes: 'GET /api/v1/cnc/breakout_type read list',
				organisationStatuses: 'GET /api/v1/organisation/status read list',
				serviceLevels: 'GET /api/v1/service_level read list',
				unlinkedProducts: 'GET /api/v1/sim/unlinked_product_stats read list',
				services: 'GET /api/v1/service read list',
				smsLimits: 'GET /api/v1/service/{serviceId}/traffic_limit read list',
				trafficLimits: 'GET /api/v1/traffic_limit read list',
				simStatuses: 'GET /api/v1/sim/status read list',
				simOperationActions: 'GET /api/v1/sim/operation/action read list',
				simOperationStatuses: 'GET /api/v1/sim/operation/status read list',
				dataStreamTypes: 'GET /api/v2/data_stream/type read list',
				dataStreamStatuses: 'GET /api/v2/data_stream/status read list',
				dataStreamFilterFields: 'GET /api/v2/data_stream/filter_field_type read list',
				ipAddressSpaces: 'GET /api/v1/ip_address_space read list',
				availableIpAddressSpaces: 'GET /api/v1/ip_address_space/available read list',
				operators: 'GET /api/v1/operator read list',
				countries: 'GET /api/v1/country read list',
				ratTypes: 'GET /api/v1/rat_type read list',
				userRoles: 'GET /api/v1/user/role read list',
				userStatuses: 'GET /api/v1/user/status read list',
			},
			cases: [
				{
					when: 'services',
					values: { list: 'services', ...shown },
					requests: {
						request: 'GET /api/v1/service',
						answer: [{ id: 38, description: 'Data', traffic_type: { id: 5, description: 'Data' } }],
					},
					gives: [{ id: 38, name: 'Data', traffic_type: 'Data' }],
					errors: [403],
				},
				{
					when: 'smsLimits',
					values: { list: 'smsLimits', serviceId: 6, ...shown },
					requests: {
						request: 'GET /api/v1/service/6/traffic_limit',
						answer: [{ id: 1, volume: '10', period: MONTH }],
					},
					gives: [{ id: 1, volume: 10, period: 'month', service: null }],
					errors: [403, 404],
				},
				{
					when: 'trafficLimits',
					values: { list: 'trafficLimits', ...shown },
					requests: {
						request: 'GET /api/v1/traffic_limit',
						answer: [
							{ id: 1, volume: 10, period: MONTH, service: { id: 6, description: 'SMS MT' } },
						],
					},
					gives: [{ id: 1, volume: 10, period: 'month', service: 'SMS MT' }],
					errors: [403],
				},
				{
					when: 'ipAddressSpaces',
					values: { list: 'ipAddressSpaces', ...shown },
					requests: {
						request: 'GET /api/v1/ip_address_space',
						answer: [{ id: 301, ip_address_space: '10.64.0.0/12', available_count: '9' }],
					},
					gives: [
						{
							id: 301,
							ip_address_space: '10.64.0.0/12',
							ip_address_version: null,
							used_count: null,
							available_count: 9,
						},
					],
					errors: [403],
				},
				{
					when: 'availableIpAddressSpaces',
					values: {
						list: 'availableIpAddressSpaces',
						returnAll: false,
						limit: 1,
						simplify: false,
						version: 6,
					},
					requests: {
						request: 'GET /api/v1/ip_address_space/available',
						query: { ip_address_version: '6' },
						answer: [
							{ id: 1, ip_address_version: 6 },
							{ id: 2, ip_address_version: 6 },
						],
					},
					gives: [{ id: 1, ip_address_version: 6 }],
					errors: [403],
				},
				{
					when: 'operators',
					values: { list: 'operators', ...shown },
					requests: {
						request: 'GET /api/v1/operator',
						answer: [
							{
								id: 501,
								name: '3',
								name_and_country: 'Austria / 3',
								country: { id: 14, name: 'Austria', iso_code: 'at', mcc: '232' },
								mnc: [{ id: 1, mnc: '05', operator_id: '501' }],
							},
						],
					},
					gives: [
						{
							id: 501,
							name: '3',
							name_and_country: 'Austria / 3',
							country: 'Austria',
							iso_code: 'at',
							mcc: '232',
							mnc: ['05'],
						},
					],
					errors: [403],
				},
				{
					when: 'countries',
					values: { list: 'countries', ...shown, geographic: true },
					requests: {
						request: 'GET /api/v1/country',
						query: { geographic: 'true' },
						answer: [{ id: 74, name: 'Germany', iso_code: 'de', country_code: '49', mcc: '262' }],
					},
					gives: [{ id: 74, name: 'Germany', iso_code: 'de', country_code: '49', mcc: '262' }],
					errors: [403],
				},
				{
					when: 'cloudConnectRegions',
					values: { list: 'cloudConnectRegions', connectType: 2, returnAll: true },
					requests: {
						request: 'GET /api/v1/cnc/breakout_type/2/available_region',
						answer: [{ attachment_region: 'eu-west-1', device_breakout_region: 'eu-west-1' }],
					},
					gives: [{ attachment_region: 'eu-west-1', device_breakout_region: 'eu-west-1' }],
					errors: [403, 404],
				},
				{
					when: 'unlinkedProducts',
					values: { list: 'unlinkedProducts', ...shown },
					requests: {
						request: 'GET /api/v1/sim/unlinked_product_stats',
						answer: [{ product: { id: 1, name: 'IoT eSIM' }, quantity: '12' }],
					},
					gives: [{ product_id: 1, product: 'IoT eSIM', quantity: 12 }],
					errors: [403],
				},
				...plainLists,
			],
			rows: {
				tagColors: each({ list: 'tagColors', ...shown }, [], { results: 16 }),
				eventTypes: readOnce({ list: 'eventTypes', ...shown }, 70),
				services: readOnce({ list: 'services', ...shown }, 4),
				smsLimits: readOnce({ list: 'smsLimits', serviceId: rl(6), ...shown }, 3),
				trafficLimits: readOnce({ list: 'trafficLimits', ...shown }, 3),
				ipAddressSpaces: readOnce(
					{ list: 'ipAddressSpaces', ...shown, returnAll: false, limit: 3 },
					3,
				),
				availableIpAddressSpaces: readOnce(
					{ list: 'availableIpAddressSpaces', ...shown, filters: { version: 6 } },
					10,
				),
				operators: readOnce({ list: 'operators', ...shown, returnAll: false, limit: 5 }, 5),
				countries: readOnce({ list: 'countries', ...shown, filters: { geographic: true } }, 4),
				ratTypes: readOnce({ list: 'ratTypes', ...shown }, 7),
				simStatuses: readOnce({ list: 'simStatuses', ...shown }, 5),
				simOperationActions: readOnce({ list: 'simOperationActions', ...shown }, 4),
				simOperationStatuses: readOnce({ list: 'simOperationStatuses', ...shown }, 3),
				dataStreamTypes: readOnce({ list: 'dataStreamTypes', ...shown }, 2),
				dataStreamStatuses: readOnce({ list: 'dataStreamStatuses', ...shown }, 4),
				dataStreamFilterFields: readOnce({ list: 'dataStreamFilterFields', ...shown }, 2),
				dnsServers: readOnce({ list: 'dnsServers', ...shown }, 1, { after: ['dns create'] }),
				breakoutRegions: readOnce({ list: 'breakoutRegions', ...shown }, 2),
				smsInterfaces: readOnce({ list: 'smsInterfaces', ...shown }, 3),
				cardOperationActions: readOnce({ list: 'cardOperationActions', ...shown }, 7),
				cardOperationStatuses: readOnce({ list: 'cardOperationStatuses', ...shown }, 5),
				cardProfileStatuses: readOnce({ list: 'cardProfileStatuses', ...shown }, 3),
				cloudConnectRegions: readOnce({ list: 'cloudConnectRegions', ...shown, connectType: 2 }, 2),
				cloudConnectTypes: readOnce({ list: 'cloudConnectTypes', ...shown }, 8),
				organisationStatuses: readOnce({ list: 'organisationStatuses', ...shown }, 3),
				serviceLevels: readOnce({ list: 'serviceLevels', ...shown }, 3),
				unlinkedProducts: readOnce({ list: 'unlinkedProducts', ...shown }, 1),
				userRoles: readOnce({ list: 'userRoles', ...all }, 3),
				userStatuses: readOnce({ list: 'userStatuses', ...all }, 4),
			},
		},
	},
	routes: {
		'GET /api/v1/user/role': { asked: {}, answers: { 200: peopleShapes.roles } },
		'GET /api/v1/user/status': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/organisation/status': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/service_level': { asked: {}, answers: { 200: organisationShapes.serviceLevels } },
		'GET /api/v1/sim/unlinked_product_stats': {
			asked: {},
			answers: { 200: organisationShapes.unlinked },
		},
		'GET /api/v1/cnc/breakout_type': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/cnc/breakout_type/{typeId}/available_region': {
			asked: {},
			answers: {
				200: organisationShapes.attachmentRegions,
			},
		},
		'GET /api/v2/tag-colors': { asked: {}, answers: { 200: endpointsShapes.tagColors } },
		'GET /api/v1/event/type': { asked: {}, answers: { 200: eventsShapes.eventTypes } },
		'GET /api/v2/data_stream/type': { asked: {}, answers: { 200: lookup } },
		'GET /api/v2/data_stream/status': { asked: {}, answers: { 200: lookup } },
		'GET /api/v2/data_stream/filter_field_type': {
			asked: {},
			answers: { 200: eventsShapes.filterFields },
		},
		'GET /api/v1/service': { asked: {}, answers: { 200: profilesShapes.services } },
		'GET /api/v1/service/{serviceId}/traffic_limit': {
			asked: {},
			answers: { 200: profilesShapes.smsLimits },
		},
		'GET /api/v1/traffic_limit': { asked: {}, answers: { 200: profilesShapes.trafficLimits } },
		'GET /api/v1/esme_interface_type': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/breakout_region': { asked: {}, answers: { 200: organisationShapes.regions } },
		'GET /api/v1/dns': { asked: {}, answers: { 200: organisationShapes.dns } },
		'GET /api/v1/ip_address_space': { asked: {}, answers: { 200: endpointsShapes.spaceList } },
		'GET /api/v1/ip_address_space/available': {
			asked: {
				query: { ip_address_version: z.enum(['4', '6']).optional() },
			},
			answers: { 200: endpointsShapes.freeSpaces },
		},
		'GET /api/v1/operator': { asked: {}, answers: { 200: profilesShapes.operators } },
		'GET /api/v1/country': {
			asked: { query: { geographic: flag.optional() } },
			answers: { 200: profilesShapes.countries },
		},
		'GET /api/v1/rat_type': {
			asked: {
				query: { blacklistable: flag.optional(), limitable: flag.optional() },
			},
			answers: { 200: lookup },
		},
		'GET /api/v1/sim/status': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/sim/operation/action': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/sim/operation/status': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/euicc/operation/action': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/euicc/operation/status': { asked: {}, answers: { 200: lookup } },
		'GET /api/v1/euicc/profile/status': { asked: {}, answers: { 200: lookup } },
	},
};

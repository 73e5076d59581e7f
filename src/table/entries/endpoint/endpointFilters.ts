import { EndpointStatus, SimStatus } from '../../../fleet/statuses';
import * as f from '../../fields';
import { criteria, iccidCriteria, naming } from '../../filters';
import { ENDPOINT_STATUSES } from './endpointFields';

/* Filters and sort fields of endpoints. Source: specification and public reference. */

export const endpointFilters = f.inGroup('filters', {
	iccid: f.filter('iccid', iccidCriteria),
	imei: f.filter('imei', criteria('IMEI', 'Of 16 digits')),
	imeiWithLuhn: f.filter(
		'imei_with_luhn',
		criteria('IMEI With Luhn', 'With check digit, 15 digits'),
	),
	eid: f.filter('eid', criteria('EID', 'Of an eSIM, 32 digits')),
	nameFilter: f.filter('name', criteria('Name', 'Exact; * is a wildcard')),
	nameContains: f.filter(
		'name',
		f.becoming(criteria('Name Contains', 'Part of the name'), (text) =>
			text
				.split('||')
				.map((part) => `*${part}*`)
				.join('||'),
		),
	),
	ipAddress: f.filter('ip_address', criteria('IP Address', 'Private address')),
	tags: f.filter('tags', naming('tag', criteria('Tag', 'Name of a tag'))),
	status: f.filter.choice(
		'status',
		{ label: 'Status', hint: 'Its status', default: 0 },
		{ Deleted: EndpointStatus.Deleted, ...ENDPOINT_STATUSES },
	),
	simStatus: f.filter.choice(
		'sim_status',
		{ label: 'SIM Status', hint: 'Status of its SIM' },
		f.simStatuses(
			SimStatus.Issued,
			SimStatus.Activated,
			SimStatus.Suspended,
			SimStatus.FactoryTest,
		),
	),
	serviceProfile: f.filter.pick(
		'service_profile',
		{ label: 'Service Profile', hint: 'Its profile' },
		'serviceProfile',
	),
	tariffProfile: f.filter.pick(
		'tariff_profile',
		{ label: 'Tariff Profile', hint: 'Its profile' },
		'tariffProfile',
	),
	blocked: f.becoming(
		f.filter.flag('connectivity_status', {
			label: 'Only Blocked',
			hint: 'Whether to return only endpoints that are denied service now',
		}),
		// The only value the service accepts. Source: specification.
		(on) => (on ? 'BLOCKED' : undefined),
	),
});

export const endpointSort = [
	{ name: 'Created', value: 'created' },
	{ name: 'ID', value: 'id' },
	{ name: 'IP Address', value: 'ip_address' },
	{ name: 'Last Updated', value: 'last_updated' },
	{ name: 'Name', value: 'name' },
	{ name: 'Status', value: 'status' },
];

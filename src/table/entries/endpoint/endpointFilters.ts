import { EndpointStatus, SimStatus } from '../../../fleet/statuses';
import type { Field } from '../../define';
import * as f from '../../fields';
import { criteria, iccidCriteria, numberCriteria, tagsFilter } from '../../filters';
import { ENDPOINT_STATUSES } from './endpointFields';
import { imeiCriteria } from './endpointNumbers';

/* Filters and sort fields of endpoints. Source: specification and public reference. */

/** An IMEI in each of its forms, in the filter of the service that knows it. */
const imeiFilter: Field<string> = {
	...f.becoming(numberCriteria('imei', 'IMEI', 'Of 16 digits'), imeiCriteria),
	in: 'filter',
};

export const endpointFilters = f.inGroup('filters', {
	iccid: f.filter('iccid', iccidCriteria),
	imei: imeiFilter,
	imeiWithLuhn: f.filter(
		'imei_with_luhn',
		numberCriteria('imeiWithLuhn', 'IMEI With Luhn', 'With check digit, 15 digits'),
	),
	eid: f.filter('eid', numberCriteria('eid', 'EID', 'Of an eSIM, 32 digits')),
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
	ipAddress: f.filter(
		'ip_address',
		f.checkedBy<string>(criteria('IP Address', 'Private address'), (s) => s.ipv4CriteriaSchema),
	),
	tags: tagsFilter,
	status: f.filter.choice(
		'status',
		{ label: 'Status', hint: 'Its status', saidOnce: true, default: 0 },
		{ Deleted: EndpointStatus.Deleted, ...ENDPOINT_STATUSES },
	),
	simStatus: f.filter.choice(
		'sim_status',
		{ label: 'SIM Status', hint: 'Status of its SIM', saidOnce: true },
		f.simStatuses(
			SimStatus.Issued,
			SimStatus.Activated,
			SimStatus.Suspended,
			SimStatus.FactoryTest,
		),
	),
	serviceProfile: f.filter.pick(
		'service_profile',
		{ label: 'Service Profile', hint: 'Its profile', saidOnce: true },
		'serviceProfile',
	),
	tariffProfile: f.filter.pick(
		'tariff_profile',
		{ label: 'Tariff Profile', hint: 'Its profile', saidOnce: true },
		'tariffProfile',
	),
	blocked: f.becoming(
		f.filter.flag('connectivity_status', {
			label: 'Only Blocked',
			hint: 'Whether to return only endpoints that are denied service now',
			default: true,
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

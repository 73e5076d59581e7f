import { operationsWith } from '../../define';
import * as f from '../../fields';
import { everyOf, flat, flatList, numeric } from '../../reading';

/*
 * Cloud connect: the list and its types. One attachment alone carries the key of its tunnel, and
 * changes cost a monthly price: neither is offered. Source: public reference.
 */

const define = operationsWith({ resource: 'organisation' });

const numberedChoices = (names: string[]) =>
	names
		.map((name, index) => ({ name, value: index + 1 }))
		.sort((a, b) => a.name.localeCompare(b.name));

const CLOUD_CONNECT_STATUSES = numberedChoices([
	'Pending Customer Action',
	'Pending AWS Activation',
	'Pending EGN Activation',
	'Pending CRG Activation',
	'Active',
	'Deactivation Pending',
	'Deactivated',
	'Rolling Back',
]);
const CLOUD_CONNECT_TYPES = numberedChoices([
	'Transit Gateway',
	'IPSec VPN',
	'IPSec VPN BGP',
	'IPSec VPN BGP High Availability',
	'Direct Connect',
	'Shared',
	'Transit Gateway (Classic)',
	'IPSec VPN (Classic)',
]);

export const getCloudConnects = define({
	name: 'getCloudConnects',
	action: 'Get many cloud connects',
	description: 'List the private connections to clouds with their states; without deleted ones',
	request: 'GET /api/v1/cnc/breakout',
	lane: 'list',
	errors: [403],
	fields: {
		...f.many,
		...f.inGroup('filters', {
			status: f.query.choice(
				'status',
				{ label: 'Status', hint: 'Only of this status', default: 5 },
				CLOUD_CONNECT_STATUSES,
			),
			connectType: f.query.choice(
				'type',
				{ label: 'Type', hint: 'Only of this type', default: 1 },
				CLOUD_CONNECT_TYPES,
			),
			ofOrganisation: f.query.id('organisation', {
				label: 'Child Organisation ID',
				hint: 'Only of this direct child',
			}),
		}),
	},
	result: everyOf({
		read: numeric('id user_id status.id type.id organisation_id'),
		simple: flat(
			'id name description type=type.description|type.id status=status.description|status.id',
			'region=region.name|region creation_date accept_attachment_expiry_date termination_date',
		),
	}),
});

export const getCloudConnectTypes = define({
	name: 'getCloudConnectTypes',
	action: 'Get cloud connect types',
	description: 'List the types of private connections to clouds',
	request: 'GET /api/v1/cnc/breakout_type',
	...flatList,
});

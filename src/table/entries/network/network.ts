import { isIpv6 } from '../../../readings/address';
import { isIpv6Network, type AddressSpan, spanOf } from '../../addresses';
import { operationsWith } from '../../define';
import * as f from '../../fields';
import { creation, entriesOf } from '../../made';
import { numeric } from '../../reading';
import { rule } from '../../rules';
import { getAllAddressSpaces, getAllDns } from './serviceLists';

/* DNS servers and IP address spaces of an organisation. Source: public reference. */

const define = operationsWith({ lane: 'single' });

const dnsServerField = (key: 'primary' | 'secondary', label: string) =>
	f.body(
		key,
		f.checkedBy<string>(
			f.text(
				{ label, hint: 'IPv4 or IPv6 address of the server', placeholder: '192.0.2.53' },
				'must be an IPv4 or IPv6 address',
			),
			(s) => s.addressSchema,
		),
	);

const servers = creation<{ primary: string; secondary: string }>({
	things: 'DNS servers',
	entries: entriesOf(getAllDns),
	isLike: ({ primary, secondary }, wanted) =>
		primary === wanted.primary && secondary === wanted.secondary,
});

export const createDns = define({
	resource: 'dns',
	name: 'create',
	action: 'Create DNS server pair',
	description: 'Make a pair of DNS servers that service profiles can use; it cannot be changed',
	request: 'POST /api/v1/dns',
	effect: 'act',
	done: 'the pair was created',
	notice:
		'It works for new data sessions only; running ones keep their servers. The reference says that the version 6 is accepted and IPv4 is used all the same: look at the result before you rely on IPv6.',
	errors: [403],
	fields: {
		primary: dnsServerField('primary', 'Primary'),
		secondary: dnsServerField('secondary', 'Secondary'),
	},
	rules: [
		rule('both servers have addresses of one version', ({ primary, secondary }) =>
			isIpv6(primary) === isIpv6(secondary)
				? undefined
				: { field: 'secondary', rule: 'must be of the same version as {primary}' },
		),
	],
	// 6 is accepted, and said to be ignored.
	body: (fields, { primary }) => ({ ...fields, ip_address_version: isIpv6(primary) ? 6 : 4 }),
	...servers.creates(({ primary, secondary }) => ({ primary, secondary })),
});

export const deleteDns = define({
	resource: 'dns',
	name: 'delete',
	action: 'Delete DNS server pair',
	stakes: 'final',
	description: 'Delete a pair of DNS servers that no service profile uses',
	request: 'DELETE /api/v1/dns/{dnsId}',
	notice: 'This cannot be undone.',
	errors: [403, 404, 409],
	explains: {
		409: 'A service profile uses it: give that another one first (Service Profile: Update).',
		1407: 'A service profile uses it: give that another one first (Service Profile: Update).',
	},
	fields: { dnsId: f.path(f.pick({ label: 'DNS', hint: 'The pair to delete' }, 'dns')) },
	result: (_, { dnsId: id }) => ({ id, deleted: true }),
});

/** Where address spaces may lie, and the part of it that is reserved. Source: public reference. */
const RANGES = ['10.192.0.0/12', '100.64.0.0/10', '10.112.0.0/12', '10.176.0.0/12'];
const RESERVED = '100.64.0.0/24';

const spanContains = (range: AddressSpan, { first, last }: AddressSpan) =>
	range.first <= first && last <= range.last;

/** Whether an organisation may have a space; versions other than 4 are left to the service. */
function isAllowed(cidr: string): boolean {
	if (cidr.includes(':')) return isIpv6Network(cidr);
	const span = spanOf(cidr);
	const reserved = spanOf(RESERVED)!;
	if (!span || (span.first <= reserved.last && reserved.first <= span.last)) return false;
	return RANGES.some((range) => spanContains(spanOf(range)!, span));
}

const spaces = creation<{ space: string }>({
	things: 'address spaces',
	entries: entriesOf(getAllAddressSpaces),
	isLike: ({ ip_address_space: space }, wanted) => space === wanted.space,
});

export const createAddressSpace = define({
	resource: 'ipAddressSpace',
	name: 'create',
	action: 'Create IP address space',
	description: 'Take a free IP address space for the organisation; for Administrators',
	request: 'POST /api/v1/ip_address_space',
	effect: 'act',
	done: 'the space was created',
	success: [200, 201],
	notice: 'Free ones are in Lookup: Get Many, as Available IP Address Spaces.',
	errors: [400, 403, 404, 409, 422],
	explains: {
		409: 'The space overlaps one that is taken: choose another, such as a free one of Lookup.',
		422: 'The space lies outside the ranges for customers, or is reserved; the message says which.',
	},
	fields: {
		space: f.body.text(
			'ip_address_space',
			{ label: 'Address Space', hint: 'The space as CIDR', placeholder: '10.192.4.0/24' },
			`must be a CIDR inside ${RANGES.slice(0, -1).join(', ')} or ${RANGES.at(-1)!}, not in ${RESERVED}`,
			isAllowed,
		),
	},
	body: (fields, { space }) => ({ ...fields, ip_address_version: space.includes(':') ? 6 : 4 }),
	...spaces.creates(({ space }, entry) => ({
		ip_address_space: space,
		...(entry && numeric('ip_address_version')(entry)),
	})),
});

export const deleteAddressSpace = define({
	resource: 'ipAddressSpace',
	name: 'delete',
	action: 'Delete IP address space',
	stakes: 'final',
	description: 'Give back an IP address space that no endpoint uses; for Administrators',
	request: 'DELETE /api/v1/ip_address_space/{addressSpaceId}',
	notice: 'This cannot be undone: the space may go to another organisation.',
	errors: [403, 404, 409],
	explains: {
		1401: 'There is no such address space in this organisation.',
		409: 'Endpoints use addresses of it: give them another one, or delete them, first.',
		1407: 'Endpoints use addresses of it: give them another one, or delete them, first.',
	},
	fields: {
		addressSpaceId: f.path(
			f.pick({ label: 'IP Address Space', hint: 'The space to give back' }, 'ipAddressSpace'),
		),
	},
	result: (_, { addressSpaceId: id }) => ({ id, deleted: true }),
});

import * as f from './fields';
import { exclusive, needs } from './rules';

/* Fields that several endpoint operations share. Source: specification, Create endpoint. */

export const ENDPOINT_STATUSES = [
	{ name: 'Disabled', value: 1 },
	{ name: 'Enabled', value: 0 },
];

const serviceProfileId = f.body(
	'service_profile.id',
	f.pick(
		{ label: 'Service Profile', hint: 'What the endpoint may do; of your own organisation' },
		'serviceProfile',
	),
);
const tariffProfileId = f.body(
	'tariff_profile.id',
	f.pick(
		{
			label: 'Tariff Profile',
			hint: 'Where and at what price it connects; of your own organisation',
		},
		'tariffProfile',
	),
);
const status = f.body(
	'status.id',
	f.choice(
		{
			label: 'Status',
			hint: 'Whether the endpoint may connect. An activated SIM is billed even when it is disabled.',
			default: 0,
		},
		ENDPOINT_STATUSES,
	),
);
const simId = f.body(
	'sim.id',
	f.pick(
		{ label: 'SIM', hint: 'A SIM of your organisation that is not assigned elsewhere' },
		'sim',
	),
);
const ipAddressSpaceId = f.body(
	'ip_address_space.id',
	f.pick(
		{
			label: 'IP Address Space',
			hint: 'Where the private address is from; needed with IP Address',
		},
		'ipAddressSpace',
	),
);

const plain = {
	name: f.body('name', f.text({ label: 'Name', hint: 'Display name', placeholder: 'pump-17' })),
	tagAssignments: f.body(
		'tag_assignments',
		f.picks(
			{ label: 'Tags', hint: 'Existing tags; not to be combined with Tags (Deprecated)' },
			'tag',
		),
	),
	tags: f.body(
		'tags',
		f.text({
			label: 'Tags (Deprecated)',
			hint: 'Tag names separated by commas; missing ones are created. Prefer Tags, never both.',
			placeholder: 'arctic,pump',
		}),
	),
	imei: f.body(
		'imei',
		f.text(
			{ label: 'IMEI', hint: 'IMEISV of the device, 16 digits', placeholder: '3577620830129501' },
			'must be 16 digits',
			(v) => /^\d{16}$/.test(v),
		),
	),
	imeiLock: f.body(
		'imei_lock',
		f.flag({ label: 'IMEI Lock', hint: 'Whether only the device with this IMEI may connect' }),
	),
	ipAddress: f.body(
		'ip_address',
		f.text(
			{
				label: 'IP Address',
				hint: 'Private address within the IP Address Space',
				placeholder: '10.192.0.17',
			},
			'must be an IPv4 address',
			(v) => /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/.test(v),
		),
	),
};

/** Required on create; one value for a whole bulk call. */
export const requiredOnCreate = {
	serviceProfileId: f.shared(serviceProfileId),
	tariffProfileId: f.shared(tariffProfileId),
	status: f.shared(status),
};

export const optionalOnCreate = f.inGroup('additionalFields', {
	...plain,
	simId,
	simActivate: f.body(
		'sim.activate',
		f.flag({
			label: 'Activate SIM',
			hint: 'Whether to activate the SIM on assignment; an activated SIM is billed',
			default: true,
		}),
	),
	simStatus: f.body(
		'sim.status.id',
		f.choice(
			{
				label: 'SIM Status',
				hint: 'Overrides what activation would do, for example to skip the factory test mode',
			},
			[
				{ name: 'Activated', value: 1 },
				{ name: 'Factory Test', value: 4 },
			],
		),
	),
	ipAddressSpaceId: f.shared(ipAddressSpaceId),
	organisationId: f.body(
		'organisation.id',
		f.shared(
			f.id({
				label: 'Organisation ID',
				hint: 'Sub-organisation to create in; for reseller accounts only',
			}),
		),
	),
});

export const changes = f.inGroup('updateFields', {
	...plain,
	serviceProfileId,
	tariffProfileId,
	status,
	ipAddressSpaceId,
	simId,
	unassignSim: f.body('sim.id', {
		...f.flag({ label: 'Unassign SIM', hint: 'Whether to take the SIM off the endpoint' }),
		// `sim: { id: null }` unassigns; false changes nothing.
		schema: f.flag({ label: '', hint: '' }).schema.transform((on) => (on ? null : undefined)),
	}),
	simStatus: f.body(
		'sim.status.id',
		f.choice({ label: 'SIM Status', hint: 'New status of the SIM; an activated SIM is billed' }, [
			{ name: 'Activated', value: 1 },
			{ name: 'Factory Test', value: 5 },
		]),
	),
});

export const addressAndTagRules = [
	exclusive('tags', 'tagAssignments'),
	needs('ipAddress', 'ipAddressSpaceId'),
];
export const createRules = [
	...addressAndTagRules,
	needs('simActivate', 'simId'),
	needs('simStatus', 'simId'),
];
export const updateRules = [...addressAndTagRules, exclusive('simId', 'unassignSim')];

/** Source: specification, Errors; the codes: public reference. */
export const CREATE_REFUSED = {
	1601: 'The IP address space is full: free an address, or choose another space.',
	1405: 'An endpoint, address or SIM like this exists already.',
	404: 'The IP address space does not exist, is full, or is in use for another endpoint right now: try again.',
};

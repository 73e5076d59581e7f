import { EndpointStatus, SimStatus } from '../../../fleet/statuses';
import type { Explanation, Input, Json } from '../../define';
import * as f from '../../fields';
import { givesNothing } from '../../narrowing';
import { changesSomething, exclusive, needs, rule } from '../../rules';

/* Fields that several endpoint operations share. Source: specification, Create endpoint. */

export const ENDPOINT_STATUSES = {
	Disabled: EndpointStatus.Disabled,
	Enabled: EndpointStatus.Enabled,
};

const endpointServiceProfile = f.body.pick(
	'service_profile.id',
	{
		label: 'Service Profile',
		hint: 'What the device may do',
	},
	'serviceProfile',
);
const endpointTariffProfile = f.body.pick(
	'tariff_profile.id',
	{
		label: 'Tariff Profile',
		hint: 'Where it connects, at what price',
	},
	'tariffProfile',
);
const endpointStatusField = f.body.choice(
	'status.id',
	{
		label: 'Status',
		hint: 'Whether it may connect; an activated SIM is billed even if not',
		default: EndpointStatus.Enabled,
	},
	ENDPOINT_STATUSES,
);
const endpointSim = f.body('sim.id', f.pickSim({ label: 'SIM', hint: 'A free one' }));
const ipAddressSpaceId = f.body.pick(
	'ip_address_space.id',
	{
		label: 'IP Address Space',
		hint: 'Needed with IP Address',
	},
	'ipAddressSpace',
);

const endpointNameField = f.body.text('name', {
	label: 'Name',
	hint: 'Display name',
	saidOnce: true,
	placeholder: 'pump-17',
});
/** The same without the blanks around it. Update Many keeps them: a list has them, too, and changes nothing. */
export const bareNameField = f.checkedBy(endpointNameField, (s) => s.nameSchema);
const tagAssignments = f.body(
	'tag_assignments',
	f.orNone(f.picksByName({ label: 'Tags', hint: 'Existing tags' }, 'tag')),
);
const deviceFields = {
	imei: f.body(
		'imei',
		f.checkedBy(
			f.text(
				{ label: 'IMEI', hint: 'IMEISV, 16 digits', placeholder: '3577620830129501' },
				'must be 16 digits',
			),
			(s) => s.imeiToSetSchema,
		),
	),
	imeiLock: f.body.flag('imei_lock', {
		label: 'IMEI Lock',
		hint: 'Whether only this IMEI may connect',
	}),
	ipAddress: f.body(
		'ip_address',
		f.checkedBy<string>(
			f.text(
				{
					label: 'IP Address',
					hint: 'Private, within the IP Address Space',
					placeholder: '10.192.0.17',
				},
				'must be an IPv4 address',
			),
			(s) => s.ipv4Schema,
		),
	),
};

/** Fields of a create; the required ones have one value for a whole bulk call. */
export const endpointCreateFields = {
	serviceProfileId: f.shared(endpointServiceProfile),
	tariffProfileId: f.shared(endpointTariffProfile),
	status: f.shared(endpointStatusField),
	...f.inGroup('identity', { name: bareNameField, simId: endpointSim }),
	...f.inGroup('options', {
		allowUnnamed: f.aboutRun(
			f.flag({ label: 'Allow Unnamed', hint: 'Whether to create without name and SIM' }),
		),
		tagAssignments,
		...deviceFields,
		simActivate: f.body.flag('sim.activate', {
			label: 'Activate SIM',
			hint: 'Whether to activate the SIM, which is then billed',
			default: true,
		}),
		simStatus: f.unchosen(
			f.body.choice(
				'sim.status.id',
				{
					label: 'SIM Status',
					hint: 'Instead of what activation sets, to skip factory test',
				},
				f.simStatuses(SimStatus.Activated, SimStatus.FactoryTest),
			),
		),
		ipAddressSpaceId: f.shared(ipAddressSpaceId),
		organisationId: f.narrowing(
			f.body(
				'organisation.id',
				f.shared(
					f.becoming(
						f.organisationId({
							label: 'Organisation ID',
							hint: 'Sub-organisation to create in; for resellers only',
						}),
						// The login's own is where endpoints are created unless another one is named.
						(id) => (id === 'my' ? undefined : id),
					),
				),
			),
		),
	}),
};

/** The input that clears a field, by the choices of Clear. */
const CLEARED_BODIES: Record<string, Json> = { name: { name: '' }, tags: { tagAssignments: [] } };

export const changeFields = f.inGroup('updateFields', {
	name: endpointNameField,
	tagAssignments: {
		...tagAssignments,
		hint: 'In place of all others unless Tag Change differs; none changes nothing',
	},
	tagChange: f.choice(
		{
			label: 'Tag Change',
			hint: 'How Tags apply: first, in a call of their own',
			default: 'replace',
		},
		[
			{ name: 'Add', value: 'add', description: 'Add to the tags of the endpoint' },
			{ name: 'Remove', value: 'remove', description: 'Remove from the tags of the endpoint' },
			{ name: 'Replace', value: 'replace', description: 'Replace all tags of the endpoint' },
		],
	),
	clear: f.choices(
		{
			label: 'Clear',
			hint: 'Values to clear; empty values of other fields change nothing',
		},
		{ Name: 'name', Tags: 'tags' },
	),
	...deviceFields,
	serviceProfileId: endpointServiceProfile,
	tariffProfileId: endpointTariffProfile,
	status: {
		...endpointStatusField,
		hint: 'Whether it may connect; an activated SIM is billed even if not. A change activates a SIM in factory test.',
	},
	ipAddressSpaceId,
	simId: endpointSim,
	unassignSim: f.becoming(
		f.body.flag('sim.id', {
			label: 'Unassign SIM',
			hint: 'Whether to take the SIM off the endpoint',
			saidOnce: true,
		}),
		// `sim: { id: null }` unassigns; false changes nothing.
		(on) => (on ? null : undefined),
	),
	simStatus: f.unchosen(
		f.body.choice(
			'sim.status.id',
			{ label: 'SIM Status', hint: 'New status; an activated SIM is billed' },
			{ Activated: SimStatus.Activated, 'Factory Test': SimStatus.FactoryTestOfUpdate },
		),
	),
});

const addressNeedsSpace = needs('ipAddress', 'ipAddressSpaceId');
/** One without both is found again by its ID alone; most often a column was not mapped. */
const saysWhich = rule(
	'an endpoint has {name} or {simId}, unless {allowUnnamed} is on',
	({ name, simId, allowUnnamed }: Input) =>
		allowUnnamed === true || simId !== undefined || !givesNothing(name)
			? undefined
			: {
					field: 'name',
					rule: 'must be given, or {simId}: an endpoint without both cannot be told from others. {allowUnnamed} in Options creates it so',
				},
);
const createRules = [saysWhich, addressNeedsSpace, needs('simStatus', 'simId')];
export const notBothGivenAndCleared = rule(
	'a field is not given and cleared at once',
	(input: Input) =>
		((input.clear ?? []) as string[])
			.map((what) => (what === 'tags' ? 'tagAssignments' : what))
			.filter((field) => input[field] !== undefined)
			.map((field) => ({ field, rule: 'must not be given together with {clear}' }))[0],
);
const updateRules = [
	addressNeedsSpace,
	exclusive('simId', 'unassignSim'),
	notBothGivenAndCleared,
	changesSomething((input: Input) => {
		const changed = Object.keys(changeFields).filter((field) => input[field] !== undefined);
		// These two only say how other fields are used.
		const words = [
			'tagChange',
			...((input.clear as string[] | undefined)?.length ? [] : ['clear']),
		];
		return changed.some((field) => !words.includes(field));
	}),
];

/**
 * The references disagree about what leaving `activate` out does, and an activated SIM is billed: it
 * is sent for each SIM. A row of a table without a SIM has nothing to activate.
 */
const sayActivation = <I extends Input>(input: I): I => {
	const { simActivate, ...rest } = input;
	if (input.simId === undefined) return rest as I;
	return { ...input, simActivate: simActivate ?? true };
};

/** An update's input, with cleared fields as the empty values that the service expects. */
const withClearedFields = <I extends Input>(input: I): I =>
	Object.assign(
		{},
		input,
		...((input.clear ?? []) as string[]).map((what) => CLEARED_BODIES[what]),
	) as I;

const SPACE_FULL = 'The IP address space is full: free an address, or choose another space.';

const REFUSED_VALUE =
	'Correct the value named here: IDs must be of this organisation, and a SIM must be free ("Swap SIMs" of Cellular IoT Jobs moves one).';
const SENT_BEFORE =
	'If these items were sent before, "If the Name Exists: Skip" in Options leaves out what exists.';
const NO_ENDPOINT =
	'There is no endpoint of this ID in the organisation of this credential; list the endpoints to see theirs.';

/** Things whose absence has the code of an unknown endpoint, too. */
const OTHER_THING = /profile|address|\bsims?\b|\btags?\b|iccid|status|organi[sz]ation/i;

/**
 * An unknown reference, in words only of what the service names: its code stands for a profile as well as for the
 * endpoint. Without a
 * name, it is the endpoint, but for a 422. Source: recorded (404 of an unknown endpoint, 422 of an unknown profile).
 */
const unknownEndpoint: Explanation = {
	hint: NO_ENDPOINT,
	applies: ({ message, status }) =>
		!OTHER_THING.test(message) && (status !== 422 || /\bendpoint\b/i.test(message)),
};

const writing = { lane: 'sequential', errors: [400, 403, 404, 409, 422] } as const;

/** Common to creating one endpoint and creating many, beside their fields. */
export const creating = {
	...writing,
	effect: 'act',
	source: 'specification',
	// Source: specification, Errors; the codes: public reference.
	explains: {
		1601: SPACE_FULL,
		1405: `An endpoint, address or SIM like this exists already. ${SENT_BEFORE}`,
		404: 'The IP address space does not exist, is full, or is in use for another endpoint right now: try again.',
		422: `${REFUSED_VALUE} ${SENT_BEFORE}`,
	},
	rules: createRules,
	complete: sayActivation,
} as const;

/** Common to updating one endpoint and updating many. */
export const updating = {
	...writing,
	effect: 'set',
	// Source: specification (404 is about the address space), recorded (1401, 1601).
	explains: {
		1201: unknownEndpoint,
		1401: unknownEndpoint,
		1405: 'An address or SIM like this is in use already.',
		1601: SPACE_FULL,
		404: 'The IP address space does not exist, is full or in use for another endpoint right now, or there is no endpoint of this ID.',
		422: REFUSED_VALUE,
	},
	rules: updateRules,
	complete: withClearedFields,
} as const;

import { changesUsed, deletesUnused } from '../../changesShown';
import { type Input, type Json, type LookupName, operationsWith } from '../../define';
import * as f from '../../fields';
import { creation, entriesOf } from '../../made';
import { changesSomething, rule } from '../../rules';
import { getAllServiceProfiles, getServiceProfile, serviceProfileId } from './serviceProfile';

/* Making, changing and deleting service profiles. Source: public reference. */

const define = operationsWith({ resource: 'serviceProfile' });

const profileFlag = (key: string, label: string, does: string, standard = false) =>
	f.body.flag(key, { label, hint: `Whether ${does}`, default: standard });
const profileReference = (key: string, label: string, hint: string, lookup: LookupName) =>
	f.body.pick(`${key}.id`, { label, hint }, lookup);

/** The settings of a profile beside its name; the defaults are those of a new one. */
const settings = {
	description: f.body.text('description', { label: 'Description', hint: 'Free text' }),
	allowed3g: profileFlag('allowed_3g', 'Allow 3G', 'devices may use 3G', true),
	allowed4g: profileFlag('allowed_4g', 'Allow 4G', 'devices may use 4G and LTE-M', true),
	allowedNbIot: profileFlag('allowed_nb_iot', 'Allow NB-IoT', 'devices may use NB-IoT', true),
	allowedNbIotGeo: profileFlag(
		'allowed_nb_iot_geo',
		'Allow NB-IoT Over Satellite',
		'devices may use satellites',
	),
	applyDataQuota: profileFlag(
		'apply_data_quota',
		'Apply Data Quota',
		'endpoints need a data quota; those without one are cut off in seconds',
	),
	applySmsQuota: profileFlag(
		'apply_sms_quota',
		'Apply SMS Quota',
		'endpoints need an SMS quota; those without one are denied SMS',
	),
	smsInternal: profileFlag(
		'sms_p2p_int',
		'SMS Between Own Devices',
		'own devices may send each other SMS',
		true,
	),
	smsExternal: profileFlag('sms_p2p_ext', 'SMS to Others', 'SMS go to and come from outside', true),
	retail: profileFlag(
		'retail',
		'Retail',
		'it is for retail; needs a privilege that the service grants',
	),
	nipdp: profileFlag('nipdp', 'NIPDP', 'nipdp is on; what that does is not documented'),
	callbackId: profileReference('api_callback', 'Callback', 'Where SMS and receipts go', 'callback'),
	mocCallbackId: profileReference(
		'moc_callback',
		'MOC Callback',
		'The callback that the service calls moc_callback',
		'callback',
	),
	callbackSecretId: profileReference(
		'api_secret',
		'Callback Secret',
		'Signs the callbacks',
		'callbackSecret',
	),
	dnsId: profileReference('dns', 'DNS', 'For new data sessions; running ones keep the old', 'dns'),
	smsInterfaceId: profileReference(
		'esme_interface_type',
		'SMS Interface',
		'Where SMS are handed over',
		'smsInterface',
	),
	breakoutRegionId: profileReference(
		'breakout_region',
		'Breakout Region',
		'Where data leaves the network',
		'breakoutRegion',
	),
};

const SERVICE_PROFILE = {
	thing: 'service profile',
	read: getServiceProfile,
	field: 'serviceProfileId',
};
const serviceProfileCreation = creation<{ name: string }>({
	things: 'service profiles',
	entries: entriesOf(getAllServiceProfiles),
	isLike: ({ name }, wanted) => name === wanted.name,
});

export const createServiceProfile = define({
	name: 'create',
	action: 'Create service profile',
	description:
		'Make a service profile; it has no service, so neither data nor SMS, until Add Service',
	request: 'POST /api/v1/service_profile',
	effect: 'act',
	done: 'the profile was created',
	lane: 'sequential',
	notice: 'In this order: create it, add services, then limits of the services.',
	errors: [403, 422],
	fields: {
		name: f.nameOf('Name of the profile'),
		...f.inGroup('options', settings),
	},
	...serviceProfileCreation.creates(({ name }) => ({ name })),
});

/** The references that null empties, by the field that has them. */
const CLEARABLE_REFERENCES = [
	{ name: 'Callback', value: 'api_callback', field: 'callbackId' },
	{ name: 'Callback Secret', value: 'api_secret', field: 'callbackSecretId' },
	{ name: 'DNS', value: 'dns', field: 'dnsId' },
	{ name: 'MOC Callback', value: 'moc_callback', field: 'mocCallbackId' },
];

const notSetAndCleared = rule('a reference is not given and cleared at once', (input: Input) => {
	const both = CLEARABLE_REFERENCES.find(
		({ value, field }) =>
			((input.clear ?? []) as string[]).includes(value) && input[field] !== undefined,
	);
	return both && { field: both.field, rule: 'must not be given together with {clear}' };
});

const serviceProfileUpdateFields = {
	serviceProfileId,
	...f.inGroup('updateFields', {
		name: f.nameOf('Name of the profile'),
		...settings,
		clear: f.choices(
			{ label: 'Clear', hint: 'What to take off the profile' },
			CLEARABLE_REFERENCES.map(({ name, value }) => ({ name, value })),
		),
	}),
};
const withClearedReferences = (fields: Json, { clear = [] }: Input): Json => ({
	...fields,
	...Object.fromEntries((clear as string[]).map((key) => [key, { id: null }])),
});

export const updateServiceProfile = define({
	name: 'update',
	action: 'Update service profile',
	stakes: 'billed',
	description: 'Change a service profile for all its endpoints at once; returns how many there are',
	request: 'PATCH /api/v1/service_profile/{serviceProfileId}',
	effect: 'set',
	lane: 'sequential',
	success: [200, 201, 204],
	notice:
		'This acts on all endpoints of the profile at once: try it with Dry Run. Before you switch a quota on, give each endpoint one.',
	errors: [403, 404, 422],
	...changesUsed(SERVICE_PROFILE, serviceProfileUpdateFields, withClearedReferences),
	rules: [
		notSetAndCleared,
		changesSomething((input) =>
			Object.keys({ ...settings, name: 0, clear: 0 }).some((name) => {
				const given = (input as Input)[name];
				return Array.isArray(given) ? given.length > 0 : given !== undefined;
			}),
		),
	],
});

export const deleteServiceProfile = define({
	name: 'delete',
	action: 'Delete service profile',
	description: 'Delete a service profile that no endpoint uses, with its services and limits',
	request: 'DELETE /api/v1/service_profile/{serviceProfileId}',
	...deletesUnused(SERVICE_PROFILE, { serviceProfileId }),
});

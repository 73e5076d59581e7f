import { changesTo, putsUnlessThere } from '../../changed';
import { changesUsed, deletesUnused } from '../../changesShown';
import { operationsWith } from '../../define';
import * as f from '../../fields';
import { creation, entriesOf } from '../../made';
import { at, everyOf, flat, type EntityKind, numeric, readsOne } from '../../reading';
import { changesSomething, rule } from '../../rules';

/*
 * Tariff profiles: where endpoints connect, and at what price. Making and changing them is for
 * resellers, mostly. Source: public reference.
 */

const define = operationsWith({ resource: 'tariffProfile', lane: 'single' });

export const tariffProfileId = f.path(
	f.pick({ label: 'Tariff Profile', hint: 'The tariff profile to work on' }, 'tariffProfile'),
);

const tariffProfileKind: EntityKind = {
	read: numeric(
		'id used_count organisation_id tariff.id inclusive_volume.id inclusive_volume.volume',
	),
	simple: flat(
		'id name description used_count tariff_id=tariff.id tariff=tariff.name',
		'currency=tariff.currency.code inclusive_volume_id=inclusive_volume.id',
		'inclusive_mb=inclusive_volume.volume',
	),
};

export const getAllTariffProfiles = define({
	name: 'getAll',
	action: 'Get many tariff profiles',
	description: 'List the tariff profiles of the organisation with their tariffs and currencies',
	request: 'GET /api/v1/tariff_profile',
	errors: [403],
	fields: f.many,
	result: everyOf(tariffProfileKind),
});

export const getTariffProfile = define({
	name: 'get',
	action: 'Get tariff profile',
	description: 'Read one tariff profile with its tariff and its inclusive volume (MB)',
	request: 'GET /api/v1/tariff_profile/{tariffProfileId}',
	...readsOne(tariffProfileKind, { tariffProfileId }),
});

export const getTariffCoverage = define({
	name: 'getCoverage',
	action: 'Get tariff profile coverage',
	description: 'List the countries a tariff profile covers, with their numbers of operators',
	request: 'GET /api/v1/tariff_profile/{tariffProfileId}/coverage',
	errors: [403, 404],
	fields: { tariffProfileId, ...f.many },
	result: everyOf({
		read: numeric('country.id redundancy_count'),
		simple: flat('country_id=country.id country=country.name redundancy_count'),
	}),
});

const TARIFF_LABELS = { label: 'Tariff ID', hint: 'ID of a tariff, as another profile shows it' };
const tariffId = f.body.id('tariff.id', TARIFF_LABELS);
const profileDescription = f.body.text('description', { label: 'Description', hint: 'Free text' });

const TARIFF_PROFILE = {
	thing: 'tariff profile',
	read: getTariffProfile,
	field: 'tariffProfileId',
};
const tariffProfileCreation = creation<{ name: string; tariffId: number }>({
	things: 'tariff profiles',
	entries: entriesOf(getAllTariffProfiles),
	isLike: (entry, { name, tariffId: tariff }) =>
		entry.name === name && Number(at(entry, 'tariff.id')) === tariff,
});

export const createTariffProfile = define({
	name: 'create',
	action: 'Create tariff profile',
	description: 'Make a tariff profile of a tariff; it covers nothing until rate zones are added',
	request: 'POST /api/v1/tariff_profile',
	effect: 'act',
	done: 'the profile was created',
	notice: 'Add rate zones to it before endpoints get it.',
	errors: [403, 422],
	fields: {
		name: f.nameOf('Name of the profile'),
		tariffId,
		...f.inGroup('options', { description: profileDescription }),
	},
	// One text calls the description optional, the schema requires it.
	body: (fields) => ({ description: '', ...fields }),
	...tariffProfileCreation.creates(({ name, tariffId: tariff }) => ({ name, tariff_id: tariff })),
});

const tariffProfileUpdateFields = {
	tariffProfileId,
	...f.inGroup('updateFields', {
		name: f.nameOf('Name of the profile'),
		description: profileDescription,
		tariffId: { ...tariffId, hint: 'Another tariff; it needs Remove Rate Zones' },
		removeRatezones: f.aboutRun(
			f.flag({
				label: 'Remove Rate Zones',
				hint: 'Whether another tariff may remove every rate zone of the profile',
			}),
		),
	}),
};

export const updateTariffProfile = define({
	name: 'update',
	action: 'Update tariff profile',
	stakes: 'billed',
	description: 'Change a tariff profile for all its endpoints at once; returns how many there are',
	request: 'PATCH /api/v1/tariff_profile/{tariffProfileId}',
	effect: 'set',
	notice:
		'Another tariff removes every rate zone selection: devices there lose service until zones are added again.',
	errors: [403, 404, 422],
	...changesUsed(TARIFF_PROFILE, tariffProfileUpdateFields),
	rules: [
		changesSomething((input) =>
			[input.name, input.description, input.tariffId].some((value) => value !== undefined),
		),
		rule('another tariff needs {removeRatezones}, or {dryRun}', (input) =>
			input.tariffId !== undefined && !input.removeRatezones && !input.dryRun
				? {
						field: 'tariffId',
						rule: 'removes every rate zone of the profile, where devices then lose service: confirm it with {removeRatezones}',
					}
				: undefined,
		),
	],
});

export const deleteTariffProfile = define({
	name: 'delete',
	action: 'Delete tariff profile',
	description: 'Delete a tariff profile that no endpoint uses',
	request: 'DELETE /api/v1/tariff_profile/{tariffProfileId}',
	...deletesUnused(TARIFF_PROFILE, { tariffProfileId }),
});

const RATEZONE_PATH = '/api/v1/tariff_profile/{tariffProfileId}/ratezone_selection/{ratezoneId}';
const ratezone = {
	tariffProfileId,
	ratezoneId: f.path(
		f.id({ label: 'Rate Zone ID', hint: 'A rate zone of the tariff; the service lists none' }),
	),
};

export const addRatezone = define({
	name: 'addRatezone',
	action: 'Add rate zone to tariff profile',
	stakes: 'billed',
	description: 'Let endpoints of a tariff profile work in an active rate zone of its tariff',
	request: `PUT ${RATEZONE_PATH}`,
	effect: 'set',
	notice: 'Usage there is billed at the rates of the zone.',
	errors: [403, 404, 422],
	...changesTo({ added: true }, ratezone),
});

export const removeRatezone = define({
	name: 'removeRatezone',
	action: 'Remove rate zone from tariff profile',
	stakes: 'access',
	description: 'Keep endpoints of a tariff profile out of a rate zone',
	request: `DELETE ${RATEZONE_PATH}`,
	notice: 'Devices in the zone lose service.',
	errors: [403, 404, 422],
	...changesTo({ removed: true }, ratezone),
});

const VOLUME_PATH = '/api/v1/tariff_profile/{tariffProfileId}/inclusive_volume/{inclusiveVolumeId}';
const volume = {
	tariffProfileId,
	inclusiveVolumeId: f.path(
		f.pick(
			{ label: 'Inclusive Volume', hint: 'An active inclusive volume of its tariff' },
			'inclusiveVolume',
		),
	),
};

export const assignProfileVolume = define({
	name: 'assignInclusiveVolume',
	action: 'Assign inclusive volume to tariff profile',
	stakes: 'billed',
	description:
		'Let usage of a tariff profile count towards an inclusive volume of the organisation',
	request: `PUT ${VOLUME_PATH}`,
	effect: 'set',
	errors: [400, 403, 404, 409],
	explains: {
		400: 'The volume has expired, or it is of another tariff than the profile.',
		404: 'The profile or the volume does not exist.',
		409: 'The profile has another volume: remove that first (Remove Inclusive Volume).',
	},
	...putsUnlessThere({ assigned: true }, volume, async (call, input) => {
		const { body } = await call.other(getTariffProfile, input);
		return Number(at(body, 'inclusive_volume.id')) === input.inclusiveVolumeId;
	}),
});

export const removeProfileVolume = define({
	name: 'removeInclusiveVolume',
	action: 'Remove inclusive volume from tariff profile',
	stakes: 'billed',
	description: 'Take the inclusive volume off a tariff profile',
	request: `DELETE ${VOLUME_PATH}`,
	notice: 'Where several volumes are active, usage of the profile is then billed as you go.',
	errors: [400, 403, 404],
	explains: {
		400: 'The profile does not have this volume.',
		404: 'The profile or the volume does not exist.',
	},
	...changesTo({ removed: true }, volume),
});

import { operationsWith } from '../../define';
import * as f from '../../fields';
import { everyOf, flat, type EntityKind, numeric, readsOne } from '../../reading';

/* Tariff profiles: where endpoints connect, and at what price. Source: public reference. */

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
	action: 'Get a tariff profile',
	description: 'Read one tariff profile with its tariff and its inclusive volume (MB)',
	request: 'GET /api/v1/tariff_profile/{tariffProfileId}',
	...readsOne(tariffProfileKind, { tariffProfileId }),
});

export const getTariffCoverage = define({
	name: 'getCoverage',
	action: 'Get the coverage of a tariff profile',
	description: 'List the countries a tariff profile covers, with their numbers of operators',
	request: 'GET /api/v1/tariff_profile/{tariffProfileId}/coverage',
	errors: [403, 404],
	fields: { tariffProfileId, ...f.many },
	result: everyOf({
		read: numeric('country.id redundancy_count'),
		simple: flat('country_id=country.id country=country.name redundancy_count'),
	}),
});

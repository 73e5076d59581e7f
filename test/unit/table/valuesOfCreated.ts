import type { Fields, Operation } from '../../../src/table/define';
import { everywhereOf } from '../../../src/table/fields';
import { narrows } from '../../../src/table/narrowing';

/* Optional fields that an empty value may leave out. */

/** Values of a request that something gets, outside the collections of changes. */
export const VALUES_OF_CREATED =
	`actionOnExhaustion activationCode allowed3g allowed4g allowedNbIot allowedNbIotGeo applyDataQuota
	applySmsQuota autoDetachDevices autoRefill breakoutRegionId callbackId callbackSecretId colorId dcs
	description destAddress dnsId enable expiryDate imei imeiLock ipAddress ipAddressSpaceId
	lastVolumeAdded mocCallbackId nipdp password pooled productId retail rollback simActivate
	simStatus smsExternal smsInterfaceId smsInternal sourceAddress sourceAddressType tagAssignments
	thresholdPercentage thresholdVolume udh warningPercent`.split(/\s+/);

/** The fields of an operation, with those that all have. */
export const allOf = (operation: Operation): Fields => ({
	...everywhereOf(operation),
	...operation.fields,
});

/** The names of the optional fields of an operation that do not narrow, outside the collections of changes. */
export const optionalValuesOf = (operation: Operation): string[] =>
	Object.entries(allOf(operation))
		.filter(([, field]) => field.group !== undefined && !narrows(field))
		.filter(([, { group }]) => !['identity', 'updateFields', 'newEndpoints'].includes(group!))
		.map(([name]) => name);

import type { INodeParameters } from 'n8n-workflow';

import { rl, type Row } from './rowTypes';

/* Form values of the operations on profiles, networks and the organisation, and their effects. */

const all = { returnAll: true, simplify: true };
const twice = (kind: string) => [kind, kind];
const readOnce = (parameters: INodeParameters, results?: number): Row => ({
	...{ parameters, once: true, effects: [] },
	...(results !== undefined && { results }),
});
/** One change of one thing. */
const changeOnce = (effect: string, parameters: INodeParameters, ...after: string[]): Row => ({
	...{ parameters, once: true, effects: [effect] },
	...(after.length > 0 && { after }),
});

const ofService = { serviceProfileId: rl(101), serviceId: rl(6) };
const limitId = rl(2);

const serviceProfiles: Record<string, Row> = {
	'serviceProfile create': {
		parameters: {
			name: '={{ "profile " + $json.id }}',
			options: { allowed3g: false, breakoutRegionId: rl(2), smsInterfaceId: rl(3) },
		},
		effects: twice('serviceProfile.created'),
	},
	'serviceProfile update': changeOnce('serviceProfile.updated', {
		serviceProfileId: rl(101),
		updateFields: { applyDataQuota: true, breakoutRegionId: rl(2) },
	}),
	'serviceProfile delete': changeOnce('serviceProfile.deleted', { serviceProfileId: rl(103) }),
	'serviceProfile addService': changeOnce('service.added', {
		...ofService,
		serviceProfileId: rl(103),
	}),
	'serviceProfile removeService': changeOnce('service.removed', ofService),
	'serviceProfile addSmsLimit': changeOnce('smsLimit.added', { ...ofService, limitId }),
	'serviceProfile removeSmsLimit': changeOnce(
		'smsLimit.removed',
		{ ...ofService, limitId },
		'serviceProfile addSmsLimit',
	),
	'serviceProfile removeAllDataLimits': changeOnce(
		'dataLimits.removed',
		{ serviceProfileId: rl(101) },
		'serviceProfile addDataLimit',
	),
};

const networks: Record<string, Row> = {
	'dns create': changeOnce('dns.created', { primary: '192.0.2.53', secondary: '192.0.2.54' }),
	'dns delete': changeOnce('dns.deleted', { dnsId: rl(1) }, 'dns create'),
	'ipAddressSpace create': changeOnce('addressSpace.created', { space: '10.192.4.0/24' }),
	'ipAddressSpace delete': changeOnce('addressSpace.deleted', { addressSpaceId: rl(302) }),
	'lookup getDnsServers': { ...readOnce(all, 1), after: ['dns create'] },
	'lookup getBreakoutRegions': readOnce(all, 2),
	'lookup getSmsInterfaces': readOnce(all, 3),
	'lookup getCardOperationActions': readOnce(all, 4),
	'lookup getCardOperationStatuses': readOnce(all, 3),
	'lookup getCardProfileStatuses': readOnce(all, 3),
	'euicc cancelOperation': changeOnce(
		'operation.cancelled',
		{ euiccId: rl(1), operationId: '00000000-0000-4000-8000-000000000001' },
		'euicc scheduleOperations',
	),
	'euicc validateUnlinked': readOnce(
		{ eids: '89033023000000000000000000000001, 89033023000000000000000000000004' },
		2,
	),
};

const organisations: Record<string, Row> = {
	'organisation get': readOnce({ simplify: true }),
	'organisation getTariffPlan': readOnce({ simplify: true, options: { organisationId: 'my' } }),
	'organisation getTariffPlans': readOnce(all, 1),
	'organisation getInclusiveVolumes': readOnce(all),
	'organisation assignInclusiveVolume': changeOnce('inclusiveVolume.assigned', {
		...{ inclusiveVolumeId: '71', confirmVolumeId: 71, options: { pooled: false } },
	}),
	'organisation getCloudConnects': readOnce({ ...all, filters: { status: 5 } }, 1),
	'organisation getCloudConnectTypes': readOnce(all, 8),
	'organisation getStatuses': readOnce(all, 3),
	'organisation getServiceLevels': readOnce(all, 3),
	'lookup getUnlinkedProducts': readOnce(all, 1),
};

const tariffProfileId = rl(201);
const ofVolume = { tariffProfileId, inclusiveVolumeId: rl(1) };

const tariffProfiles: Record<string, Row> = {
	'tariffProfile create': {
		parameters: { name: '={{ "tariff " + $json.id }}', tariffId: '32' },
		effects: twice('tariffProfile.created'),
	},
	'tariffProfile update': changeOnce('tariffProfile.updated', {
		tariffProfileId,
		updateFields: { tariffId: '32', removeRatezones: true },
	}),
	'tariffProfile delete': changeOnce('tariffProfile.deleted', { tariffProfileId: rl(202) }),
	'tariffProfile addRatezone': changeOnce('ratezone.added', { tariffProfileId, ratezoneId: '4' }),
	'tariffProfile removeRatezone': changeOnce('ratezone.removed', {
		...{ tariffProfileId, ratezoneId: '3' },
	}),
	'tariffProfile assignInclusiveVolume': changeOnce('profileVolume.assigned', ofVolume),
	'tariffProfile removeInclusiveVolume': changeOnce(
		'profileVolume.removed',
		ofVolume,
		'tariffProfile assignInclusiveVolume',
	),
};

export const NETWORK_ROWS: Record<string, Row> = {
	...serviceProfiles,
	...networks,
	...organisations,
	...tariffProfiles,
};

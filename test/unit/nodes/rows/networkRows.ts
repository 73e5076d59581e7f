import { each, once, readOnce, rl, type Row } from './rowTypes';

/* Form values of the operations on profiles, networks and the organisation, and their effects. */

const all = { returnAll: true, simplify: true };

const ofService = { serviceProfileId: rl(101), serviceId: rl(6) };
const limitId = rl(2);

const serviceProfiles: Record<string, Row> = {
	'serviceProfile create': each(
		{
			name: '={{ "profile " + $json.id }}',
			options: { allowed3g: false, breakoutRegionId: rl(2), smsInterfaceId: rl(3) },
		},
		['serviceProfile.created'],
	),
	'serviceProfile update': once(
		{
			serviceProfileId: rl(101),
			updateFields: { applyDataQuota: true, breakoutRegionId: rl(2) },
		},
		['serviceProfile.updated'],
	),
	'serviceProfile delete': once({ serviceProfileId: rl(103) }, ['serviceProfile.deleted']),
	'serviceProfile addService': once(
		{
			...ofService,
			serviceProfileId: rl(103),
		},
		['service.added'],
	),
	'serviceProfile removeService': once(ofService, ['service.removed']),
	'serviceProfile addSmsLimit': once({ ...ofService, limitId }, ['smsLimit.added']),
	'serviceProfile removeSmsLimit': once({ ...ofService, limitId }, ['smsLimit.removed'], {
		after: ['serviceProfile addSmsLimit'],
	}),
	'serviceProfile removeAllDataLimits': once(
		{ serviceProfileId: rl(101) },
		['dataLimits.removed'],
		{ after: ['serviceProfile addDataLimit'] },
	),
};

const networks: Record<string, Row> = {
	'dns create': once({ primary: '192.0.2.53', secondary: '192.0.2.54' }, ['dns.created']),
	'dns delete': once({ dnsId: rl(1) }, ['dns.deleted'], { after: ['dns create'] }),
	'ipAddressSpace create': once({ space: '10.192.4.0/24' }, ['addressSpace.created']),
	'ipAddressSpace delete': once({ addressSpaceId: rl(302) }, ['addressSpace.deleted']),
	'lookup getDnsServers': readOnce(all, 1, { after: ['dns create'] }),
	'lookup getBreakoutRegions': readOnce(all, 2),
	'lookup getSmsInterfaces': readOnce(all, 3),
	'lookup getCardOperationActions': readOnce(all, 7),
	'lookup getCardOperationStatuses': readOnce(all, 5),
	'lookup getCardProfileStatuses': readOnce(all, 3),
	'euicc cancelOperation': once(
		{ euiccId: rl(1), operationId: '00000000-0000-4000-8000-000000000001' },
		['operation.cancelled'],
		{ after: ['euicc scheduleOperations'] },
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
	'organisation assignInclusiveVolume': once(
		{
			inclusiveVolumeId: '71',
			confirmVolumeId: 71,
			options: { pooled: false },
		},
		['inclusiveVolume.assigned'],
	),
	'organisation getCloudConnects': readOnce({ ...all, filters: { status: 5 } }, 1),
	'organisation getCloudConnect': readOnce({ cloudConnectId: '81', simplify: true }),
	'organisation getCloudConnectPrices': readOnce(all, 4),
	'organisation getCloudConnectRegions': readOnce({ ...all, connectType: 2 }, 2),
	'organisation retryCloudConnect': once({ cloudConnectId: '82' }, ['cloudConnect.retried']),
	'organisation getCloudConnectTypes': readOnce(all, 8),
	'organisation getStatuses': readOnce(all, 3),
	'organisation getServiceLevels': readOnce(all, 3),
	'lookup getUnlinkedProducts': readOnce(all, 1),
};

const tariffProfileId = rl(201);
const ofVolume = { tariffProfileId, inclusiveVolumeId: rl(1) };

const tariffProfiles: Record<string, Row> = {
	'tariffProfile create': each({ name: '={{ "tariff " + $json.id }}', tariffId: '32' }, [
		'tariffProfile.created',
	]),
	'tariffProfile update': once(
		{
			tariffProfileId,
			updateFields: { tariffId: '32', removeRatezones: true },
		},
		['tariffProfile.updated'],
	),
	'tariffProfile delete': once({ tariffProfileId: rl(202) }, ['tariffProfile.deleted']),
	'tariffProfile addRatezone': once({ tariffProfileId, ratezoneId: '4' }, ['ratezone.added']),
	'tariffProfile removeRatezone': once(
		{
			tariffProfileId,
			ratezoneId: '3',
		},
		['ratezone.removed'],
	),
	'tariffProfile assignInclusiveVolume': once(ofVolume, ['profileVolume.assigned']),
	'tariffProfile removeInclusiveVolume': once(ofVolume, ['profileVolume.removed'], {
		after: ['tariffProfile assignInclusiveVolume'],
	}),
};

export const NETWORK_ROWS: Record<string, Row> = {
	...serviceProfiles,
	...networks,
	...organisations,
	...tariffProfiles,
};

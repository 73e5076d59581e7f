import { answerList } from '../../../table/answers';
import type { Call, Json } from '../../../table/define';
import { getDataLimits, getServiceProfile } from '../../../table/entries/profile/serviceProfile';
import { getDataQuota } from '../../../table/entries/quota/dataQuota';
import { getSmsQuota } from '../../../table/entries/quota/smsQuota';
import { getAllTrafficLimitExtensions } from '../../../table/entries/quota/trafficLimitExtension';
import { at, listOrOne, unlessRefused } from '../../../table/reading';
import { type Facts, isOnline } from '../facts/facts';
import type { Asked } from './asked';
import type { DiagnosisPorts } from './ports';

/* The service profile of an endpoint, its limits and its quotas. */

const serviceProfileOf = (endpoint: Json | null): unknown => at(endpoint, 'service_profile.id');

/** The service profile, read once for all endpoints that have it; undefined where it could not be read. */
export async function readProfile(
	{ client, call }: DiagnosisPorts,
	asked: Asked,
	{ endpoint }: Pick<Facts, 'endpoint'>,
): Promise<Json | undefined> {
	const serviceProfileId = serviceProfileOf(endpoint);
	return await asked.for('profile', () =>
		call.once(`diagnose: service profile ${String(serviceProfileId)}`, async () => {
			const input = { serviceProfileId, simplify: false };
			return (await client.perform(getServiceProfile, input)) as Json;
		}),
	);
}

async function limitsOf(call: Call, serviceProfileId: unknown): Promise<Json[]> {
	return await call.once(`diagnose: data limits ${String(serviceProfileId)}`, async () =>
		listOrOne(await call.other(getDataLimits, { serviceProfileId })),
	);
}

/** The extensions of an endpoint; none where the service has no list of them. */
async function extensionsOf(call: Call, endpointId: number): Promise<Json[]> {
	const asked = call.other(getAllTrafficLimitExtensions, { endpointId });
	const answer = await unlessRefused(asked, 404);
	return answer ? answerList(answer) : [];
}

/** The data limits of the service profile, and what extends them for the endpoint. */
export async function readLimits(
	{ call }: DiagnosisPorts,
	asked: Asked,
	{ id, endpoint }: Pick<Facts, 'id' | 'endpoint'>,
): Promise<Pick<Facts, 'limits' | 'extensions'>> {
	const limits = await asked.for('limits', () => limitsOf(call, serviceProfileOf(endpoint)));
	const extensions = await asked.for('extensions', () => extensionsOf(call, id));
	return { limits, extensions };
}

/** The quotas that the profile applies; that of data also where the profile could not be read. */
export async function readQuotas(
	{ client }: DiagnosisPorts,
	asked: Asked,
	known: Pick<Facts, 'id' | 'profile' | 'connectivity' | 'isFormerSession'>,
): Promise<Pick<Facts, 'dataQuota' | 'smsQuota'>> {
	const { id: endpointId, profile } = known;
	const input = { endpointId, simplify: false };
	const isDataApplied =
		profile === undefined ? !isOnline(known) : profile.apply_data_quota !== false;
	const isSmsApplied = profile !== undefined && profile.apply_sms_quota !== false;
	const dataQuota = isDataApplied
		? await asked.for('dataQuota', async () => (await client.perform(getDataQuota, input)) as Json)
		: undefined;
	const smsQuota = isSmsApplied
		? await asked.for('smsQuota', async () => (await client.perform(getSmsQuota, input)) as Json)
		: undefined;
	return { dataQuota, smsQuota };
}

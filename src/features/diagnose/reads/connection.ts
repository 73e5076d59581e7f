import type { Call, Json } from '../../../table/define';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import { blockedIds, connectivityIn, readConnectivity } from '../../../readers/connectivity';
import type { Facts, Location } from '../facts/facts';
import { isSameIccid } from '../facts/sims';
import { isTime } from '../facts/words';
import type { Asked } from './asked';

/* What the connectivity of an endpoint says of its present SIM. */

/** The location of a device in its connectivity; undefined for none, or for that of a former SIM. */
function locationIn(body: Json, endpoint: Json | null): Location | undefined {
	const location = at(body, 'location') ?? undefined;
	if (location === undefined) return undefined;
	const [iccid, own] = [at(location, 'iccid'), at(endpoint, 'sim.iccid')];
	if (iccid && own && !isSameIccid(iccid, own)) return undefined;
	const times = ['last_updated', 'last_updated_gprs'].map((name) => timeOf(at(location, name)));
	const name = at(location, 'operator.name');
	return {
		operatorId: Number(at(location, 'operator.id') ?? NaN),
		operator: typeof name === 'string' ? name : null,
		at: times.filter(isTime).reduce((newest, time) => Math.max(newest || 0, time), NaN),
	};
}

/** Whether the session in a connectivity names another SIM than the endpoint has. */
function isFormerSession(body: Json, endpoint: Json | null): boolean {
	const ids = [at(body, 'pdp_context.sim_id'), at(endpoint, 'sim.id')];
	const [named, own] = ids.map((id) => Number(id ?? NaN));
	return !Number.isNaN(named) && !Number.isNaN(own) && named !== own;
}

/** What an answer of the connectivity says of the present SIM of an endpoint; `now`: when it was given. */
export function connectivityFacts(
	body: Json,
	endpoint: Json | null,
	now: number,
): Pick<Facts, 'connectivity' | 'location' | 'isFormerSession' | 'sessionImei'> {
	const location = locationIn(body, endpoint);
	const reading = connectivityIn(body, now);
	const isFormer = isFormerSession(body, endpoint);
	const imei = isFormer ? null : at(body, 'pdp_context.imeisv');
	return {
		connectivity: isFormer ? { ...reading, session: null, sessionAt: NaN } : reading,
		isFormerSession: isFormer,
		sessionImei: typeof imei === 'string' ? imei : null,
		...(location && { location }),
	};
}

/** Whether the service lists the endpoint as blocked; undefined where the list is too long to say. */
async function listedBlocked(call: Call, endpointId: number): Promise<boolean | undefined> {
	const blocked = await call.once('diagnose: blocked endpoints', async () => ({
		ids: await blockedIds(call),
	}));
	return blocked.ids?.has(endpointId);
}

type ConnectionFacts = Pick<
	Facts,
	'connectivity' | 'location' | 'isFormerSession' | 'sessionImei' | 'isListedBlocked'
>;

/**
 * The connectivity, with the time of the service at which it was read; for one that cannot be read, whether the list of
 * blocked endpoints has it, with the time of this n8n.
 */
export async function readConnection(
	call: Call,
	asked: Asked,
	{ id, endpoint }: Pick<Facts, 'id' | 'endpoint'>,
): Promise<ConnectionFacts & { now: number }> {
	const read = await asked.for('connectivity', async () => {
		const { body, reading } = await readConnectivity(call, id, call.env.now);
		return { ...connectivityFacts(body, endpoint, reading.at), now: reading.at };
	});
	if (read) return read;
	const isListedBlocked = await asked.for('blockedList', () => listedBlocked(call, id));
	return { isListedBlocked, now: call.env.now };
}

import { EndpointStatus, SimStatus } from '../../fleet/statuses';
import { askFor, learn } from '../../run/names/search';
import type { Call, Json } from '../../table/define';
import { readEndpoint } from '../../table/entries/endpoint/endpointRead';
import { at } from '../../table/reading';
import { type Facts, isBlocked, isOnline } from './facts/facts';
import { readBlocklists, readCards } from './reads/absence';
import { Asked } from './reads/asked';
import { readConnection } from './reads/connection';
import { readEvents, readOrganisation } from './reads/events';
import { readLimits, readProfile, readQuotas } from './reads/limits';
import type { DiagnosisPorts } from './reads/ports';
import { readLastHour, readUsage } from './reads/usage';
import { simStatusId } from './facts/sims';

/*
 * Reads of an endpoint what its diagnosis needs, and decides by what was read what is read next. Those reads that
 * endpoints share are sent once for a run.
 */

/** A network refuses a SIM of these. */
const REFUSED_SIMS: number[] = [SimStatus.Issued, SimStatus.Suspended, SimStatus.Deleted];

/** Endpoints as their list has them, by id; those that it lacks are left out. */
export async function listedEndpoints(call: Call, ids: number[]): Promise<Map<number, Json>> {
	const texts = [...new Set(ids)].map(String);
	const found = await learn(call, 'endpoint', 'id', texts, (entry) => entry);
	const listed = new Map<number, Json>();
	for (const text of texts) {
		const [entry] = found.get(text) ?? (await askFor(call, 'endpoint', 'id', text));
		if (entry) listed.set(Number(text), readEndpoint(entry));
	}
	return listed;
}

/** What is known so far. */
type Known = Omit<Facts, 'read' | 'notRead'>;

/** The name of an endpoint, or its ID. */
function nameOf(id: number, endpoint: Json | null): string {
	const given = String(endpoint?.name ?? '').trim();
	return given === '' ? `endpoint ${id}` : given;
}

/** Whether the service serves an endpoint, as far as its status and that of its SIM tell. */
const isServed = (known: Pick<Facts, 'endpoint'>): boolean =>
	at(known.endpoint, 'status.id') === EndpointStatus.Enabled &&
	(at(known.endpoint, 'sim') ?? null) !== null &&
	!REFUSED_SIMS.includes(simStatusId(known));

/** What explains a block. */
async function readBlock(ports: DiagnosisPorts, asked: Asked, known: Known) {
	const limits = await readLimits(ports, asked, known);
	const usage = await readUsage(ports.call, asked, known);
	return { ...limits, ...usage };
}

/** What a device moves that is online. */
async function readTraffic({ client, call }: DiagnosisPorts, asked: Asked, known: Known) {
	const usage = await readUsage(call, asked, known);
	const hourMb = await readLastHour(client, asked, known.id);
	return { ...usage, hourMb };
}

/** Why a device that is not online may be so: its past, the lists that keep it off, its card. */
async function readAbsence({ call }: DiagnosisPorts, asked: Asked, known: Known) {
	const { signals, location } = known;
	const usage = await readUsage(call, asked, known);
	const hasNetwork = signals.withNetwork !== undefined || location !== undefined;
	const lists = hasNetwork || signals.rejected ? await readBlocklists(call, asked, known) : {};
	const cards = await readCards(call, asked, known);
	return { ...usage, ...lists, cards };
}

/** What was read of an endpoint, as far as its diagnosis needs it. */
async function readKnown(
	ports: DiagnosisPorts,
	asked: Asked,
	{ id, endpoint }: Pick<Facts, 'id' | 'endpoint'>,
): Promise<Known> {
	const { call } = ports;
	const isGone = endpoint === null || at(endpoint, 'status.id') === EndpointStatus.Deleted;
	const connection = isGone
		? { now: call.env.now }
		: await readConnection(call, asked, { id, endpoint });
	const { now } = connection;
	const events = await readEvents(call, asked, { id, endpoint, now });
	const first: Known = { id, name: nameOf(id, endpoint), endpoint, ...connection, ...events };
	if (isGone || !isServed(first)) return first;

	const profile = await readProfile(ports, asked, first);
	const organisation = await readOrganisation(call, asked, first);
	const block = isBlocked(first) ? await readBlock(ports, asked, first) : {};
	const quotas = await readQuotas(ports, asked, { ...first, profile });
	const known: Known = { ...first, profile, ...organisation, ...block, ...quotas };
	if (isBlocked(first)) return known;

	const rest = isOnline(first)
		? await readTraffic(ports, asked, first)
		: await readAbsence(ports, asked, first);
	return { ...known, ...rest };
}

/**
 * Reads an endpoint, as far as its diagnosis needs it; `entry` is that of the list, null where it has none, and
 * `requestsBefore` what it took to find that.
 */
export async function readFacts(
	ports: DiagnosisPorts,
	id: number,
	entry: Json | null,
	requestsBefore: number,
): Promise<{ facts: Facts; requests: number }> {
	const asked = new Asked(requestsBefore);
	const known = await readKnown(ports, asked, { id, endpoint: entry });
	const { read, notRead, requests } = asked;
	return { facts: { ...known, read, notRead }, requests };
}

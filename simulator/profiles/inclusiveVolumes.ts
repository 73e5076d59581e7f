import * as z from 'zod/v4';
import { dayOf, parseIso } from '../clock';
import { isReferenceGeneration, type Simulation } from '../context';
import { firstProblem, jsonBody, readBody } from '../http/body';
import { malformed, notFound } from '../http/envelopes';
import { requireWriteRole, ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import { EUR } from '../traffic/forms';
import { monthStart } from '../traffic/periods';
import { TARIFFS, type InclusiveVolume } from './entities';

/** Volumes that can be assigned to an organisation, by id in a tariff's price list. */
const PRICE_LIST: Record<number, { tariffId: number; ratezoneId: number; volume: number }> = {
	71: { tariffId: 31, ratezoneId: 3, volume: 1000 },
	72: { tariffId: 32, ratezoneId: 5, volume: 2000 },
};

const WHOLE_MONTHS_RULE = 'start_date is the first and end_date the last day of a month';
const volumeDate = z
	.string(WHOLE_MONTHS_RULE)
	.refine((text) => parseIso(text) !== undefined, WHOLE_MONTHS_RULE)
	.meta({ format: 'date-time' });
const ASSIGN_VOLUME = jsonBody({
	start_date: volumeDate.optional(),
	end_date: volumeDate.nullable().optional(),
	pooled: z.boolean('pooled must be true or false').optional(),
});

/** The active volumes of an organisation: the permanent one, and those assigned. */
export function activeVolumes(
	{ store, clock }: Simulation,
	organisationId: number,
): InclusiveVolume[] {
	const start = `${monthStart(dayOf(clock.now()))}T00:00:00.000Z`;
	const first = { id: 1, organisationId, tariffId: 31, ratezoneId: 3, volume: 500, pooled: true };
	const assigned = [...store.inclusiveVolumes.values()].filter(
		(volume) =>
			volume.organisationId === organisationId &&
			volume.start <= new Date(clock.now()).toISOString(),
	);
	return [{ ...first, start, end: null }, ...assigned];
}

/** An active volume of the caller. @throws 404 */
export function findVolume(sim: Simulation, call: ApiCall): InclusiveVolume {
	const id = pathId(call, 'volumeId');
	const found = activeVolumes(sim, call.caller.organisationId).find((volume) => volume.id === id);
	if (!found) throw notFound('No such inclusive volume', 1201);
	return found;
}

/** The organisation of a path; `my` is the caller's. @throws 404 */
export function organisationIn({ store }: Simulation, { params, caller }: ApiCall): number {
	const own = caller.organisationId;
	const id = params.organisationId === 'my' ? own : Number(params.organisationId);
	if (!store.hierarchyOf(own).has(id)) throw notFound('No such organisation', 1201);
	return id;
}

/** Inclusive volumes of the current billing period, and their assignment. */
export function inclusiveVolumeRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'organisation' });
	const url = '/api/v1/organisation/:organisationId/inclusive_volume';
	return [
		route(`GET ${url}/active`, 'Inclusive volumes of the running billing period', (call) =>
			ok(
				activeVolumes(sim, organisationIn(sim, call)).map((volume) => ({
					id: volume.id,
					volume: volume.volume,
					rate: 0.4,
					pooled: volume.pooled,
					start_date: volume.start,
					// Absent when the volume has no end.
					...(volume.end !== null && { end_date: volume.end }),
					currency: EUR,
					tariff: {
						id: volume.tariffId,
						tariff_status_id: 1,
						name: TARIFFS.find(({ id }) => id === volume.tariffId)?.name,
						ratezone: {
							id: volume.ratezoneId,
							name: `Zone ${volume.ratezoneId}`,
							ratezone_status_id: 1,
						},
					},
				})),
			),
		),
		route(
			`PUT ${url}/:volumeId`,
			{
				summary: 'Assign an inclusive volume, charged in every bill from then on',
				body: ASSIGN_VOLUME,
				sequential: 'single',
			},
			(call) => {
				requireWriteRole(call);
				const organisationId = organisationIn(sim, call);
				const offered = PRICE_LIST[pathId(call, 'volumeId')];
				if (!offered) throw notFound('No such inclusive volume', 1201);
				const body = readBody(ASSIGN_VOLUME, call.body ?? {}, firstProblem(malformed));
				const month = `${monthStart(dayOf(sim.clock.now()))}T00:00:00.000Z`;
				const { start_date: from = month, end_date: to = null, pooled = true } = body;
				const start = `${dayOf(parseIso(from)!)}T00:00:00.000Z`;
				const end = to === null ? null : `${dayOf(parseIso(to)!)}T23:59:59.000Z`;
				const isLast = end === null || new Date(Date.parse(end) + 1000).getUTCDate() === 1;
				if (!start.includes('-01T') || start < month || !isLast) throw malformed(WHOLE_MONTHS_RULE);
				const id = 100 + sim.store.nextId('inclusiveVolume');
				sim.store.inclusiveVolumes.set(id, { id, organisationId, ...offered, pooled, start, end });
				sim.ledger.effect('inclusiveVolume.assigned', {}, { id, organisationId });
				// The newest schema allows no null.
				const hasEnd = end !== null || !isReferenceGeneration(sim);
				const made = { id, start_date: start, ...(hasEnd && { end_date: end }), pooled };
				return { status: 201, body: made };
			},
		),
	];
}

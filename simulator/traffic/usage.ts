import { randomFrom } from '../numbers';
import type { World } from '../world';
import type { DayCount, DayUsage } from './entities';

export type TrafficKind = 'data' | 'sms';

/** Megabytes or messages from the device's view: sent and received. */
export interface Traffic {
	tx: number;
	rx: number;
}

/** Made-up data traffic of an endpoint on a day, deterministic; none on some days. */
function madeUpTraffic(endpointId: number, day: string): Traffic {
	const number = Number(day.replace(/-/g, ''));
	if ((endpointId + number) % 9 === 0) return { tx: 0, rx: 0 };
	const random = randomFrom(endpointId * 100_003 + number);
	return { tx: Math.floor(random() * 4000), rx: Math.floor(random() * 9000) };
}

/**
 * Usage of an endpoint on a day: made-up traffic plus what control routes and messages added. A
 * device that the network does not reach has no made-up traffic.
 */
function usageOn({ store }: World, endpointId: number, date: string): DayUsage {
	const count: DayCount = store.days.get(`${endpointId}/${date}`) ?? { mt: 0, mo: 0, data: 0 };
	const isPlanned = store.plannedUsage.get(endpointId)?.isMadeUp === false;
	const isGone =
		isPlanned || store.endpoints.get(endpointId)?.network === 'network_determined_not_reachable';
	const { tx, rx } = isGone ? { tx: 0, rx: 0 } : madeUpTraffic(endpointId, date);
	return {
		date,
		data: { tx, rx: rx + count.data * 1000 },
		sms: { tx: count.mo, rx: count.mt },
		...(count.satellite !== undefined && { satellite: count.satellite * 1000 }),
	};
}

/** Combined usage of endpoints, by day. */
export const dailyOf = (sim: World, endpointIds: number[], days: string[]): DayUsage[] =>
	days.map((date) => {
		const all = endpointIds.map((id) => usageOn(sim, id, date));
		const of = (kind: TrafficKind): Traffic => ({
			tx: all.reduce((sum, day) => sum + day[kind].tx, 0),
			rx: all.reduce((sum, day) => sum + day[kind].rx, 0),
		});
		const satellite = all.reduce((sum, day) => sum + (day.satellite ?? 0), 0);
		const isThere = all.some((day) => day.satellite !== undefined);
		return { date, data: of('data'), sms: of('sms'), ...(isThere && { satellite }) };
	});

/**
 * Usage of a SIM by day: its own where a control route has set it, as of one that was in another endpoint before;
 * else that of its endpoint.
 */
export function simDailyOf(
	sim: World,
	{ id, endpointId }: { id: number; endpointId: number | null },
	days: string[],
): DayUsage[] {
	const own = sim.store.simUsage.get(id);
	if (!own) return dailyOf(sim, endpointId === null ? [] : [endpointId], days);
	return days.map((date) => ({
		date,
		data: { tx: 0, rx: (own.get(date) ?? 0) * 1000 },
		sms: { tx: 0, rx: 0 },
	}));
}

/** Totals over days, in MB and messages. */
export function sumOf(days: DayUsage[], kind: TrafficKind): Traffic {
	const scale = kind === 'data' ? 1000 : 1;
	return {
		tx: days.reduce((sum, day) => sum + day[kind].tx, 0) / scale,
		rx: days.reduce((sum, day) => sum + day[kind].rx, 0) / scale,
	};
}

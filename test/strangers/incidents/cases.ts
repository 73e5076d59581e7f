import { Random } from '../forecast/random';
import { END, HOURS, START } from './fleet';
import type { Incident, Planted, Signal } from './incidents';
import type { Kill, PlayOptions, Told } from './judge';
import { MINUTE, iso } from './world';

export const SIGNALS: Signal[] = ['silent', 'registrationRefused', 'sessionRefused'];

export const optionsOf = (over: Partial<PlayOptions> = {}): PlayOptions => ({
	from: START,
	until: END,
	pollMinutes: 5,
	gatherMinutes: 10,
	hours: HOURS,
	defaultHours: 30,
	signals: SIGNALS,
	kills: [],
	killed: () => {},
	playedDay: () => {},
	...over,
});

/** Kills while incidents are gathered, each at another moment of the gathering. */
export function killsOf(incidents: Incident[], count: number, gatherMinutes: number): Kill[] {
	const random = new Random(count * 31 + 7);
	const moments = ['between', 'reading', 'told'] as const;
	return incidents
		.filter(({ cause, known }) => cause.length > 0 && known.length > 0)
		.slice(0, count)
		.map(({ known }, place) => ({
			at: known[0]!.due + random.between(0.1, 1) * gatherMinutes * MINUTE,
			moment: moments[place % 3]!,
		}))
		.sort((a, b) => a.at - b.at);
}

/** What a trigger would tell that knows the truth: each incident once, when it stands out. */
export function rightTold({ fleet, incidents }: Planted, options: PlayOptions): Told[] {
	const told: Told[] = [];
	const gather = options.gatherMinutes * MINUTE;
	for (const { device, due, last, incident } of fleet.silences()) {
		if (incident !== undefined && incidents[incident]!.cause.length > 0) continue;
		told.push({
			at: due + gather,
			item: {
				event: 'silent',
				incident_id: `alone-${device.id}-${due}`,
				cause: [],
				affected: 1,
				sharing: 0,
				endpoint_ids: [device.id],
				since: iso(last),
			},
		});
	}
	for (const incident of incidents) {
		if (incident.cause.length === 0 || !options.signals.includes(incident.signal)) continue;
		const at = incident.knowable + gather;
		const due = incident.known.filter((each) => each.due <= at);
		told.push({
			at,
			item: {
				event: incident.signal,
				incident_id: `incident-${incident.number}`,
				cause: incident.cause,
				affected: due.length,
				sharing: fleet.devices.length,
				endpoint_ids: due.map(({ device }) => device.id),
				since: iso(Math.min(...due.map(({ last }) => last))),
			},
		});
	}
	return told.sort((a, b) => a.at - b.at);
}

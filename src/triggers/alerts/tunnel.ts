import { EventType, typeOf } from '../../fleet/events';
import { eventTime } from '../../readers/events';
import { failsAlone } from '../../run/failsAlone';
import { SAMPLE_ID } from '../../sample';
import type { Json } from '../../table/define';
import { at } from '../../table/reading';
import { asStored, mapById, storedMap } from '../runtime/storedForm';
import { failureIn } from '../runtime/unreadable';
import { type Alert, defineAlert, type Facts } from './alert';

/*
 * A cloud connect that carries no data any more. An event tells that the state of a connection has changed, and names
 * no tunnel: one of two tunnels that is down is no outage, so that the connection itself is asked. Source: public
 * reference, Cloud connect.
 */

const TUNNEL_DOWN = 'tunnelDown';

/** Connections that are down, and since when: milliseconds since 1970. */
type Downs = Map<string, number>;

/** Whether a connection carries data; the event's word counts where it cannot be asked. */
async function carriesData(facts: Facts, id: number, word: string): Promise<boolean> {
	try {
		return (await facts.isConnected(id)) ?? word === 'UP';
	} catch (error) {
		if (!failsAlone(error)) throw error;
		facts.log(
			`The tunnels of cloud connect ${id} could not be read (${failureIn(error)}); the event says ${word}.`,
		);
		return word === 'UP';
	}
}

const alertOf = (id: number, since: number): Alert => ({
	event: TUNNEL_DOWN,
	reason: `Cloud connect ${id} is down: none of its tunnels is up`,
	at: since,
	fields: { cloud_connect_id: id, down_since: new Date(since).toISOString() },
});

/** The newest change of each connection in the events of a poll. */
function newestChanges(events: Json[]): Map<number, { word: string; when: number }> {
	const changes = new Map<number, { word: string; when: number }>();
	for (const event of events) {
		if (typeOf(event) !== EventType.CloudConnectStateChanged) continue;
		const id = Number(at(event, 'detail.breakout_id') ?? NaN);
		const when = eventTime(event);
		if (Number.isNaN(id) || Number.isNaN(when)) continue;
		const word = String(at(event, 'detail.status') ?? '').toUpperCase();
		if (when >= (changes.get(id)?.when ?? 0)) changes.set(id, { word, when });
	}
	return changes;
}

export const tunnelDown = defineAlert({
	events: [
		{
			name: 'Tunnel Down',
			value: TUNNEL_DOWN,
			description:
				'A cloud connect has no tunnel that is up. One of two that is down does not count. Emitted once per outage.',
			action: 'On cloud connect down',
		},
	],
	fields: {},
	types: [EventType.CloudConnectStateChanged],
	begin: (): Downs => new Map(),
	memory: asStored(
		'the cloud connects that are down',
		1,
		storedMap<string, number>,
		mapById<number>,
	),
	read: async (downs, facts) => {
		const alerts: Alert[] = [];
		for (const [id, { word, when }] of newestChanges(facts.events)) {
			const key = String(id);
			if (await carriesData(facts, id, word)) {
				downs.delete(key);
				continue;
			}
			if (downs.has(key)) continue;
			downs.set(key, Math.floor(when / 1000));
			alerts.push(alertOf(id, when));
		}
		return alerts;
	},
	sample: (_, when) => alertOf(SAMPLE_ID, when),
});

import { type EntryChange, Comparison, REMOVED, UnreadableMarker } from '../../run/changes/compare';
import type { Json } from '../../table/define';
import { endpointParts, simplifyEndpoint } from '../../table/entries/endpoint/endpointRead';
import { asStored } from '../runtime/storedForm';
import { digestOf } from '../runtime/digest';
import { type Alert, defineAlert, type Facts, isListDue } from './alert';
import { SAMPLE } from './sims';

/*
 * Changes of endpoints that the list shows: not all are in the feed, and `last_updated` does not show the
 * suspension of a SIM. The marker that a list is compared with takes 24 letters per endpoint.
 */

interface FleetState {
	/** When the list was last read. */
	lookedAt: number;
	/** The list that the marker is of. */
	list: string;
	marker?: string | undefined;
}

const FLEET_CHANGED = 'fleetChanged';

const CHANGE_REASONS = {
	added: () => 'The endpoint was added',
	changed: (parts: string[]) => `The endpoint has changed: ${parts.join(', ').replace(/_/g, ' ')}`,
	removed: () => 'The endpoint was removed',
};

function changeAlert({ change, changed_parts }: EntryChange, entity: Json, when: number): Alert {
	const endpoint = simplifyEndpoint(entity);
	const { id, name, sim_id, iccid } = endpoint;
	return {
		event: FLEET_CHANGED,
		reason: CHANGE_REASONS[change](changed_parts),
		at: when,
		fields: {
			change,
			changed_parts,
			endpoint_id: id,
			endpoint_name: name,
			sim_id,
			iccid,
			// Only the ID is known of an endpoint that the list no longer has.
			endpoint: name === null ? null : endpoint,
		},
	};
}

/** Compares with the marker. An unreadable marker is dropped, which is logged. */
function comparisonWith(state: FleetState, { log }: Facts): Comparison {
	try {
		return new Comparison(endpointParts, state.marker);
	} catch (error) {
		if (!(error instanceof UnreadableMarker)) throw error;
		log(`${error.message}: changes of the fleet since then are not emitted.`);
		state.marker = undefined;
		return new Comparison(endpointParts, undefined);
	}
}

export const fleetChanged = defineAlert({
	events: [
		{
			name: 'Fleet Changed',
			value: FLEET_CHANGED,
			description:
				'An endpoint was added or removed, or changed its name, status, SIM, SIM status, tags, profiles, address or IMEI',
			action: 'On endpoint added, changed or removed',
		},
	],
	fields: {},
	types: [],
	begin: (): FleetState => ({ lookedAt: 0, list: '' }),
	memory: asStored<FleetState, FleetState>(
		'the list of endpoints',
		1,
		(state) => state,
		(state) => state,
	),
	read: async (state, facts) => {
		const { readTo } = facts;
		if (!isListDue(state.lookedAt, facts)) return [];
		const { entries, isComplete, of, ask } = await facts.list();
		const list = digestOf(of, 8);
		if (state.list !== list) Object.assign(state, { list, marker: undefined });
		const comparison = comparisonWith(state, facts);
		const isFirst = state.marker === undefined;
		const alertsOf = (endpoint: Json): Alert[] => {
			const change = comparison.take(endpoint);
			return change ? [changeAlert(change, endpoint, readTo)] : [];
		};
		const alerts = entries.flatMap(alertsOf);
		const asked = await ask(comparison.absent(isComplete));
		alerts.push(...asked.entries.flatMap(alertsOf));
		const { removed, marker } = comparison.end(isComplete, asked.unknown);
		const gone = removed.map((id) => changeAlert(REMOVED, { id }, readTo));
		Object.assign(state, { lookedAt: readTo, marker });
		return isFirst ? [] : [...alerts, ...gone];
	},
	sample: (_, when) =>
		changeAlert(
			{ change: 'changed', changed_parts: ['sim_status'] },
			{
				id: SAMPLE.endpoint_id,
				name: SAMPLE.endpoint_name,
				status: { id: 0 },
				sim: { id: SAMPLE.sim_id, iccid: SAMPLE.iccid, status: { id: 2 } },
			},
			when,
		),
});

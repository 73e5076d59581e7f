import type { Misfit } from './compare';
import type { CheckRequest } from './questions';

/* Names the operations, pickers and triggers that a difference breaks. */

/**
 * Other users of an answer, by `resource operation` and the place that they need; an empty place stands
 * for the whole answer.
 */
export const OTHER_USERS: Record<string, Record<string, string>> = {
	'endpoint getAll': {
		'': 'triggers that watch endpoints, and names, ICCIDs and IMEIs in place of IDs',
		id: 'triggers that watch endpoints',
		imei: 'an IMEI in place of an ID finds nothing',
		'sim.iccid': 'an ICCID in place of an ID finds nothing',
		'status.id': 'deleted endpoints are not told from others',
	},
	'endpoint getConnectivity': {
		'status.description': 'Simplify shows no word for the connection',
	},
	'sim getAll': {
		'': 'alerts about SIMs, and ICCIDs in place of IDs',
		iccid: 'an ICCID in place of an ID finds nothing',
		'status.id': 'alerts about SIMs, and the check before a SIM is changed',
	},
	'event getAll': {
		'': 'the triggers for events, alerts and quotas start nothing',
		id: 'the triggers cannot tell new events from those they know',
		timestamp: 'the triggers cannot tell how far they have read',
		'event_type.id': 'the triggers cannot tell kinds of events, and alerts are not made',
		'endpoint.id': 'alerts and the quota trigger cannot tell which endpoint it is',
		'sim.id': 'alerts about SIMs',
	},
	'smsQuota get': {
		'': 'Top Up, and the quota trigger',
		volume: 'Top Up would add to nothing, and the quota trigger',
		expiry_date: 'Top Up asks for a date each time',
		'status.id': 'the quota trigger cannot tell an exhausted quota',
	},
	'dataQuota get': { '': 'Top Up', volume: 'Top Up would add to nothing' },
	'tag getAll': {
		'': 'tags by their names',
		name: 'tags by their names',
		last_page: 'only the first page of tags is read for certain',
	},
	'dataStream getAll': {
		'': 'the stream trigger cannot register',
		id: 'the stream trigger cannot tell its own stream',
	},
	'workspace getAll': { '': 'workspaces by their names', name: 'workspaces by their names' },
};

const pickersOf = ({ pickers }: CheckRequest, what: (title: string) => string): string[] =>
	pickers.map(({ title, users }) => `${what(title)} (in ${users} operations)`);

const quoted = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Everything that fails if a question is not answered. */
export function breaksWhole(question: CheckRequest): string {
	const also = OTHER_USERS[question.key]?.[''];
	return [
		question.key !== '' && 'the operation itself',
		...pickersOf(question, (title) => `the picker of ${title} is empty: give IDs`),
		also,
	]
		.filter(Boolean)
		.join('; ');
}

/** Everything that fails if some places of an answer cannot be read. */
export function breaksOf(question: CheckRequest, { lost, place }: Misfit): string {
	const shown = [...new Set(lost.flatMap(({ shows }) => shows))];
	const places = lost.flatMap(({ at }) => at);
	const isId = places.includes('id');
	const isName = lost.some(({ picked }) => picked);
	const also = Object.entries(OTHER_USERS[question.key] ?? {}).filter(
		([of]) => of !== '' && (places.includes(of) || of === place),
	);
	const texts = [
		shown.length > 0 && `Simplify shows nothing in ${quoted(shown)}`,
		...(isId ? pickersOf(question, (title) => `the picker of ${title} offers nothing`) : []),
		...(isName
			? pickersOf(
					question,
					(title) => `the picker of ${title} shows no names, and By Name finds none`,
				)
			: []),
		...also.map(([, text]) => text),
	].filter(Boolean);
	return texts.length > 0 ? texts.join('; ') : `expressions that use \`${place}\``;
}

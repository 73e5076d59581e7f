import { RAT_TYPES, operatorWithCodes } from '../forms';
import { refused, type Asked, type Route } from '../answers';
import type { BlocklistEntry, Operator } from '../state';
import { endpointOf } from './endpoints';
import { tariffProfileOf } from './profiles';

function blacklistOf({ state }: Asked, endpoint: number): Operator[] {
	let list = state.blacklists.find((each) => each.endpoint === endpoint);
	if (!list) {
		list = { endpoint, operators: [] };
		state.blacklists.push(list);
	}
	return list.operators;
}

const written = (tariff: number, entry: BlocklistEntry): object => ({
	operator: { id: entry.operator.id, name: entry.operator.name },
	tariff_profile: { id: tariff },
	blocklist: {
		operator: entry.isWhole,
		rat_types: entry.ratTypes.map((id) => ({ id, description: RAT_TYPES[id] })),
	},
});

export const blocklistRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/operator_blacklist',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			return { status: 200, body: blacklistOf(asked, endpoint.id).map(operatorWithCodes) };
		},
	},
	{
		method: 'PUT',
		path: '/api/v1/endpoint/{endpoint}/operator_blacklist/{operator}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			const operator = asked.state.operators.find(({ id }) => id === Number(asked.parts.operator));
			if (!endpoint || !operator) return refused(404);
			const list = blacklistOf(asked, endpoint.id);
			if (list.includes(operator)) return refused(409);
			list.push(operator);
			return { status: 204 };
		},
	},
	{
		method: 'DELETE',
		path: '/api/v1/endpoint/{endpoint}/operator_blacklist/{operator}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			const list = blacklistOf(asked, endpoint.id);
			const place = list.findIndex(({ id }) => id === Number(asked.parts.operator));
			if (place < 0) return refused(404);
			list.splice(place, 1);
			return { status: 204 };
		},
	},
	{
		// A list in the recorded form; the newest schema draws one object where there is one.
		method: 'GET',
		path: '/api/v2/tariff_profile/{tariff}/operator_blocklist/operator',
		answer: (asked) => {
			const profile = tariffProfileOf(asked);
			if (!profile) return refused(404);
			const entries = (profile.blocklist ?? []).map((entry) => written(profile.id, entry));
			const isOneObject = asked.state.form === 'reference' && entries.length === 1;
			return { status: 200, body: isOneObject ? entries[0] : entries };
		},
	},
	{
		method: 'GET',
		path: '/api/v2/tariff_profile/{tariff}/operator_blocklist/operator/{operator}',
		answer: (asked) => {
			const profile = tariffProfileOf(asked);
			const entry = profile?.blocklist?.find(
				({ operator }) => operator.id === Number(asked.parts.operator),
			);
			return profile && entry ? { status: 200, body: written(profile.id, entry) } : refused(404);
		},
	},
];

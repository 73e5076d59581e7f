import { eventTime } from '../forms';
import { begins, oneOf, pageOf, type ListRules } from '../lists';
import type { Route } from '../answers';
import type { Card, State } from '../state';

/** Cards of eSIMs. Errors have a form of their own: `{status_code, message}`. */
function written(state: State, card: Card): object {
	const at = (ms: number | null | undefined): string | null =>
		ms === undefined || ms === null ? null : eventTime(ms);
	return {
		id: card.id,
		eid: card.eid,
		created: eventTime(card.created),
		issuer_org: state.organisation,
		customer_org: state.organisation,
		supported_profile_type: { id: 5, description: 'IoT eUICC Profile' },
		status: card.status ?? { id: 1, description: 'Active' },
		last_audited: null,
		last_polled: at(card.lastPolled),
		last_synced: at(card.lastSynced),
		eim: { id: 1, description: 'eIM' },
		profile: card.profiles.map((profile) => ({
			iccid_with_luhn: profile.iccidWithLuhn,
			status: profile.status,
			customer_org: profile.organisation === undefined ? state.organisation : profile.organisation,
			name: profile.name ?? null,
			operator: profile.operator ?? null,
			preloaded: false,
			fallback_allowed: true,
			fallback_attribute: profile.fallbackAttribute ?? false,
			profile_type: { id: 5, description: 'IoT eUICC Profile' },
			endpoint: profile.endpoint ?? null,
		})),
	};
}

const rules: ListRules<Card> = {
	perPage: 100,
	maximum: 1000,
	headers: 'capital',
	fields: {
		id: (each, value) => oneOf(value, (id) => each.id === Number(id)),
		eid: (each, value) => oneOf(value, (eid) => begins(each.eid, eid)),
		status: (each, value) => oneOf(value, (id) => (each.status?.id ?? 1) === Number(id)),
		supported_profile_type: (_, value) => value === '5',
		eim: (_, value) => value === '1',
	},
	sort: { id: ({ id }) => id, eid: ({ eid }) => eid },
};

const lookup = (path: string, descriptions: string[]): Route => ({
	method: 'GET',
	path: `/api/v1/euicc/${path}`,
	answer: () => ({
		status: 200,
		body: descriptions.map((description, place) => ({ id: place + 1, description })),
	}),
});

export const cardRoutes: Route[] = [
	lookup('status', ['Active']),
	lookup('profile/status', ['Available', 'Installed', 'Enabled', 'Disabled', 'Deleted']),
	lookup('operation/action', ['Audit', 'Download Profile', 'Enable Profile', 'Disable Profile']),
	lookup('operation/status', ['Scheduled', 'In Progress', 'Success', 'Failed', 'Expired']),
	{
		method: 'GET',
		path: '/api/v1/euicc',
		answer: (asked) =>
			pageOf(asked, asked.state.cards, rules, (card) => written(asked.state, card)),
	},
	{
		method: 'GET',
		path: '/api/v1/euicc/{card}',
		answer: ({ state, parts }) => {
			const card = state.cards.find(({ id }) => id === Number(parts.card));
			return card
				? { status: 200, body: written(state, card) }
				: { status: 404, body: { status_code: 404, message: 'Not found' } };
		},
	},
	{
		method: 'GET',
		path: '/api/v1/euicc/{card}/operation',
		answer: () => ({ status: 200, body: [] }),
	},
];

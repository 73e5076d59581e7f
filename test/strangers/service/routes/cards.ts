import { eventTime } from '../forms';
import { begins, oneOf, pageOf, type ListRules } from '../lists';
import type { Answer, Asked, Route } from '../answers';
import type { Card, CardOperation, Described, State } from '../state';

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

const numbered = (...descriptions: string[]): Described[] =>
	descriptions.map((description, place) => ({ id: place + 1, description }));

const PROFILE_STATUSES = numbered('Available', 'Installed', 'Enabled', 'Disabled', 'Deleted');
const OPERATION_STATUSES = numbered('Scheduled', 'In Progress', 'Success', 'Failed', 'Expired');
const ACTIONS = numbered(
	'Audit',
	'Download Profile',
	'Enable Profile',
	'Disable Profile',
	'Delete Profile',
	'Set Fallback',
	'Unset Fallback',
);

const lookup = (path: string, wordsOf: (state: State) => Described[]): Route => ({
	method: 'GET',
	path: `/api/v1/euicc/${path}`,
	answer: ({ state }) => ({ status: 200, body: wordsOf(state) }),
});

const unknown = (): Answer => ({ status: 404, body: { status_code: 404, message: 'Not found' } });

const cardOf = ({ state, parts }: Asked): Card | undefined =>
	state.cards.find(({ id }) => id === Number(parts.card));

/** What does not apply is absent, as documented. */
function writtenOperation(operation: CardOperation): object {
	const { id, action, status, created, expires, finalized, error, iccidWithLuhn } = operation;
	return {
		id,
		action,
		status,
		creation_date: eventTime(created),
		last_updated_at: eventTime(operation.updated ?? finalized ?? created),
		user: { id: 31, name: 'Operations' },
		...(expires !== undefined && { expiry_date: eventTime(expires) }),
		...(finalized !== undefined && {
			finalization_date: finalized === null ? null : eventTime(finalized),
		}),
		...(error && { error }),
		...(iccidWithLuhn !== undefined && { iccid_with_luhn: iccidWithLuhn }),
	};
}

const operationRules: ListRules<CardOperation> = {
	perPage: 100,
	maximum: 1000,
	headers: 'capital',
	fields: {
		id: (each, value) => oneOf(value, (id) => each.id === id),
		action: (each, value) => oneOf(value, (id) => each.action.id === Number(id)),
		status: (each, value) => oneOf(value, (id) => each.status.id === Number(id)),
		iccid_with_luhn: (each, value) => oneOf(value, (iccid) => each.iccidWithLuhn === iccid),
	},
	sort: {
		id: ({ id }) => id,
		creation_date: ({ created }) => created,
		expiry_date: ({ expires = 0 }) => expires,
		finalization_date: ({ finalized }) => finalized ?? 0,
		status: ({ status }) => status.id,
	},
};

export const cardRoutes: Route[] = [
	lookup('status', () => numbered('Active')),
	lookup('profile/status', ({ cardWords }) => cardWords.profileStatuses ?? PROFILE_STATUSES),
	lookup('operation/action', ({ cardWords }) => cardWords.actions ?? ACTIONS),
	lookup('operation/status', ({ cardWords }) => cardWords.operationStatuses ?? OPERATION_STATUSES),
	{
		method: 'GET',
		path: '/api/v1/euicc',
		answer: (asked) =>
			pageOf(asked, asked.state.cards, rules, (card) => written(asked.state, card)),
	},
	{
		method: 'GET',
		path: '/api/v1/euicc/{card}',
		answer: (asked) => {
			const card = cardOf(asked);
			return card ? { status: 200, body: written(asked.state, card) } : unknown();
		},
	},
	{
		method: 'GET',
		path: '/api/v1/euicc/{card}/operation',
		answer: (asked) => {
			const card = cardOf(asked);
			if (!card) return unknown();
			const own = asked.state.cardOperations.filter((each) => each.card === card.id);
			return pageOf(asked, own, operationRules, writtenOperation);
		},
	},
	{
		method: 'GET',
		path: '/api/v1/euicc/{card}/operation/{operation}',
		answer: (asked) => {
			const card = cardOf(asked);
			const operation = asked.state.cardOperations.find(
				(each) => each.card === card?.id && each.id === asked.parts.operation,
			);
			return operation ? { status: 200, body: writtenOperation(operation) } : unknown();
		},
	},
];

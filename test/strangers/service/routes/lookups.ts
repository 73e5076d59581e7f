import { EVENT_TYPES } from '../eventTypes';
import { RAT_TYPES, operatorWithCodes } from '../forms';
import type { Route } from '../answers';

const described = (of: Record<number, string>): object[] =>
	Object.entries(of).map(([id, description]) => ({ id: Number(id), description }));

/** Lists that seldom change, and the organisation itself. */
export const lookupRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/event/type',
		answer: () => ({
			status: 200,
			body: EVENT_TYPES.map(({ id, name }) => ({ id, description: name })),
		}),
	},
	{
		method: 'GET',
		path: '/api/v1/rat_type',
		answer: () => ({ status: 200, body: described(RAT_TYPES) }),
	},
	{
		method: 'GET',
		path: '/api/v1/operator',
		answer: ({ state }) => ({
			status: 200,
			body: state.operators.map((operator) => ({
				...operatorWithCodes(operator),
				country_name: operator.country.name,
				name_and_country: `${operator.country.name} / ${operator.name}`,
				inbound_roamers_allowed: '1',
			})),
		}),
	},
	{
		method: 'GET',
		path: '/api/v2/tags',
		answer: ({ state, query }) => {
			const name = query.get('name');
			const data = state.tags.filter((tag) => name === null || tag.name.includes(name));
			return {
				status: 200,
				body: {
					total: data.length,
					page: 1,
					page_size: 1000,
					last_page: 1,
					data: data.map(({ id, name: of }) => ({
						id,
						name: of,
						resource_count: state.endpoints.filter(({ tags }) => tags?.includes(id)).length,
						tag_color: { id: 1 },
					})),
				},
			};
		},
	},
	{
		method: 'GET',
		path: '/api/v1/organisation/{organisation}',
		answer: ({ state }) => ({
			status: 200,
			body: {
				id: state.organisation.id,
				name: state.organisation.name,
				organisation_type_id: '4',
				organisation_status_id: '0',
				country_id: '74',
				currency_id: 1,
				monthly_cost_limit: null,
			},
		}),
	},
];

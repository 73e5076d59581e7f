import type { Simulation } from '../context';
import { unprocessable } from '../http/envelopes';
import { ok, type Call, type Route } from '../http/route';

function wholeNumber(call: Call, name: string, standard: number): number {
	const text = call.query[name];
	if (text === undefined || text === '') return standard;
	if (!/^\d+$/.test(text) || Number(text) < 1) throw unprocessable(`${name} must be from 1`);
	return Number(text);
}

/** Lists for pickers (public reference): profiles, address spaces, operators, tags. */
export function lookupRoutes(sim: Simulation): Route[] {
	const mine = <T extends { organisationId: number }>(items: Map<number, T>, call: Call): T[] => {
		const seen = sim.store.hierarchyOf(call.caller.organisationId);
		return [...items.values()].filter(({ organisationId }) => seen.has(organisationId));
	};
	const lookup = (
		url: string,
		summary: string,
		handle: (call: Call) => unknown,
		lane?: 'profile',
	): Route => ({
		method: 'GET',
		url,
		summary,
		tag: 'lookup',
		source: 'public reference',
		list: true,
		...(lane ? { lane } : {}),
		handle: (call) => ok(handle(call)),
	});
	return [
		lookup(
			'/api/v1/service_profile',
			'List service profiles',
			(call) => {
				const used = new Map<number, number>();
				for (const { serviceProfileId, statusId } of sim.store.endpoints.values())
					if (statusId !== 2) used.set(serviceProfileId, (used.get(serviceProfileId) ?? 0) + 1);
				return mine(sim.store.serviceProfiles, call).map(({ id, name, description }) => ({
					id,
					name,
					description,
					used_count: used.get(id) ?? 0,
				}));
			},
			'profile',
		),
		lookup(
			'/api/v1/tariff_profile',
			'List tariff profiles',
			(call) =>
				mine(sim.store.tariffProfiles, call).map(({ id, name, description }) => ({
					id,
					name,
					description,
				})),
			'profile',
		),
		lookup('/api/v1/ip_address_space', 'List IP address spaces', (call) =>
			mine(sim.store.addressSpaces, call).map(({ id, cidr, capacity, used }) => ({
				id,
				ip_address_space: cidr,
				available_count: capacity - used.size,
			})),
		),
		lookup('/api/v1/operator', 'List operators', () =>
			[...sim.store.operators.values()].map((operator) => sim.forms.operator(operator)),
		),
		{
			...lookup('/api/v2/tags', 'List tags', (call) => {
				const wanted = call.query.name?.toLowerCase();
				const tags = mine(sim.store.tags, call).filter(
					({ name }) => wanted === undefined || name.toLowerCase().includes(wanted),
				);
				const pageSize = wholeNumber(call, 'page_size', 100);
				const lastPage = Math.max(1, Math.ceil(tags.length / pageSize));
				const page = Math.min(wholeNumber(call, 'page', 1), lastPage);
				const shown = tags.slice((page - 1) * pageSize, page * pageSize);
				const count = (id: number) =>
					[...sim.store.endpoints.values()].filter(
						({ tagIds, statusId }) => statusId !== 2 && tagIds.includes(id),
					).length;
				return {
					total: tags.length,
					page,
					page_size: pageSize,
					last_page: lastPage,
					data: shown.map(({ id, name, colorId }) => ({
						id,
						name,
						resource_count: count(id),
						tag_color: { id: colorId },
					})),
				};
			}),
			parameters: { page: 'from 1', page_size: 'default 100', name: 'part of the name' },
		},
	];
}

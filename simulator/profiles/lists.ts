import { type Simulation, isReference } from '../context';
import { conflict, forbidden, malformed, notFound } from '../http/envelopes';
import { isObject, objectBody, ok, pathId, type Call, type Route, idOf } from '../http/route';

const SERVICES = [
	{ id: 0, description: 'USSD', traffic: { id: 7, description: 'USSD', unit: 'Events' } },
	{ id: 6, description: 'SMS MT', traffic: { id: 6, description: 'SMS', unit: 'SMS' } },
	{ id: 32, description: 'SMS MO', traffic: { id: 6, description: 'SMS', unit: 'SMS' } },
	{ id: 38, description: 'Data', traffic: { id: 5, description: 'Data', unit: 'MB' } },
];
const MONTH = { id: 2, time_units: 1, unit: 'month' };
const SMS_LIMITS = [10, 100, 1000].map((volume, index) => ({
	id: index + 1,
	volume,
	period: MONTH,
}));
const RAT_TYPES = [
	[1, '3G'],
	[2, '2G'],
	[3, 'WLAN'],
	[4, 'GAN'],
	[5, 'HSPA+'],
	[6, '4G'],
	[8, 'NB-IoT'],
].map(([id, description]) => ({ id, description }));

/** Services, limits, coverage, blocklists, address spaces, countries (public reference). */
export function fleetListRoutes(sim: Simulation): Route[] {
	const source = 'public reference' as const;
	const list = (url: string, summary: string, answer: (call: Call) => unknown): Route => ({
		...{ method: 'GET', url, summary, tag: 'list', source, list: true },
		handle: (call) => ok(answer(call)),
	});
	const profileOf = (call: Call): number => {
		const id = pathId(call, 'profileId');
		const profile = sim.store.serviceProfiles.get(id);
		if (profile?.organisationId !== call.caller.organisationId)
			throw forbidden(`Service profile ${id} is not accessible`);
		return id;
	};
	const tariffOf = (call: Call) => {
		const id = pathId(call, 'tariffId');
		const profile = sim.store.tariffProfiles.get(id);
		if (profile?.organisationId !== call.caller.organisationId)
			throw notFound(`Tariff profile ${id} not found`, 1201);
		return profile;
	};
	const limits = '/api/v1/service_profile/:profileId/traffic_limit';
	const blocklist = '/api/v2/tariff_profile/:tariffId/operator_blocklist/operator';
	const limitsOf = (id: number) => sim.store.dataLimits.get(id) ?? [];
	const text = (value: number) => (isReference(sim) ? value : String(value));
	const blockOf = (call: Call) => {
		const operator = sim.store.operators.get(pathId(call, 'operatorId'));
		if (!operator) throw notFound('No such operator', 1201);
		const key = `${tariffOf(call).id}/${operator.id}`;
		const found = sim.store.blocklist.get(key) ?? { operator: false, ratTypes: new Set<number>() };
		sim.store.blocklist.set(key, found);
		return found;
	};
	const formatBlock = (tariffId: number, operatorId: number) => {
		const block = sim.store.blocklist.get(`${tariffId}/${operatorId}`);
		const ratTypes = RAT_TYPES.filter(({ id }) => block?.ratTypes.has(Number(id)));
		return {
			operator: { id: operatorId, name: sim.store.operators.get(operatorId)?.name },
			tariff_profile: { id: tariffId },
			blocklist: { operator: block?.operator === true, rat_types: ratTypes },
		};
	};
	const changed = (call: Call, kind: string, detail: Record<string, unknown> = {}) => {
		const { tariffId, operatorId } = call.params;
		sim.ledger.effect(kind, {}, { tariffId, operatorId, ...detail });
		return sim.forms.changed;
	};
	return [
		list('/api/v1/service', 'List services', () =>
			SERVICES.map(({ id, description, traffic }) => ({
				...{ id, description, teleservice_code: id, used_with_vlr: id !== 38 },
				...{ used_with_sgsn: true, traffic_type: traffic },
			})),
		),
		list('/api/v1/service/:serviceId/traffic_limit', 'List the SMS limits of a service', (call) => {
			const found = SERVICES.find(({ id }) => id === pathId(call, 'serviceId'));
			if (!found) throw notFound('No such service', 1201);
			return found.traffic.id === 6 ? SMS_LIMITS : [];
		}),
		list('/api/v1/traffic_limit', 'List traffic limits', () =>
			SMS_LIMITS.map((limit) => ({ ...limit, service: { id: 6, description: 'SMS MT' } })),
		),
		list(limits, 'List the data limits of a service profile, in bytes', (call) =>
			limitsOf(profileOf(call)),
		),
		{
			...{ method: 'POST', url: limits, summary: 'Add a data limit', tag: 'list', source },
			handle: (call) => {
				const profileId = profileOf(call);
				const body = objectBody(call);
				// The schema types the ids as text.
				const idIn = (value: unknown) => {
					const id = isObject(value) ? value.id : undefined;
					if (isReference(sim) !== (typeof id === 'string'))
						throw malformed('An id is of the wrong type');
					return Number(id);
				};
				const [service, period] = [idIn(body.service), idIn(body.period)];
				const volume = Number(body.volume);
				if (service !== 38 || period !== 2 || !Number.isInteger(volume) || volume < 1)
					throw malformed('service 38, period 2 and a volume in bytes are required');
				const satellite_only = body.satellite_only === true;
				const present = limitsOf(profileId);
				if (present.some((limit) => limit.satellite_only === satellite_only))
					throw conflict('The profile has such a limit already', 1405);
				const limit = {
					...{ id: sim.store.nextId('dataLimit'), service: { id: 38, description: 'Data' } },
					...{ satellite_only, period: MONTH, volume },
					warning_percent: (body.warning_percent ?? null) as number | null,
				};
				sim.store.dataLimits.set(profileId, [...present, limit]);
				sim.ledger.effect('dataLimit.added', {}, { profileId, volume });
				return { status: 201 };
			},
		},
		{
			...{ method: 'DELETE', url: `${limits}/:limitId`, summary: 'Remove a data limit' },
			...{ tag: 'list', source },
			handle: (call) => {
				const profileId = profileOf(call);
				const id = pathId(call, 'limitId');
				const present = limitsOf(profileId);
				if (!present.some((limit) => limit.id === id)) throw notFound(`No limit ${id}`, 1201);
				sim.store.dataLimits.set(
					profileId,
					present.filter((limit) => limit.id !== id),
				);
				sim.ledger.effect('dataLimit.removed', {}, { profileId, id });
				return sim.forms.changed;
			},
		},
		{
			...{ method: 'DELETE', url: '/api/v1/service_profile/:profileId/quota/:kind' },
			...{ summary: 'Remove the quotas of a profile’s endpoints', tag: 'list', source },
			handle: (call) => {
				const id = pathId(call, 'profileId');
				const { kind } = call.params;
				if (!sim.store.serviceProfiles.has(id)) throw notFound(`No profile ${id}`, 1201);
				if (kind !== 'data' && kind !== 'sms') throw notFound(`No quota ${kind}`, 1201);
				for (const endpoint of sim.store.endpoints.values()) {
					if (endpoint.serviceProfileId !== id) continue;
					if (kind === 'data') sim.store.dataQuotas.delete(endpoint.id);
					else sim.store.quotas.delete(endpoint.id);
				}
				sim.ledger.effect('quotas.removed', {}, { id, kind });
				return sim.forms.changed;
			},
		},
		list('/api/v1/tariff_profile/:tariffId', 'Get a tariff profile', (call) => {
			const { id, name, description, organisationId } = tariffOf(call);
			return {
				...{ id, name, description, used_count: '2', organisation_id: text(organisationId) },
				tariff: { id: 31, name: 'Example plan', currency: { id: 1, code: 'EUR', symbol: '€' } },
			};
		}),
		list('/api/v1/tariff_profile/:tariffId/coverage', 'List covered countries', (call) => {
			tariffOf(call);
			const countries = new Map<number, { country: unknown; redundancy_count: number }>();
			// ANY is no country, though operators of that name have it.
			for (const { country } of sim.store.operators.values()) {
				if (country.mcc === '') continue;
				const { id, name } = country;
				const found = countries.get(id) ?? { country: { id, name }, redundancy_count: 0 };
				countries.set(id, { ...found, redundancy_count: found.redundancy_count + 1 });
			}
			return [...countries.values()];
		}),
		list(blocklist, 'List what a tariff profile blocks', (call) => {
			const { id } = tariffOf(call);
			const blocked = [...sim.store.blocklist.keys()].filter((key) => key.startsWith(`${id}/`));
			const entries = blocked.map((key) => formatBlock(id, Number(key.split('/')[1])));
			// The schema draws one object, a list is likely.
			return isReference(sim) && entries.length === 1 ? entries[0] : entries;
		}),
		list(`${blocklist}/:operatorId`, 'Get what is blocked of an operator', (call) => {
			blockOf(call);
			return formatBlock(tariffOf(call).id, pathId(call, 'operatorId'));
		}),
		{
			...{ method: 'PUT', url: `${blocklist}/:operatorId`, summary: 'Block an operator' },
			...{ tag: 'list', source },
			handle: (call) => {
				blockOf(call).operator = true;
				return changed(call, 'operator.blocked');
			},
		},
		{
			...{ method: 'DELETE', url: `${blocklist}/:operatorId`, summary: 'Unblock an operator' },
			...{ tag: 'list', source },
			handle: (call) => {
				blockOf(call).operator = false;
				return changed(call, 'operator.unblocked');
			},
		},
		{
			...{ method: 'POST', url: `${blocklist}/:operatorId/rat_type`, tag: 'list', source },
			summary: 'Block radio access types',
			handle: (call) => {
				const types = objectBody(call).rat_types;
				if (!Array.isArray(types)) throw malformed('rat_types must be a list');
				const block = blockOf(call);
				for (const type of types) block.ratTypes.add(idOf(type) ?? 0);
				return changed(call, 'ratTypes.blocked', { ratTypes: types.map(idOf) });
			},
		},
		{
			...{ method: 'DELETE', url: `${blocklist}/:operatorId/rat_type/:ratTypeId` },
			...{ tag: 'list', source, summary: 'Unblock a radio access type' },
			handle: (call) => {
				blockOf(call).ratTypes.delete(pathId(call, 'ratTypeId'));
				return changed(call, 'ratType.unblocked');
			},
		},
		list('/api/v1/ip_address_space/available', 'List ten free spaces', (call) => {
			const six = call.query.ip_address_version === '6';
			return Array.from({ length: 10 }, (_, index) => ({
				id: 9000 + index,
				ip_address_space: six ? `fd00:${index}::/64` : `10.19${index % 10}.0.0/24`,
				ip_address_version: six ? 6 : 4,
			}));
		}),
		list('/api/v1/country', 'List countries', () => {
			const all = [...sim.store.operators.values()]
				.map(({ country }) => country)
				.filter(({ mcc }) => mcc !== '');
			const own = [...new Map(all.map((country) => [country.id, country])).values()];
			return own.map(({ id, name, country_code: code, mcc, iso_code }) => ({
				...{ id, name, iso_code },
				country_code: isReference(sim) ? code : Number(code),
				mcc: isReference(sim) ? mcc : Number(mcc),
			}));
		}),
		list('/api/v1/rat_type', 'List radio access types', () => RAT_TYPES),
	];
}

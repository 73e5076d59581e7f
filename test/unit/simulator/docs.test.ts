import { iccidOf } from '../../../simulator';
import { totpOf } from '../../../simulator/account/mfa';
import { credentials, ENDPOINT, type Reply, type Send, type startBench, useBench } from './support';

/* The descriptions of bodies in /docs match the checks of the simulator. */

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
}
type Bench = Awaited<ReturnType<typeof startBench>>;
type Json = Reply['body'];
type Path = Array<string | number>;

const NEXT_YEAR = '2099-01-01T00:00:00Z';
const QUOTA = { volume: 10, expiry_date: NEXT_YEAR, status: { id: 1 } };
const LIMIT = { service: { id: 38 }, period: { id: 2 }, volume: 1e9, warning_percent: 80 };
const TAGGED = { items: [{ endpoint: { id: 10001 }, tags: [{ id: 401 }] }] };
const AUTOMATION = {
	name: 'blocked',
	description: '',
	status: 'ENABLED',
	targeting_properties: [],
	configured_actions: [
		{
			action: { id: 'f0000000-0000-4000-8000-000000000001' },
			properties: [{ property: 'subject', value: 'blocked' }],
		},
	],
};
const STREAM = {
	name: 'live',
	data_stream_type: { id: 2 },
	filters: [{ field: 'alert', value: true }],
	destination: {
		connection_type: 'RestAPI',
		format: 'Json',
		credentials: { url: 'https://example.com/in', headers: ['X-Key:secret'] },
	},
};

/** A valid body for each operation; endpoint 10001 exists and has SIM 1. */
const VALID_BODIES: Record<string, unknown> = {
	'POST /api/v1/authenticate': credentials('trial'),
	'POST /api/v1/authenticate/workspace': { target_organisation: { id: 1002 } },
	'POST /api/v1/user/mfa': { type: { id: 0 }, password: credentials('trial').password },
	'PATCH /api/v1/user/mfa/{keyId}': { status: { id: 1 }, code: '000000' },
	'POST /api/v1/endpoint': { ...ENDPOINT, name: 'one', sim: { id: 2, status: { id: 1 } } },
	'PATCH /api/v1/endpoint/{endpointId}': { name: 'one', sim: { id: null } },
	'POST /api/v2/endpoint/multi': { ...ENDPOINT, endpoints: [{ name: 'one', sim: { id: 2 } }] },
	'PATCH /api/v2/endpoint/multi': [{ id: 10001, name: 'one', status: { id: 1 } }],
	'DELETE /api/v2/endpoint/multi': [{ id: 10001 }],
	'PATCH /api/v1/endpoint/{endpointId}/connectivity': { location: null, pdp_context: null },
	'POST /api/v2/tags': { name: 'cold', color: { id: 1 } },
	'PATCH /api/v2/tags/{tagId}': { name: 'cold', color: { id: 1 } },
	'POST /api/v2/bulk-operations/tag/delete-tags': { tags: [{ id: 401 }] },
	'POST /api/v2/endpoint/{endpointId}/tags': { id: 401 },
	'POST /api/v2/bulk-operations/endpoint/add-tags': TAGGED,
	'POST /api/v2/bulk-operations/endpoint/remove-tags': TAGGED,
	'PATCH /api/v1/sim/{simId}': { status: { id: 1 } },
	'DELETE /api/v1/sim/multi': [{ id: 2 }],
	'PATCH /api/v1/sim_batch/bic/{bic}': { sim_status: { id: 0 } },
	'POST /api/v1/sim/migration/workspace': {
		target_workspace: { id: 1003 },
		iccid_range: { start: iccidOf(2), end: iccidOf(3) },
		allowed_sim_statuses: [{ id: 0 }],
	},
	'POST /api/v1/sim/operation': { action: { id: 1 }, target: [{ sim: { id: 2 } }] },
	'POST /api/v1/euicc/{euiccId}/operation': [{ action: { id: 1 }, validity_period: 60 }],
	'POST /api/v1/endpoint/{endpointId}/sms': { payload: 'a', source_address_type: { id: 145 } },
	'POST /api/v1/application_token': {
		description: 'a',
		expiry_date: '2099-01-01',
		ip: '10.0.0.0/8',
	},
	'PATCH /api/v1/application_token/{tokenId}': { description: 'b', status: { id: 1 } },
	'POST /api/v2/user/invitation': {
		username: 'new@example.com',
		name: 'New',
		organisation: { id: 1001 },
		roles: [{ id: 2 }],
	},
	'PATCH /api/v1/user/{userId}': { username: 'mail@example.com', name: 'Other', status: { id: 2 } },
	'PATCH /api/v2/user/{userId}/workspace/{workspaceId}': { status: { id: 2 } },
	'POST /api/v1/api_callback': { url: 'https://example.com', purpose: 'a' },
	'POST /api/v1/api_secret': { secret: 's', purpose: 'a' },
	'PATCH /api/v1/service_profile/{id}': { api_callback: { id: null }, api_secret: { id: null } },
	'POST /api/v1/service_profile': { name: 'New', allowed_3g: false, dns: { id: null } },
	'POST /api/v1/service_profile/{profileId}/traffic_limit': LIMIT,
	'POST /api/v1/dns': { primary: '192.0.2.1', secondary: '192.0.2.2', ip_address_version: 4 },
	'POST /api/v1/ip_address_space': { ip_address_space: '10.192.4.0/24', ip_address_version: 4 },
	'POST /api/v1/tariff_profile': { name: 'New', description: '', tariff: { id: 31 } },
	'PATCH /api/v1/tariff_profile/{tariffId}': { description: 'other', tariff: { id: 32 } },
	'PUT /api/v1/organisation/{organisationId}/inclusive_volume/{volumeId}': {
		start_date: '2099-01-01T00:00:00Z',
		end_date: null,
		pooled: false,
	},
	'POST /api/v1/euicc/unlinked_validation': {
		target: [{ eid: '89033023000000000000000000000172' }],
	},
	'POST /api/v2/tariff_profile/{tariffId}/operator_blocklist/operator/{operatorId}/rat_type': {
		rat_types: [{ id: 6 }],
	},
	'POST /api/v1/endpoint/{endpointId}/quota/sms': {
		...QUOTA,
		threshold_percentage: 20,
		action_on_exhaustion: { id: 1 },
	},
	'POST /api/v1/endpoint/{endpointId}/quota/data': { ...QUOTA, action_on_exhaustion: { id: 1 } },
	'POST /api/v1/endpoint/{endpointId}/traffic_limit_extension': { volume: 1 },
	'POST /api/v1/automation': {
		...AUTOMATION,
		actionable_event: { system_event: { id: 'd0000000-0000-4000-8000-000000000001' } },
	},
	'PATCH /api/v1/automation/{automationId}': AUTOMATION,
	'POST /api/v1/event/custom/configuration': {
		name: 'many',
		organisation: { id: 1001 },
		template: { id: 7 },
		configuration_properties: [
			{ property: 'threshold', value: '80' },
			{ property: 'unit', value: 'percent' },
		],
	},
	'POST /api/v2/data_stream': STREAM,
	'PATCH /api/v2/data_stream/{streamId}': { name: 'other', status: { id: 2 } },
};
/** Operations that have no body. */
const BODILESS = ['POST /api/v2/data_stream/{streamId}/restart', 'PATCH /api/v1/cnc/breakout/{id}'];

const IDS: Record<string, string | number> = {
	endpointId: 10001,
	tagId: 401,
	simId: 2,
	bic: 'BATCHRESELLER001',
	euiccId: 1,
	tokenId: 1,
	userId: 12,
	workspaceId: 1001,
	id: 101,
	profileId: 101,
	tariffId: 201,
	operatorId: 501,
	organisationId: 'my',
	volumeId: 71,
};

/** The paths of all fields that a schema requires in a body, nested ones included. */
function requiredOf(schema: Schema, body: Json): Path[] {
	const { anyOf, items, properties = {}, required = [] } = schema;
	if (anyOf) return requiredOf(anyOf.find((choice) => fits(choice, body)) ?? {}, body);
	if (items && Array.isArray(body)) return under(0, requiredOf(items, body[0]));
	if (!fits(schema, body)) return [];
	const own = required.map((name) => [name]);
	const deeper = Object.entries(properties).flatMap(([name, property]) =>
		name in body ? under(name, requiredOf(property, body[name])) : [],
	);
	return [...own, ...deeper];
}
const under = (name: string | number, paths: Path[]): Path[] =>
	paths.map((path) => [name, ...path]);
const fits = ({ properties, required = [] }: Schema, body: Json): boolean =>
	properties !== undefined &&
	typeof body === 'object' &&
	body !== null &&
	required.every((name) => name in body) &&
	Object.keys(body).every((name) => name in properties);

function without(body: Json, path: Path): unknown {
	const copy = structuredClone(body);
	const parent = path.slice(0, -1).reduce((value, name) => value[name], copy);
	delete parent[path.at(-1)!];
	return copy;
}

/** A caller that may call the operation, and its path with ids. */
async function callerOf(bench: Bench, operation: string): Promise<{ send: Send; path: string }> {
	const [, template = ''] = operation.split(' ');
	const ids = { ...IDS };
	let send = await bench.app();
	if (/mfa|workspace/.test(template)) send = await bench.user('totp');
	if (template.includes('/user/mfa')) send = await bench.user('trial');
	if (template.includes('{keyId}')) {
		const { password } = credentials('trial');
		const { body } = await send('POST', '/api/v1/user/mfa', { type: { id: 0 }, password });
		ids.keyId = body.id;
	}
	if (template.includes('{streamId}')) {
		await send('POST', '/api/v2/data_stream', STREAM);
		ids.streamId = [...bench.sim.store.streams.keys()][0]!;
	}
	if (template.includes('{automationId}')) {
		const { body } = await send(
			'POST',
			'/api/v1/automation',
			VALID_BODIES['POST /api/v1/automation'],
		);
		ids.automationId = body.id;
	}
	return { send, path: template.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name])) };
}

describe('bodies in /docs', () => {
	const { bench, call } = useBench();
	const described = new Map<string, Schema | undefined>();
	beforeAll(async () => {
		const { paths } = (await bench.as('')('GET', '/docs/json')).body;
		for (const [path, operations] of Object.entries<Record<string, Json>>(paths))
			for (const [method, operation] of Object.entries(operations))
				described.set(
					`${method.toUpperCase()} ${path}`,
					operation.requestBody?.content['application/json'].schema,
				);
	});
	beforeEach(async () => {
		await call('POST', '/api/v1/endpoint', { ...ENDPOINT, sim: { id: 1 } });
	});

	it('are described for every operation that takes one', () => {
		const taking = [...described].filter(
			([name, schema]) => schema !== undefined || /^(POST|PATCH) /.test(name),
		);
		const names = taking.map(([name]) => name);
		const listed = [...Object.keys(VALID_BODIES), ...BODILESS];
		const file = 'test/unit/simulator/docs.test.ts';
		expect([
			...names
				.filter((name) => !listed.includes(name))
				.map(
					(name) => `${name}: give it a body in VALID_BODIES of ${file}, or name it in BODILESS`,
				),
			...listed
				.filter((name) => !names.includes(name))
				.map((name) => `${name} takes no body: take it out of the lists of ${file}`),
		]).toEqual([]);
	});

	it.each(Object.entries(VALID_BODIES))('name the fields that %s requires', async (name, body) => {
		const schema = described.get(name)!;
		const [method = ''] = name.split(' ');
		const { send, path } = await callerOf(bench, name);
		const shown = schema.anyOf ?? [schema.items ?? schema];
		for (const form of shown) expect(Object.keys(form.properties ?? {})).not.toEqual([]);
		// Every field of the body is described.
		expect(shown.some((form) => fits(form, Array.isArray(body) ? body[0] : body))).toBe(true);
		for (const missing of requiredOf(schema, body)) {
			const { status } = await send(method, path, without(body, missing));
			expect([missing, [400, 404, 422].includes(status), status]).toEqual([missing, true, status]);
		}
		if (name.includes('{keyId}')) (body as { code: string }).code = codeOf(bench);
		if (name.includes('remove-tags')) await send('POST', path.replace('remove', 'add'), body);
		expect((await send(method, path, body)).status).toBeLessThan(300);
	});
});

/** A code for the only MFA key that is not active yet. */
function codeOf({ sim }: Bench): string {
	const key = [...sim.store.mfaKeys.values()].find(({ statusId }) => statusId === 0)!;
	return totpOf(key, '').generate({ timestamp: sim.clock.now() });
}

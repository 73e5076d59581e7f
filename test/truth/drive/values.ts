import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { eidOf, iccidOf, type SimulatorHandle } from '../../../simulator';
import { columnsOf } from '../../operations/shared/automations';
import type { Leaf } from './forms';

/* Suitable values for the fields of the forms, based on the simulator's seed. */

const imeiOf = (id: number) => `35000000000${id}`;

/** Objects that the pickers need and the seed lacks. */
export function prepare(sim: SimulatorHandle): void {
	for (const endpoint of sim.store.endpoints.values()) endpoint.imei ??= imeiOf(endpoint.id);
	const own = { organisationId: 1001, purpose: 'profiles' };
	const { dns, callbacks, secrets } = sim.store;
	const servers = { primary: '192.0.2.1', secondary: '192.0.2.2' };
	const id = sim.store.nextId('dns');
	dns.set(id, { id, organisationId: 1001, ...servers });
	const callback = sim.store.nextId('callback');
	callbacks.set(callback, {
		...own,
		id: callback,
		url: 'https://example.com/profiles',
		created: 0,
	});
	const secret = sim.store.nextId('secret');
	secrets.set(secret, { ...own, id: secret, secret: 'x'.repeat(32) });
	sim.store.touch();
}

/** An entry of each list, by the name of its method. */
const PICKED: Record<string, number | string> = {
	endpoint: 10003,
	sim: 3,
	serviceProfile: 101,
	tariffProfile: 201,
	ipAddressSpace: 301,
	tag: 401,
	tagColor: 3,
	eventType: 19,
	ratType: 6,
	service: 6,
	operator: 501,
	workspace: 1001,
	euicc: 1,
	euiccAction: 2,
	simOperationAction: 2,
	user: 12,
	userRole: 3,
	applicationToken: 1,
	callback: 1,
	callbackSecret: 1,
};

/** The method behind the list of a picker. */
export const methodOf = ({ property }: Leaf): string => {
	const list = property.modes?.find(({ type }) => type === 'list');
	const { searchListMethod, loadOptionsMethod } = {
		...property.typeOptions,
		...list?.typeOptions,
	};
	return String(searchListMethod ?? loadOptionsMethod);
};

/** The kind of object that a picker's method lists: `endpoint` lists endpoints, `names_tag` names of tags. */
export const lookupOf = (leaf: Leaf): string => methodOf(leaf).replace(/^[a-z]+_/, '');

/** The value of the entry that is picked: its id, or its name where the list gives names. */
export const pickedOf = (leaf: Leaf): number | string =>
	methodOf(leaf) === 'names_tag' ? 'lab' : (PICKED[lookupOf(leaf)] ?? 1);

/** Other identifiers of objects that are not in the picker's list. */
export const NAMES: Record<
	string,
	(sim: SimulatorHandle, id: number | string) => Record<string, unknown>
> = {
	endpoint: (sim, id) => {
		const { name, imei } = sim.store.endpoints.get(Number(id)) ?? {};
		const card = [...sim.store.sims.values()].find(({ endpointId }) => endpointId === Number(id));
		return { name, imei, iccid: card?.iccid, tag: 'lab' };
	},
	sim: (_, id) => ({ iccid: iccidOf(Number(id)) }),
	euicc: (_, id) => ({ eid: eidOf(Number(id)) }),
};

/** A day of a month relative to now; day 0 is the last day of the previous month. */
const monthFrom = (months: number, day = 1) => {
	const now = new Date();
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day)).toISOString();
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Values of fields by name; others are derived from a placeholder or a range. */
const VALUES: Record<string, unknown> = {
	country: 'Germany',
	offlineSince: inDays(-3),
	startDate: inDays(-3),
	endDate: inDays(-1),
	from: inDays(-3),
	until: inDays(1),
	expiryDate: inDays(30),
	eid: '89033023000000000000000000000172',
	eids: '89033023000000000000000000000172',
	iccid: '8988303000000000231',
	iccids: '8988303000000000003',
	iccidWithLuhn: '89883030000000000171',
	rangeStart: '8988303000000000003',
	rangeEnd: '8988303000000000004',
	simIds: '3',
	imei: '3577620830129501',
	imeiWithLuhn: '357762083012950',
	imsi: '999990000000017',
	msisdn: '999000000000017',
	ipAddress: '10.64.0.77',
	tagNames: 'lab',
	tags: 'lab',
	organisationId: '1002',
	trafficLimitId: '1',
	udh: '050003AA0201',
	dcs: 0,
	destAddress: '12345',
	code: '123456',
	rat: '6',
	user: 'totp@example.com',
	userId: '11',
	rawQuery: 'status:1',
	url: 'https://example.com/in',
	headers: 'X-Key:secret',
	tariffId: '32',
	ratezoneId: '4',
	inclusiveVolumeId: '71',
	confirmVolumeId: 71,
	ofOrganisation: '1002',
	actionFilter: '1',
	statusFilter: '1',
	sourceAddress: '4915112345',
	confirmCount: 1,
	username: 'walk@example.com',
	confirmUsername: 'mail@example.com',
	ip: '127.0.0.0/8',
	password: 'Trial-Passw0rd',
	volume: 10,
	add: 5,
	size: 100,
	warningPercent: 80,
	limit: 2,
	mostParts: 5,
	mostChanges: '10',
	perCall: 100,
	validityPeriod: 60,
	activationCode: 'LPA:1$rsp.example.com$MATCHING',
	// Names in filters must be those of things that exist.
	endpointName: 'device-000001',
	network: 'Northern Mobile',
};

/** A value for a field that is neither a picker nor a choice. */
export function valueOf({ path, property }: Leaf): unknown {
	const name = path.at(-1)!;
	if (name in VALUES) return VALUES[name];
	const { minValue, maxValue } = property.typeOptions ?? {};
	if (property.type === 'number')
		return Math.min(Number(minValue ?? 1) + 1, Number(maxValue ?? 9e9));
	if (property.type === 'dateTime') return inDays(30);
	if (property.type === 'json') return '{}';
	return property.placeholder || 'walked';
}

const id = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;
const withSpace = (group: string) => ({ [group]: { ipAddressSpaceId: id('301') } });
const withSim = { updateFields: { unassignSim: undefined } };
const withSender = { options: { sourceAddress: '4915112345' } };
const eids = (sim: SimulatorHandle) => ({
	eids: [...sim.store.sims.values()].find(({ eid }) => eid !== null)!.eid!,
});
/** Sets the SIMs of a transfer to the only allowed status. */
const inStatus = (statusId: number) => (sim: SimulatorHandle) => {
	for (const simId of [1, 11]) sim.store.sims.get(simId)!.statusId = statusId;
	return {};
};

/** An automation, and the values that its event and its action require. */
const WHOLE = JSON.stringify({
	configured_actions: [
		{
			action: { id: 'f0000000-0000-4000-8000-000000000001' },
			properties: [{ property: 'recipients', value: '', value_array: ['a@example.com'] }],
		},
	],
	targeting_properties: [],
});
const byColumns = {
	valuesFrom: 'columns',
	properties: columnsOf({ recipients: 'a@example.com' }),
	targets: columnsOf({ tag_id: '401' }),
};
const byJson = { valuesFrom: 'json', targeting: 'some', targetsJson: '{"tag_id":["401"]}' };
const template = { valuesFrom: 'json', propertiesJson: '{"threshold":80,"countries":["DE"]}' };

/** Two endpoints swap: the second has the SIM that the first one gets. */
const swapping = ({ store }: SimulatorHandle) => ({
	swapWith: 'endpoint',
	simId: id(String(store.endpoints.get(10003)!.simId)),
	otherEndpointId: id('10003'),
});

/** A table that names an endpoint by its name. */
const byName = ({ store }: SimulatorHandle): INodeParameters => ({
	columns: columnsOf({ name: store.endpoints.get(10001)!.name, tags: 'lab' }),
});

/** A tag that an endpoint has. */
const tagged = ({ store }: SimulatorHandle) => {
	Object.assign(store.endpoints.get(10003)!, { tagIds: [401], tagged: true });
	store.touch();
	return { of: 'tag', tag: store.tags.get(401)!.name };
};

/**
 * Further values that a form needs for one of its fields, by `resource operation field = value`, `…
 * field` or `resource operation`; undefined takes a value out.
 */
export const ALONG: Record<string, IDataObject | ((sim: SimulatorHandle) => INodeParameters)> = {
	'sim swap swapWith = endpoint': swapping,
	'sim swap otherEndpointId': swapping,
	'sim swap options.otherSimId': (sim) => ({
		...swapping(sim),
		options: { otherSimId: id(String(sim.store.endpoints.get(10001)!.simId)) },
	}),
	'endpoint reportDrift filters.managedTags = name': { options: { unmanaged: true } },
	'endpoint reportDrift filters.managedTags = names': { options: { unmanaged: true } },
	'usage forecast of = tag': tagged,
	'usage forecast tag': tagged,
	'usage forecast options.currency': { options: { pricePerMb: 1 } },
	'endpoint applyTable namingColumn = name': byName,
	'endpoint create options.ipAddress': withSpace('options'),
	'endpoint createMany options.ipAddress': withSpace('options'),
	'endpoint getAll filters.nameContains': { filters: { nameFilter: undefined } },
	'endpoint getAll options.onlyChanged': { returnAll: true, options: { output: undefined } },
	'sim getAll options.onlyChanged': { returnAll: true, options: { output: undefined } },
	'endpoint update updateFields.clear = name': { updateFields: { name: undefined } },
	'endpoint update updateFields.ipAddress': withSpace('updateFields'),
	'endpoint updateMany updateFields.ipAddress': withSpace('updateFields'),
	'endpoint updateMany updateFields.simId': withSim,
	'endpoint updateMany updateFields.simStatus': withSim,
	'sms send options.sourceAddressType': withSender,
	'sim getAll filters.endpoint': { filters: { unassigned: undefined } },
	'sim suspend': { simId: id('231') },
	'sim update status = 2': { simId: id('231') },
	...Object.fromEntries(
		[0, 1, 2, 4].map((status) => [
			`sim transfer options.allowedSimStatuses = ${status}`,
			inStatus(status),
		]),
	),
	'event getAll filters.from': { filters: { until: inDays(1) } },
	'event getAll filters.until': { filters: { from: inDays(-3) } },
	'event getAll options.rawQuery': { options: { rawQuery: 'severity:0' } },
	'sim deleteMany': { confirmCount: 1 },
	// The name of the tag that is picked.
	'endpoint retire': { confirmCount: 1, confirmTag: 'lab', targetWorkspaceId: id('1002') },
	'user invite options.organisationId': { options: { organisationId: '1001' } },
	// Only a suspended member can be activated.
	'user update updateFields.status = 1': (sim) => {
		sim.store.users.get(12)!.statusId = 2;
		return {};
	},
	'automation create body': { valuesFrom: 'body', body: WHOLE },
	'automation create valuesFrom = body': { body: WHOLE },
	'automation update properties': byColumns,
	'automation update targets': { ...byColumns, targeting: 'some' },
	'automation update valuesFrom = columns': byColumns,
	'automation update targetsJson': byJson,
	'automation update targeting = some': byJson,
	'automation update updateFields.status': { updateFields: { status: id('ENABLED') } },
	'customEvent create propertiesJson': template,
	'customEvent create valuesFrom = json': template,
	'organisation assignInclusiveVolume options.startDate': { options: { startDate: monthFrom(1) } },
	'organisation assignInclusiveVolume options.endDate': { options: { endDate: monthFrom(3, 0) } },
	'tariffProfile update updateFields.removeRatezones = false': {
		updateFields: { tariffId: undefined, name: 'walked' },
	},
	'simOperation create eids': eids,
	'simOperation create targetsBy = eids': eids,
};

/** Choices that the service always refuses, with the status of the last answer and the reason. */
export const REFUSED: Record<string, { status: number; why: string; unprepared?: boolean }> = {
	'endpoint delete endpointId = iccid': {
		status: 409,
		unprepared: true,
		why: 'an endpoint with a SIM cannot be deleted, and one without a SIM has no ICCID',
	},
};

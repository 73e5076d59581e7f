import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
	IPairedItemData,
} from 'n8n-workflow';
import type { RequestRecord } from '../../../simulator';
import type { CredentialStore } from '../../support/credentials';
import { actionNode, type NodeOutput } from '../../support/n8n/n8n';
import { pickerContext } from '../../support/n8n/pickers';
import { runAt, simulated } from '../../support/simulator';
import { type Case, cases, type Login, type Operation } from './cases';
import { activateAll, build, credentialsOf, pumpOf, SEED } from './world';

/* Values of the option Workspace, judged by the requests and effects that the service has recorded. */

const sim = simulated({ seed: SEED, generation: 'recorded' }, 'kept');
let credentials: Record<Login, CredentialStore>;

beforeAll(() => {
	build(sim);
	credentials = credentialsOf(sim);
});
beforeEach(() => activateAll(sim));

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const ENDPOINT = byId('={{ $json.endpoint }}');

/** The form of each operation without its options; an item holds the IDs of a pump and of its SIM. */
const FORMS: Record<Operation, IDataObject> = {
	'endpoint getAll': { returnAll: true },
	'sim getAll': { returnAll: true },
	'sms send': { endpointId: ENDPOINT, payload: 'hello' },
	'endpoint update': { endpointId: ENDPOINT, updateFields: { imeiLock: false } },
	'endpoint addTags': { endpointId: ENDPOINT, tagsBy: 'names', tagNames: 'workspace' },
	'endpoint create': {
		serviceProfileId: byName('Standard'),
		tariffProfileId: byName('Europe'),
		status: 0,
		identity: { name: 'new' },
	},
	'sim suspend': { simId: byId('={{ $json.sim }}') },
};

/** The option of an operation, as the form has it. */
function optionOf(operation: Operation): INodeProperties {
	const [resource, name] = operation.split(' ') as [string, string];
	const { properties } = actionNode({ resource, operation: name }).description;
	return properties
		.filter(
			({ displayOptions: { show } = {} }) =>
				(!show?.resource || show.resource.includes(resource)) &&
				(!show?.operation || show.operation.includes(name)),
		)
		.flatMap(({ options }) => (options ?? []) as INodeProperties[])
		.find((property) => property.name === 'workspaceId')!;
}

/** What the dropdown of an operation stores for these workspaces. */
async function chosenIn(operation: Operation, ids: number[]): Promise<unknown> {
	const [resource, name] = operation.split(' ') as [string, string];
	const parameters = { authentication: 'cellularIotUserApi', resource, operation: name };
	const node = actionNode(parameters);
	const { type, typeOptions } = optionOf(operation);
	const list = node.methods!.loadOptions![typeOptions!.loadOptionsMethod!]!;
	const offered: INodePropertyOptions[] = await list.call(
		pickerContext(node, credentials.administrator, parameters),
	);
	const values = ids.map((id) => {
		const wanted = sim.store.organisations.get(id)!.name;
		return offered.find(
			(option) => option.name.startsWith(`${wanted} (ID`) || option.name === wanted,
		)!.value;
	});
	return type === 'multiOptions' ? values : values[0];
}

/** The option as the form of the case holds it; nothing where it was not added. */
async function optionsOf(one: Case): Promise<IDataObject> {
	if (one.chosen) return { workspaceId: await chosenIn(one.operation, one.chosen) } as IDataObject;
	if (one.unset) return { workspaceId: optionOf(one.operation).default } as IDataObject;
	return ('workspace' in one ? { workspaceId: one.workspace } : {}) as IDataObject;
}

/** The fields with which the items of a read in several workspaces begin. */
const NAMED = ['workspace_id', 'workspace_name'];

/** Requests about the login alone: which workspaces there are, and into which it goes, or whose it is. */
const isList = ({ path }: RequestRecord) => /^\/api\/v2\/user\/\d+\/workspace$/.test(path);
// A case took the question whose login it is for a read of the login's own organisation: it is none of things there.
const isLogin = ({ path }: RequestRecord) => /^\/api\/v1\/(authenticate|user\/my)\b/.test(path);

interface Change {
	pumpOf: number;
	in: number;
}

/** What a case has done by the ledger, and what the node gave. */
interface Happened {
	output: NodeOutput;
	/** The run's error, and those of items. */
	fault: string;
	/** Whether the list of workspaces was read. */
	isListRead: boolean;
	/** The organisations in which requests were made, but for those about the login. */
	asked: number[];
	/** The organisations of the pumps that a request was to change, each with that of the request. */
	changes: Change[];
	/** The organisations of the pumps that were changed. */
	changed: number[];
}

const ownerOf = (endpointId: unknown) =>
	sim.store.endpoints.get(Number(endpointId))?.organisationId ?? 0;

/** The organisations of the endpoints or the SIM that a request was to change. */
function ownersIn({ method, path, body, organisationId }: RequestRecord): number[] {
	const [, kind, id] = /^\/api\/v1\/(endpoint|sim)\/(\d+)/.exec(path) ?? [];
	if (kind === 'endpoint') return [ownerOf(id)];
	if (kind === 'sim') return [sim.store.sims.get(Number(id))?.organisationId ?? 0];
	// The service creates in the organisation of the request.
	if (method === 'POST' && path === '/api/v1/endpoint') return [organisationId ?? 0];
	const inBulk = [...JSON.stringify(body ?? null).matchAll(/"endpoint":\{"id":"?(\d+)/g)];
	// No case is about anything else, so that a request about something else is one too many.
	return inBulk.length > 0 ? inBulk.map(([, endpointId]) => ownerOf(endpointId)) : [0];
}

const sorted = (values: Iterable<number>) => [...values].sort((a, b) => a - b);
const once = (values: Iterable<number>) => sorted(new Set(values));

/** The items of a case, each with the IDs of its pump and of its SIM. */
const itemsOf = ({ items = [{}] }: Case) =>
	items.map((item) => ({
		...item,
		...(item.pumpOf !== undefined && pumpOf(sim, item.pumpOf)),
	})) as IDataObject[];

async function run(one: Case): Promise<NodeOutput> {
	const login = one.login ?? 'administrator';
	const form = {
		...FORMS[one.operation],
		...(one.limit !== undefined && { returnAll: false, limit: one.limit }),
		...(one.pumpByName && { endpointId: byName('pump') }),
		options: await optionsOf(one),
	};
	await fetch(`${sim.url}/_sim/ledger`, { method: 'DELETE' });
	return await runAt(sim, one.operation, form, {
		credentials: credentials[login],
		credential: login === 'token' ? 'cellularIotTokenApi' : 'cellularIotUserApi',
		items: itemsOf(one),
		...(one.continues && { onError: 'continueErrorOutput' as const }),
	});
}

async function happened(one: Case): Promise<Happened> {
	const output = await run(one);
	const { requests, effects } = sim.ledger();
	const others = requests.filter((request) => !isLogin(request) && !isList(request));
	const { error } = output;
	const errors = output.errors.map(({ json }) => JSON.stringify(json));
	return {
		output,
		fault: [error?.message, error?.description, ...errors].filter(Boolean).join(' '),
		isListRead: requests.some(isList),
		asked: once(others.map(({ organisationId }) => organisationId ?? 0)),
		changes: others
			.filter(({ method }) => method !== 'GET')
			.flatMap((request) =>
				ownersIn(request).map((owner) => ({ pumpOf: owner, in: request.organisationId ?? 0 })),
			),
		changed: once(effects.map(({ endpointId }) => ownerOf(endpointId))),
	};
}

/** Each thing that workspaces list, with the one under which it stands: its own, or else its parent. */
function seenFrom(operation: Operation, workspaces: number[]): string[] {
	const { store } = sim;
	const things = operation === 'sim getAll' ? store.sims : store.endpoints;
	return [...things.values()]
		.map(({ id, organisationId }) => {
			const parent = store.organisations.get(organisationId)?.parentId ?? 0;
			const under = [organisationId, parent].find((place) => workspaces.includes(place));
			return under && `${id} in ${under}`;
		})
		.filter((text) => text !== undefined) as string[];
}

/** Nothing was changed, and only the workspaces that the case allows were asked. */
function expectRefusal(one: Case, { output, fault, asked, changes, changed }: Happened): void {
	expect(output.items).toEqual([]);
	expect(fault).not.toBe('');
	expect(changed).toEqual([]);
	const allowed = one.expect.asked ?? [];
	expect(asked.filter((id) => !allowed.includes(id))).toEqual([]);
	expect(changes.filter((change) => !allowed.includes(change.in))).toEqual([]);
}

/** Each workspace was read, and no other; its items name it. */
function expectRead(one: Case, workspaces: number[], { output, asked, changes }: Happened): void {
	expect(asked).toEqual(sorted(workspaces));
	expect(changes).toEqual([]);
	if (!('workspace' in one || one.chosen)) return;
	const first = workspaces.length > 1 && !one.items ? NAMED : NAMED.slice(0, 1);
	for (const { json, pairedItem } of output.items) {
		expect(Object.keys(json).slice(0, first.length)).toEqual(first);
		if (one.items) expect(json.workspace_id).toBe(workspaces[(pairedItem as IPairedItemData).item]);
	}
	expectThings(one, workspaces, output);
}

/** With a limit, so many things of each workspace; else all that they list, each once. */
function expectThings({ operation, limit }: Case, workspaces: number[], output: NodeOutput): void {
	const rows = output.items.map(({ json }) => json);
	const own = operation === 'sim getAll' ? 'sim_id' : 'endpoint_id';
	const given = rows.map((row) => `${String(row[own])} in ${String(row.workspace_id)}`).sort();
	if (limit === undefined) return expect(given).toEqual(seenFrom(operation, workspaces).sort());
	for (const id of workspaces)
		expect(rows.filter((row) => row.workspace_id === id)).toHaveLength(limit);
}

/** Exactly these pumps were changed, by requests in these workspaces, which have no order among each other. */
function expectChanges(one: Case, { asked, changes, changed }: Happened): void {
	const wanted = one.expect.changed!.map((change) =>
		typeof change === 'number' ? { pumpOf: change, in: change } : change,
	);
	expect(changes.sort(byPlace)).toEqual(wanted.sort(byPlace));
	expect(changed).toEqual(once(wanted.map((change) => change.pumpOf)));
	expect(asked).toEqual(once(wanted.map((change) => change.in)));
}

const byPlace = (a: Change, b: Change) => a.pumpOf - b.pumpOf || a.in - b.in;

test('every case has a name of its own', () =>
	expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length));

test.each(cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
	const what = await happened(one);
	const { read, changed, refused, refusedItems, isListRead } = one.expect;
	if (isListRead !== undefined) expect(what.isListRead).toBe(isListRead);
	if (refused !== undefined) expect(what.fault).toContain(refused);
	const isRefusal = refused !== undefined || (one.unsaid && what.fault !== '');
	if (isRefusal && !refusedItems) return expectRefusal(one, what);
	if (!refusedItems) expect(what.fault).toBe('');
	const failed = what.output.errors.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
	expect(failed).toEqual(refusedItems ?? []);
	if (read) expectRead(one, read, what);
	if (changed) expectChanges(one, what);
});

import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
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
		return offered.find((option) => option.name.startsWith(wanted))!.value;
	});
	return type === 'multiOptions' ? values : values[0];
}

/** The option as the form of the case holds it; nothing where it was not added. */
async function optionsOf(one: Case): Promise<IDataObject> {
	if (one.chosen) return { workspaceId: await chosenIn(one.operation, one.chosen) } as IDataObject;
	if (one.unset) return { workspaceId: optionOf(one.operation).default } as IDataObject;
	return ('workspace' in one ? { workspaceId: one.workspace } : {}) as IDataObject;
}

/** Requests about the login alone: into which workspace, and which there are. */
const isList = ({ path }: RequestRecord) => /^\/api\/v2\/user\/\d+\/workspace$/.test(path);
const isLogin = ({ path }: RequestRecord) => path.startsWith('/api/v1/authenticate');

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
	changes: Array<{ pumpOf: number; in: number }>;
	/** The organisations of the pumps that were changed. */
	changed: number[];
}

/** The organisation to which the endpoint or the SIM of a path belongs. */
function ownerOf(path: string): number {
	const [, kind, id] = /^\/api\/v1\/(endpoint|sim)\/(\d+)/.exec(path) ?? [];
	const things = kind === 'sim' ? sim.store.sims : sim.store.endpoints;
	return things.get(Number(id))?.organisationId ?? 0;
}

const sorted = (values: Iterable<number>) => [...values].sort((a, b) => a - b);
const once = (values: Iterable<number>) => sorted(new Set(values));

async function happened(one: Case): Promise<Happened> {
	const before = { ...sim.ledger() };
	const [requestsBefore, effectsBefore] = [before.requests.length, before.effects.length];
	const login = one.login ?? 'administrator';
	const isToken = login === 'token';
	const items = (one.items ?? [{}]).map((item) => ({
		...item,
		...(item.pumpOf !== undefined && pumpOf(sim, item.pumpOf)),
	}));
	const options = await optionsOf(one);
	const listed = sim.ledger().requests.length;
	const form = {
		...FORMS[one.operation],
		...(one.limit !== undefined && { returnAll: false, limit: one.limit }),
		...(one.pumpByName && { endpointId: byName('pump') }),
		options,
	};
	const output = await runAt(sim, one.operation, form, {
		credentials: credentials[login],
		credential: isToken ? 'cellularIotTokenApi' : 'cellularIotUserApi',
		items: items as IDataObject[],
		...(one.continues && { onError: 'continueErrorOutput' as const }),
	});
	const requests = sim.ledger().requests.slice(one.chosen ? listed : requestsBefore);
	const others = requests.filter((request) => !isLogin(request) && !isList(request));
	const errors = output.errors.map(({ json }) => JSON.stringify(json));
	const { error } = output;
	return {
		output,
		fault: [error?.message, error?.description, ...errors].filter(Boolean).join(' '),
		isListRead: requests.some(isList),
		asked: once(others.map(({ organisationId }) => organisationId ?? 0)),
		changes: others
			.filter(({ method }) => method !== 'GET')
			.map(({ path, organisationId }) => ({ pumpOf: ownerOf(path), in: organisationId ?? 0 })),
		changed: once(
			sim
				.ledger()
				.effects.slice(effectsBefore)
				.map(({ endpointId }) => sim.store.endpoints.get(endpointId ?? 0)?.organisationId ?? 0),
		),
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

function expectRead(one: Case, workspaces: number[], { output, asked, changes }: Happened): void {
	expect(asked).toEqual(sorted(workspaces));
	expect(changes).toEqual([]);
	const own = one.operation === 'sim getAll' ? 'sim_id' : 'endpoint_id';
	const rows = output.items.map(({ json }) => json);
	for (const row of rows) {
		const first = Object.keys(row).slice(0, workspaces.length > 1 && !one.items ? 2 : 1);
		const names = ['workspace_id', 'workspace_name'].slice(0, first.length);
		if ('workspace' in one || one.chosen) expect(first).toEqual(names);
	}
	if (!('workspace' in one || one.chosen)) return;
	if (one.limit !== undefined)
		expect(sorted(rows.map((row) => Number(row.workspace_id)))).toEqual(
			sorted(workspaces.flatMap((id) => Array<number>(one.limit!).fill(id))),
		);
	else
		expect(rows.map((row) => `${String(row[own])} in ${String(row.workspace_id)}`).sort()).toEqual(
			seenFrom(one.operation, workspaces).sort(),
		);
}

function expectChanges(one: Case, { asked, changes, changed }: Happened): void {
	const wanted = one.expect.changed!.map((change) =>
		typeof change === 'number' ? { pumpOf: change, in: change } : change,
	);
	expect(changes).toEqual(wanted);
	expect(changed).toEqual(once(wanted.map((change) => change.pumpOf)));
	expect(asked).toEqual(once(wanted.map((change) => change.in)));
}

test('every case has a name of its own', () =>
	expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length));

test.each(cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
	const what = await happened(one);
	const { read, changed, refused, refusedItems, isListRead } = one.expect;
	if (isListRead !== undefined) expect(what.isListRead).toBe(isListRead);
	if (refused !== undefined) expect(what.fault).toContain(refused);
	const isRefusal = refusedItems === undefined && (refused !== undefined || what.fault !== '');
	if (isRefusal && (refused !== undefined || one.unsaid)) return expectRefusal(one, what);
	expect(what.output.errors).toHaveLength(refusedItems?.length ?? 0);
	expect(what.output.errors.map(({ pairedItem }) => pairedItem)).toEqual(
		(refusedItems ?? []).map((item) => expect.objectContaining({ item })),
	);
	if (refusedItems === undefined) expect(what.fault).toBe('');
	if (read) expectRead(one, read, what);
	if (changed) expectChanges(one, what);
});

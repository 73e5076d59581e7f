import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { CellularIot } from '../../../../nodes/CellularIot/CellularIot.node';
import { type Answered, answerOf, runAgent, type Tool } from '../../../support/n8n/agent';
import { runNode, storeFor } from '../../../support/n8n/n8n';
import { faultAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';
import { stub } from '../../../support/stub';

/* The node as the tool of an agent: answers and effects of its calls. */

const sim = simulated({ seed: { endpoints: 60 } }, 'kept');
beforeAll(() => {
	sim.store.endpoints.get(10004)!.name = 'twin';
	sim.store.endpoints.get(10005)!.name = 'twin';
	sim.store.endpoints.get(10006)!.name = '10007';
	sim.store.endpoints.get(10008)!.name = 'pump: north';
});

/** A field that the model fills. */
const ai = (name: string) => `={{ $fromAI('${name}', 'of the call', 'string') }}`;

/** Calls the node as a tool of a workflow in a time zone. */
async function callToolIn(timezone: string, parameters: INodeParameters, ...calls: object[]) {
	const answers: Answered[] = [];
	let tool: Tool | undefined;
	const before = sim.ledger().effects.length;
	const act = async ({ cellular }: Record<string, Tool>) => {
		tool = cellular!;
		for (const args of calls) answers.push(answerOf(await tool.invoke(args)));
	};
	const error = await runAgent(sim.url, { cellular: parameters }, act, timezone);
	if (error) throw error;
	const effects = sim.ledger().effects.slice(before);
	return { tool: tool!, answers, answer: answers[0]!, effects };
}

const callTool = async (parameters: INodeParameters, ...calls: object[]) =>
	await callToolIn('UTC', parameters, ...calls);

const sending = (mode: object = { allowStakes: true }): INodeParameters => ({
	resource: 'sms',
	operation: 'send',
	endpointId: rl(ai('endpoint')),
	payload: ai('message'),
	mode: mode as INodeParameters,
});
const listing = (filters: object = {}, more: object = {}): INodeParameters => ({
	resource: 'endpoint',
	operation: 'getAll',
	...(filters && { filters: filters as INodeParameters }),
	...(more as INodeParameters),
});
const message = 'reboot';

/** What an answer tells, in its message and in its items. */
const toldBy = ({ message: said, items = [] }: Answered): string =>
	[said, ...items.flatMap(({ error, similar }) => [error, similar])].filter(Boolean).join(' ');

test('the tool description says what the operation does, costs and needs', async () => {
	const { tool } = await callTool(sending());
	expect(tool.description).toMatch(/^Send SMS: Send a text to a device/);
	expect(tool.description).toContain('each part is billed');
	expect(tool.description).toContain('Each call does it again.');
	expect(tool.description).toContain('Endpoint (ID or ICCID or IMEI or name of one that exists)');
	expect(Object.keys(tool.schema.shape).sort()).toEqual(['endpoint', 'message']);
});

test.each(['10002', 'device-000002', '8988303000000000020', '89883030000000000200'])(
	'a device is found by the ID, name or ICCID that the model gives: %s',
	async (endpoint) => {
		const iccid = sim.store.sims.get(sim.store.endpoints.get(10002)!.simId!)!.iccid;
		const given = endpoint.startsWith('8988') ? iccid : endpoint;
		const { answer, effects } = await callTool(sending(), { endpoint: given, message });
		expect(answer).toMatchObject({ outcome: 'done', items: [{ endpoint_id: 10002, sent: true }] });
		expect(answer.message).toContain('the SMS was sent');
		expect(effects).toMatchObject([{ kind: 'sms.sent', endpointId: 10002 }]);
	},
);

test('a device is found by a name with signs of the filter language', async () => {
	const { answer } = await callTool(sending(), { endpoint: 'pump: north', message });
	expect(answer).toMatchObject({ outcome: 'done', items: [{ endpoint_id: 10008, sent: true }] });
});

test.each([
	['nothing', '', /Endpoint must name one endpoint, got nothing; .*device-0000/],
	[
		'an invented ID',
		'99999',
		/none has the ID or name "99999"; there is, for example: device-000001 \(ID 10001/,
	],
	[
		'an invented ICCID',
		'8988999000000000017',
		/none has the ICCID 8988999000000000017; there is, for example: /,
	],
	[
		'an unknown name',
		'device 3',
		/none has the ID or name "device 3"; near it: device-000003 \(ID 10003/,
	],
	[
		'a name with a character that nobody sees',
		'device\u200b 3',
		/none has the ID or name "device\\u200b 3"/,
	],
	[
		'an ambiguous name',
		'twin',
		/ask which one is meant.*fits: twin \(ID 10004, ICCID \d+\), twin \(ID 10005, ICCID \d+\)/,
	],
	['an ID that is also a name', '10007', /fits 2.*\(ID 10007.*10007 \(ID 10006/],
])('%s is refused with suggestions, and nothing is sent', async (_, endpoint, told) => {
	const { answer, effects } = await callTool(sending(), { endpoint, message });
	expect(answer.outcome).toBe('notSent');
	expect(answer.message).toMatch(/^Nothing was done\. Endpoint must /);
	expect(toldBy(answer)).toMatch(told);
	expect(answer.message).not.toMatch(/device-0000|twin/);
	expect(effects).toEqual([]);
});

test('an endpoint picked by a person is not checked for ambiguity', async () => {
	const parameters = { ...sending(), endpointId: rl('10007') };
	const { answer } = await callTool(parameters, { message });
	expect(answer).toMatchObject({ outcome: 'done', items: [{ endpoint_id: 10007 }] });
});

test('an endpoint that a person picked in another organisation is refused, and nothing is sent', async () => {
	const endpointId = { ...rl('10007'), mode: 'list', cachedResultName: 'pump-17 (…9999999)' };
	const { answer, effects } = await callTool({ ...sending(), endpointId }, { message });
	expect(answer.outcome).toBe('notSent');
	expect(toldBy(answer)).toMatch(/Endpoint was picked as ID 10007 \("pump-17 \(…9999999\)"\)/);
	expect(effects).toEqual([]);
	const name = sim.store.endpoints.get(10007)!.name;
	const own = { ...endpointId, cachedResultName: `${name} (ID 10007)` };
	expect((await callTool({ ...sending(), endpointId: own }, { message })).effects).toHaveLength(1);
});

test('a list is simplified, has at most 50 items, and gives the total', async () => {
	const all = { returnAll: true, simplify: false };
	const { answer } = await callTool(listing({}, all), {});
	const total = sim.store.endpoints.size;
	expect(answer.items).toHaveLength(50);
	expect(answer.message).toBe(`50 of ${answer.total} are shown. Use a filter to find others.`);
	expect(answer.total).toBeGreaterThan(50);
	expect(answer.total).toBeLessThanOrEqual(total);
	expect(answer.items![0]).toMatchObject({ id: 10001, status: 'Enabled' });
	const operators = { resource: 'lookup', operation: 'getMany', list: 'operators', limit: 2 };
	const lists = await callTool(operators, {});
	expect(lists.answer.items).toHaveLength(2);
	expect(lists.answer.total).toBeGreaterThan(2);
});

describe('how much of each entry the model gets', () => {
	const reading = (mode?: INodeParameters): INodeParameters => ({
		resource: 'endpoint',
		operation: 'get',
		endpointId: rl('10002'),
		...(mode && { mode }),
	});
	const own = 'service_profile';

	test('the main fields, unless a person chooses', async () => {
		const { answer } = await callTool(reading(), {});
		expect(answer.items).toMatchObject([{ id: 10002, status: 'Enabled', status_id: 0 }]);
		expect(typeof answer.items![0]![own]).toBe('string');
	});

	test('all fields as the service gives them', async () => {
		const { answer } = await callTool(reading({ output: 'raw' }), {});
		expect(answer.items).toMatchObject([{ id: 10002, status: { id: 0 }, [own]: { id: 101 } }]);
		const { answer: list } = await callTool(listing({}, { mode: { output: 'raw' } }), {});
		expect(list.items![0]).toMatchObject({ id: 10001, status: { id: 0 } });
	});

	test('the chosen fields and the ID', async () => {
		const mode = { output: 'selected', fields: ['name', 'iccid'] };
		const { answer } = await callTool(reading(mode), {});
		expect(Object.keys(answer.items![0]!).sort()).toEqual(['iccid', 'id', 'name']);
		const { answer: list } = await callTool(listing({}, { mode }), {});
		expect(list.items).toHaveLength(50);
		for (const entry of list.items!) {
			expect(Object.keys(entry).sort()).toEqual(['iccid', 'id', 'name']);
		}
	});

	test('the ID of what an entry is about, where it has none itself', async () => {
		const usage = { resource: 'usage', operation: 'getSummary', endpointId: rl('10002') };
		const mode = { output: 'selected', fields: ['last_hour_data_mb'] };
		const { answer } = await callTool({ ...usage, mode }, {});
		expect(Object.keys(answer.items![0]!).sort()).toEqual(['endpoint_id', 'last_hour_data_mb']);
	});

	test('an output that is none of the choices is refused in words', async () => {
		const { answer } = await callTool(reading({ output: 'everything' }), {});
		expect(answer).toMatchObject({ outcome: 'notSent' });
		expect(answer.message).toContain('Output must be raw, selected or simplified');
	});
});

test('an exact filter without a match suggests similar names', async () => {
	const { answer } = await callTool(listing({ nameFilter: ai('name') }), { name: 'Device 000009' });
	expect(answer).toMatchObject({ outcome: 'done', total: 0 });
	expect(answer.items).toEqual([{ similar: expect.stringContaining('device-000009 (ID 10009') }]);
	expect(answer.message).toMatch(/^Nothing fits; similar names are in items\./);
});

test('an operation that costs money is a dry run unless a person allows it', async () => {
	const { answer, effects } = await callTool(sending({}), { endpoint: 'device-000002', message });
	expect(answer.outcome).toBe('dryRun');
	expect(answer.message).toMatch(/nothing was sent.*Send SMS, with the values in items/);
	expect(answer.items).toEqual([
		{ Endpoint: '10002', Message: '"reboot"' },
		{ characters: 6, encoding: 'GSM-7', parts: 1, price: 0.05, currency: 'EUR' },
	]);
	expect(effects).toEqual([]);
});

test('a date of the model without a zone is read in that of the workflow, as in forms, and the answer says so', async () => {
	const options = { expiryDate: ai('until') };
	const call = { endpoint: '10002', message, until: '2027-07-01' };
	const { answer } = await callToolIn('Europe/Berlin', { ...sending(), options }, call);
	expect(answer.items?.at(-1)).toEqual({
		note: 'Expiry Date: a day without a time was read as its beginning in Europe/Berlin',
	});
	const sent = [...sim.store.smsById.values()].at(-1)!;
	expect(sent.expiryDate).toBe(Date.parse('2027-07-01T00:00:00+02:00'));
});

test('what was changed in a value is told in the answer, and before it is sent, too', async () => {
	const call = { endpoint: '10002', message: 'It’s on' };
	const typographic = { options: { plainCharacters: 'typographic' } };
	const note = expect.stringContaining(`Message: ’ was replaced by "'"`);
	const { answer: dry } = await callTool({ ...sending({}), ...typographic }, call);
	expect(dry.items?.at(-1)).toEqual({ note });
	const { answer } = await callTool({ ...sending(), ...typographic }, call);
	expect(answer.items?.at(-1)).toEqual({ note });
	expect(answer.message).toMatch(/The last items are remarks, not entries\.$/);
});

test('a change that neither costs money nor is permanent is made', async () => {
	const parameters = {
		resource: 'endpoint',
		operation: 'resetConnectivity',
		endpointId: rl(ai('endpoint')),
	};
	const { answer } = await callTool(parameters, { endpoint: 'device-000002' });
	expect(answer.outcome).toBe('done');
});

test('an execution sends no more SMS than the limit set by a person', async () => {
	const options = { allowStakes: true, mostSms: 2 };
	const call = { endpoint: '10002', message };
	const long = { endpoint: '10002', message: 'x'.repeat(200) };
	const { answers, effects } = await callTool(sending(options), call, long, call, call);
	expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'notSent', 'done', 'notSent']);
	expect(answers[1]!.message).toContain('Maximum SMS per Execution is 2 for this tool; 1 was sent');
	expect(effects).toHaveLength(2);
});

test.each([
	['agents', '10010', '10011'],
	['tags:agents', '10012', '10013'],
])(
	'endpoints outside the allowed tag (%s) and their SIMs are refused',
	async (allowed, inside, outside) => {
		const { organisationId } = sim.store.endpoints.get(Number(inside))!;
		sim.store.tags.set(9901, { id: 9901, organisationId, name: 'agents', colorId: 1 });
		Object.assign(sim.store.endpoints.get(Number(inside))!, { tagIds: [9901], tagged: true });
		const options = { allowStakes: true, allowedEndpoints: allowed };
		const calls = [inside, outside].map((endpoint) => ({ endpoint, message }));
		const { answers, effects } = await callTool(sending(options), ...calls);
		expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'notSent']);
		expect(answers[1]!.message).toContain(
			'Allowed Endpoints of this tool are those with tags:agents',
		);
		expect(effects).toHaveLength(1);
		const sims = [inside, outside].map((id) => ({
			sim: String(sim.store.endpoints.get(Number(id))!.simId),
		}));
		const suspending = { resource: 'sim', operation: 'update', simId: rl(ai('sim')), status: 2 };
		const suspended = await callTool({ ...suspending, mode: options } as INodeParameters, ...sims);
		expect(suspended.answers.map(({ outcome }) => outcome)).toEqual(['done', 'notSent']);
		expect(suspended.effects).toMatchObject([
			{ kind: 'sim.suspended', simId: Number(sims[0]!.sim) },
		]);
	},
);

test('a swap is refused when either endpoint is not allowed', async () => {
	const [inside, outside] = [sim.store.endpoints.get(10020)!, sim.store.endpoints.get(10021)!];
	sim.store.tags.set(9902, { id: 9902, organisationId: 1001, name: 'swaps', colorId: 1 });
	Object.assign(inside, { tagIds: [9902], tagged: true });
	const swapping = (first: typeof inside, second: typeof inside) => ({
		resource: 'sim',
		operation: 'swap',
		dryRun: false,
		endpointId: rl(String(first.id)),
		simId: rl(ai('sim')),
		swapWith: 'endpoint',
		otherEndpointId: rl(String(second.id)),
		mode: { allowStakes: true, allowedEndpoints: 'swaps' },
	});
	for (const [first, second] of [
		[inside, outside],
		[outside, inside],
	] as const) {
		const parameters = swapping(first, second) as INodeParameters;
		const { answer, effects } = await callTool(parameters, { sim: String(second.simId) });
		expect(answer.message).toContain(`endpoint ${outside.id} is not one of them`);
		expect(effects).toEqual([]);
	}
});

test('a call for more SIMs than allowed is refused', async () => {
	const parameters = {
		resource: 'simOperation',
		operation: 'create',
		actionId: rl('1'),
		targetsBy: 'ids',
		simIds: ai('sims'),
		mode: { allowStakes: true, mostEndpoints: 2 },
	};
	const { answer, effects } = await callTool(parameters as INodeParameters, { sims: '1, 2, 3' });
	expect(answer.message).toContain(
		'Maximum Endpoints per Call is 2 for this tool, and this call is about 3',
	);
	expect(effects).toEqual([]);
});

test('a limit set by an expression is refused', async () => {
	const { answer } = await callTool(sending({ allowStakes: ai('allow') }), {
		endpoint: '10002',
		message,
		allow: 'true',
	});
	expect(answer.message).toContain('must be set by a person');
});

const destination = {
	name: 'All usage',
	streamType: 1,
	connectionType: 'RestAPI',
	method: 'POST',
	size: 500,
	url: 'https://elsewhere.example/take',
	headers: 'X-From:fleet',
};
test.each([
	['user addRole', { userId: rl('12'), roleId: rl('1') }],
	['user update', { userId: rl('12'), updateFields: { status: 2 } }],
	['workspaceMember addRole', { userId: rl('12'), targetWorkspaceId: rl('1002'), roleId: rl('1') }],
	['workspaceMember setStatus', { userId: rl('12'), targetWorkspaceId: rl('1002'), status: 2 }],
	['dataStream create', destination],
])('%s of an agent is a dry run unless a person allows it', async (operation, parameters) => {
	const [resource, name] = operation.split(' ');
	const call = stub<INodeParameters>({ resource, operation: name, ...parameters });
	const { answer, effects } = await callTool(call, {});
	expect(answer.outcome).toBe('dryRun');
	expect(answer.message).toContain(
		'nothing was sent, because it changes who or what may do what, or where data goes',
	);
	expect(effects).toEqual([]);
});

test('a refusal of a deletion does not tell the model what it has to repeat', async () => {
	const user = [...sim.store.users.values()].find(({ id }) => id === 12)!;
	const call = {
		resource: 'user',
		operation: 'delete',
		userId: rl('12'),
		confirmUsername: 'somebody@example.org',
		mode: { allowStakes: true },
	};
	const { answer, effects } = await callTool(call, {});
	expect(answer.outcome).toBe('notSent');
	expect(toldBy(answer)).toContain('Repeat the Email must be the email of the user to delete');
	expect(JSON.stringify(answer).toLowerCase()).not.toContain(user.username.toLowerCase());

	const iccid = sim.store.sims.get(sim.store.endpoints.get(10002)!.simId!)!.iccid;
	const simId = rl(sim.store.endpoints.get(10002)!.simId!);
	const ofSim = {
		resource: 'sim',
		operation: 'delete',
		simId,
		confirmIccid: '8988303000000099999',
		mode: { allowStakes: true },
	};
	const refused = await callTool(ofSim, {});
	expect(toldBy(refused.answer)).toContain('must be the ICCID of the SIM to delete, and is not');
	expect(JSON.stringify(refused.answer)).not.toContain(iccid);
	expect([...effects, ...refused.effects]).toEqual([]);
});

test('a limit that cannot be enforced is refused instead of ignored', async () => {
	const creating = {
		resource: 'endpoint',
		operation: 'create',
		status: 0,
		serviceProfileId: rl('101'),
		tariffProfileId: rl('201'),
		mode: { allowStakes: true, allowedEndpoints: 'agents' },
	};
	const { answer } = await callTool(creating, {});
	expect(answer.message).toContain('Tool Limits must not have allowedEndpoints');
});

/** The collections of a tool that have an option. */
const collectionsWith = (option: string) =>
	new CellularIot().description.properties.filter(
		({ options = [], displayOptions }) =>
			displayOptions?.show?.['@tool'] !== undefined && options.some(({ name }) => name === option),
	);

test.each(['allowStakes', 'output'])(
	'what a person sets for a tool is hidden from models that build workflows: %s',
	(option) => {
		const collections = collectionsWith(option);
		expect(collections.length).toBeGreaterThan(0);
		for (const { name, options } of collections) {
			expect(name).toBe('mode');
			for (const setting of options as INodeProperties[])
				expect(setting.noDataExpression).toBe(true);
		}
	},
);

test('the form of a tool shows what the model is told of the operation, and only that', () => {
	const { description } = new CellularIot();
	const parameters = { resource: 'sms', operation: 'send' };
	const noticesAt = (name: string) =>
		description.properties
			.filter((property) =>
				NodeHelpers.displayParameter(
					parameters,
					property,
					{ typeVersion: 1 },
					{ ...description, name },
				),
			)
			.flatMap(({ type, displayName }) => (type === 'notice' ? [displayName] : []));
	const [told, ...others] = noticesAt('cellularIotTool');
	expect(others).toEqual([]);
	expect(told).toMatch(/^The model reads: Send SMS: Send a text to a device/);
	const [own] = noticesAt('cellularIot');
	expect(own).not.toContain('The model reads');
	expect(told).toContain(own!);
});

test('a refusal of the service is the answer to the agent', async () => {
	faultAt(sim, 'POST /sms$', { kind: 'errorBefore', status: 403, times: 1 });
	const { answer } = await callTool(sending(), { endpoint: '10002', message });
	sim.clearFaults();
	expect(answer.outcome).toBe('refused');
	expect(answer.message).toMatch(/^Refused by the service: nothing was changed\./);
});

test('the answers are the same in newer n8n versions, which run a tool as a node', async () => {
	const before = sim.ledger().effects.length;
	const run = await runNode({
		typeName: 'n8n-nodes-cellular-iot.cellularIotTool',
		parameters: sending(),
		items: [{ endpoint: 'device 3', message }],
		credentials: storeFor(sim.url),
	});
	expect(run.error).toBeUndefined();
	expect(run.items[0]!.json).toMatchObject({ outcome: 'notSent' });
	expect(JSON.stringify(run.items[0]!.json.items)).toContain('near it: device-000003');
	expect(sim.ledger().effects).toHaveLength(before);
});

test('Only What Changed is refused for an agent, which has no previous run', async () => {
	const more = { returnAll: true, options: { onlyChanged: 'changes' } };
	const { answer } = await callTool(listing({}, more), {});
	expect(JSON.stringify(answer)).toMatch(/notSent.*Only What Changed/);
});

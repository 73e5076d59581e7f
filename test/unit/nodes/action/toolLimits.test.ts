import type { INodeParameters } from 'n8n-workflow';
import { eidOf, TAGS } from '../../../../simulator';
import { type Answered, answerOf, runAgent } from '../../../support/n8n/agent';
import { simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Limits of tools count what a call changes, after everything in it was looked up. Effects by the ledger. */

const sim = simulated({ seed: { endpoints: 8 } }, 'new');

const ai = (name: string) => `={{ $fromAI('${name}', 'of the call', 'string') }}`;
const kinds = () => sim.ledger().effects.map(({ kind }) => kind);
const tag = (...ids: number[]) => {
	for (const id of ids) {
		Object.assign(sim.store.endpoints.get(id)!, { tagIds: [TAGS.lab], tagged: true });
	}
	sim.store.touch();
};

/** Calls tools of one execution, one after the other; gives their answers. */
async function callAll(
	tools: Record<string, object>,
	calls: Array<[string, object]>,
): Promise<Answered[]> {
	const answers: Answered[] = [];
	const error = await runAgent(sim.url, tools as Record<string, INodeParameters>, async (made) => {
		for (const [name, args] of calls) answers.push(answerOf(await made[name]!.invoke(args)));
	});
	if (error) throw error;
	return answers;
}
const callOne = async (parameters: object, args: object = {}): Promise<Answered> =>
	(await callAll({ tool: parameters }, [['tool', args]]))[0]!;

const retiring = (mode: object, more: object = {}) => ({
	resource: 'endpoint',
	operation: 'retire',
	endpointsBy: 'tag',
	tagId: rl(ai('tag'), 'name'),
	dryRun: false,
	confirmTag: 'lab',
	mode: { allowStakes: true, ...mode },
	...more,
});

test('a tag that stands for more endpoints than allowed is refused with their number', async () => {
	tag(10001, 10002, 10003, 10004, 10005, 10006);
	const answer = await callOne(retiring({ mostEndpoints: 1 }), { tag: 'lab' });
	expect(answer.outcome).toBe('notSent');
	expect(answer.message).toContain(
		'Maximum Endpoints per Call is 1 for this tool, and this call is about 6',
	);
	expect(kinds()).toEqual([]);
});

test.each(['delete', 'deleteMany'])(
	'a tag is not deleted off more endpoints than allowed: %s',
	async (operation) => {
		tag(10001, 10002);
		const deleting = (mostEndpoints: number) => ({
			resource: 'tag',
			operation,
			tagId: rl(ai('tag')),
			mode: { allowStakes: true, mostEndpoints },
		});
		const refused = await callOne(deleting(1), { tag: 'lab' });
		expect(refused.outcome).toBe('notSent');
		expect(refused.message).toContain('this call is about 2');
		expect(kinds()).toEqual([]);
		expect((await callOne(deleting(2), { tag: 'lab' })).outcome).toBe('done');
		expect(kinds()).toEqual(['tag.deleted']);
	},
);

test('a tag within the limit is retired', async () => {
	tag(10001);
	const answer = await callOne(retiring({ mostEndpoints: 1 }), { tag: 'lab' });
	expect(answer.outcome).toBe('done');
	expect(kinds().filter((kind) => kind === 'endpoint.deleted')).toHaveLength(1);
});

test('endpoints that get the tag after they were counted are refused all the same', async () => {
	tag(10001);
	// The tags of the one that is counted are read last.
	const isCounted = () => sim.ledger().requests.some(({ path }) => path.endsWith('/10001/tags'));
	Object.defineProperty(sim.store.endpoints.get(10001)!, 'tagIds', {
		get: () => {
			if (isCounted()) tag(10002);
			return [TAGS.lab];
		},
	});
	const own = { options: { mostEndpoints: 100 } };
	const answer = await callOne(retiring({ mostEndpoints: 1 }, own), { tag: 'lab' });
	expect(answer.outcome).toBe('notSent');
	expect(kinds()).toEqual([]);
});

test('endpoints of a tag are held to the allowed ones, each of them', async () => {
	tag(10001, 10002);
	sim.store.tags.set(9901, { id: 9901, organisationId: 1001, name: 'agents', colorId: 1 });
	Object.assign(sim.store.endpoints.get(10001)!, { tagIds: [TAGS.lab, 9901] });
	sim.store.touch();
	const answer = await callOne(retiring({ allowedEndpoints: 'agents' }), { tag: 'lab' });
	expect(answer.message).toContain('endpoint 10002 is not one of them');
	expect(kinds()).toEqual([]);
});

test('a batch of SIMs counts by its SIMs', async () => {
	const parameters = {
		resource: 'simBatch',
		operation: 'register',
		bic: 'BATCHRESELLER001',
		status: 0,
		dryRun: false,
		mode: { allowStakes: true, mostEndpoints: 2 },
	};
	const answer = await callOne(parameters);
	expect(answer.message).toContain('is 2 for this tool, and this call is about 3');
	expect(kinds()).toEqual([]);
	const allowed = { ...parameters, mode: { allowStakes: true, mostEndpoints: 3 } };
	expect((await callOne(allowed)).outcome).toBe('done');
});

test('cards that are named by their EIDs count', async () => {
	const eids = [11, 12, 13].map(eidOf).join(', ');
	const answer = await callOne(
		{
			resource: 'simOperation',
			operation: 'create',
			actionId: rl('1'),
			targetsBy: 'eids',
			eids: ai('eids'),
			mode: { allowStakes: true, mostEndpoints: 2 },
		},
		{ eids },
	);
	expect(answer.message).toContain('is 2 for this tool, and this call is about 3');
	expect(kinds()).toEqual([]);
});

test('an allow list that was added and left empty is refused', async () => {
	const parameters = {
		resource: 'endpoint',
		operation: 'delete',
		endpointId: rl(ai('endpoint')),
		mode: { allowStakes: true, allowedEndpoints: ' ' },
	};
	const answer = await callOne(parameters, { endpoint: '10001' });
	expect(answer.message).toContain('Allowed Endpoints must not be empty');
	expect(kinds()).toEqual([]);
});

describe('a table of one row', () => {
	const applying = (options: object, more: object = {}) => ({
		resource: 'endpoint',
		operation: 'applyTable',
		valuesFrom: 'fields',
		endpointId: rl(ai('endpoint')),
		dryRun: false,
		createMissing: false,
		updateFields: { status: 0 },
		options,
		mode: { allowStakes: true, allowedEndpoints: 'tags:lab', mostEndpoints: 1 },
		...more,
	});

	test.each(['disable', 'suspend'])('acts on no endpoint beside it: %s', async (notInTable) => {
		tag(10001);
		const parameters = applying({ notInTable, mostChanges: '100%' });
		const answer = await callOne(parameters, { endpoint: 'device-000001' });
		expect(answer.outcome).toBe('notSent');
		expect(answer.message).toContain('Endpoints Not in the Table must be Leave in the tool');
		expect(kinds()).toEqual([]);
	});

	test('changes its endpoint', async () => {
		tag(10001);
		const more = { updateFields: { name: 'pump' } };
		const answer = await callOne(applying({}, more), { endpoint: 'device-000001' });
		expect(answer.outcome).toBe('done');
		expect(kinds()).toEqual(['endpoint.updated']);
	});

	test('is not found by a tag, not even where an endpoint is called so', async () => {
		tag(10001, 10002);
		sim.store.endpoints.get(10003)!.name = 'lab';
		sim.store.touch();
		const parameters = applying({}, { endpointId: rl(ai('endpoint'), 'tag') });
		const answer = await callOne(parameters, { endpoint: 'lab' });
		expect(answer.message).toContain('must not be a tag in the tool of an agent');
		expect(kinds()).toEqual([]);
	});
});

describe('Maximum SMS per Execution', () => {
	const limit = (mostSms: number) => ({ mode: { allowStakes: true, mostSms } });
	const asking = {
		resource: 'sms',
		operation: 'awaitReply',
		endpointId: rl(ai('endpoint')),
		payload: ai('message'),
		waitHere: 0,
		atMost: 1,
		atMostUnit: 'hours',
	};
	const sending = { ...asking, operation: 'send' };
	const sentSms = () => kinds().filter((kind) => kind === 'sms.sent').length;
	const to = (number: number, message = 'state?') => ({
		endpoint: String(10000 + number),
		message,
	});

	test('holds questions that await a reply', async () => {
		const calls = [1, 2, 3].map((n): [string, object] => ['ask', to(n)]);
		const answers = await callAll({ ask: { ...asking, ...limit(2) } }, calls);
		expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'notSent']);
		expect(answers[2]!.message).toContain('Maximum SMS per Execution is 2 for this tool; 2 were');
		expect(sentSms()).toBe(2);
	});

	test('counts messages and questions of one execution together, by their parts', async () => {
		const tools = { ask: { ...asking, ...limit(3) }, send: { ...sending, ...limit(3) } };
		const answers = await callAll(tools, [
			['ask', to(1, 'x'.repeat(200))],
			['send', to(2)],
			['send', to(3)],
			['ask', to(4)],
		]);
		const outcomes = answers.map(({ outcome }) => outcome);
		expect(outcomes).toEqual(['done', 'done', 'notSent', 'notSent']);
		expect(sentSms()).toBe(3);
	});
});

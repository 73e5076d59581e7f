import type { INodeParameters } from 'n8n-workflow';
import { sendAndAwaitReply } from '../../../../src/features/waits/sendAndAwaitReply/entry';
import { waits } from '../../../../src/features/waits/entries';
import { type Answered, answerOf, runAgent } from '../../../support/n8n/agent';
import { movingOn } from '../../../support/movedPorts';
import { simulated } from '../../../support/simulator';
import { rl } from '../../nodes/rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Every wait as the tool of an agent: it is answered within a minute, whatever the form and the model say. */

const sim = simulated({ seed: { endpoints: 4 } }, 'new');
let waitedMs = 0;
beforeEach(() => {
	waitedMs = 0;
	movingOn({
		advance: (ms) => {
			waitedMs += ms;
			sim.clock.advance(ms);
		},
	});
});

const ai = (name: string, type = 'string') => `={{ $fromAI('${name}', 'of the call', '${type}') }}`;
const ENDPOINT = { endpointId: rl(ai('endpoint')) };

async function call(
	[resource, operation]: readonly [string, string],
	values: object,
	args: object,
): Promise<Answered> {
	let answer: Answered | undefined;
	const parameters = {
		resource,
		operation,
		waitHere: ai('seconds', 'number'),
		atMost: 1,
		atMostUnit: 'days',
		...values,
	} as INodeParameters;
	const error = await runAgent(sim.url, { cellular: parameters }, async ({ cellular }) => {
		answer = answerOf(await cellular!.invoke({ endpoint: 'device-000001', ...args }));
	});
	if (error) throw error;
	return answer!;
}

/** What each wait needs, of which nothing happens while it waits. */
const WAITS: Record<string, () => Promise<object> | object> = {
	'await blocked': () => ({ ...ENDPOINT, wanted: 'blocked' }),
	'await delivered': async () => {
		sim.store.endpoints.get(10001)!.connectivity = 'OFFLINE';
		const sent = await call(
			['sms', 'send'],
			{ ...ENDPOINT, payload: 'hello', mode: { allowStakes: true } },
			{},
		);
		return { ...ENDPOINT, smsIds: (sent.items![0]!.sms_ids as number[]).join(',') };
	},
	'await esimOrder': async () => {
		const scheduled = await fetch(`${sim.url}/_sim/cards`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ count: 1, kind: 'asleep' }),
		});
		const [card] = (await scheduled.json()) as Array<{
			id: number;
			profiles: Array<{ iccid: string }>;
		}>;
		const ordered = await call(
			['euicc', 'scheduleOperations'],
			{
				euiccId: rl(String(card!.id)),
				actionId: rl('2'),
				options: { iccidWithLuhn: card!.profiles[1]!.iccid },
				mode: { allowStakes: true },
			},
			{},
		);
		return {
			euiccId: rl(String(card!.id)),
			operationId: String(ordered.items![0]!.id),
			profileState: 'any',
		};
	},
	'await online': () => {
		sim.store.endpoints.get(10001)!.connectivity = 'OFFLINE';
		return ENDPOINT;
	},
	'await reply': () => ENDPOINT,
	'await seenAgain': () => ENDPOINT,
	'await simStatus': () => ({
		simId: rl(String(sim.store.endpoints.get(10001)!.simId)),
		status: 4,
	}),
	'sms awaitReply': () => ({ ...ENDPOINT, payload: 'STATUS?', mode: { allowStakes: true } }),
};

const names = [...waits, sendAndAwaitReply]
	.map(({ resource, name }) => `${resource} ${name}`)
	.sort();

const FILE = 'test/unit/features/waits/tools.test.ts';

test('each wait is tried', () => {
	const tried = Object.keys(WAITS);
	expect([
		...names
			.filter((name) => !tried.includes(name))
			.map((name) => `${name}: give it form values in WAITS of ${FILE}`),
		...tried
			.filter((name) => !names.includes(name))
			.map((name) => `${name} is no wait: list its entry, or take it out of WAITS of ${FILE}`),
	]).toEqual([]);
});

test.each(names)('%s: a model that asks for 900 seconds is answered after 60', async (name) => {
	const [resource = '', operation = ''] = name.split(' ');
	const values = await WAITS[name]!();
	waitedMs = 0;
	const answer = await call([resource, operation], values, { seconds: 900 });
	expect(answer).toMatchObject({ outcome: 'done', items: [{ outcome: 'notYet' }] });
	expect(waitedMs).toBeGreaterThan(0);
	expect(waitedMs).toBeLessThanOrEqual(60_000);
});

test('what is met leaves at once', async () => {
	const answer = await call(
		['await', 'blocked'],
		{ ...ENDPOINT, wanted: 'unblocked' },
		{ seconds: 5 },
	);
	expect(answer).toMatchObject({ items: [{ outcome: 'met', endpoint_id: 10001 }] });
	expect(waitedMs).toBe(0);
});

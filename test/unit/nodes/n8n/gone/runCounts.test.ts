import { SupplyDataContext } from 'n8n-core';
import { type Answered, answerOf, runAgent } from '../../../../support/n8n/agent';
import { gone } from '../../../../support/n8n/gone';
import { simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 3 } }, 'new');

afterEach(() => jest.restoreAllMocks());

const ai = (name: string) => `={{ $fromAI('${name}', 'of the call', 'string') }}`;
const sending = {
	resource: 'sms',
	operation: 'send',
	endpointId: rl(10001),
	payload: ai('message'),
	mode: { allowStakes: true, mostSms: 1 },
};

async function callAll(calls: object[]): Promise<Answered[]> {
	const answers: Answered[] = [];
	const error = await runAgent(sim.url, { send: sending }, async ({ send }) => {
		for (const call of calls) answers.push(answerOf(await send!.invoke(call)));
	});
	if (error) throw error;
	return answers;
}

describe(gone('runCounts'), () => {
	test('each call keeps to the limit, and to the endpoints that a person has fixed', async () => {
		jest.spyOn(SupplyDataContext.prototype, 'getContext').mockImplementation(() => ({}));
		const answers = await callAll([
			{ message: 'one' },
			{ message: 'x'.repeat(200) },
			{ endpoint: '10002', endpointId: '10002', message: 'two' },
		]);
		expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'notSent', 'done']);
		expect(sim.ledger().effects.map(({ endpointId }) => endpointId)).toEqual([10001, 10001]);
	});
});

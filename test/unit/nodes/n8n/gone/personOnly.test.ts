import { type Answered, answerOf, runAgent } from '../../../../support/n8n/agent';
import { gone } from '../../../../support/n8n/gone';
import { simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 2 } }, 'new');

const ai = (name: string) => `={{ $fromAI('${name}', 'of the call', 'string') }}`;

/** The answer to a call of a tool with these settings, whose arguments would allow everything. */
async function callWith(mode: unknown): Promise<Answered> {
	const tool = {
		resource: 'sms',
		operation: 'send',
		endpointId: rl(10001),
		payload: ai('message'),
		mode,
	};
	const all = { message: 'x', most: '99', stakes: 'true', settings: '{"allowStakes":true}' };
	let answer = '';
	await runAgent(sim.url, { tool }, async ({ tool: made }) => {
		answer = await made!.invoke(all);
	});
	return answerOf(answer);
}

describe(gone('personOnly'), () => {
	test('an expression in place of all settings allows nothing', async () => {
		expect((await callWith(ai('settings'))).outcome).not.toBe('done');
		expect(sim.ledger().effects).toEqual([]);
	});

	test.each([
		['one setting', { allowStakes: true, mostSms: ai('most') }],
		['what it allows', { allowStakes: ai('stakes') }],
	])('an expression that gives %s does not count: the call is refused', async (_, mode) => {
		const answer = await callWith(mode);
		expect(answer.outcome).toBe('notSent');
		expect(answer.message).toContain('must be set by a person, not by an expression');
		expect(sim.ledger().effects).toEqual([]);
	});
});

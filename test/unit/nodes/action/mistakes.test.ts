import { stub } from '../../../support/stub';
import { storeFor } from '../../../support/n8n/n8n';
import { forget, fresh, runAt, simulated } from '../../../support/simulator';
import { anywhere, listed, type Mistake, MISTAKES } from './mistakes';

/*
 * Each error says what happened, to which item, and what to do; docs/errors.md quotes their texts.
 */

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

const LISTED = listed();
const adviceByMistake = new Map<string, [title: string, advice: string]>();

const sim = simulated({ seed: { endpoints: 3 } }, 'new');
beforeEach(async () => await fresh(sim));

async function wordsOf(mistake: Mistake) {
	const { does, before, token, user, fault, items = [{ id: 10001 }] } = mistake;
	const credentials = storeFor(sim.url, { user });
	if (token) {
		const own = credentials.get('cellularIotTokenApi');
		credentials.set('cellularIotTokenApi', stub({ ...own, ...token }));
	}
	const credential = user ? 'cellularIotUserApi' : 'cellularIotTokenApi';
	const run = async (what: string) =>
		await runAt(sim, what, mistake.parameters, { credentials, credential, items });
	if (before !== undefined) await run(before);
	await forget(sim);
	if (fault) sim.setFaults({ rules: [fault] });
	// With a valid session there would be no login that could fail.
	if (fault?.match?.path === 'authenticate') sim.revokeTokens();
	const { items: done, error } = await run(does);
	expect(done).toEqual([]);
	return { title: String(error?.message), advice: String(error?.description), error };
}

test.each(MISTAKES.map((mistake) => [mistake.name, mistake] as const))(
	'%s',
	async (name, mistake) => {
		const { title, advice, error } = await wordsOf(mistake);
		adviceByMistake.set(name, [anywhere(title), anywhere(advice)]);
		expect(title).toMatch(mistake.says);
		expect(advice).toMatch(mistake.advises);
		expect(error?.context).toHaveProperty('itemIndex');
		// No internals and no unfilled placeholders.
		expect(`${title} ${advice}`).not.toMatch(/undefined|\[object|Error:|NaN|\bnull\b/);
	},
);

test('docs/errors.md lists exactly these errors with their texts', () => {
	expect(LISTED).toEqual([...adviceByMistake].map(([name, words]) => [name, ...words]));
});

import assert from 'node:assert/strict';
import { APPLICATION_TOKENS, start, USERS } from '../../../../simulator';
import {
	anywhere,
	listed,
	type Mistake,
	MISTAKES,
	parametersOf,
} from '../../../unit/nodes/action/mistakes';
import { itemsNode } from '../../stage/workflows';
import { type Editor, node } from '../editor';
import type { Journey } from '../journey';
import type { Stage } from '../stage';

/*
 * The mistakes of docs/errors.md, made in the editor. Each has its own service, as in
 * test/unit/nodes/action/mistakes.test.ts, because one mistake could affect the next.
 */

/** Faults of the service itself, not user mistakes, reported only after minutes of retries. */
const isTrouble = ({ fault }: Mistake) =>
	fault?.kind === 'tooManyRequests' || (fault?.status ?? 0) >= 500;
const MADE = MISTAKES.filter((mistake) => !isTrouble(mistake));
const WORDS = new Map(listed().map(([name, title, advice]) => [name, { title, advice }]));

/** The credential for the mistake, as filled in by a user. */
async function credentialOf({ api }: Stage, { name, token, user }: Mistake, baseUrl: string) {
	const { totpSecret, ...login } = USERS.totp;
	const person = { username: login.username, password: login.password, mfaMethod: 'totp' };
	const [type, fields] = user
		? ['cellularIotUserApi', { ...person, totpSecret, ...user }]
		: ['cellularIotTokenApi', { applicationToken: APPLICATION_TOKENS.reseller, ...token }];
	return { [type]: await api.createCredential(name, type, { baseUrl, ...fields }) };
}

/** Makes a mistake, and returns the editor's messages. */
async function make(stage: Stage, editor: Editor, mistake: Mistake) {
	const { name, does, before, fault, items = [{ id: 10001 }] } = mistake;
	const sim = await start({ port: 0, limits: false, seed: { endpoints: 3 } });
	try {
		const credentials = await credentialOf(stage, mistake, sim.url);
		const [authentication] = Object.keys(credentials);
		const action = (what: string) =>
			node(
				'Mistake',
				'cellularIot',
				{ authentication, ...parametersOf(mistake, what) },
				{ credentials },
			);
		const input = itemsNode('Items', items);
		if (before !== undefined) {
			const first = await editor.workflowOf(stage.api, `Before: ${name}`, [input, action(before)]);
			await stage.api.runToEnd(first, 'Start');
		}
		if (fault) sim.setFaults({ rules: [fault] });
		const own = action(does);
		await editor.openLast(stage.api, name, input, own);
		await editor.execute();
		return await editor.error();
	} finally {
		await sim.close();
	}
}

/** The deviation of the shown texts; undefined when they match. */
async function faultIn(stage: Stage, editor: Editor, mistake: Mistake) {
	const { title, text } = await make(stage, editor, mistake);
	const { title: red, advice } = WORDS.get(mistake.name)!;
	const seen = anywhere(title).replace(/ \[item \d+\]$/, '');
	if (seen !== red) return `in red "${title}" instead of "${red}"`;
	if (!anywhere(text).includes(advice)) return `"${advice}" is not below it: ${text}`;
	// The item, if there are several.
	const isOfMany = (mistake.items?.length ?? 1) > 1;
	if (isOfMany && !/item \d/i.test(text)) return `no item is named: ${text}`;
	return undefined;
}

export const mistakes: Journey[] = [
	{
		name: `mistakes: ${MADE.length} of ${MISTAKES.length} made in the editor are told in the words of docs/errors.md; the others are the service's`,
		async run(stage, editor) {
			const wrong: string[] = [];
			for (const mistake of MADE) {
				const fault = await faultIn(stage, editor, mistake);
				if (fault !== undefined) wrong.push(`${mistake.name}: ${fault}`);
			}
			assert.deepEqual(wrong, []);
		},
	},
];

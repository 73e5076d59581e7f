import type { INodeParameters } from 'n8n-workflow';
import type { SimulatorHandle } from '../../../simulator';
import { type Figure } from '../../faults/figures';
import { byId, counts, endpointIds } from '../../faults/runs';

/* A campaign: one SMS to each of many devices, each with a key; rerun until it is complete. */

export interface Size {
	sends: number;
	kills: number;
}

/** One message: its device, its text, and its key. */
export interface Message extends Record<string, number | string> {
	to: number;
	text: string;
	key: string;
}

/** Messages with unique texts. */
export function messagesTo(sim: SimulatorHandle, count: number): Message[] {
	const ids = endpointIds(sim);
	return Array.from({ length: count }, (_, i) => ({
		to: ids[i % ids.length]!,
		text: `message ${i}`,
		key: `campaign-${i}`,
	}));
}

/** Sends a message with its key. */
export const SEND = {
	resource: 'sms',
	operation: 'send',
	endpointId: byId('={{ $json.to }}'),
	payload: '={{ $json.text }}',
	options: { idempotencyKey: '={{ $json.key }}' },
} as INodeParameters;

/** The result of each message in the last run: done, already done, or an outcome. */
export type Verdicts = Map<string, string>;

/** The figures of a campaign: the result of each message, compared with the ledger. */
export function figuresOf(
	name: string,
	sim: SimulatorHandle,
	{ sends, kills }: Size,
	messages: Message[],
	said: Verdicts,
	mostInDoubt: number,
): Figure[] {
	const applied = counts(
		sim
			.ledger()
			.effects.filter(({ kind }) => kind === 'sms.sent')
			.map(({ detail }) => String(detail.payload)),
	);
	const doubled = [...applied.values()].filter((times) => times > 1).length;
	const lost = messages.filter(({ text }) => said.get(text) === 'done' && !applied.has(text));
	const none = messages.filter(({ text }) => !said.has(text));
	const inDoubt = [...said.values()].filter((outcome) => outcome === 'unknown').length;
	const others = [...said.values()].filter((outcome) => !['done', 'unknown'].includes(outcome));
	const what = `of ${sends} sends and ${kills} kills`;
	return [
		{
			name,
			wanted: `0 doubled, 0 said to be done and absent, 0 without a verdict ${what}`,
			got: `${doubled} doubled, ${lost.length} said to be done and absent, ${none.length} without a verdict ${what}`,
			held: doubled + lost.length + none.length === 0,
		},
		{
			name: `${name}: in doubt`,
			wanted: `at most ${mostInDoubt}, as many as may be under way at the kills; the others done`,
			got: `${inDoubt}; ${others.length} others not done${others.length > 0 ? ` (${[...new Set(others)].join(', ')})` : ''}`,
			held: inDoubt <= mostInDoubt && others.length === 0,
		},
	];
}

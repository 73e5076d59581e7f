import type { Execution } from '../../../demo/lib/api';
import type { Figure } from '../../faults/figures';
import { accountNode, byHand, itemsNode, workflowOf } from '../stage/workflows';
import { figuresOf, type Message, messagesTo, SEND, type Size, type Verdicts } from './campaign';
import { inRealN8n, killedMidway } from './inN8n';

/* Idempotency keys in n8n's own database: a campaign in a real n8n, which is killed and restarted. */

/** Maximum keys that a run has claimed but not sent, or sent but not recorded. */
const UNDER_WAY = 200;

/** The outcomes of an execution's messages. */
function saidBy(execution: Execution, messages: Message[]): Verdicts {
	const said: Verdicts = new Map();
	const textAt = (item: object) => {
		const { pairedItem } = item as { pairedItem?: { item: number } };
		return messages[pairedItem!.item]!.text;
	};
	const [done = [], failed = []] = execution.data.resultData.runData.Send?.[0]?.data?.main ?? [];
	for (const item of done ?? []) said.set(textAt(item), 'done');
	for (const item of failed ?? []) {
		const { details } = item.json as { details?: { outcome?: string } };
		said.set(textAt(item), String(details?.outcome));
	}
	return said;
}

/** Sends with keys in n8n's database, killed at random moments and rerun completely. */
export const keysInN8n = async (size: Size): Promise<Figure[]> =>
	await inRealN8n({ seed: { endpoints: 1_000 } }, async (stage) => {
		const { sim, credential } = stage;
		const messages = messagesTo(sim, size.sends);
		const campaign = workflowOf('Campaign', [
			byHand,
			itemsNode('Messages', messages),
			{ ...accountNode('Send', credential, SEND), onError: 'continueErrorOutput' },
		]);
		const { kills, sends: all } = size;
		const done = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
		const again = await killedMidway(stage, campaign, { kills, all, done, what: 'sent' });
		const said = saidBy(await again(), messages);
		return figuresOf("keys in n8n's database", sim, size, messages, said, UNDER_WAY * kills);
	});

import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { CellularIotError } from '../../../src/errors';
import type { Client } from '../../../src/run/client';
import type { ReplyAsker as AskerPort } from '../../../src/run/clientPorts';
import type { Asking, Json } from '../../../src/table/define';
import { getSms } from '../../../src/table/entries/sms/smsMessages';
import { endingItem, WAIT_OUTPUTS, unreadableItem } from '../../../src/triggers/mailbox/ending';
import { afterSending, type WaitingRun, type Ending } from '../../../src/triggers/mailbox/mailbox';
import { addressOf, isUnderWay, type Woken } from '../../../src/triggers/mailbox/postman';
import { digestOf } from '../../../src/triggers/runtime/digest';
import { type AccountCredential, clientFor } from '../shared/host';
import { type Box, boxOf, postBy } from '../triggers/mailboxes';

/*
 * A run that asks devices and sleeps. n8n resumes it by a call of its address, which runs `webhook`
 * and gives its outputs to the next nodes; `execute` is not run again.
 */

/** The webhook of the node that resumes its run; part of the address. */
export const RESUME_PATH = 'sms-reply';

/** Where n8n puts the token of an execution in its address. */
const TOKEN_PARAMETER = 'signature';

/**
 * How long after its time n8n resumes a run by itself, in milliseconds. A mailbox on a Redis is
 * there again when n8n is; one in memory is not.
 */
const GRACE_MS = { shared: 900_000, own: 90_000 };

/** n8n cannot be reached by itself: nothing could wake the run. */
class UnreachableError extends CellularIotError {
	constructor(origin: string, seen: string) {
		super(
			`n8n does not reach itself at ${origin} (${seen}), so that no reply could wake the run; nothing was sent`,
			'Set WEBHOOK_URL of n8n to an address that its own processes reach.',
			'notSent',
		);
	}
}

/** An n8n that would pass on the first output of a run it resumes, and drop the others. */
class TooOldError extends CellularIotError {
	constructor() {
		super(
			'This n8n cannot resume a run with several outputs; nothing was sent',
			'Update n8n to 2.39 or later.',
			'notSent',
		);
	}
}

/**
 * Names the wait of a run. Ids of executions come again in a database that was restored from a backup,
 * while a Redis lives on; the token of an execution, which signs its address, is random.
 */
const waitName = (context: IExecuteFunctions | IWebhookFunctions, token: unknown): string =>
	digestOf(
		[context.getInstanceId(), context.getExecutionId(), context.getNode().id, token ?? null],
		24,
	);

/** Asks devices for the items of a run, and puts the run to sleep. */
export class RunReplyAsker implements AskerPort {
	private begun: Promise<{ box: Box; asker: WaitingRun }> | undefined;
	private readonly asked = new Set<number>();

	constructor(private readonly context: IExecuteFunctions) {}

	async ask(item: number, asking: Asking, send: () => Promise<Json>): Promise<Json> {
		const { box, asker } = await (this.begun ??= this.begin());
		const sent = await box.mailbox.ask(asker, item, asking, send);
		this.asked.add(item);
		return sent;
	}

	private async begin() {
		const { context } = this;
		// No context shows whether n8n passes on all outputs (2.39 on); this recognises versions below 2.36.
		if (!context.onExecutionFinish) throw new TooOldError();
		const { $execution, $runIndex } = context.getWorkflowDataProxy(0);
		const { resumeUrl } = $execution as { resumeUrl: string };
		const turn = Number($runIndex);
		const address = new URL(resumeUrl);
		address.pathname += `/${RESUME_PATH}`;
		await this.checkReach(addressOf(String(address), turn));
		// The account is required: the client could not be made without it.
		const box = (await boxOf(context))!;
		const token = address.searchParams.get(TOKEN_PARAMETER);
		const asker = { name: waitName(context, token), turn };
		await box.mailbox.begin(asker, String(address), box.home.owner);
		return { box, asker };
	}

	/** n8n refuses to resume a run that is under way: by that it shows that the call has come. */
	private async checkReach(address: string): Promise<void> {
		const { origin } = new URL(address);
		const answer = await postBy(this.context)(address).catch(() => {
			// Without its cause: n8n replaces the message of an error that holds a code of Node.
			throw new UnreachableError(origin, 'it does not answer');
		});
		if (answer.status !== 409 && !isUnderWay(answer))
			throw new UnreachableError(origin, `it answered ${answer.status}`);
	}

	/** The question of an item, made from the result of its SMS. */
	private askingOf(item: number, { endpoint_id: endpointId }: IDataObject): Asking {
		const { context } = this;
		const { replyContains } = context.getNodeParameter('options', item, {}) as IDataObject;
		return {
			endpointId: Number(endpointId),
			contains: (replyContains as string | undefined) || undefined,
			waitMs: Number(context.getNodeParameter('waitMinutes', item)) * 60_000,
		};
	}

	/**
	 * Puts the run to sleep until its devices have answered; gives the outputs at once if they have.
	 * `items` are what its items became: the results of sending, or failed items.
	 */
	async sleep(items: INodeExecutionData[], isFailed: (place: number) => boolean) {
		const { context } = this;
		const failed = items.flatMap(({ json }, item) =>
			isFailed(item) ? { item, failed: json as Json } : [],
		);
		if (failed.length === items.length) {
			return toOutputs(failed.map(({ item, failed: json }) => ({ item, output: 2, json })));
		}
		// Items that an idempotency key or an earlier try has kept from asking wait for the reply, too.
		for (const [item, { json }] of items.entries()) {
			if (isFailed(item) || this.asked.has(item)) continue;
			const isAnySent = this.asked.size > 0;
			const asked = this.ask(item, this.askingOf(item, json), async () => json);
			await (isAnySent ? afterSending(asked) : asked);
		}
		const { box, asker } = await (this.begun ??= this.begin());
		const { open, leftMs } = await box.mailbox.open(asker, failed);
		if (open === 0) {
			const endings = (await box.mailbox.endings(asker)) as Ending[];
			await box.mailbox.hand(asker);
			await box.mailbox.close(asker);
			return outputsOf(endings.map((ending) => ({ ending, status: statusIn(ending) })));
		}
		// n8n runs no code when it wakes a run by itself, and passes on what it finds as its input.
		context.getExecuteData().data = {
			main: toOutputs(
				items.map(({ json }, item) => ({
					...{ item, output: 2 },
					json: isFailed(item) ? (json as Json) : unreadableItem(json as Json),
				})),
			),
		};
		context.setMetadata({ forwardAllOutputs: true });
		const graceMs = box.isShared ? GRACE_MS.shared : GRACE_MS.own;
		await context.putExecutionToWait(new Date(Date.now() + leftMs + graceMs));
		return [[]];
	}
}

/** Items on the outputs of the node, each paired with its input. */
const toOutputs = (all: Array<{ item: number; output: number; json: Json }>) =>
	WAIT_OUTPUTS.map((_, place) =>
		all
			.filter(({ output }) => output === place)
			.map(
				({ item, json }): INodeExecutionData => ({
					json: json as IDataObject,
					pairedItem: { item },
				}),
			),
	);

const outputsOf = (all: Array<{ ending: Ending; status: string }>) =>
	toOutputs(
		all.map(({ ending, status }) => ({ item: ending.item, ...endingItem(ending, status) })),
	);

/** The status of an ending's SMS as its receipts say; `unknown` if it is to be read. */
const statusIn = (ending: Ending): string => ('delivery' in ending && ending.delivery) || 'unknown';

/**
 * The status of the SMS of an ending without a reply. Parts of a long message count as one: it is
 * delivered if all are.
 */
async function smsStatus(client: () => Promise<Client>, ending: Ending): Promise<string> {
	const known = statusIn(ending);
	if ('failed' in ending || ending.reply || known !== 'unknown') return known;
	const { endpointId, sent } = ending;
	const ids = (sent.sms_ids ?? []) as number[];
	try {
		const read = async (smsId: number) =>
			(await (await client()).perform(getSms, { endpointId, smsId, simplify: true })) as Json;
		const statuses = (await Promise.all(ids.map(read))).map(({ status }) => String(status));
		const behind = statuses.find((status) => status !== 'delivered');
		return statuses.length === 0 ? 'unknown' : (behind ?? 'delivered');
	} catch {
		// It says so in the item: what cannot be read is neither delivered nor lost.
		return 'unknown';
	}
}

/**
 * The call that wakes the run. It says what became of the run; replies come from the mailbox, never
 * from the call.
 */
export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const answer = (state: Woken) => ({ webhookResponse: { state } });
	const box = await boxOf(context);
	const { turn, [TOKEN_PARAMETER]: token } = context.getQueryData() as IDataObject;
	const asker = { name: waitName(context, token), turn: Number(turn) };
	const endings = await box?.mailbox.endings(asker);
	if (!box || endings === undefined) return answer('gone');
	if (endings === 'waiting') return answer('waiting');
	const type = context.getNodeParameter('authentication') as AccountCredential;
	let opened: Promise<Client> | undefined;
	const client = async () => await (opened ??= clientFor(context, type));
	const all = endings.map(async (ending) => ({ ending, status: await smsStatus(client, ending) }));
	const outputs = outputsOf(await Promise.all(all));
	await box.mailbox.hand(asker);
	return { ...answer('resumed'), workflowData: outputs };
}

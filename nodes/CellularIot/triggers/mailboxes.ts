import type { ITriggerFunctions, ITriggerResponse, IWebhookFunctions } from 'n8n-workflow';
import { systemSleep } from '../../../src/ports';
import type { Json } from '../../../src/table/define';
import { DAY_MS } from '../../../src/times';
import { Mailbox } from '../../../src/triggers/mailbox/mailbox';
import { type Home, Postman, type Post } from '../../../src/triggers/mailbox/postman';
import { questionKind } from '../../../src/triggers/mailbox/question';
import { waitKind } from '../../../src/triggers/mailbox/wait';
import { digestOf } from '../../../src/triggers/runtime/digest';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import { MemoryStore } from '../../../src/triggers/runtime/memoryStore';
import { RedisStore } from '../../../src/triggers/runtime/redisStore';
import type { KeyRetention } from '../../../src/triggers/runtime/store';
import { accountOf, type NodeContext } from './deliveryStores';
import { parameter } from './triggerInput';
import { whilePublished } from './whilePublished';

/*
 * The mailbox of the account that a node has chosen. The nodes that ask and the triggers that bring
 * replies share it if they use one account: nobody else in this n8n can answer for a device.
 */

/** Longer than the longest wait. */
const WINDOW: KeyRetention = { knownMs: 9 * DAY_MS, keepMs: 9 * DAY_MS };
/** Longest wait for n8n to resume a run, which may read the status of many messages. */
const POST_MS = 300_000;

const mailboxMemory = inMemory(
	() => new Mailbox(new MemoryStore(questionKind, WINDOW), new MemoryStore(waitKind)),
);

/** A mailbox, and where it is. */
export interface Box {
	mailbox: Mailbox;
	postman: Postman;
	home: Home;
	/** It is on a Redis, for all processes and across restarts. */
	isShared: boolean;
}

/** The mailbox of a node's account; undefined for a trigger that has none. */
export async function boxOf(context: NodeContext): Promise<Box | undefined> {
	const { account, url } = (await accountOf(context)) ?? {};
	if (account === undefined) return undefined;
	const key = `mailbox ${account}`;
	const mailbox =
		url === undefined
			? mailboxMemory(key)
			: new Mailbox(
					new RedisStore(url, account, questionKind, WINDOW),
					new RedisStore(url, account, waitKind, WINDOW),
				);
	const { name } = context.getNode();
	const home = homeOf(context);
	const postman = new Postman(`${key} ${url ?? ''} ${home.owner}`, mailbox, {
		post: postBy(context),
		home,
		warn: (message) => context.logger.warn(`"${name}": ${message}`),
	});
	return { mailbox, postman, home, isShared: url !== undefined };
}

/**
 * This n8n. The id of a copied one is that of the original; its address is another, or only one of
 * them is reached. The address of the REST interface is that of the webhooks (WEBHOOK_URL; n8n 2.40.7,
 * workflow-execute-additional-data.js).
 */
function homeOf(context: NodeContext): Home {
	const { origin } = new URL(context.getRestApiUrl());
	return { origin, owner: digestOf([context.getInstanceId(), origin], 12) };
}

/** Calls an address of this n8n. */
export const postBy =
	({ helpers }: NodeContext): Post =>
	async (url) => {
		const { statusCode, body } = (await helpers.httpRequest({
			method: 'POST',
			url,
			body: {},
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: POST_MS,
		})) as { statusCode: number; body: unknown };
		return { status: statusCode, body };
	};

/**
 * Gives the items of a call to the questions they answer, each with the names of its deliveries;
 * returns the places of those that no question has.
 */
export async function handOver(
	context: IWebhookFunctions,
	items: Array<{ item: Json; names: string[] }>,
): Promise<number[]> {
	const box = await boxOf(context);
	const left: number[] = [];
	for (const [place, { item, names }] of items.entries()) {
		const { isTaken = false, wakes = [] } = (await box?.mailbox.take(item, names)) ?? {};
		if (!isTaken) left.push(place);
		// It may take a while until a run sleeps, and the call is to be answered.
		for (const wake of wakes) void box?.postman.wake(wake);
	}
	return left;
}

/** Polling interval of the mailbox, and polls until the account is read again. */
const MAILBOX_POLL_MS = 2_000;
const POLLS_PER_ACCOUNT = 30;

/**
 * Wakes the runs whose time is over, and those that could not be woken at once, while the workflow
 * of a trigger is published: in n8n's leading process, from its start on.
 */
export async function listen(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	if (parameter(context, 'registerCallback', false) === false) return {};
	const { name } = context.getNode();
	return whilePublished(async (signal) => {
		try {
			const box = await boxOf(context);
			for (let looks = 0; looks < POLLS_PER_ACCOUNT && !signal.aborted; looks += 1) {
				await box?.postman.look();
				await systemSleep(MAILBOX_POLL_MS, signal).catch(() => {});
			}
		} catch (error) {
			context.logger.warn(`"${name}": runs that wait for replies are not woken: ${String(error)}`);
			await systemSleep(POLLS_PER_ACCOUNT * MAILBOX_POLL_MS, signal).catch(() => {});
		}
	});
}

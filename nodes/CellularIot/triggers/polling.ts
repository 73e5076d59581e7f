import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Client } from '../../../src/run/client';
import { comparePicked } from '../../../src/run/picked';
import type { Field } from '../../../src/table/define';
import { everywhere } from '../../../src/table/fields';
import type { Poll, PollingTrigger } from '../../../src/triggers/runtime/definition';
import {
	POLL_SHARE,
	pollStored,
	type StateStore,
	storedState,
	type Stored,
} from '../../../src/triggers/runtime/stored';
import { isObject, type Json } from '../../../src/wire';
import { isPublication, notePoll } from '../n8n/pollContext';
import { type AccountCredential, clientFor } from '../shared/host';
import { toNodeError } from '../shared/nodeErrors';
import { pickedIn } from '../shared/pickedEntry';
import { pollReporter } from '../shared/reporter';
import { logAbout } from '../shared/log';
import { nodeKey, readerOf, workflowStoreOf } from './triggerInput';

/* Shared by polling triggers: the account, n8n's store, and how long a poll may take. */

/** Activation waits for the first poll, so that one is short; the next continues where it stopped. */
const ACTIVATION_MS = 20_000;

const pollItems = (items: Json[]): INodeExecutionData[][] | null =>
	items.length === 0 ? null : [items.map((json) => ({ json: json as IDataObject }))];

/** The values at a path of the stored form; of each row where it leads through a list. */
const valuesAt = (form: unknown, path: string): unknown[] =>
	path
		.split('.')
		.reduce<
			unknown[]
		>((found, name) => found.flat().flatMap((value) => (isObject(value) ? [value[name]] : [])), [form]);

/**
 * Checks what was picked in the form, as an action node does: in another organisation an ID may be another
 * thing, and the trigger would watch that.
 * @throws OtherThingError for a thing that is another one for this credential
 */
async function checkPickers(
	context: IPollFunctions,
	client: Client,
	here: Client,
	pickers: Readonly<Record<string, Field>>,
): Promise<void> {
	const { parameters } = context.getNode();
	const pickedAt = (path: string, field: Field) =>
		valuesAt(parameters, path).flatMap((value) => pickedIn(field, value));
	const { workspaceId } = context.getNodeParameter('options', {}) as Json;
	await comparePicked(client, pickedIn(everywhere.workspaceId, workspaceId));
	await comparePicked(
		here,
		Object.entries(pickers).flatMap(([path, field]) => pickedAt(path, field)),
	);
}

/** One poll of a node. */
export async function pollNode<Form, State extends Stored>(
	context: IPollFunctions,
	trigger: PollingTrigger<Form, State>,
): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	try {
		const form = trigger.form(readerOf(context));
		const type = context.getNodeParameter('authentication') as AccountCredential;
		const report = pollReporter(context);
		const client = await clientFor(context, type, { share: POLL_SHARE, report });
		const key = nodeKey(context);
		const shared = workflowStoreOf(context);
		const elsewhere = shared.stored?.state;
		const publication = isPublication(context);
		const poll: Poll = {
			client,
			// If each poll has its own context, only a pass under way shows it is no publication.
			budgetMs: (wantedMs, isUnderWay) => {
				const most = publication && !isUnderWay ? ACTIVATION_MS : Infinity;
				// Older versions of n8n set no budget.
				return Math.min(wantedMs, most, context.getPollBudgetMs?.() ?? Infinity);
			},
			now: () => client.ports.clock.now(),
			log: (message) => logAbout(context, message),
		};
		await checkPickers(context, client, await trigger.within(client, form), trigger.pickers);
		if (context.getMode() === 'manual') return pollItems(await trigger.sample(poll, form));

		notePoll(context);
		const own: StateStore = context.getWorkflowStaticData('node');
		const items = await pollStored<State>(
			key,
			own,
			{ elsewhere, publication },
			async (resumed) => await trigger.poll(poll, form, resumed),
		);
		// This state is saved with whatever another trigger of the workflow stores.
		shared.remember(() => ({ state: storedState(key) }));
		if (shared.hasOthers) shared.touch();
		if (items === undefined) logAbout(context, 'the previous poll is still running', 'debug');
		return pollItems(items ?? []);
	} catch (error) {
		throw toNodeError(node, error, 0);
	}
}

import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Client } from '../../src/client/client';
import type { Json } from '../../src/operations/define';
import {
	hasOthers,
	remember,
	type SharedStore,
	store,
	storedIn,
} from '../../src/triggers/runtime/memory';
import {
	POLL_SHARE,
	type Polled,
	pollStored,
	type Resumed,
	type StateStore,
	stateOf,
	type Stored,
} from '../../src/triggers/runtime/stored';
import { type AccountCredential, clientFor } from './host';
import { nodeKey } from './n8nStore';
import { toNodeError } from './nodeErrors';
import { telling } from './progress';

/* What polling triggers share: the account, n8n's store, and how long a poll may take. */

/** Activation waits for the first poll, so that one is short; the next goes on where it stopped. */
const ACTIVATION_MS = 20_000;
const activated = new WeakSet<object>();

/** What a poll works with. */
export interface Poll {
	client: Client;
	/** Milliseconds of those wanted that n8n allows; few while publishing waits. */
	budgetMs: (wantedMs: number, isUnderWay: boolean) => number;
	now: () => number;
	log: (message: string) => void;
}

/** How a trigger polls; `Form` is what its form asks for. */
interface PollingTrigger<Form, State> {
	form: (context: IPollFunctions) => Form;
	/** What a test in the editor shows; nothing is remembered of it. */
	sample: (poll: Poll, form: Form) => Promise<Json[]>;
	poll: (poll: Poll, form: Form, resumed: Resumed<State>) => Promise<Polled<State>>;
}

const toItems = (items: Json[]): INodeExecutionData[][] | null =>
	items.length === 0 ? null : [items.map((json) => ({ json: json as IDataObject }))];

/** One poll of a node. */
export async function pollNode<Form, State extends Stored>(
	context: IPollFunctions,
	trigger: PollingTrigger<Form, State>,
): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	try {
		const form = trigger.form(context);
		const type = context.getNodeParameter('authentication') as AccountCredential;
		const onWait = telling((what) => context.logger.info(`"${node.name}": ${what}`));
		const client = await clientFor(context, type, { share: POLL_SHARE, onWait });
		const workflowId = String(context.getWorkflow().id);
		const key = nodeKey(context);
		const shared = context.getWorkflowStaticData('global') as SharedStore;
		const elsewhere = (storedIn(shared, node.id) as StateStore | undefined)?.state;
		const publication = !activated.has(context);
		const poll: Poll = {
			client,
			// Where every poll has a context of its own, a pass under way tells that this is none.
			budgetMs: (wantedMs, isUnderWay) => {
				const most = publication && !isUnderWay ? ACTIVATION_MS : Infinity;
				return Math.min(wantedMs, most, budgetOf(context));
			},
			now: () => client.ports.clock.now(),
			log: (message) => context.logger.warn(`"${node.name}": ${message}`),
		};
		if (context.getMode() === 'manual') return toItems(await trigger.sample(poll, form));

		activated.add(context);
		const own: StateStore = context.getWorkflowStaticData('node');
		const items = await pollStored<State>(
			key,
			own,
			{ elsewhere, publication },
			async (resumed) => await trigger.poll(poll, form, resumed),
		);
		// Where another trigger of the workflow stores something, this one's state is in it.
		remember(workflowId, node.id, () => ({ state: stateOf(key) }));
		if (hasOthers(workflowId, node.id)) store(shared, workflowId);
		if (items === undefined) context.logger.debug(`"${node.name}": the poll before still works`);
		return toItems(items ?? []);
	} catch (error) {
		throw toNodeError(node, error, 0);
	}
}

/** Older versions of n8n set none. */
const budgetOf = (context: Partial<IPollFunctions>): number =>
	context.getPollBudgetMs?.() ?? Infinity;

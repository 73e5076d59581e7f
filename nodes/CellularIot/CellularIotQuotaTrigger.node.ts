import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { Json } from '../../src/operations/define';
import {
	POLL_SHARE,
	type PollOptions,
	pollOnce,
	type StateStore,
	type TriggerState,
} from '../../src/triggers/quota/poll';
import { sampleOf } from '../../src/triggers/quota/sample';
import { hasOthers, remember, type SharedStore, store, storedIn } from '../../src/triggers/memory';
import { stateOf } from '../../src/triggers/quota/pollMemory';
import { accountCredentials, authentication } from './authentication';
import { type AccountCredential, clientFor } from './host';
import { toNodeError } from './nodeErrors';
import { methods } from './lookups';
import { quotaTriggerForm, readQuotaForm } from './quotaTriggerForm';
import { quotaTriggerWords } from './triggerPanels';

/** Activation waits for the first poll, so that one is short; the next goes on where it stopped. */
const ACTIVATION_MS = 20_000;
const activated = new WeakSet<object>();

const toItems = (items: Json[]): INodeExecutionData[][] | null =>
	items.length === 0 ? null : [items.map((json) => ({ json: json as IDataObject }))];

/** Starts a workflow when an SMS quota or the block of an endpoint changes. */
export class CellularIotQuotaTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Quota Trigger',
		name: 'cellularIotQuotaTrigger',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ ($parameter["source"] === "status" ? $parameter["events"] : $parameter["feedEvents"]).join(", ") }}',
		description:
			'Starts when an SMS quota is exhausted, expired or active again, or an endpoint is blocked',
		defaults: { name: 'Cellular IoT Quota Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		...quotaTriggerWords,
		properties: [authentication, ...quotaTriggerForm],
	};

	methods = methods;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const node = this.getNode();
		try {
			const form = readQuotaForm(this);
			const type = this.getNodeParameter('authentication') as AccountCredential;
			const client = await clientFor(this, type, { share: POLL_SHARE });
			const options: PollOptions = {
				...form,
				now: () => client.ports.clock.now(),
				log: (message) => this.logger.warn(`"${node.name}": ${message}`),
			};
			if (this.getMode() === 'manual') return toItems(await sampleOf(client, options));

			const workflowId = String(this.getWorkflow().id);
			const key = `${workflowId}:${node.id}`;
			const shared = this.getWorkflowStaticData('global') as SharedStore;
			const elsewhere = (storedIn(shared, node.id) as StateStore | undefined)?.state;
			const publication = !activated.has(this);
			activated.add(this);
			const own = this.getWorkflowStaticData('node');
			const items = await pollOnce(
				key,
				own,
				client,
				(before) => ({ ...options, budgetMs: budgetOf(this, form.budgetMs, before, publication) }),
				{ elsewhere, publication },
			);
			// Where another trigger of the workflow stores something, this one's state is in it.
			remember(workflowId, node.id, () => ({ state: stateOf(key) }));
			if (hasOthers(workflowId, node.id)) store(shared, workflowId);
			if (items === undefined) this.logger.debug(`"${node.name}": the poll before still works`);
			return toItems(items ?? []);
		} catch (error) {
			throw toNodeError(node, error, 0);
		}
	}
}

/** Milliseconds a poll may take: what the form and n8n allow, and little while publishing waits. */
function budgetOf(
	context: IPollFunctions,
	wantedMs: number,
	before: TriggerState,
	publication: boolean,
): number {
	// Older versions of n8n set no budget.
	const allowedMs = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? Infinity;
	// Where every poll has a context of its own, a pass under way tells that this is no publication.
	const underWay = before.status?.after !== undefined;
	const most = publication && !underWay ? ACTIVATION_MS : Infinity;
	return Math.min(wantedMs, allowedMs, most);
}

import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	ITriggerResponse,
	IWebhookFunctions,
} from 'n8n-workflow';
import { methods } from '../shared/lookups';
import type { webhookFunctions } from './calls';
import type { hooksOf } from './hooks';

type Hooks = ReturnType<typeof hooksOf>;
/** The code behind a node: its registration at the service, its calls, and its runs. */
type CalledCode = Hooks & ReturnType<typeof webhookFunctions>;

/** What n8n calls of a trigger while its workflow is published, beside its webhook methods. */
type WhilePublished = (this: ITriggerFunctions) => Promise<ITriggerResponse>;

/** A version of a trigger that the service calls; `load` imports the code behind it. */
const calledNode = (
	description: INodeTypeDescription,
	load: () => Promise<CalledCode>,
	trigger: WhilePublished,
): INodeType => ({
	description,
	methods,
	webhookMethods: { default: lifeOf(load) },

	async webhook(this: IWebhookFunctions) {
		return await (await load()).webhook(this);
	},

	/** The first step of a run that a call has started. */
	async execute(this: IExecuteFunctions) {
		return await (await load()).execute(this);
	},

	trigger,
});

/** The descriptions of a trigger: `former` is that of nodes which were saved with versions 1 and 2. */
interface Descriptions {
	former: () => INodeTypeDescription;
	current: () => INodeTypeDescription;
}

/** The versions of a trigger that the service calls. */
export const calledVersions = (
	{ former, current }: Descriptions,
	load: () => Promise<CalledCode>,
	trigger: WhilePublished,
): Record<number, INodeType> => ({
	1: calledNode(former(), load, trigger),
	2: calledNode(former(), load, trigger),
	3: calledNode(current(), load, trigger),
});

/** The webhook methods of an address at the service. Errors are worded for the person who publishes. */
function lifeOf(load: () => Promise<CalledCode>) {
	const hook = (name: keyof Hooks) =>
		async function (this: IHookFunctions): Promise<boolean> {
			const code = await load();
			try {
				return await code[name](this);
			} catch (error) {
				const { toMessageError } = await import('../shared/nodeErrors');
				throw toMessageError(this.getNode(), error);
			}
		};
	return { checkExists: hook('checkExists'), create: hook('create'), delete: hook('takeBack') };
}

import type { IHookFunctions, ITriggerResponse } from 'n8n-workflow';

type Hook = (context: IHookFunctions) => Promise<boolean>;
type Hooks = Record<'checkExists' | 'create' | 'takeBack', Hook>;

/** The life of an address at the service, in n8n's words; `load` gives what does it. */
export const lifeOf = (load: () => Promise<Hooks>) => ({
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return await (await load()).checkExists(this);
	},
	async create(this: IHookFunctions): Promise<boolean> {
		return await (await load()).create(this);
	},
	async delete(this: IHookFunctions): Promise<boolean> {
		return await (await load()).takeBack(this);
	},
});

/**
 * The `trigger` of a node that does nothing in it. At its start n8n asks none of the webhook methods
 * of a node that is nothing but a webhook (seen on 2.40.7); of one that has to run in its process it
 * does, and so what an end of n8n has left wrong at the service is put right.
 */
export const askedAtStart = async (): Promise<ITriggerResponse> => ({});

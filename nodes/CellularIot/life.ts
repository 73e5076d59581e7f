import type { IHookFunctions, ITriggerResponse } from 'n8n-workflow';

type Name = 'checkExists' | 'create' | 'takeBack';
type Hooks = Record<Name, (context: IHookFunctions) => Promise<boolean>>;

/**
 * The life of an address at the service, in n8n's words; `load` gives what does it. Errors are told
 * as a person reads them when publishing fails.
 */
export function lifeOf(load: () => Promise<Hooks>) {
	const hook = (name: Name) =>
		async function (this: IHookFunctions): Promise<boolean> {
			const hooks = await load();
			try {
				return await hooks[name](this);
			} catch (error) {
				const { toMessageError } = await import('./nodeErrors');
				throw toMessageError(this.getNode(), error);
			}
		};
	return { checkExists: hook('checkExists'), create: hook('create'), delete: hook('takeBack') };
}

/**
 * The `trigger` of a node that does nothing in it. At its start n8n asks none of the webhook methods
 * of a node that is nothing but a webhook (seen on 2.40.7); of one that has to run in its process it
 * does, and so what an end of n8n has left wrong at the service is put right.
 */
export const askedAtStart = async (): Promise<ITriggerResponse> => ({});

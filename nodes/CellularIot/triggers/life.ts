import type { IHookFunctions } from 'n8n-workflow';

type Name = 'checkExists' | 'create' | 'takeBack';
type Hooks = Record<Name, (context: IHookFunctions) => Promise<boolean>>;

/**
 * The webhook methods of an address at the service; `load` imports the hooks behind them. Errors
 * are worded for the person who publishes. At its start n8n calls no webhook methods of a node that
 * is only a webhook (seen on 2.40.7), but does call those of a node with a `trigger`; they repair
 * what the end of n8n left wrong at the service.
 */
export function lifeOf(load: () => Promise<Hooks>) {
	const hook = (name: Name) =>
		async function (this: IHookFunctions): Promise<boolean> {
			const hooks = await load();
			try {
				return await hooks[name](this);
			} catch (error) {
				const { toMessageError } = await import('../shared/nodeErrors');
				throw toMessageError(this.getNode(), error);
			}
		};
	return { checkExists: hook('checkExists'), create: hook('create'), delete: hook('takeBack') };
}

import type { IHookFunctions } from 'n8n-workflow';
import type { hooksOf } from './hooks';

/* The part of a node that the service calls: its registration there. */

type Hooks = ReturnType<typeof hooksOf>;

/**
 * The webhook methods of an address at the service, by the code that `load` imports. Errors are worded for the
 * person who publishes.
 */
export function registrationOf(load: () => Promise<Hooks>) {
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

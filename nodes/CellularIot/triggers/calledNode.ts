import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHookFunctions,
	INodeCredentialTestResult,
	IWebhookFunctions,
} from 'n8n-workflow';
import { methods } from '../shared/lookups';
import type { webhookFunctions } from './calls';
import type { hooksOf } from './hooks';

type Hooks = ReturnType<typeof hooksOf>;
/** The code behind a node: its registration at the service, its calls, and its runs. */
type CalledCode = Hooks & ReturnType<typeof webhookFunctions>;

/** The service never returns a secret: the test can only check its strength. */
async function callbackSecretTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { secretProblem } = await import('../../../src/triggers/sms/signature');
	const problem = secretProblem(credential.data?.secret);
	return problem === undefined
		? { status: 'OK', message: 'The secret is long enough' }
		: { status: 'Error', message: `The signing secret ${problem}` };
}

/** The class of a trigger that the service calls; `load` imports the code behind it. */
export const calledNode = (load: () => Promise<CalledCode>) =>
	class {
		methods = { ...methods, credentialTest: { callbackSecretTest } };

		async webhook(this: IWebhookFunctions) {
			return await (await load()).webhook(this);
		}

		/** The first step of a run that a call has started. */
		async execute(this: IExecuteFunctions) {
			return await (await load()).execute(this);
		}
	};

/**
 * The webhook methods of an address at the service. Errors are worded for the person who publishes.
 * Each node names them itself: n8n's check of packages asks for that.
 */
export function lifeOf(load: () => Promise<CalledCode>) {
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

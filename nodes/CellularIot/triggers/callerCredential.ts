import type { IExecuteFunctions } from 'n8n-workflow';
import { ACCOUNT_KINDS, type AccountCredential } from '../shared/host';
import { type FormContext, parameter } from './triggerInput';

/* Which credential of a called trigger gives the account, and which the secret of calls. */

type CallerContext = FormContext & Pick<IExecuteFunctions, 'getNode'>;

/** A credential with the secret of calls, and its field. */
interface SecretField {
	credential: AccountCredential | 'cellularIotCallbackApi';
	field: string;
	/** Label of the field. */
	label: string;
}

const CALLBACK_CREDENTIAL: SecretField = {
	credential: 'cellularIotCallbackApi',
	field: 'secret',
	label: 'Signing Secret',
};

/** Whether a choice of *Authentication* is an account. */
export const isAccount = (authentication: unknown): authentication is AccountCredential =>
	Object.hasOwn(ACCOUNT_KINDS, String(authentication));

/** The credential of the account that a trigger shows; undefined without one. */
export function accountOf(context: CallerContext): AccountCredential | undefined {
	const type = parameter(context, 'authentication', 'cellularIotTokenApi');
	return isAccount(type) && context.getNode().credentials?.[type] ? type : undefined;
}

/** Where a trigger that verifies calls has its secret. */
export function secretFieldOf(context: CallerContext): SecretField {
	const type = parameter(context, 'authentication', 'cellularIotTokenApi');
	return isAccount(type)
		? {
				credential: type,
				field: 'callbackSecret',
				label: "Callback Secret of the account's credential",
			}
		: CALLBACK_CREDENTIAL;
}

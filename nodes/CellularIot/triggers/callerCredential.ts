import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { ACCOUNT_KINDS, type AccountCredential } from '../shared/host';
import { type FormContext, parameter } from './triggerInput';

/* Which credential of a called trigger gives the account, and which the secret of calls. */

/** From this version on a trigger has one credential: that of an account holds the secret, too. */
const ONE_CREDENTIAL = 3;

type CallerContext = FormContext & Pick<IExecuteFunctions, 'getNode'>;

/** A credential with the secret of calls, and its field. */
interface SecretPlace {
	credential: AccountCredential | 'cellularIotCallbackApi';
	field: string;
	/** Label of the field. */
	label: string;
}

const CALLBACK_CREDENTIAL: SecretPlace = {
	credential: 'cellularIotCallbackApi',
	field: 'secret',
	label: 'Signing Secret',
};

const hasOneCredential = ({ typeVersion }: INode) => typeVersion >= ONE_CREDENTIAL;

/** Whether a choice of *Authentication* is an account. */
export const isAccount = (authentication: unknown): authentication is AccountCredential =>
	Object.hasOwn(ACCOUNT_KINDS, String(authentication));

/** The credential of the account that a trigger shows; undefined without one. */
export function accountOf(context: CallerContext): AccountCredential | undefined {
	const node = context.getNode();
	const isHidden =
		!hasOneCredential(node) && parameter(context, 'registerCallback', true) === false;
	const type = parameter(context, 'authentication', 'cellularIotTokenApi');
	return !isHidden && isAccount(type) && node.credentials?.[type] ? type : undefined;
}

/** Where a trigger that verifies calls has its secret. */
export function secretPlaceOf(context: CallerContext): SecretPlace {
	const type = parameter(context, 'authentication', 'cellularIotTokenApi');
	return hasOneCredential(context.getNode()) && isAccount(type)
		? {
				credential: type,
				field: 'callbackSecret',
				label: "Callback Secret of the account's credential",
			}
		: CALLBACK_CREDENTIAL;
}

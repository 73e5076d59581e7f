import type {
	ICredentialsHelper,
	IExecuteFunctions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/*
 * n8n: A value of a credential may be an expression, which `getCredentials` evaluates for an item. The context has
 * the credential's helper in `additionalData`, whose `getDecrypted` gives the values as they are stored where its
 * sixth argument, `raw`, is true.
 * Read: n8n-core 2.40.3, node-execution-context.js (`_getCredentials`); n8n 2.40.7, credentials-helper.js
 * (`getDecrypted`).
 * Why: Items may act for different accounts. Reading a credential costs about 1 ms of CPU: one further read a run
 * shows that a credential has no such expression, and is the same for all of its items.
 * Gone: The credential is read for each item of a run.
 * Fallback: The same; a run of one item reads it once.
 * Can it go: When n8n says whether a credential has expressions.
 */

/** What an expression may name without depending on the item that it is evaluated for. */
const SAME_FOR_ALL = ['$secrets', '$env', '$vars', '$now', '$today', '$workflow', '$execution'];

/** Whether a stored value may have another value for another item. */
export const mayVary = (stored: unknown): boolean =>
	typeof stored === 'string' &&
	stored.startsWith('=') &&
	(stored.match(/\$\w*/g) ?? ['$']).some((name) => !SAME_FOR_ALL.includes(name));

interface Inside {
	additionalData?: Pick<IWorkflowExecuteAdditionalData, never> & {
		credentialsHelper?: Pick<ICredentialsHelper, 'getDecrypted'>;
	};
}

/** Whether the credential of a node may have other values for another item; where that cannot be read, it may. */
export async function mayVaryByItem(
	context: Pick<IExecuteFunctions, 'getNode'> & Partial<Pick<IExecuteFunctions, 'getMode'>>,
	type: string,
): Promise<boolean> {
	const { additionalData } = context as Inside;
	const reference = context.getNode().credentials?.[type];
	const mode = context.getMode?.();
	if (!additionalData?.credentialsHelper || !reference || !mode) return true;
	try {
		const stored = await additionalData.credentialsHelper.getDecrypted(
			additionalData as IWorkflowExecuteAdditionalData,
			reference,
			type,
			mode,
			undefined,
			true,
		);
		return Object.values(stored).some(mayVary);
	} catch {
		return true;
	}
}

import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

/** The tests of the callback's credential, for the nodes that use it. */
export const callbackSecretTests = {
	/** The service never returns a secret: the test can only check its strength. */
	async callbackSecretTest(
		this: ICredentialTestFunctions,
		credential: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const { secretProblem } = await import('../../../src/triggers/sms/signature');
		const problem = secretProblem(credential.data?.secret);
		return problem === undefined
			? { status: 'OK', message: 'The secret is long enough' }
			: { status: 'Error', message: `The signing secret ${problem}` };
	},
};

import {
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	isExpression,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/**
 * Credentials as n8n 2.40 stores and renews them (its own class needs its database): decrypted again
 * on every read; `preAuthentication` runs when the expirable field is empty, after a 401, and in a
 * credential test; its result is merged into the stored values.
 */
export class CredentialStore {
	readonly data = new Map<string, ICredentialDataDecryptedObject>();
	reads = 0;

	constructor(private readonly types: ICredentialType[]) {}

	set(id: string, fields: ICredentialDataDecryptedObject): void {
		this.data.set(id, { accessToken: '', sessionState: '', ...fields });
	}

	get(id: string): ICredentialDataDecryptedObject {
		return { ...this.data.get(id) };
	}

	/** The part of n8n's CredentialsHelper that its contexts call. */
	readonly helper = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: (name: string) => this.type(name).properties,
		getDecrypted: async (
			_data: unknown,
			details: { id: string },
			_type: string,
			mode: WorkflowExecuteMode,
			executeData?: IExecuteData,
			raw?: boolean,
			values?: ICredentialsExpressionResolveValues,
		) => {
			this.reads += 1;
			const stored = this.get(details.id);
			if (raw === true || !values || !Object.values(stored).some(isExpression)) return stored;
			return values.workflow.expression.getParameterValue(
				stored as INodeParameters,
				values.runExecutionData,
				values.runIndex,
				values.itemIndex,
				values.node.name,
				values.connectionInputData,
				mode,
				{},
				executeData,
			) as ICredentialDataDecryptedObject;
		},
		authenticate: async (
			credentials: ICredentialDataDecryptedObject,
			name: string,
			options: IHttpRequestOptions,
		) => {
			const { authenticate } = this.type(name);
			if (typeof authenticate !== 'function') throw new Error('only functions are used here');
			return await authenticate(credentials, options);
		},
		preAuthentication: async (
			helpers: IHttpRequestHelper,
			credentials: ICredentialDataDecryptedObject,
			name: string,
			node: INode,
			expired: boolean,
		) => {
			const type = this.type(name);
			if (!type.preAuthentication) return undefined;
			const key = type.properties.find((p) => p.typeOptions?.expirable)!.name;
			const isTest = node.parameters?.temp === '' && node.type === 'n8n-nodes-base.noOp';
			if (credentials[key] !== '' && !expired && !isTest) return undefined;
			const output = await type.preAuthentication.call(helpers, credentials);
			if (output[key] === undefined) return undefined;
			const id = node.credentials?.[name]?.id ?? '';
			this.data.set(id, { ...this.data.get(id), ...output } as ICredentialDataDecryptedObject);
			return Object.assign(credentials, output) as ICredentialDataDecryptedObject;
		},
	};

	private type(name: string): ICredentialType {
		const found = this.types.find((type) => type.name === name);
		if (!found) throw new Error(`no credential type ${name}`);
		return found;
	}
}

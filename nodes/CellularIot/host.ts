import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type Account, accountFrom } from '../../src/account';
import { Client } from '../../src/client/client';
import { InputError, ownError } from '../../src/errors';
import { ServiceError } from '../../src/http/errors';
import { lanesFor } from '../../src/http/lanes';
import { systemClock, systemSleep, type Transport, type WireRequest } from '../../src/ports';
import { sessionPorts } from '../../src/session/ports';
import { sessionFor } from '../../src/session/session';
import { claimsOf, parseStored } from '../../src/session/tokens';
import {
	allowedDomains,
	answerFrom,
	answerInError,
	plainTransport,
	requestOptions,
} from './transport';

/** Names of the account credentials and what they hold. */
export const ACCOUNT_KINDS = {
	cellularIotTokenApi: 'token',
	cellularIotUserApi: 'user',
} as const satisfies Record<string, Account['kind']>;
export type AccountCredential = keyof typeof ACCOUNT_KINDS;

/** The part of n8n's contexts that reaches the service; execution, polling, pickers and hooks. */
export type Context = Pick<IExecuteFunctions, 'getNode' | 'getCredentials' | 'helpers' | 'logger'> &
	Partial<Pick<IExecuteFunctions, 'getExecutionCancelSignal'>>;

/**
 * A client of the account a node uses. Requests go through `httpRequestWithAuthentication`, so
 * that n8n's proxy settings, SSRF protection and credential domains hold; the session itself is
 * ours, because n8n does not coalesce logins and knows no refresh ahead of time.
 */
export async function clientFor(context: Context, type: AccountCredential): Promise<Client> {
	const kind = ACCOUNT_KINDS[type];
	const read = async () => await context.getCredentials(type);
	const account = accountFrom(kind, await read());
	const ports = sessionPorts(account, {
		transport: plainTransport(async (options) => {
			const domains = allowedDomains(await read());
			return await context.helpers.httpRequest({
				...options,
				...(domains && { allowedDomains: domains }),
			});
		}),
		reload: async () => (await read()).sessionState,
	});

	/** The credential as stored now, and a living token for it. */
	const current = async () => {
		const credentials = await read();
		const now = accountFrom(kind, credentials);
		const session = sessionFor(now);
		session.adopt(now, parseStored(credentials.sessionState));
		return { credentials, tokens: await session.token(now, ports) };
	};

	const transport: Transport = async (request) => {
		const { credentials, tokens } = await current();
		const domains = allowedDomains(credentials);
		const options = requestOptions(request, [401]);
		const reference = context.getNode().credentials?.[type];
		// An empty token makes n8n call preAuthentication, which gives it the session to store.
		const accessToken = tokens.authToken === credentials.accessToken ? tokens.authToken : '';
		const sent = context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, request) as IExecuteFunctions,
			type,
			{ ...options, ...(domains && { allowedDomains: domains }) },
			{
				credentialsDecrypted: {
					id: reference?.id ?? '',
					name: reference?.name ?? '',
					type,
					data: { ...credentials, accessToken } as ICredentialDataDecryptedObject,
				},
			},
		);
		return await sent.then(answerFrom, answerInError);
	};

	const signal = context.getExecutionCancelSignal?.();
	return new Client({
		baseUrl: account.baseUrl,
		accountKind: kind,
		transport,
		// Keyed by the organisation in the token: two credentials of one organisation share a lane.
		lanes: async () => {
			const { authToken } = (await current()).tokens;
			return lanesFor(account.baseUrl, String(claimsOf(authToken).organisationId ?? 'unknown'));
		},
		clock: systemClock,
		sleep: systemSleep,
		random: Math.random,
		warn: (message) => context.logger.warn(message),
		...(signal && { signal }),
	});
}

/** n8n takes the cancel signal from the context; ours may end a request for other reasons too. */
const withSignal = (context: Context, { signal }: WireRequest): Context =>
	signal
		? (Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context)
		: context;

/** Our errors as n8n's, built once: a NodeApiError around a NodeApiError keeps the old message. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex: number,
	summary?: string,
): NodeApiError | NodeOperationError {
	const own = ownError(error);
	if (!own) {
		if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
		return new NodeOperationError(node, error as Error, { itemIndex });
	}
	const description = [own.hint, summary && `In this run: ${summary}.`].filter(Boolean).join(' ');
	if (own instanceof InputError) {
		return new NodeOperationError(node, own.message, { itemIndex, description });
	}
	const built = new NodeApiError(node, { message: own.message } as JsonObject, {
		message: own.message,
		description,
		itemIndex,
		...(own instanceof ServiceError && { httpCode: String(own.status) }),
	});
	Object.assign(built.context, errorDetails(error));
	return built;
}

/** What a workflow can branch on: outcome, status and the envelope's codes. */
export function errorDetails(error: unknown): IDataObject {
	const own = ownError(error);
	if (!own) return {};
	const cause = own instanceof ServiceError ? own : ownError(own.cause);
	return {
		outcome: own.outcome,
		hint: own.hint,
		...(own instanceof InputError && { field: own.field, rule: own.rule }),
		...(cause instanceof ServiceError && {
			status: cause.status,
			...(cause.envelope as unknown as IDataObject),
		}),
	};
}

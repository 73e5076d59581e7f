import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { type Account, type UserAccount, accountFrom } from '../../src/account';
import { Client, type ClientPorts } from '../../src/client/client';
import type { LoginCall } from '../../src/operations/define';
import { lanesFor, type Limits } from '../../src/http/lanes';
import { forRun, redisLane, redisUrlIn } from '../../src/http/sharedLane';
import {
	systemClock,
	systemSleep,
	type Transport,
	type WireAnswer,
	type WireRequest,
} from '../../src/ports';
import { sessionPorts } from '../../src/session/ports';
import { type Wanted, sessionFor } from '../../src/session/session';
import { claimsOf, parseStored } from '../../src/session/tokens';
import {
	allowedDomains,
	answerFrom,
	answerInError,
	KEEP_ONLY,
	OWN_TOKEN,
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
export type Context = Pick<IExecuteFunctions, 'getNode' | 'getCredentials' | 'logger'> & {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
} & Partial<Pick<IExecuteFunctions, 'getExecutionCancelSignal'>>;

/**
 * A client of the account a node uses. Requests go through `httpRequestWithAuthentication`, so
 * that n8n's proxy settings, SSRF protection and credential domains hold; the session itself is
 * ours, because n8n does not coalesce logins and knows no refresh ahead of time.
 */
export async function clientFor(
	context: Context,
	type: AccountCredential,
	{ limits }: { limits?: Limits } = {},
): Promise<Client> {
	const kind = ACCOUNT_KINDS[type];
	const read = async () => await context.getCredentials(type);
	const fields = await read();
	const account = accountFrom(kind, fields);
	const redisUrl = redisUrlIn(fields);
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

	/** The credential as stored now, and the session for it. */
	const stored = async () => {
		const credentials = await read();
		const now = accountFrom(kind, credentials);
		const session = sessionFor(now);
		const kept = parseStored(credentials.sessionState);
		session.adopt(kept);
		return { credentials, account: now, session, isKept: () => session.isKept(now, kept) };
	};
	/** The same with a living token. */
	const current = async (wanted: Wanted = {}) => {
		const found = await stored();
		return { ...found, tokens: await found.session.token(found.account, ports, wanted) };
	};

	/** Sends with a credential's values, as stored or changed for this request. */
	const send = async (
		request: WireRequest,
		except: number[],
		values: Record<string, unknown>,
	): Promise<WireAnswer> => {
		const credentials = forRun({ ...values });
		const domains = allowedDomains(credentials);
		const reference = context.getNode().credentials?.[type];
		const sent = context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, request) as IExecuteFunctions,
			type,
			{ ...requestOptions(request, except), ...(domains && { allowedDomains: domains }) },
			{
				credentialsDecrypted: {
					id: reference?.id ?? '',
					name: reference?.name ?? '',
					type,
					data: credentials as ICredentialDataDecryptedObject,
				},
			},
		);
		return await sent.then(answerFrom, answerInError);
	};

	const transport: Transport = async (request) => {
		const { credentials, tokens } = await current();
		// An empty token makes n8n call preAuthentication, which gives it the session to store.
		const accessToken = tokens.authToken === credentials.accessToken ? tokens.authToken : '';
		return await send(request, [401], { ...credentials, accessToken });
	};

	/** A workspace's token is never stored: it goes out in a header of ours, and a 401 is ours too. */
	const transportIn =
		(workspaceId: number): Transport =>
		async (request) => {
			const attempt = async (wanted: Wanted) => {
				const { credentials, tokens, isKept } = await current({ workspaceId, ...wanted });
				const headers = { ...request.headers, Authorization: `Bearer ${tokens.authToken}` };
				// Where this needed a login, n8n stores it on the way.
				const changed = { [OWN_TOKEN]: true, ...(!isKept() && { accessToken: '' }) };
				const values = { ...credentials, ...changed };
				return { tokens, answer: await send({ ...request, headers }, [], values) };
			};
			const { tokens, answer } = await attempt({});
			return answer.status === 401 ? (await attempt({ refused: tokens.authToken })).answer : answer;
		};

	/** Has n8n store a login that waits for its code, by a request that reads nothing. */
	const keepPending = async () => {
		const url = `${account.baseUrl}/api/v1/user/my/mfa/trusted_device`;
		const request: WireRequest = { method: 'GET', url, headers: {}, timeoutMs: 10_000 };
		await send(request, [], { ...(await read()), accessToken: '', [KEEP_ONLY]: true }).catch(
			(error: unknown) =>
				context.logger.warn(`The requested code is known to this process only: ${String(error)}`),
		);
	};

	const login: LoginCall = {
		identity: async () => claimsOf((await current()).tokens.authToken),
		passwordHash: () => (account.kind === 'user' ? account.passwordHash : undefined),
		requestCode: async () => {
			const { session, account: now } = await stored();
			const outcome = await session.requestCode(asUser(now), ports);
			if (outcome === 'sent') await keepPending();
			return outcome;
		},
		verifyCode: async (code) => {
			const { session, account: now } = await stored();
			await session.enterCode(asUser(now), ports, code);
		},
	};

	const signal = context.getExecutionCancelSignal?.();
	// Keyed by the organisation in the token: two credentials of one organisation share a lane.
	const lanes = (wanted: Wanted) => async () => {
		const { authToken } = (await current(wanted)).tokens;
		const organisation = String(claimsOf(authToken).organisationId ?? 'unknown');
		const found = lanesFor(account.baseUrl, organisation);
		if (limits) found.limit(limits);
		return found;
	};
	const own: ClientPorts = {
		baseUrl: account.baseUrl,
		accountKind: kind,
		transport,
		lanes: lanes({}),
		...(redisUrl !== undefined && { sharedLane: redisLane(redisUrl, { sleep: systemSleep }) }),
		login,
		clock: systemClock,
		sleep: systemSleep,
		random: Math.random,
		warn: (message) => context.logger.warn(message),
		...(signal && { signal }),
	};
	if (account.kind === 'token') return new Client(own);
	const inWorkspace = (workspaceId: number): ClientPorts =>
		workspaceId === account.workspaceId
			? own
			: { ...own, transport: transportIn(workspaceId), lanes: lanes({ workspaceId }) };
	return new Client({ ...own, inWorkspace });
}

/** Entries that are about a login are refused for an application token before they run. */
function asUser(account: Account): UserAccount {
	if (account.kind !== 'user') throw new Error('not a user login');
	return account;
}

/** n8n takes the cancel signal from the context; ours may end a request for other reasons too. */
const withSignal = (context: Context, { signal }: WireRequest): Context =>
	signal
		? (Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context)
		: context;

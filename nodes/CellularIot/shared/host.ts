import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { redisGuard, transportWith } from '../../../credentials/transport';
import type { Account } from '../../../src/account';
import { systemClock, systemSleep } from '../../../src/ports';
import { WaitBudget } from '../../../src/request/limits/waitBudget';
import type { Waiting } from '../../../src/request/limits/gate';
import type { Reporter } from '../../../src/reporter';
import { Client } from '../../../src/run/client';
import type { ClientPorts } from '../../../src/run/clientPorts';
import { Access } from '../../../src/session/access';
import type { Answer, WireRequest } from '../../../src/wire';
import { withCancelSignal } from '../n8n/cancelSignal';
import { mayVaryByItem } from '../n8n/credentialExpressions';
import { refusesExpirable } from '../n8n/engine2';
import { type KeyContext, markedKeys, markedText } from '../n8n/processedItems';
import { sendAndStore } from '../n8n/storedSession';
import { warningReporter } from './reporter';

/** Names of the account credentials and what they contain. */
export const ACCOUNT_KINDS = {
	cellularIotTokenApi: 'token',
	cellularIotUserApi: 'user',
} as const satisfies Record<string, Account['kind']>;
export type AccountCredential = keyof typeof ACCOUNT_KINDS;

/** The part of n8n's contexts that reaches the service; execution, polling, pickers and hooks. */
type ServiceContext = Pick<IExecuteFunctions, 'getNode' | 'getCredentials' | 'logger'> & {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
} & Partial<Pick<IExecuteFunctions, 'getExecutionCancelSignal'>> &
	KeyContext;

/** How a run of a node waits for the limits of the service, and whom it tells what. */
type NodeRunOptions = Pick<Waiting, 'share' | 'patience'> &
	Pick<ClientPorts, 'files' | 'markers' | 'meter'> & {
		/** Warnings alone, in n8n's log, unless given. */
		report?: Reporter;
		/** The item for which n8n evaluates expressions in the credential; the first unless given. */
		item?: number;
	};

/**
 * A client of the account a node uses, as the credential has it for an item. The credential is read once and the session is ours: n8n's
 * own way would read and decrypt the credential for every request, and knows neither a shared login
 * nor a refresh ahead of time. Requests go through n8n's plain helper, so that its proxies, its
 * guards and the credential's domains apply; only the first one after a renewal goes through
 * `httpRequestWithAuthentication`, which has n8n store the session.
 */
export async function clientFor(
	context: ServiceContext,
	type: AccountCredential,
	{
		report = warningReporter(context),
		share,
		item,
		patience = new WaitBudget(),
		...ofRun
	}: NodeRunOptions = {},
): Promise<Client> {
	const plain = (fields: object) =>
		transportWith(async (options) => await context.helpers.httpRequest(options), fields);
	const access = await Access.open({
		kind: ACCOUNT_KINDS[type],
		read: async () => await context.getCredentials(type, item),
		transport: plain,
		guard: redisGuard(context.helpers.httpRequest),
		patience,
		report,
	});

	/** Sends in a way that makes n8n store the session. */
	const sendStoring = async (request: WireRequest): Promise<Answer> => {
		const signalled = withCancelSignal(context, request.signal);
		const send = async (options: IHttpRequestOptions) =>
			await sendAndStore(signalled, type, access.fields, {
				...options,
				// n8n would put a thrown status into an error of its own, and change the answer in it.
				ignoreHttpStatusErrors: { ignore: true, except: [] },
			});
		return await transportWith(send, access.fields)(request);
	};

	/** Whether the next request has n8n store the session. One of many accounts has no place in the credential. */
	const isToStore = async () =>
		access.toKeep() !== undefined && !(await mayVaryByItem(context, type));

	let isStoreRefused = false;
	const noteRefusal = (error: unknown): undefined => {
		if (!refusesExpirable(error)) throw error;
		isStoreRefused = true;
	};
	/** The same; where n8n stores no sessions of such a credential, it is kept in this process alone. */
	const keepingIfPossible = async (request: WireRequest): Promise<Answer> => {
		const answer = isStoreRefused ? undefined : await sendStoring(request).catch(noteRefusal);
		return answer ?? (await plain(access.fields)(request));
	};

	/** Has n8n store a login that waits for its code, by a request that reads nothing. */
	const keepPending = async () => {
		if (await mayVaryByItem(context, type)) return;
		const url = `${access.account.baseUrl}/api/v1/user/my/mfa/trusted_device`;
		await sendStoring({ method: 'GET', url, headers: {}, timeoutMs: 10_000 }).catch(
			(error: unknown) =>
				report.warn(`The requested code is known to this process only: ${String(error)}`),
		);
	};

	const { shared, sharedLane } = access;
	const keys = access.keys ?? markedKeys(context);
	const node = `${context.getWorkflow?.().id ?? ''}:${context.getNode().id}`;
	const kept = access.keptText(node) ?? markedText(context);
	const pacing = { patience, shared, share };
	const signal = context.getExecutionCancelSignal?.();
	const portsIn = (workspaceId?: number): ClientPorts => ({
		baseUrl: access.account.baseUrl,
		accountKind: access.account.kind,
		transport: async (request) =>
			await ((await isToStore()) ? keepingIfPossible(request) : plain(access.fields)(request)),
		token: async (refused) => await access.token(workspaceId, refused),
		isOwnToken: (token) => access.isOwn(token),
		// Keyed by the organisation in the token: two credentials of one organisation share a lane.
		lanes: async () => await access.lanes(workspaceId),
		pacing,
		sharedLane,
		keys,
		kept,
		login: access.login(keepPending, workspaceId),
		clock: systemClock,
		sleep: systemSleep,
		random: Math.random,
		report,
		signal,
		...ofRun,
	});
	const own = portsIn();
	return new Client(access.account.kind === 'token' ? own : { ...own, inWorkspace: portsIn });
}

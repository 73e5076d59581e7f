import { randomUUID } from 'node:crypto';
import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { transportWith } from '../../../credentials/transport';
import { InputError, knownOf } from '../../../src/errors';
import type { Client } from '../../../src/run/client';
import { digestOf } from '../../../src/triggers/runtime/digest';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import { PublishedAddress } from '../../../src/triggers/runtime/publishedAddress';
import type {
	AddressKind,
	RegistrantHere,
	Registrations,
	WantedAddress,
} from '../../../src/triggers/runtime/registration';
import type { HostAddresses, N8nIdentity } from '../../../src/triggers/runtime/whose';
import { isUnusedAddress } from '../n8n/unusedAddress';
import { isTestAddress, n8nOfAddress } from '../n8n/webhookAddress';
import { clientFor } from '../shared/host';
import { logAbout } from '../shared/log';
import { isAccount } from './callerCredential';
import { nodeKey } from './triggerInput';

/* Shared by the triggers that register their address at the service. */

/** The account that registers. @throws InputError where none is chosen */
export async function accountClient(
	context: IHookFunctions | ITriggerFunctions,
	share?: number,
): Promise<Client> {
	const type = context.getNodeParameter('authentication');
	if (!isAccount(type) || !context.getNode().credentials?.[type]) {
		throw new InputError('authentication', 'must be chosen, with a credential', 'Account');
	}
	return await clientFor(context, type, { share });
}

/** How addresses of n8n are called: without credentials, and within n8n's own guards. */
export const addressesOfN8n = ({ helpers }: IHookFunctions | ITriggerFunctions): HostAddresses => ({
	transport: transportWith(async (options) => await helpers.httpRequest(options), {}),
	isUnused: isUnusedAddress,
	n8nOf: n8nOfAddress,
});

/**
 * Names the node in this n8n: a workflow that was imported or duplicated has other IDs. A copy of n8n
 * itself (a restored backup, a clone of its database) has the same name; `whose.ts` tells them apart.
 */
export function nodeOwner(context: IHookFunctions | ITriggerFunctions): string {
	const names = [context.getInstanceId(), context.getWorkflow().id, context.getNode().id];
	return digestOf(names, 12);
}

/** n8n reports test mode only when a test begins; the address always shows it. */
const addressKind = (context: IHookFunctions, url: string): AddressKind =>
	context.getMode() === 'manual' || isTestAddress(url) ? 'test' : 'live';

/** The addresses of published workflows in this process. */
const publishedAddress = inMemory(() => new PublishedAddress());

/** How long n8n may take to call the hooks of a webhook once it has started the trigger. */
const HOOKS_WITHIN_MS = 30_000;

/**
 * The address that n8n gives the trigger of a published workflow. n8n calls the hooks, which learn it, while
 * it starts the trigger. If it calls none, as older versions do when another process takes over, the
 * address is the stored one, which all processes share. Undefined if none is known.
 */
export async function addressOfWorkflow(
	context: ITriggerFunctions,
	signal?: AbortSignal,
): Promise<string | undefined> {
	const published = publishedAddress(nodeKey(context));
	return (await published.known(HOOKS_WITHIN_MS, signal)) ?? storedAddress(context);
}

/** The same address for a process that stops: nothing is waited for. */
export const addressAtStop = (context: ITriggerFunctions): string | undefined =>
	publishedAddress(nodeKey(context)).url ?? storedAddress(context);

function storedAddress(context: ITriggerFunctions): string | undefined {
	const { address } = storedBy(context);
	return typeof address === 'string' ? address : undefined;
}

/** This n8n, by the address that it gives the trigger. */
export function identityOf(context: IHookFunctions | IWebhookFunctions): N8nIdentity {
	const { run } = storedBy(context);
	const url = String(context.getNodeWebhookUrl('default'));
	return { url, run: typeof run === 'string' ? run : '' };
}

/** The owner of the registration, and the address n8n gives this trigger; tests have their own. */
function wantedAddress(context: IHookFunctions): RegistrantHere {
	const identity = identityOf(context);
	const kind = addressKind(context, identity.url);
	if (kind === 'live') publishedAddress(nodeKey(context)).note(identity.url);
	return { ...identity, owner: nodeOwner(context), kind };
}

/** n8n starts, or another of its processes takes over. */
export const isStarting = (context: IHookFunctions | ITriggerFunctions): boolean =>
	['init', 'leadershipChange'].includes(String(context.getActivationMode()));

/** n8n's copy of a registration; other saves may undo it. */
export const storedBy = (context: Pick<IHookFunctions, 'getWorkflowStaticData'>): IDataObject =>
	context.getWorkflowStaticData('node');

/** The registration of a trigger, in n8n's terms. */
interface RegistrationHooks<Wanted extends WantedAddress, Made, How> {
	at: (client: Client, addresses: HostAddresses) => Registrations<unknown, Wanted, Made, How>;
	/** The name of the thing that is registered, and the label of the switch for it. */
	thing: string;
	label: string;
	isOn: (context: IHookFunctions) => boolean;
	/** The thing that may still call the workflow after the switch was turned off. */
	left: (context: IHookFunctions, kind: AddressKind) => string | undefined;
	/** @throws InputError: a mistake in the form shows at publication, not with the first call. */
	check: (context: IHookFunctions) => Promise<void>;
	wanted: (context: IHookFunctions, address: WantedAddress) => Promise<Wanted> | Wanted;
	/**
	 * Stores in n8n the data needed later; returns lines for the log. `made`: false if the registration
	 * existed already.
	 */
	store: (
		context: IHookFunctions,
		wanted: Wanted,
		made?: Made,
	) => { warn?: string[]; info?: string };
	/** How the registration is taken back. */
	how: (context: IHookFunctions, mine: RegistrantHere) => How;
	/** Drops the stored data. */
	forget: (context: IHookFunctions, mine: RegistrantHere, how: How) => void;
}

/** The functions that n8n calls when a workflow is published, unpublished, tested or loaded. */
export function hooksOf<Wanted extends WantedAddress, Made, How>(
	registration: RegistrationHooks<Wanted, Made, How>,
) {
	const { at, thing, label, isOn, left, check, wanted, store, how, forget } = registration;
	const things = async (context: IHookFunctions) =>
		at(await accountClient(context), addressesOfN8n(context));
	return {
		/** Whether there is nothing to do: the registration exists already, or is not wanted. */
		async checkExists(context: IHookFunctions): Promise<boolean> {
			// At a start an error would make n8n remove the address, and a test left over from the
			// end of n8n has to be taken back.
			if (isStarting(context)) return false;
			await check(context);
			if (isOn(context)) {
				const own = await wanted(context, wantedAddress(context));
				const stands = await (await things(context)).isRegistered(own);
				if (stands) store(context, own);
				return stands;
			}
			const who = left(context, 'live');
			if (who !== undefined) {
				logAbout(
					context,
					`${who} may still call this workflow. Switch "${label}" on, publish and unpublish the workflow to take it back.`,
				);
			}
			return true;
		},

		/** Registers the address; at a start of n8n it only repairs, and only logs a failure. */
		async create(context: IHookFunctions): Promise<boolean> {
			if (!isOn(context)) return true;
			const isStart = isStarting(context);
			const address = wantedAddress(context);
			// n8n saves it after this. Its other processes answer with the former one until then.
			if (address.kind === 'live') {
				Object.assign(storedBy(context), { run: randomUUID(), address: address.url });
			}
			const job = async () => {
				const own = { ...(await wanted(context, address)), isStart };
				const made = await (await things(context)).register(own);
				const { warn = [], info } = store(context, own, made);
				for (const text of warn) logAbout(context, text);
				if (info !== undefined) logAbout(context, info, 'info');
			};
			const failed = (error: unknown) => {
				const { message, hint } = knownOf(error);
				logAbout(context, `its ${thing} could not be checked: ${message}. ${hint}`.trim());
			};
			await (isStart ? job().catch(failed) : job());
			return true;
		},

		/** Undoes the registration, even if the switch was turned off since. */
		async takeBack(context: IHookFunctions): Promise<boolean> {
			const mine = wantedAddress(context);
			if (!isOn(context) && left(context, mine.kind) === undefined) return true;
			const registered = await things(context);
			const way = how(context, mine);
			await registered.unregister(mine, way);
			forget(context, mine, way);
			return true;
		},
	};
}

import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { systemClock } from '../../src/ports';
import { inMemory } from '../../src/triggers/runtime/inMemory';
import { isUsageEvent } from '../../src/triggers/stream/form';
import {
	isAccepted,
	isRegistered,
	printOf,
	register,
	SECRET_HEADER,
	unregister,
	type WantedStreams,
} from '../../src/triggers/stream/registration';
import { secretOf } from './callbackHooks';
import { fits, SECRET_CREDENTIAL } from './credentialFields';
import { accountClient, addressOf, isStarting, kindOf, ownerOf } from './hooks';
import { nodeKey } from './triggerInput';
import { readStreamForm, readStreams, readUsageRule } from './streamTriggerInput';

/* "Register Stream": what n8n calls when a workflow is published, unpublished, tested or loaded. */

/**
 * Fingerprints of the secrets that calls may carry, by workflow, node and kind. n8n stores what it
 * keeps only after a publication, and the service may call before.
 */
const known = inMemory((): { prints?: string[] } => ({}));

const stored = (context: IHookFunctions | IWebhookFunctions): string[] => {
	const { prints } = context.getWorkflowStaticData('node') as { prints?: unknown };
	return typeof prints === 'string' && prints !== '' ? prints.split(' ') : [];
};

function wantedOf(context: IHookFunctions): WantedStreams {
	const { event } = readStreamForm(context);
	// A mistake in the form shows at publication, not with the first record.
	if (isUsageEvent(event)) readUsageRule(context, event);
	const kind = kindOf(context);
	const prints = (known(`${nodeKey(context)}:${kind}`).prints ??= stored(context));
	const { streams, size, allowPrivate } = readStreams(context, kind);
	const own = { url: addressOf(context), owner: ownerOf(context), kind };
	return { ...own, size, streams, prints, allowPrivate };
}

const keep = (context: IHookFunctions, { prints }: WantedStreams) => {
	context.getWorkflowStaticData('node').prints = prints.join(' ');
};

/** Whether nothing is to be done: it stands already, or is not wanted. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	// What is wrong at a start must not make n8n take the address away: the stream goes on calling it.
	if (isStarting(context)) return false;
	const { registers, verification } = readStreamForm(context);
	// A mistake in the form shows at publication, not with the first record.
	if (verification === 'secret') await secretOf(context);
	if (!registers) {
		if (stored(context).length > 0) {
			context.logger.warn(
				`"${context.getNode().name}": the data stream it has made may still call this workflow. ` +
					'Switch "Register Stream" on, publish and unpublish the workflow to take it back.',
			);
		}
		return true;
	}
	const wanted = wantedOf(context);
	if (!(await isRegistered(await accountClient(context), wanted))) return false;
	keep(context, wanted);
	return true;
}

/** Has the streams stand and run; at a start of n8n it restarts what is in error meanwhile. */
export async function create(context: IHookFunctions): Promise<boolean> {
	if (!readStreamForm(context).registers) return true;
	const gentle = isStarting(context);
	const { logger } = context;
	const { name } = context.getNode();
	const job = async () => {
		const wanted = { ...wantedOf(context), gentle };
		const client = await accountClient(context);
		// A test that was under way when n8n ended.
		if (gentle) await unregister(client, { owner: wanted.owner, kind: 'test' });
		const streams = await register(client, wanted);
		keep(context, wanted);
		for (const { id, runs } of streams) {
			if (!runs) logger.warn(`"${name}": data stream ${id} does not run yet.`);
		}
	};
	const warn = (error: unknown) =>
		logger.warn(`"${name}": its data stream could not be checked: ${String(error)}`);
	await (gentle ? job().catch(warn) : job());
	return true;
}

/** Takes back what was done, if anything was. */
export async function takeBack(context: IHookFunctions): Promise<boolean> {
	// Switched off since, it is taken back all the same.
	if (!readStreamForm(context).registers && stored(context).length === 0) return true;
	const mine = { owner: ownerOf(context), kind: kindOf(context) };
	const how = mine.kind === 'live' ? readStreams(context, mine.kind).unpublished : 'delete';
	await unregister(await accountClient(context), mine, how);
	if (how === 'delete') {
		delete known(`${nodeKey(context)}:${mine.kind}`).prints;
		delete (context.getWorkflowStaticData('node') as IDataObject).prints;
	}
	return true;
}

/**
 * Whether a call carries the secret.
 * @throws Error where none is known in this process yet: nobody gets in then, nor is refused.
 */
export async function isAuthentic(context: IWebhookFunctions): Promise<boolean> {
	const { verification } = readStreamForm(context);
	if (verification === 'none') return true;
	const headers = context.getHeaderData();
	const given = headers[SECRET_HEADER];
	if (typeof given !== 'string') return false;
	const isOneOf = (prints: string[]) => isAccepted(given.trim(), prints, systemClock.now());
	if (verification === 'secret') {
		return await fits(
			context,
			SECRET_CREDENTIAL,
			({ secret }) => typeof secret === 'string' && secret !== '' && isOneOf([printOf(secret)]),
		);
	}
	const kind = context.getMode() === 'manual' ? 'test' : 'live';
	const prints = [...(known(`${nodeKey(context)}:${kind}`).prints ?? []), ...stored(context)];
	if (prints.length === 0) throw new Error('The secret of its data stream is not known yet');
	return isOneOf(prints);
}

import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { systemClock } from '../../../src/ports';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import { isUsageEvent } from '../../../src/triggers/stream/form';
import {
	isAccepted,
	printOf,
	SECRET_HEADER,
	Streams,
} from '../../../src/triggers/stream/registration';
import { signingSecret } from './callbackHooks';
import { fitsCredential, SECRET_CREDENTIAL } from './credentialFields';
import { hooksOf, storedBy } from './hooks';
import { readStreamForm, readUsageRule, readWantedStreams } from './streamTriggerInput';
import { nodeKey } from './triggerInput';

/**
 * Fingerprints of the secrets that calls may carry, by workflow, node and kind. n8n saves stored
 * data only after a publication, and the service may call earlier.
 */
const known = inMemory((): { prints?: string[] } => ({}));

const stored = (context: IHookFunctions | IWebhookFunctions): string[] => {
	const { prints } = storedBy(context);
	return typeof prints === 'string' && prints !== '' ? prints.split(' ') : [];
};

/** The hooks behind "Register Stream". */
export const { checkExists, create, takeBack } = hooksOf({
	at: (client) => new Streams(client),
	thing: 'data stream',
	label: 'Register Stream',
	isOn: (context) => readStreamForm(context).registers,
	left: (context) => (stored(context).length > 0 ? 'the data stream it has made' : undefined),
	check: async (context) => {
		if (readStreamForm(context).verification === 'secret') await signingSecret(context);
	},
	wanted: (context, address) => {
		const { event } = readStreamForm(context);
		// A mistake in the form shows at publication, not with the first record.
		if (isUsageEvent(event)) readUsageRule(context, event);
		const prints = (known(`${nodeKey(context)}:${address.kind}`).prints ??= stored(context));
		const { streams, size, allowPrivate } = readWantedStreams(context, address.kind);
		return { ...address, size, streams, prints, allowPrivate };
	},
	keep: (context, { prints }, made = []) => {
		storedBy(context).prints = prints.join(' ');
		const idle = made.filter(({ runs }) => !runs);
		return { warn: idle.map(({ id }) => `data stream ${id} does not run yet.`) };
	},
	how: (context, { kind }) =>
		kind === 'live' ? readWantedStreams(context, kind).unpublished : 'delete',
	forget: (context, { kind }, how) => {
		if (how === 'pause') return;
		delete known(`${nodeKey(context)}:${kind}`).prints;
		delete storedBy(context).prints;
	},
});

/**
 * Whether a call carries the secret.
 * @throws Error if this process knows none yet; the call is then neither let in nor refused.
 */
export async function hasStreamSecret(context: IWebhookFunctions): Promise<boolean> {
	const { verification } = readStreamForm(context);
	if (verification === 'none') return true;
	const headers = context.getHeaderData();
	const given = headers[SECRET_HEADER];
	if (typeof given !== 'string') return false;
	const isOneOf = (prints: string[]) => isAccepted(given.trim(), prints, systemClock.now());
	if (verification === 'secret') {
		return await fitsCredential(
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

import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { systemClock } from '../../../src/ports';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import type { AddressKind } from '../../../src/triggers/runtime/registration';
import { AcceptedSecrets, isAccepted, printOf } from '../../../src/triggers/stream/acceptedSecrets';
import { isUsageEvent, optionsIn, streamForm } from '../../../src/triggers/stream/form';
import { SECRET_HEADER, Streams, wantedStreams } from '../../../src/triggers/stream/registration';
import { streamTrigger } from '../../../src/triggers/stream/trigger';
import { usageRuleIn } from '../../../src/triggers/stream/usageFields';
import { webhookFunctions } from './calls';
import { fitsSecret, signingSecret } from './credentialFields';
import { hooksOf, storedBy } from './hooks';
import { type FormContext, nodeKey, readerOf } from './triggerInput';

/* The stream trigger: its registration, and calls. */

const formOf = (context: FormContext) => streamForm(readerOf(context));

/**
 * Fingerprints of the secrets that calls may carry, by workflow, node and kind. n8n saves stored
 * data only after a publication, and the service may call earlier.
 */
const known = inMemory((): { secrets?: AcceptedSecrets } => ({}));

const stored = (context: IHookFunctions | IWebhookFunctions): string[] => {
	const { prints } = storedBy(context);
	return typeof prints === 'string' && prints !== '' ? prints.split(' ') : [];
};

function wantedIn(context: IHookFunctions, kind: AddressKind) {
	const { id, name } = context.getWorkflow();
	const defaultName = `n8n ${name ?? id} ${context.getNode().name}`;
	return wantedStreams(readerOf(context), kind, defaultName);
}

/** The hooks behind "Register Stream". */
export const { checkExists, create, takeBack } = hooksOf({
	at: (client, addresses) => new Streams(client, addresses),
	thing: 'data stream',
	label: 'Register Stream',
	isOn: (context) => formOf(context).registers,
	left: (context) => (stored(context).length > 0 ? 'the data stream it has made' : undefined),
	check: async (context) => {
		optionsIn(readerOf(context));
		if (formOf(context).verification === 'secret') await signingSecret(context);
	},
	wanted: (context, address) => {
		const { event } = formOf(context);
		// A mistake in the form shows at publication, not with the first record.
		if (isUsageEvent(event)) usageRuleIn(readerOf(context), event);
		const memory = known(`${nodeKey(context)}:${address.kind}`);
		memory.secrets ??= new AcceptedSecrets(stored(context));
		const { streams, size, allowPrivate } = wantedIn(context, address.kind);
		return { ...address, size, streams, secrets: memory.secrets, allowPrivate };
	},
	store: (context, { secrets }, made = []) => {
		storedBy(context).prints = secrets.stored.join(' ');
		const idle = made.filter(({ runs }) => !runs);
		return { warn: idle.map(({ id }) => `data stream ${id} does not run yet.`) };
	},
	how: (context, { kind }) => (kind === 'live' ? wantedIn(context, kind).unpublished : 'delete'),
	forget: (context, { kind }, how) => {
		if (how === 'pause') return;
		delete known(`${nodeKey(context)}:${kind}`).secrets;
		delete storedBy(context).prints;
	},
});

/**
 * Whether a call carries the secret.
 * @throws Error if this process knows none yet; the call is then neither let in nor refused.
 */
async function hasStreamSecret(context: IWebhookFunctions): Promise<boolean> {
	const { verification } = formOf(context);
	if (verification === 'none') return true;
	const headers = context.getHeaderData();
	const given = headers[SECRET_HEADER];
	if (typeof given !== 'string') return false;
	const isOneOf = (prints: string[]) => isAccepted(given.trim(), prints, systemClock.now());
	if (verification === 'secret') {
		return await fitsSecret(
			context,
			(secret) => typeof secret === 'string' && secret !== '' && isOneOf([printOf(secret)]),
		);
	}
	const kind = context.getMode() === 'manual' ? 'test' : 'live';
	const { secrets } = known(`${nodeKey(context)}:${kind}`);
	const prints = [...(secrets?.stored ?? []), ...stored(context)];
	if (prints.length === 0) throw new Error('The secret of its data stream is not known yet');
	return isOneOf(prints);
}

export const { webhook, execute } = webhookFunctions(streamTrigger, hasStreamSecret);

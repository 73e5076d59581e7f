import type { IWebhookFunctions } from 'n8n-workflow';
import { systemClock } from '../../../src/ports';
import { isSigned, type MaxAge } from '../../../src/triggers/sms/signature';
import { deliveriesOf, smsTrigger } from '../../../src/triggers/sms/trigger';
import { toNodeError } from '../shared/nodeErrors';
import { webhookFunctions } from './calls';
import { fitsCredential, SECRET_CREDENTIAL } from './credentialFields';
import { handOver } from './mailboxes';

/* Calls of the SMS trigger. */

export const { webhook, execute } = webhookFunctions(
	smsTrigger,
	hasValidSignature,
	async (context, items, { startsAwaited }) => {
		const left = await handOver(
			context,
			items.map((item) => ({ item: smsTrigger.bare!(item), names: deliveriesOf(item).flat() })),
		);
		return startsAwaited ? items : left.map((place) => items[place]!);
	},
);

/** @throws any error in reading the secret; the call is then neither accepted nor refused. */
async function hasValidSignature(
	context: IWebhookFunctions,
	{ verify, maxAge }: { verify: boolean; maxAge: MaxAge },
): Promise<boolean> {
	if (!verify) return true;
	const { authorization } = context.getHeaderData();
	// Without a token there is nothing to compare.
	if (authorization === undefined) return false;
	const now = systemClock.now();
	try {
		return await fitsCredential(context, SECRET_CREDENTIAL, async ({ secret }) => {
			if (typeof secret !== 'string' || secret === '') {
				// All calls are refused, and n8n's log says why.
				context.logger.error(`"${context.getNode().name}" has no signing secret`);
				return false;
			}
			return await isSigned(authorization, secret, now, maxAge);
		});
	} catch (error) {
		throw toNodeError(context.getNode(), error, 0);
	}
}

import type { IWebhookFunctions } from 'n8n-workflow';
import { systemClock } from '../../src/ports';
import { isSigned, type MaxAge } from '../../src/triggers/sms/signature';
import { smsTrigger } from '../../src/triggers/sms/trigger';
import { called } from './calls';
import { fits, SECRET_CREDENTIAL } from './credentialFields';
import { toNodeError } from './nodeErrors';

/* Calls of the SMS trigger. */

export const { webhook, execute } = called(smsTrigger, isAuthentic);

/** @throws any error in reading the secret; the call is then neither let in nor refused. */
async function isAuthentic(
	context: IWebhookFunctions,
	{ verify, maxAge }: { verify: boolean; maxAge: MaxAge },
): Promise<boolean> {
	if (!verify) return true;
	const { authorization } = context.getHeaderData();
	// Without a token there is nothing to compare.
	if (authorization === undefined) return false;
	const now = systemClock.now();
	try {
		return await fits(context, SECRET_CREDENTIAL, async ({ secret }) => {
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

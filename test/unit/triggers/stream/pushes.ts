import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { credentialsFor } from '../support';

/** A data stream trigger whose stream was created by hand, and whose calls need no secret. */
export const byHand = (parameters: object = {}, credentials = credentialsFor()) =>
	new WebhookWorkflow(
		{ registerStream: false, verification: 'none', event: 'records', ...parameters },
		credentials,
		'stream',
	);

import { streamTrigger } from '../../../src/triggers/stream/trigger';
import { webhookFunctions } from './calls';
import { hasStreamSecret } from './streamHooks';

/* Calls of the stream trigger. */

export const { webhook, execute } = webhookFunctions(streamTrigger, hasStreamSecret);

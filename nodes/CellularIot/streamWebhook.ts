import { streamTrigger } from '../../src/triggers/stream/trigger';
import { called } from './calls';
import { isAuthentic } from './streamHooks';

/* What the stream trigger does with a call. */

export const { webhook, execute } = called(streamTrigger, isAuthentic);

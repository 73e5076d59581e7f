import { streamTrigger } from '../../src/triggers/stream/trigger';
import { called } from './calls';
import { isAuthentic } from './streamHooks';

/* Calls of the stream trigger. */

export const { webhook, execute } = called(streamTrigger, isAuthentic);

import { AsyncLocalStorage } from 'node:async_hooks';

/** The name of the process of n8n that the current code stands for. */
export const running = new AsyncLocalStorage<string>();

/** Runs a job as the process of this name. */
export const asProcess = <T>(name: string, job: () => T): T => running.run(name, job);

import { AsyncLocalStorage } from 'node:async_hooks';
import type * as memory from '../../../src/triggers/runtime/inMemory';

/*
 * Several processes of n8n in one test: code runs under the name of its process, and a test that replaces
 * `src/triggers/runtime/inMemory` with this file by `jest.mock` gives each its own memory.
 */

const running = new AsyncLocalStorage<string>();

/** Runs a job as the process of this name. */
export const asProcess = <T>(name: string, job: () => T): T => running.run(name, job);

const real = jest.requireActual<typeof memory>('../../../src/triggers/runtime/inMemory');

export const { forgetMemory } = real;
export const inMemory: typeof memory.inMemory = (make) => {
	const own = real.inMemory(make);
	return (key) => own(`${running.getStore() ?? ''} ${key}`);
};

import type * as memory from '../../../src/triggers/runtime/inMemory';
import { running } from './processName';

/*
 * Replaces `src/triggers/runtime/inMemory` with `jest.mock`: code that runs under the name of a process
 * of n8n has the memory of that process.
 */

const real = jest.requireActual<typeof memory>('../../../src/triggers/runtime/inMemory');

export const { forgetMemory } = real;
export const inMemory: typeof memory.inMemory = (make) => {
	const own = real.inMemory(make);
	return (key) => own(`${running.getStore() ?? ''} ${key}`);
};

import type { Input, Operation } from './define';

/* Entries that read one of several lists: see `lists` of an operation. */

/** The read that an input is about: the list it names, or the operation itself where it has no lists. */
export const chosenList = (operation: Operation, { list }: Input): Operation =>
	operation.lists?.[String(list)] ?? operation;

/** The entries that an operation sends the requests of: its lists, or itself. */
export const requestEntriesOf = (operation: Operation): Operation[] =>
	operation.lists ? Object.values(operation.lists) : [operation];

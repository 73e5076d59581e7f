import type { IExecuteFunctions } from 'n8n-workflow';
import { noteRun } from '../../../../nodes/CellularIot/action/runNotes';
import { CellularIotError } from '../../../../src/errors';
import type { ItemResult } from '../../../../src/run/items';
import { TooManyFailedError } from '../../../../src/run/stopEarly';
import { findOperation } from '../../../../src/operations';
import { stub } from '../../../support/stub';

const getSim = findOperation('sim', 'get');

/* Hints and custom data that n8n stores with a run. */

function noted(results: ItemResult[], waits: string[] = [], notes: string[] = []) {
	const hints: Array<{ message: string }> = [];
	const data: Record<string, string> = {};
	const customData = {
		set: (key: string, value: string) => void (data[key] = value),
		getAll: () => data,
	};
	const context = {
		addExecutionHints: (hint: { message: string }) => hints.push(hint),
		getWorkflowDataProxy: () => ({ $execution: { customData } }),
		logger: { debug: () => undefined },
	};
	noteRun(stub<IExecuteFunctions>(context), {
		results,
		operation: getSim,
		waits: new Set(waits),
		notes: new Set(notes),
	});
	return { hints: hints.map(({ message }) => message), data };
}

const done = (json: object): ItemResult => ({ items: [json as Record<string, unknown>] });
const failed = (outcome: 'unknown' | 'refused'): ItemResult => ({
	error: new CellularIotError('x', 'y', outcome),
});

test('a hint gives the number of unknown outcomes', () => {
	expect(noted([done({}), failed('unknown'), failed('unknown')]).hints).toEqual([
		'2 outcomes are unknown: look in the service before you send anything again. In all: of 3 items 1 done, 2 unknown.',
	]);
	expect(noted([failed('unknown')]).hints).toEqual([
		'One outcome is unknown: look in the service before you send anything again.',
	]);
	expect(noted([done({}), failed('refused')]).hints).toEqual([]);
});

test('a hint says why a run has stopped, which items had failed, what is left and what to do', () => {
	const refused = (endpoint: number): ItemResult => ({
		error: new CellularIotError(`Endpoint ${endpoint} is disabled`, 'Enable it.', 'refused'),
	});
	const stopped: ItemResult = { error: new TooManyFailedError(4, 5, 5) };
	const before = [done({}), refused(1002), refused(1003), refused(1004), refused(1005)];
	expect(noted([...before, stopped, stopped]).hints).toEqual([
		'This run has stopped with 2 items left. Not sent: 4 of the 5 items done before had failed, which is more than 5 %. Correct the cause, then run the items that were not sent. Failed: item 1: Endpoint 1002 is disabled; item 2: Endpoint 1003 is disabled; item 3: Endpoint 1004 is disabled; and 1 more in the error output.',
	]);
});

test('a hint of a run that stopped for the failures of an earlier one names none of its own', () => {
	const stopped: ItemResult = { error: new TooManyFailedError(4, 5, 5) };
	const [hint] = noted([done({}), stopped]).hints;
	expect(hint).toMatch(
		/^This run has stopped with one item left\. .* run the items that were not sent\.$/,
	);
});

test('a hint names what the run waited for', () => {
	expect(noted([done({})], ['the limits', 'Redis']).hints).toEqual([
		'This run waited for the limits, and for Redis.',
	]);
});

test('a hint shows the notes of the run', () => {
	expect(noted([done({})], [], ['The country of 2 endpoints is not known']).hints).toEqual([
		'The country of 2 endpoints is not known.',
	]);
});

test('a run for one SIM is tagged with its ICCID, and a run for several SIMs is not', () => {
	const result = done({ iccid: '8988303000000000017', endpoint_id: 10001, status: 'x' });
	expect(noted([result]).data).toEqual({ iccid: '8988303000000000017', endpoint: '10001' });
	expect(noted([result, result]).data).toEqual({});
	expect(noted([done({ iccid: null })]).data).toEqual({});
});

test('an n8n version without hints and custom data causes no failure', () => {
	const context = stub<IExecuteFunctions>({ logger: { debug: () => undefined } });
	for (const results of [[failed('unknown'), done({})], [done({ iccid: '1' })]]) {
		const run = {
			results,
			operation: getSim,
			waits: new Set(['the limits']),
			notes: new Set(['x']),
		};
		expect(() => noteRun(context, run)).not.toThrow();
	}
});

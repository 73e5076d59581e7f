import { stub } from '../../../support/stub';
import { pass } from './stillTime';
import type { INodeParameters } from 'n8n-workflow';
import { byId, CALLS, closeAll, dishonest, failing, run, serve, session, verdicts } from './drive';
import { SPOILT } from './cases';
import * as f from './faults';
import type { ServiceOptions } from './service';
import type { RawRequest } from './wire';

/*
 * Verify Unknown Outcomes with a service that finishes later, truncates lists or has a wrong clock:
 * "not sent" is reported only for requests that never arrive.
 */

afterAll(closeAll);

const creating = (operation: string): INodeParameters => ({
	resource: 'endpoint',
	operation,
	serviceProfileId: byId('101'),
	tariffProfileId: byId('201'),
	status: 0,
	valuesFrom: 'fields',
	identity: { name: '={{ $json.key }}' },
});

const OPERATIONS: Record<string, INodeParameters> = {
	'an SMS': CALLS.act,
	'a traffic limit extension': {
		resource: 'trafficLimitExtension',
		operation: 'create',
		endpointId: byId('10001'),
		volume: '={{ $json.key }}',
	},
	'an endpoint': creating('create'),
	'many endpoints': creating('createMany'),
};
const verifying = (name: string): INodeParameters => ({
	...OPERATIONS[name],
	options: { ...(OPERATIONS[name]?.options as INodeParameters), verifyUnknown: true },
});
const keysOf = (name: string) => (name === 'a traffic limit extension' ? ['11', '12'] : ['a', 'b']);

const isPost = ({ method, path }: RawRequest) =>
	method === 'POST' && !path.endsWith('authenticate');
const isList = ({ method, path }: RawRequest) =>
	method === 'GET' && /(sms|extension|endpoint)$/.test(path);

const CUTS = SPOILT.filter(([what]) =>
	['reset', 'FIN', 'half a body, then FIN', '502', '503', '504'].includes(what),
);

/** Runs two items under faults; returns the verdicts and how the ledger contradicts them. */
async function judge(
	name: string,
	faults: Parameters<typeof f.at>[],
	options: ServiceOptions = {},
) {
	const service = await serve(options);
	const store = await session(service);
	service.fail(...faults.map((fault) => f.at(...fault)));
	const keys = keysOf(name);
	const output = await run(
		store,
		verifying(name),
		keys.map((key) => ({ key })),
	);
	const said = verdicts(output, 2);
	service.fail();
	await service.settle();
	return {
		said,
		lies: keys.map((key, i) => dishonest(service, key, said[i]!)).filter(Boolean),
		service,
	};
}

const NAMES = Object.keys(OPERATIONS);

/** Judges every operation under every cut in parallel; returns the wrong verdicts by name. */
async function judgeAll(
	faults: (cut: f.Strike) => Parameters<typeof f.at>[],
	allowed: string[],
	options: ServiceOptions = {},
): Promise<string[]> {
	const wrong = NAMES.flatMap((name) =>
		CUTS.map(async ([what, cut]) => {
			const { said, lies } = await judge(name, faults(cut), options);
			const other = said.filter((outcome) => !allowed.includes(outcome));
			return lies.length + other.length > 0
				? [`${name}, ${what}: said ${said.join(', ')}; ${lies.join(', ')}`]
				: [];
		}),
	);
	return (await Promise.all(wrong)).flat();
}

test('reads back as done a create that was applied before its answer was lost', async () => {
	const wrong = await judgeAll((cut) => [['applied', cut, { when: isPost, times: 1 }]], ['done']);
	expect(wrong).toEqual([]);
});

test.each([2_500, 25_000, 90_000])(
	'does not report "not sent" for a create applied %d ms later',
	async (ms) => {
		const wrong = await judgeAll(
			(cut) => [['read', f.andLater(cut, ms), { when: isPost }]],
			['done', 'unknown'],
		);
		expect(wrong).toEqual([]);
	},
);

test.each<[string, f.Strike]>([
	['is truncated', f.write(f.half)],
	[
		'shows only one page',
		f.answer({
			status: 200,
			headers: {
				'X-Total-Count': '5000',
				'X-Total-Pages': '50',
				'X-Count-Per-Page': '100',
				'X-Current-Page': '1',
			},
			body: [],
		}),
	],
	[
		'is an HTML page of a captive portal',
		f.answer({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' }),
	],
	['is still empty', f.answer({ status: 200, body: [] })],
])('the outcome stays unknown when the list %s', async (_, list) => {
	const wrong = await judgeAll(
		(cut) => [
			['applied', cut, { when: isPost }],
			['read', list, { when: isList }],
		],
		['unknown'],
	);
	expect(wrong).toEqual([]);
});

test.each([
	['60 s behind', { clockAheadMs: -60_000 }],
	['60 s ahead', { clockAheadMs: 60_000 }],
	['60 s behind its proxy', { clockAheadMs: -60_000, proxyDate: true }],
	['60 s ahead of its proxy', { clockAheadMs: 60_000, proxyDate: true }],
])('reads back only done or unknown when the clock of the service is %s', async (_, options) => {
	const wrong = await judgeAll(
		(cut) => [['applied', cut, { when: isPost }]],
		['done', 'unknown'],
		options,
	);
	expect(wrong).toEqual([]);
});

test('does not mistake an equal earlier message for this one when the clock is 60 s ahead', async () => {
	const service = await serve({ clockAheadMs: 60_000 });
	const store = await session(service);
	await run(store, CALLS.act);
	await pass(20_000);
	service.fail(f.at('read', f.reset, { when: isPost, times: 1 }));
	// Fresh modules act as a new process, which does not know the first message.
	jest.resetModules();
	const fresh = await import('./drive');
	const again = await fresh.session(stub(service));
	const said = verdicts(await fresh.run(again, verifying('an SMS')));
	expect(service.api.times('one')).toBe(1);
	expect(said).not.toEqual(['done']);
});

test('reads nothing back when the service refuses the request', async () => {
	const { service, store } = await failing(
		f.at(
			'read',
			f.answer({ status: 422, body: { message: 'no', error_code: 1400, error_token: 'x' } }),
			{ when: isPost },
		),
	);
	expect(verdicts(await run(store, verifying('an SMS')))).toEqual(['refused']);
	expect(service.arrivals.filter(isList)).toEqual([]);
});

test('reports notSent when the connection is refused', async () => {
	const service = await serve();
	const store = await session(service);
	await service.close();
	expect(verdicts(await run(store, verifying('an SMS')))).toEqual(['notSent']);
});

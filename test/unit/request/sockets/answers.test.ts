import type { INodeParameters } from 'n8n-workflow';
import { byId, CALLS, closeAll, dishonest, failing, isBulk, isSend, run, verdicts } from './drive';
import * as f from './faults';
import type { Line } from './service';
import type { RawAnswer } from './wire';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Undocumented 2xx answers, judged by what the service really applied. */

afterAll(closeAll);

const html = { 'Content-Type': 'text/html' };
const text = { 'Content-Type': 'text/plain' };

const SPOILT: Array<[what: string, answer: RawAnswer]> = [
	['201 with plain text', { status: 201, headers: text, body: 'ok' }],
	['an empty 200 of a captive portal', { status: 200, headers: html }],
	['200 with an HTML page', { status: 200, headers: html, body: '<html>Sign in</html>' }],
	['200 with an error', { status: 200, body: { error: 'not allowed' } }],
	[
		'200 with message and errors',
		{ status: 200, body: { message: 'no', errors: [{ error_code: 1400 }] } },
	],
	[
		'201 with an envelope',
		{ status: 201, body: { error_code: 1400, error_token: 'X', message: 'no' } },
	],
	['202 Accepted', { status: 202, body: {} }],
	['207 Multi-Status', { status: 207, body: [{ status: 500 }] }],
	['an empty list', { status: 200, body: [] }],
	['null', { status: 200, body: 'null' }],
	['a number', { status: 200, body: '42' }],
];

describe.each(['read', 'applied'] as const)('an SMS that the service has %s', (moment) => {
	test.each(SPOILT)('is reported as unknown and not repeated after %s', async (_, answer) => {
		const { service, store } = await failing(f.at(moment, f.answer(answer), { when: isSend }));
		const said = verdicts(await run(store, CALLS.act));
		expect(said).toEqual(['unknown']);
		expect(dishonest(service, 'one', said[0]!)).toBeUndefined();
		expect(service.arrivals.filter(isSend)).toHaveLength(1);
	});
});

test.each<[string, RawAnswer]>([
	['201 without a body', { status: 201, headers: html }],
	['201 with a JSON content type and no body', { status: 201 }],
	['201 with the message', { status: 201, body: { id: 1, payload: 'one' } }],
])('reports an SMS as done after %s', async (_, answer) => {
	const { store } = await failing(f.at('applied', f.answer(answer), { when: isSend }));
	expect(verdicts(await run(store, CALLS.act))).toEqual(['done']);
});

test('reports a reset as unknown when a captive portal answers it', async () => {
	const { store } = await failing(
		f.at('read', f.answer({ status: 200, headers: html, body: '' }), {
			when: ({ method }) => method === 'PATCH',
		}),
	);
	const reset: INodeParameters = {
		resource: 'endpoint',
		operation: 'resetConnectivity',
		endpointId: byId('10001'),
		reset: 'both',
	};
	expect(verdicts(await run(store, reset))).toEqual(['unknown']);
});

const many = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'endpoint',
	operation: 'createMany',
	serviceProfileId: byId('101'),
	tariffProfileId: byId('201'),
	status: 0,
	valuesFrom: 'fields',
	identity: { name: '={{ $json.key }}' },
	options,
});
const KEYS = ['a', 'b', 'c', 'd', 'e'];
const items = KEYS.map((key) => ({ key }));

/** Applies the first `made` of a bulk call, then gives an answer about them. */
const partly =
	(made: number, answer: (created: object[]) => RawAnswer) =>
	async (line: Line): Promise<void> => {
		const body = line.request!.body as { endpoints: object[] };
		line.request = {
			...line.request!,
			body: { ...body, endpoints: body.endpoints.slice(0, made) },
		};
		const { body: created } = await line.apply();
		line.reply(answer(created as object[]));
	};

describe('create many', () => {
	test.each<[string, (created: object[]) => RawAnswer]>([
		['201 with the created endpoints', (created) => ({ status: 201, body: created })],
		[
			'207 with errors',
			(created) => ({
				status: 207,
				body: [...created, { error_code: 1401 }, { error_code: 1401 }],
			}),
		],
		[
			'200 with message and errors',
			() => ({ status: 200, body: { message: 'in part', errors: [{ error_code: 1401 }] } }),
		],
		['202', () => ({ status: 202 })],
		['201 without a body', () => ({ status: 201 })],
	])(
		'reports no missing endpoint as done when 3 of 5 are created and the answer is %s',
		async (_, answer) => {
			for (const options of [{}, { verifyUnknown: true }]) {
				const { service, store } = await failing(f.at('read', partly(3, answer), { when: isBulk }));
				const said = verdicts(await run(store, many(options), items), 5);
				const lies = KEYS.map((key, i) => dishonest(service, key, said[i]!));
				expect(lies.filter(Boolean)).toEqual([]);
				expect(service.arrivals.filter(isBulk)).toHaveLength(1);
				expect(said.slice(3)).not.toContain('done');
			}
		},
	);

	test('assigns each endpoint to its item when the answer has another order', async () => {
		const { store } = await failing(
			f.at(
				'read',
				partly(5, (created) => ({ status: 201, body: created.reverse() })),
				{ when: isBulk },
			),
		);
		const output = await run(store, many(), items);
		expect(output.items.map(({ json }) => json.name)).toEqual(KEYS);
	});
});

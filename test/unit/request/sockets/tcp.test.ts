import { isSecret } from '../../../support/secrets';
import { type Case, SENT, SPOILT } from './cases';
import { CALLS, closeAll, failing, isSend, run, serve, session, verdicts } from './drive';
import * as f from './faults';
import { inWords, sufferAll } from './suffer';
import { bytesOf } from './wire';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Failures of a socket and of an answer, before and after the service applies the request. */

afterAll(closeAll);

const many100 = Buffer.concat([
	Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)),
	Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500)),
	bytesOf(SENT),
]);

describe.each(['http', 'https'])('an SMS over %s', (scheme) => {
	const options = {
		tls: scheme === 'https',
		onToken: (token: string) => void isSecret(token, 'auth_token'),
	};
	const wrong = async (cases: Case[]) =>
		(await sufferAll(options, cases))
			.filter(({ lie, arrived, asWanted }) => lie !== undefined || arrived !== 1 || !asWanted)
			.map(inWords);
	const all = (moment: 'read' | 'applied', of: (strike: f.Strike) => f.Strike = (s) => s) =>
		SPOILT.map(
			([what, strike]): Case => [what, f.at(moment, of(strike), { when: isSend }), ['unknown']],
		);

	test('is unknown and sent once when it was read, not applied, and its answer is broken', async () => {
		expect(await wrong(all('read'))).toEqual([]);
	});

	test('is unknown and sent once when it was applied and its answer is broken', async () => {
		expect(await wrong(all('applied'))).toEqual([]);
	});

	test('is unknown and sent once when it is applied after a broken answer', async () => {
		expect(await wrong(all('read', (strike) => f.andLater(strike, 60)))).toEqual([]);
	});

	test('is done when the answer is slow or follows a thousand informational answers', async () => {
		const when = isSend;
		const cases: Case[] = [
			['informational answers first', f.at('applied', f.write(many100), { when }), ['done']],
			['in single bytes', f.at('applied', f.drip(bytesOf(SENT), 2), { when }), ['done']],
		];
		expect(await wrong(cases)).toEqual([]);
	});
});

test('reports notSent when the connection is refused', async () => {
	const service = await serve();
	const store = await session(service);
	await service.close();
	expect(verdicts(await run(store, CALLS.act))).toEqual(['notSent']);
});

test.each(SPOILT.slice(0, 6))(
	'repeats a set and a read after a broken answer: %s',
	async (_, strike) => {
		for (const call of ['set', 'read'] as const) {
			const { store } = await failing(
				f.at('applied', strike, { times: 1, when: ({ path }) => path.endsWith('10001') }),
			);
			expect(verdicts(await run(store, CALLS[call]))).toEqual(['done']);
		}
	},
);

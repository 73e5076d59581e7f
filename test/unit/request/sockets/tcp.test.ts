import { isSecret } from '../../../support/secrets';
import { type Case, SENT, SPOILT } from './cases';
import { CALLS, closeAll, failing, isSend, run, serve, session, verdicts } from './drive';
import * as f from './faults';
import { inWords, sufferAll } from './suffer';
import { bytesOf } from './wire';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/quickWaits'));

/* Every way a socket and an answer on it fail, before and after the service applied the request. */

afterAll(closeAll);

const many100 = Buffer.concat([
	Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)),
	Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500)),
	bytesOf(SENT),
]);

describe.each(['http', 'https'])('%s', (scheme) => {
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

	test('a spoilt answer to an SMS that was read and not applied: unknown, sent once', async () => {
		expect(await wrong(all('read'))).toEqual([]);
	});

	test('a spoilt answer to an SMS that was applied: unknown, sent once', async () => {
		expect(await wrong(all('applied'))).toEqual([]);
	});

	test('a spoilt answer to an SMS that is applied later: unknown, sent once', async () => {
		expect(await wrong(all('read', (strike) => f.andLater(strike, 60)))).toEqual([]);
	});

	test('an answer that takes its time, or comes after a thousand others: done', async () => {
		const when = isSend;
		const cases: Case[] = [
			['informational ones before', f.at('applied', f.write(many100), { when }), ['done']],
			['in single bytes', f.at('applied', f.drip(bytesOf(SENT), 2), { when }), ['done']],
		];
		expect(await wrong(cases)).toEqual([]);
	});
});

test('a refused connection: never sent', async () => {
	const service = await serve();
	const store = await session(service);
	await service.close();
	expect(verdicts(await run(store, CALLS.act))).toEqual(['notSent']);
});

test.each(SPOILT.slice(0, 6))('a set is repeated, a read too: %s', async (_, strike) => {
	for (const call of ['set', 'read'] as const) {
		const { store } = await failing(
			f.at('applied', strike, { times: 1, when: ({ path }) => path.endsWith('10001') }),
		);
		expect(verdicts(await run(store, CALLS[call]))).toEqual(['done']);
	}
});

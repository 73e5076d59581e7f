import { runNode, storeFor } from '../../../support/n8n/n8n';
import { simulated } from '../../../support/simulator';
import { CALLS } from '../../request/sockets/drive';

/* Failures before the first item, such as an invalid credential. */

const sim = simulated({}, 'kept');

const ITEMS = [{ key: 'a' }, { key: 'b' }, { key: 'c' }];

/** Makes the credential unusable. */
const CREDENTIALS: Array<[string, (store: ReturnType<typeof storeFor>) => void, RegExp]> = [
	[
		'an invalid Base URL',
		(store) => store.set('cellularIotTokenApi', { baseUrl: 'nowhere', applicationToken: 'x' }),
		/^Base URL must be an address/,
	],
	[
		'no application token',
		(store) => store.set('cellularIotTokenApi', { baseUrl: sim.url, applicationToken: '' }),
		/^Application Token must not be empty/,
	],
	[
		'an invalid Redis URL',
		(store) =>
			store.set('cellularIotTokenApi', {
				...store.get('cellularIotTokenApi'),
				shareLimits: true,
				redisUrl: 'nowhere',
			}),
		/^Redis URL must be an address/,
	],
	[
		'a credential that n8n cannot read',
		(store) => {
			store.helper.getDecrypted = async () => {
				throw new Error('Credentials could not be decrypted');
			};
		},
		/^Credentials could not be decrypted/,
	],
];

describe.each(CREDENTIALS)('with %s', (_, spoil, words) => {
	const run = async (onError?: 'continueErrorOutput' | 'continueRegularOutput') => {
		const credentials = storeFor(sim.url);
		spoil(credentials);
		return await runNode({ credentials, parameters: CALLS.act, items: ITEMS, onError });
	};

	test('each item goes to the error output with its error', async () => {
		const { items, errors, error } = await run('continueErrorOutput');
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(errors.map(({ pairedItem }) => pairedItem)).toEqual(
			[...ITEMS.keys()].map((item) => ({ item })),
		);
		for (const { json } of errors) {
			expect(json.error).toMatch(words);
			expect(json.details).toMatchObject({ outcome: 'notSent', hint: expect.any(String) });
		}
	});

	test('each item of the regular output is an error with Continue', async () => {
		const { items, error } = await run('continueRegularOutput');
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[...ITEMS.keys()].map((item) => ({ item })),
		);
		for (const { json } of items) expect(json.error).toMatch(words);
	});

	test('the run stops without either setting', async () => {
		const { items, error } = await run();
		expect(error?.message).toMatch(words);
		expect(items).toEqual([]);
	});

	test('nothing is sent', async () => {
		await run('continueErrorOutput');
		expect(sim.ledger().requests).toEqual([]);
	});
});

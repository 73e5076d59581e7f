import { Client } from '../../../src/run/client';
import { runItems } from '../../../src/run/run';
import type { ItemResult } from '../../../src/run/items';
import { directTransport } from '../../../src/request/direct';
import { Lanes } from '../../../src/request/limits/lanes';
import { findOperation } from '../../../src/table/entries';
import type { LoginCall } from '../../../src/account';
import { answeredAtOnce } from '../../../scripts/answeredAtOnce';

export const BASE_URL = 'http://service.test';
export const NOW = Date.parse('2026-06-15T00:00:00Z');

/** A client that sends at once, waits never, and whose login needs nobody. */
export function clientFor(
	accountKind: 'user' | 'token' = 'user',
	login: Partial<LoginCall> = {},
	baseUrl = BASE_URL,
): Client {
	const lanes = new Lanes(baseUrl);
	return new Client({
		baseUrl,
		accountKind,
		transport: directTransport,
		lanes: () => lanes,
		clock: { now: () => NOW },
		sleep: async () => {},
		random: () => 0,
		asker: answeredAtOnce,
		markers: { read: async () => undefined, keep: () => {} },
		login: {
			tokenForm: async () => ({ claims: {}, names: { organisation: true, user: true } }),
			ownRates: () => ({}),
			identity: async () => ({ organisationId: 1001, userId: 11 }),
			passwordHash: () => '0123456789012345678901234567890123456789',
			requestCode: async () => 'sent',
			verifyCode: async () => {},
			...login,
		},
	});
}

/** The outcomes of an operation for the form values of some items. */
export async function outcomesOf(
	client: Client,
	row: string,
	items: Array<Record<string, unknown>>,
	continueOnFail = true,
): Promise<ItemResult[]> {
	const [resource = '', name = ''] = row.split(' ');
	const valuesOf = (index: number) => items[index] ?? {};
	return await runItems(client, findOperation(resource, name), valuesOf, items.length, {
		continueOnFail,
	});
}

import { stub } from './stub';
import { Lanes } from '../../src/request/limits/lanes';
import { Client } from '../../src/run/client';
import type { Transport } from '../../src/wire';

let services = 0;

/**
 * A client of a service in memory that shares no lanes, locks or limits with others, as in a separate
 * process. Its waits take no time unless `more` has a clock.
 */
export function clientOf(
	transport: Transport,
	more: Partial<ConstructorParameters<typeof Client>[0]> = {},
	limits: Parameters<Lanes['limit']>[0] = {},
): Client {
	const baseUrl = more.baseUrl ?? `https://memory-${(services += 1)}.example`;
	const lanes = new Lanes(baseUrl);
	lanes.limit(limits);
	return new Client({
		baseUrl,
		accountKind: 'token',
		transport,
		lanes: () => lanes,
		clock: { now: () => Date.parse('2026-03-01T12:00:00Z') },
		sleep: async () => {},
		random: () => 0,
		login: stub({}),
		...more,
	});
}

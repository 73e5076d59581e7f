import { setTimeout as pause } from 'node:timers/promises';
import { BusyError, type DeliveryStore } from '../../../../src/triggers/runtime/store';
import { receive } from '../../../../src/triggers/sms/inbox';
import type { WaitingParts } from '../../../../src/triggers/sms/kind';
import { type Callback, readCallback } from '../../../../src/triggers/sms/message';
import { STORES, useRedis } from '../../../support/redis/useRedis';
import { inMemory, onRedis, OPTIONS } from '../sms/inboxes';

/* With both backends of the ledger, each accepted delivery is emitted, and only once. */

const redis = useRedis();
type Backend = DeliveryStore<WaitingParts>;
/** The same ledger as seen by two processes. */
const BACKENDS: Record<(typeof STORES)[number], () => [Backend, Backend]> = {
	memory: () => {
		const store = inMemory();
		return [store, store];
	},
	redis: () => [onRedis(redis().url, 'ledger'), onRedis(redis().url, 'ledger')],
};

/** A service that delivers to two processes until n8n accepts, and the items of n8n's runs. */
class Deliveries {
	readonly told: string[] = [];
	/** Items that another run had already emitted. */
	readonly idle: string[] = [];
	private runs = 0;
	private turn = 0;

	async until(store: Backend, body: object): Promise<void> {
		while (!(await this.deliver(store, body))) await pause(5);
	}

	private async deliver(store: Backend, body: object): Promise<boolean> {
		try {
			const callback = readCallback('POST', body) as Callback;
			const { items, settle } = await receive(store, callback, Date.now(), OPTIONS);
			this.turn += 1;
			const isTaken = this.turn % 4 > 0;
			await pause(this.turn % 7);
			if (isTaken) await this.run(store, items);
			await settle(isTaken);
			return isTaken;
		} catch (error) {
			if (error instanceof BusyError) return false;
			throw error;
		}
	}

	private async run(
		store: Backend,
		items: Awaited<ReturnType<typeof receive>>['items'],
	): Promise<void> {
		this.runs += 1;
		for (const { item, deliveries } of items) {
			const mine = await store.claim(deliveries.flat(), `run-${this.runs} of ${item.text}`);
			(mine.every(Boolean) ? this.told : this.idle).push(String(item.text));
		}
	}
}

test.each(STORES)(
	'%s: emits each message once when every call reaches both processes at the same moment',
	async (store) => {
		const [here, there] = BACKENDS[store]();
		const deliveries = new Deliveries();
		const wanted: string[] = [];
		const work: Array<Promise<void>> = [];
		for (let i = 0; i < 40; i += 1) {
			const submit_date = new Date(i * 100_000 + 1e12).toISOString().slice(0, 19).replace('T', ' ');
			const base = { submit_date, dest_address: '1', endpoint: { id: 1 + (i % 5) } };
			const whole = { ...base, id: 3 * i + 1, payload: `whole ${i}` };
			const [left, right] = [1, 2].map((partno) => ({
				...base,
				id: 3 * i + 1 + partno,
				payload: partno === 1 ? 'left ' : `right ${i}`,
				multi_part_info: { partno, total: 2, identifier: i },
			}));
			wanted.push(`whole ${i}`, `left right ${i}`);
			for (const body of [whole, left!, right!]) {
				work.push(deliveries.until(here, body), deliveries.until(there, body));
			}
		}
		await Promise.all(work);
		expect(deliveries.told.sort()).toEqual(wanted.sort());
		// A call waits for another call with the same message, so no run starts without an item.
		expect(deliveries.idle).toEqual([]);
	},
);

import { stub } from '../stub';
import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
} from 'n8n-workflow';

/**
 * n8n's table of processed items in memory, like `deduplication-helper.js` of n8n 2.40.7: a row for each
 * workflow and scope has the hashes of its entries, and is read and written as a whole.
 */
export class ProcessedItems implements IDataDeduplicator {
	readonly rows = new Map<string, string[]>();
	calls = 0;
	/** Throws to make the next calls fail. */
	fault: (() => void) | undefined;

	/** Installs this table for n8n-core's helpers, and returns a function that restores the previous one. */
	install(): () => void {
		// eslint-disable-next-line no-restricted-syntax -- n8n keeps the instance private
		const service = DataDeduplicationService as unknown as { instance?: unknown };
		const before = service.instance;
		service.instance = Reflect.construct(stub(DataDeduplicationService), [this]);
		return () => void (service.instance = before);
	}

	async checkProcessedAndRecord(
		items: string[],
		scope: 'node' | 'workflow',
		where: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	) {
		const name = nameOf(scope, where);
		const row = await this.read(name);
		if (!row) {
			const hashes = items.map(hashOf);
			this.rows.set(name, maxEntries ? hashes.slice(-maxEntries) : hashes);
			return { new: items, processed: [] };
		}
		const known = new Set(row);
		const isNew = (item: string) => !known.has(hashOf(item));
		row.push(...items.filter(isNew).map(hashOf));
		if (maxEntries) row.splice(0, row.length - maxEntries);
		await this.write(name, row);
		return { new: items.filter(isNew), processed: items.filter((item) => !isNew(item)) };
	}

	async removeProcessed(
		items: string[],
		scope: 'node' | 'workflow',
		where: ICheckProcessedContextData,
	) {
		const name = nameOf(scope, where);
		const row = await this.read(name);
		if (!row) return;
		for (const hash of items.map(hashOf)) {
			const at = row.indexOf(hash);
			if (at >= 0) row.splice(at, 1);
		}
		await this.write(name, row);
	}

	async clearAllProcessedItems(scope: 'node' | 'workflow', where: ICheckProcessedContextData) {
		this.rows.delete(nameOf(scope, where));
	}

	async getProcessedDataCount(scope: 'node' | 'workflow', where: ICheckProcessedContextData) {
		return this.rows.get(nameOf(scope, where))?.length ?? 0;
	}

	/** Returns a copy after a delay, as a database does. */
	private async read(name: string): Promise<string[] | undefined> {
		this.calls += 1;
		await new Promise((resolve) => setImmediate(resolve));
		this.fault?.();
		const row = this.rows.get(name);
		return row && [...row];
	}

	private async write(name: string, row: string[]): Promise<void> {
		await new Promise((resolve) => setImmediate(resolve));
		this.rows.set(name, row);
	}
}

const hashOf = (item: string) => createHash('md5').update(item).digest('base64');
const nameOf = (scope: string, { workflow, node }: ICheckProcessedContextData) =>
	`${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;

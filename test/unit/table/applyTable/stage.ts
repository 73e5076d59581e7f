import {
	APPLICATION_TOKENS,
	type Generation,
	start,
	type SimulatorHandle,
} from '../../../../simulator';
import type { SeedOptions } from '../../../../simulator/seed/options';
import { directTransport } from '../../../support/directTransport';
import type { Client } from '../../../../src/run/client';
import type { ItemResult } from '../../../../src/run/items';
import { runItems } from '../../../../src/run/run';
import { applyTable } from '../../../../src/features/applyTable/entry';
import type { Operation } from '../../../../src/table/define';
import type { Transport } from '../../../../src/wire';
import { clientOf } from '../../../support/client';

/* A table applied to the simulator by a client whose waits take no time. */

export type Cells = Record<string, unknown>;

/** A request that was sent. */
export interface Sent {
	method: string;
	path: string;
	query: string;
}

export class Stage {
	/** Requests since {@link forget}. */
	readonly sent: Sent[] = [];
	/** Called before a request is sent, with its number from 1; an error it throws replaces the answer. */
	before: (number: number, request: Sent) => Promise<void> | void = () => {};
	/** Called after the service has answered, before the client gets the answer. */
	after: (number: number, request: Sent) => Promise<void> | void = () => {};

	private processes = 0;
	/** Processes up to this number were killed, and never continue. */
	private killedUpTo = 0;

	private constructor(
		readonly sim: SimulatorHandle,
		private readonly token: string,
	) {}

	static async open(seed: SeedOptions = {}, generation?: Generation): Promise<Stage> {
		const form = generation && { generation };
		const sim = await start({ limits: 'off', ...form, seed: { bulkDelayMs: 0, ...seed } });
		return new Stage(sim, await login(sim));
	}

	async reset(): Promise<void> {
		await this.sim.reset();
		Object.assign(this, { token: await login(this.sim) });
		this.forget();
	}

	forget(): void {
		this.sent.length = 0;
		this.before = () => {};
		this.after = () => {};
	}

	/** A client of one execution in its own process, with its own lanes and locks. */
	client(): Client {
		let time = 0;
		const process = (this.processes += 1);
		const baseUrl = `http://process-${process}.test`;
		const whileAlive = async () => {
			if (process <= this.killedUpTo) await new Promise(() => {});
		};
		const transport: Transport = async (wire) => {
			await whileAlive();
			const { pathname, search } = new URL(wire.url);
			const request = { method: wire.method, path: pathname, query: decodeURIComponent(search) };
			this.sent.push(request);
			const number = this.sent.length;
			await this.before(number, request);
			await whileAlive();
			const url = wire.url.replace(baseUrl, this.sim.url);
			const answer = await directTransport({ ...wire, url });
			await whileAlive();
			await this.after(number, request);
			await whileAlive();
			return answer;
		};
		return clientOf(transport, {
			baseUrl,
			token: async () => this.token,
			clock: { now: () => this.sim.clock.now() + time },
			sleep: async (ms) => void (time += ms),
		});
	}

	/** Applies a table; gives the result of each row. */
	async apply(rows: Cells[], options: Cells = {}, continueOnFail = true): Promise<ItemResult[]> {
		return await this.perform(applyTable, rows, options, continueOnFail);
	}

	/** Performs an operation; gives the result of each item. */
	async perform(
		operation: Operation,
		items: Cells[],
		options: Cells = {},
		continueOnFail = true,
	): Promise<ItemResult[]> {
		const values = (index: number): Cells => ({ dryRun: false, ...options, ...items[index] });
		return await runItems(this.client(), operation, values, items.length, { continueOnFail });
	}

	/** Applies a table in a process that is killed before its request `at` is sent, or after its answer. */
	async killed(
		at: number,
		isDone: boolean,
		rows: Cells[],
		options: Cells,
		operation: Operation = applyTable,
	): Promise<void> {
		this.forget();
		await new Promise<void>((resolve) => {
			const kill = async (number: number) => {
				if (number < at) return;
				this.killedUpTo = this.processes;
				resolve();
			};
			if (isDone) this.after = kill;
			else this.before = kill;
			void this.perform(operation, rows, options).then(() => resolve());
		});
		this.forget();
	}

	/** The requests that change something. */
	get writes(): Sent[] {
		return this.sent.filter(({ method }) => method !== 'GET');
	}

	endpoint(name: string) {
		return [...this.sim.store.endpoints.values()].find(
			(endpoint) => endpoint.name === name && endpoint.statusId !== 2,
		);
	}
}

async function login({ url }: SimulatorHandle): Promise<string> {
	const response = await fetch(`${url}/api/v1/authenticate`, {
		method: 'POST',
		// A service that was busy for seconds may close a kept-alive connection just when it is reused.
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify({ application_token: APPLICATION_TOKENS.reseller }),
	});
	return ((await response.json()) as { auth_token: string }).auth_token;
}

/** A cell that refers to an entry by name, ICCID or IMEI. */
export const by = (kind: 'name' | 'iccid' | 'imei', value: string) => ({ by: kind, value });

/** The items of a row; throws its error if it failed. */
export const given = (result: ItemResult): Cells[] => {
	if ('items' in result) return result.items;
	throw result.error;
};
export const outcomes = (results: ItemResult[]): unknown[] =>
	results.map((result) =>
		'items' in result
			? result.items[0]?.outcome
			: ((result.error as { row?: Cells }).row?.outcome ?? String(result.error)),
	);

import { stub } from '../../../support/stub';
import { APPLICATION_TOKENS, type SimulatorHandle, start } from '../../../../simulator';
import { applyTable } from '../../../../src/features/applyTable/entry';
import { type KeptText, placeLost } from '../../../../src/keys/keptText';
import type { ItemResult } from '../../../../src/run/items';
import { SILENT } from '../../../../src/reporter';
import type { Client } from '../../../../src/run/client';
import { runItems } from '../../../../src/run/run';
import type { Transport, WireRequest } from '../../../../src/wire';
import { clientOf } from '../../../support/client';
import { directTransport } from '../../../support/directTransport';

/*
 * Tables in waves at a simulator whose clock jumps over the waits of the client. Devices have lives: whoever gets
 * another tariff is reset, as its operator would do, and comes back or does not.
 */

/** A text that outlives the processes of a test. */
export class MemoryText implements KeptText {
	readonly mostBytes = Infinity;
	text: string | undefined;
	/** All texts that were written, in their order. */
	readonly written: Array<string | undefined> = [];

	async hold() {}
	/** Whether the run has lost its place. */
	isLost = false;

	async confirm() {
		if (this.isLost) throw placeLost();
	}
	async release() {}

	async read() {
		return this.text;
	}

	/** Throws to make the next write fail. */
	fault: (() => void) | undefined;

	async write(text: string | undefined) {
		this.fault?.();
		this.text = text;
		this.written.push(text);
	}
}

const isBulkUpdate = ({ method, url }: WireRequest): boolean =>
	method === 'PATCH' && url.endsWith('/endpoint/multi');

export type Cells = Record<string, unknown>;

export const OLD_TARIFF = 'Europe';
export const NEW_TARIFF = 'World';

export class WavesStage {
	readonly kept = new MemoryText();
	readonly told: string[] = [];
	readonly notes: string[] = [];
	/** Called before a request is sent; a promise that stays open is the kill of its process. */
	before: (method: string, path: string) => Promise<void> | void = () => {};
	/** Whether the operator of the devices resets those that have got another tariff. */
	isOperated = true;
	/** What devices do by themselves whenever time has passed. */
	live: () => Promise<void> = async () => {};
	/** The next bulk update is applied so long after its process was killed. Milliseconds. */
	lateMs: number | undefined;
	private late: { at: number; wire: WireRequest } | undefined;
	/** Requests in five minutes that the credential allows. */
	limit = 1e6;
	private processes = 0;
	private killedUpTo = 0;
	private moves = 0;

	private constructor(
		readonly sim: SimulatorHandle,
		private token: string,
	) {}

	static async open(endpoints: number): Promise<WavesStage> {
		const sim = await start({ limits: 'off', seed: { bulkDelayMs: 0, endpoints } });
		return new WavesStage(sim, await login(sim));
	}

	/** Lets days pass in which nobody does anything. */
	async daysLater(days: number): Promise<void> {
		this.sim.clock.advance(days * 86_400_000);
		this.token = await login(this.sim);
	}

	async close(): Promise<void> {
		await this.sim.close();
	}

	/** The devices of the fleet, on the old tariff and alive, but for those that will not return from a reset. */
	async devices(gone: number): Promise<number[]> {
		const { store } = this.sim;
		const old = this.tariff(OLD_TARIFF);
		const fleet = [...store.endpoints.values()].filter(
			({ organisationId, statusId, simId }) =>
				organisationId === 1001 && statusId === 0 && simId !== null,
		);
		for (const endpoint of fleet) {
			endpoint.tariffProfileId = old;
			endpoint.blocked = false;
			store.sims.get(endpoint.simId!)!.statusId = 1;
		}
		const ids = fleet.map(({ id }) => id);
		const mix = { gone: gone / ids.length };
		await this.post('/_sim/lives', { endpointIds: ids, mix, kind: 'awake' });
		this.moves = this.sim.ledger().effects.length;
		return ids;
	}

	tariff(name: string): number {
		return [...this.sim.store.tariffProfiles.values()].find(
			(profile) => profile.name === name && profile.organisationId === 1001,
		)!.id;
	}

	/** Devices by the name of their tariff. */
	on(name: string, ids: number[]): number[] {
		const tariff = this.tariff(name);
		return ids.filter((id) => this.sim.store.endpoints.get(id)!.tariffProfileId === tariff);
	}

	/** Ids of devices that do not return. */
	get goneIds(): number[] {
		return [...this.sim.store.lives.values()]
			.filter(({ kind }) => kind === 'gone')
			.map(({ endpointId }) => endpointId);
	}

	/** How often each device was given a tariff. */
	get moved(): Map<number, number> {
		const counts = new Map<number, number>();
		for (const id of this.movesSince(0)) counts.set(id, (counts.get(id) ?? 0) + 1);
		return counts;
	}

	private movesSince(place: number): number[] {
		return this.sim
			.ledger()
			.effects.slice(place)
			.filter(({ kind }) => kind === 'endpoint.updated')
			.map(({ endpointId }) => Number(endpointId));
	}

	/** Resets the devices that have got another tariff. */
	private async resetMoved(): Promise<void> {
		const moved = this.movesSince(this.moves);
		this.moves = this.sim.ledger().effects.length;
		for (const id of new Set(moved)) {
			await fetch(`${this.sim.url}/api/v1/endpoint/${id}/connectivity`, {
				method: 'PATCH',
				headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
				body: JSON.stringify({ location: null, pdp_context: null }),
			});
		}
	}

	private async post(path: string, body: object): Promise<void> {
		const answer = await fetch(`${this.sim.url}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(await answer.text());
	}

	/** A client in a process of its own. Whatever workspace it is told, it acts in that of its account. */
	private client(signal?: AbortSignal): Client {
		const process = (this.processes += 1);
		const baseUrl = `http://process-${process}.test`;
		const whileAlive = async () => {
			if (process <= this.killedUpTo) await new Promise(() => {});
		};
		const transport: Transport = async (wire) => {
			await whileAlive();
			await this.before(wire.method, new URL(wire.url).pathname);
			await whileAlive();
			const sent = { ...wire, url: wire.url.replace(baseUrl, this.sim.url) };
			if (this.lateMs !== undefined && isBulkUpdate(wire)) {
				this.late = { at: this.sim.clock.now() + this.lateMs, wire: sent };
				this.lateMs = undefined;
				this.kill();
				this.onKill();
				await whileAlive();
			}
			const answer = await this.deliver(sent);
			await whileAlive();
			return answer;
		};
		const { kept, sim } = this;
		const client = clientOf(transport, {
			baseUrl,
			accountKind: 'user',
			inWorkspace: () => client.ports,
			token: async () => this.token,
			clock: { now: () => sim.clock.now() },
			sleep: async (ms, aborted) => {
				await whileAlive();
				aborted?.throwIfAborted();
				await this.pass(ms);
			},
			// A process that was killed writes nothing down any more.
			kept: {
				...kept,
				mostBytes: Infinity,
				hold: async () => {},
				confirm: async () => await kept.confirm(),
				release: async () => {},
				read: async () => await kept.read(),
				write: async (text) => {
					await whileAlive();
					await kept.write(text);
				},
			},
			login: stub({ ownRates: () => ({ fiveMinutes: this.limit }) }),
			report: {
				...SILENT,
				say: (what) => void this.told.push(what),
				note: (sentence) => void this.notes.push(sentence),
			},
			...(signal && { signal }),
		});
		return client;
	}

	private async deliver(wire: WireRequest) {
		const answer = await directTransport(wire);
		if (wire.method === 'PATCH' && this.isOperated) await this.resetMoved();
		return answer;
	}

	/** Lets time pass, with what the service and the devices do meanwhile. Milliseconds. */
	async pass(ms: number): Promise<void> {
		const { clock } = this.sim;
		const end = clock.now() + ms;
		if (this.late && this.late.at <= end) {
			clock.advance(Math.max(0, this.late.at - clock.now()));
			await this.arrive();
		}
		clock.advance(end - clock.now());
		await this.live();
	}

	/** The update of a killed process is applied now; its process does not hear of the answer any more. */
	async arrive(): Promise<void> {
		const { late } = this;
		this.late = undefined;
		if (late) await this.deliver(late.wire);
	}

	/** Runs a job in a process that is killed when it has sent its bulk update, which is applied `ms` later. */
	async killedWithUpdateUnderWay(ms: number, job: () => Promise<unknown>): Promise<void> {
		this.lateMs = ms;
		const killed = new Promise<void>((resolve) => (this.onKill = resolve));
		await Promise.race([killed, job()]);
	}

	private onKill: () => void = () => {};

	/** A connection of a device, as the control route takes it. */
	async connect(endpointId: number, kind: string, more: object = {}): Promise<void> {
		await this.post('/_sim/connection', { endpointId, kind, ...more });
	}

	/** Data that a device has moved, at a moment unless it is now; MB. */
	async consume(endpointId: number, data: number, at?: string): Promise<void> {
		await this.post('/_sim/consume', { endpointId, data, ...(at !== undefined && { at }) });
	}

	/** Ends all processes so far. */
	kill(): void {
		this.killedUpTo = this.processes;
		this.before = () => {};
	}

	/** Moves devices to the new tariff in waves; gives the result of each row. */
	async migrate(ids: number[], options: Cells = {}, how: HowApplied = {}): Promise<ItemResult[]> {
		const rows = ids.map((id) => ({ endpointId: id }));
		return await this.apply(rows, { tariffProfileId: this.named(NEW_TARIFF), ...options }, how);
	}

	/** Moves the devices of tags to the new tariff in waves; gives the result of each tag. */
	async migrateTags(names: string[], options: Cells = {}, how: HowApplied = {}) {
		const rows = names.map((value) => ({ endpointId: { by: 'tag', value } }));
		return await this.apply(rows, { tariffProfileId: this.named(NEW_TARIFF), ...options }, how);
	}

	/** Applies rows in waves, by a process of their own; gives the result of each. */
	async apply(
		rows: Cells[],
		options: Cells = {},
		{ continueOnFail = true, signal }: HowApplied = {},
	): Promise<ItemResult[]> {
		const values = (index: number): Cells => ({
			dryRun: false,
			waveSize: 20,
			wavePause: 60,
			waveCondition: 'online',
			waveMinutes: 5,
			...options,
			...rows[index],
		});
		return await runItems(this.client(signal), applyTable, values, rows.length, {
			continueOnFail,
		});
	}

	private named(value: string) {
		return { by: 'name', value };
	}
}

interface HowApplied {
	continueOnFail?: boolean;
	signal?: AbortSignal;
}

async function login({ url }: SimulatorHandle): Promise<string> {
	const response = await fetch(`${url}/api/v1/authenticate`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify({ application_token: APPLICATION_TOKENS.reseller }),
	});
	return ((await response.json()) as { auth_token: string }).auth_token;
}

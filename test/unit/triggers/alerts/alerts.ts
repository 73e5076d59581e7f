import { stub } from '../../../support/stub';
import { serviceError } from '../../../../src/request/attempt/errors';
import type { Asked } from '../../../../src/run/changes/absent';
import type { Input, Json } from '../../../../src/table/define';
import type { Alert, AlertRule, Facts } from '../../../../src/triggers/alerts/alert';
import { otherDevice } from '../../../../src/triggers/alerts/otherDevice';
import { placeNotWanted } from '../../../../src/triggers/alerts/place';
import { silence } from '../../../../src/triggers/alerts/silence';
import { pack, unpack } from '../../../../src/triggers/runtime/storedText';

/* The guarantees of alerts, as functions of the fleet's size, for the tests and the fault figures. */

export const HOUR = 3_600_000;
export const MINUTE = 60_000;
export const START = Date.parse('2026-03-01T00:00:00Z');

const DE = { id: 74, name: 'Germany', iso_code: 'de', mcc: '262', country_code: '49' };
export const FR = { id: 67, name: 'France', iso_code: 'fr', mcc: '208', country_code: '33' };

interface Device {
	id: number;
	/** 14 digits. */
	device: number;
	/** Its software version, two digits. */
	software?: number;
	tags?: string | null;
}

export const deviceAt = (i: number): Device => ({
	id: 5_000 + i * 3,
	device: 35_000_000_000_000 + i,
});
export const imeisv = ({ device, software = 1 }: Device) =>
	String(device) + String(software).padStart(2, '0');

let lastId = 0;

/** An event of a device, with its session (type 3) or only with its endpoint's IMEI (types 1 and 2). */
export const eventOf = (
	device: Device,
	at: number,
	more: { type?: number; country?: Json; listed?: string | null; session?: string } = {},
): Json => {
	const { type = 3, country = DE } = more;
	const session = more.session ?? imeisv(device);
	return {
		id: (lastId += 1),
		timestamp: new Date(at).toISOString(),
		event_type: { id: type },
		event_source: { id: 0 },
		event_severity: { id: 0 },
		alert: false,
		endpoint: {
			id: device.id + 1_000_000,
			name: `device ${device.id}`,
			tags: device.tags ?? null,
			imei: more.listed === undefined ? imeisv(device) : more.listed,
		},
		sim: { id: device.id, iccid: `89${String(device.id).padStart(17, '0')}` },
		detail: {
			id: Number(country.id) * 10,
			name: `${String(country.name)} Mobile`,
			country,
			...(type === 3 && { pdp_context: { imeisv: session } }),
		},
	};
};

/** An endpoint as it appears in the list. */
export const endpointOf = ({ id, tags = null }: Device, more: Json = {}): Json => ({
	id: id + 1_000_000,
	name: `device ${id}`,
	status: { id: 0, description: 'Enabled' },
	tags,
	sim: { id, iccid: `89${String(id).padStart(17, '0')}`, status: { id: 1 } },
	...more,
});

/** A trigger with one rule that restarts from its packed state before each poll. */
export class Watcher {
	packed: string | undefined;
	/** Endpoints of the list. */
	fleet: Json[] = [];
	/** What asking for endpoints shows that the list lacks. */
	hidden: Asked = { entries: [], unknown: new Set() };
	/** Whether the list has as many endpoints as the service counts. */
	isComplete = true;
	filters = '';
	lists = 0;
	asked = 0;
	/** When endpoints last had traffic. */
	traffic = new Map<number, number>();
	/** Endpoints whose usage is refused, with the status. */
	readonly refused = new Map<number, number>();
	isOutOfReach = false;
	/** Milliseconds after the poll before that the service no longer has. */
	lostMs = 0;
	zone = 'UTC';
	/** Names of countries that were looked for. */
	readonly countriesAsked: string[] = [];
	/** Automations of the list, and the entries of their executions by `<id> <number>`. */
	automations: Json[] = [];
	readonly logs = new Map<string, Json[]>();
	/** Whether cloud connects carry data, by their ids. */
	readonly connected = new Map<number, boolean | null>();
	/** Executions whose log was requested. */
	readonly logsAsked: string[] = [];
	readonly said: string[] = [];

	constructor(
		readonly rule: AlertRule,
		readonly input: Input = {},
		readonly chosen = new Set(rule.events.map(({ value }) => value)),
	) {}

	async poll(readTo: number, events: Json[] = []): Promise<Alert[]> {
		const log = (message: string) => this.said.push(message);
		const state = unpack(this.rule.memory, this.packed, log) ?? this.rule.begin();
		const facts: Facts = {
			events,
			readTo,
			lostMs: this.lostMs,
			zone: this.zone,
			checkCountries: async (names) => {
				await Promise.resolve();
				this.countriesAsked.push(...names);
			},
			list: async () => {
				this.lists += 1;
				const { fleet: entries, isComplete, filters: of } = this;
				const ask = async () => await Promise.resolve(this.hidden);
				return await Promise.resolve({ entries, isComplete, of, ask });
			},
			signOfLife: async (id) => {
				this.asked += 1;
				await Promise.resolve();
				if (this.isOutOfReach) throw new Error('out of reach');
				const status = this.refused.get(id);
				const unread = status && serviceError({ status, headers: {}, body: {} });
				return { at: unread ? undefined : this.traffic.get(id), ...(unread && { unread }) };
			},
			isConnected: async (id) => {
				await Promise.resolve();
				const status = this.refused.get(id);
				if (status) throw serviceError({ status, headers: {}, body: {} });
				return this.connected.get(id) ?? null;
			},
			automations: async () => await Promise.resolve(this.automations),
			automationLog: async (id, execution) => {
				const name = `${id} ${execution}`;
				this.logsAsked.push(name);
				await Promise.resolve();
				const status = this.refused.get(execution);
				if (status) throw serviceError({ status, headers: {}, body: {} });
				return this.logs.get(name) ?? [];
			},
			log,
		};
		const told = await this.rule.read(state, facts, stub(this.input), this.chosen);
		this.packed = pack(this.rule.memory, state);
		return told;
	}
}

const names = (told: Alert[]) =>
	told.map(({ event, fields }) => `${event} ${String(fields.sim_id)}`);

/** Re-attaches and software updates of a fleet in which some SIMs are moved to other devices. */
export async function swaps(fleet: number, swapped: number) {
	const watcher = new Watcher(otherDevice);
	const told: string[] = [];
	const devices = Array.from({ length: fleet }, (_, i) => deviceAt(i));
	await watcher.poll(
		START,
		devices.map((device) => eventOf(device, START - HOUR)),
	);
	for (let round = 0; round < 4; round++) {
		const begin = START + round * HOUR;
		const events = devices.map((device, i) => {
			// Some devices re-attach, others open a session, some with new software.
			device.software = (i + round) % 3;
			const changes = round === 2 && swapped > 0 && i % Math.floor(fleet / swapped) === 0;
			if (changes) device.device += 50_000_000;
			return eventOf(device, begin + i, { type: changes ? 3 : 1 + ((i + round) % 3) });
		});
		told.push(...names(await watcher.poll(begin + HOUR, events)));
	}
	return { told, bytes: watcher.packed!.length };
}

export const SILENCE = {
	silentAfter: 24,
	silentTags: new Map(),
	silentCheck: 'traffic',
	silentNever: true,
};

/** A fleet in which some devices fall silent and later return; polled twice an hour. */
export async function silences(fleet: number, lost: number) {
	const watcher = new Watcher(silence, SILENCE);
	const devices = Array.from({ length: fleet }, (_, i) => deviceAt(i));
	watcher.fleet = devices.map((device) => endpointOf(device));
	const isLost = (i: number) => i % Math.floor(fleet / lost) === 0;
	const told: string[] = [];
	let mostAsked = 0;
	const day = 24 * HOUR;
	for (let at = START; at <= START + 4 * day; at += 30 * MINUTE) {
		const slot = Math.floor((at - START) / (30 * MINUTE)) % 24;
		const away = at >= START + day && at < START + 3 * day;
		// Each device opens a session twice a day; an eighth keeps one session, with traffic.
		const events = devices.flatMap((device, i) => {
			const speaks = i % 24 === slot && !(away && isLost(i));
			if (i % 8 === 5 && !isLost(i)) watcher.traffic.set(device.id + 1_000_000, at);
			return speaks && (i % 8 !== 5 || isLost(i)) ? [eventOf(device, at)] : [];
		});
		const before = watcher.asked;
		told.push(...names(await watcher.poll(at, events)));
		mostAsked = Math.max(mostAsked, watcher.asked - before);
	}
	const of = (event: string) => told.filter((name) => name.startsWith(event));
	return {
		silent: of('deviceSilent'),
		back: of('deviceBack'),
		mostAsked,
		bytes: watcher.packed!.length,
	};
}

/** A fleet in which `visiting` SIMs visit an unwanted country twice. */
export async function visits(fleet: number, visiting: number) {
	const input = { placeKind: 'country', placeList: 'allowed', places: ['de'] };
	const watcher = new Watcher(placeNotWanted, input);
	const devices = Array.from({ length: fleet }, (_, i) => deviceAt(i));
	const told: string[] = [];
	await watcher.poll(START);
	for (let round = 0; round < 6; round++) {
		const begin = START + round * HOUR;
		const events = devices.map((device, i) => {
			// Two visits of two attaches each.
			const away = i % Math.floor(fleet / visiting) === 0 && [1, 2, 4, 5].includes(round);
			return eventOf(device, begin + i, { country: away ? FR : DE });
		});
		told.push(...names(await watcher.poll(begin + HOUR, events)));
	}
	return { told, bytes: watcher.packed!.length };
}

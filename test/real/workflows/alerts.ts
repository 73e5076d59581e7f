import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { during } from './fleet';
import { type Listener, listen } from '../stage/listen';
import { ENTERPRISE, fleetOf, RESELLER, settings, type Stage } from './stage';

/*
 * Workflows with triggers: alerts of the event trigger, and usage pushed by a data stream.
 */

/** A message for the owner. */
interface Message {
	text: string;
}
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An operator, as events name it. */
export interface On {
	id: number;
	name: string;
}

/** A feed event: a device opens a session in Germany, some time ago. */
export function session(
	{ sim }: Stage,
	endpointId: number,
	imeisv: string,
	{ on = { id: 3, name: 'Example Mobile' }, agoMs = 0 }: { on?: On; agoMs?: number } = {},
): void {
	const endpoint = sim.store.endpoints.get(endpointId)!;
	endpoint.imei = imeisv;
	sim.store.events.push({
		id: sim.store.nextId('event'),
		timestamp: sim.clock.now() - agoMs,
		organisationId: endpoint.organisationId,
		typeId: 3,
		description: 'Create PDP Context',
		endpointId,
		simId: endpoint.simId,
		detail: {
			...on,
			country: { id: 74, name: 'Germany', country_code: '49', mcc: '262', iso_code: 'de' },
			pdp_context: { imeisv, rat_type: 6 },
		},
	});
}

export const imeisvOf = (device: number, software: number) =>
	`${35_000_000_000_000 + device}${String(software).padStart(2, '0')}`;

/** The texts of a number of messages, and of unexpected ones that follow. */
async function alertsHeard({ told }: Listener<Message>, count: number): Promise<string[]> {
	await until('the messages', () => told.length >= count, 300, 250).catch(() => {});
	await sleep(9_000);
	return told.map(({ text }) => text);
}

/** Waits for a poll of the feed: n8n publishes after its answer. */
export async function poll<T>({ sim }: Stage, publish: () => Promise<T>): Promise<T> {
	const reads = () =>
		sim.ledger().requests.filter(({ query }) => String(query.q).includes('from:')).length;
	const before = reads();
	const published = await publish();
	await until('a poll of the event feed', () => reads() > before, 300, 200);
	await sleep(2_000);
	return published;
}

/** 120 devices re-attach with new software; three SIMs are in another device. */
export async function swap(stage: Stage): Promise<Figure[]> {
	const ear = await listen<Message>();
	const own = fleetOf(stage, ENTERPRISE);
	const workflow = await stage.publish('sim-swap-alarm', {
		user: 'trial',
		parameters: {
			...settings({ suspend: true }),
			Notify: { url: ear.url },
		},
	});
	try {
		await poll(stage, workflow.again);
		const { made } = await during(stage, async () => {
			own.forEach(({ id }, i) => session(stage, id, imeisvOf(i, 1)));
			await poll(stage, workflow.again);
			own.forEach(({ id }, i) => session(stage, id, imeisvOf(i % 40 === 7 ? 900 + i : i, 2)));
			await poll(stage, workflow.again);
			await alertsHeard(ear, 3);
		});
		const wanted = own.filter((_, i) => i % 40 === 7).map(({ simId }) => simId);
		const suspended = made.filter(({ kind }) => kind === 'sim.suspended').map(({ simId }) => simId);
		return [
			exactly('swap: told', '3', String(ear.told.length)),
			exactly(
				'swap: with both IMEIs, and what was done',
				'3',
				String(
					ear.told.filter(({ text }) =>
						/is in the device \d{15}; before it was in \d{15}\. It is suspended\.$/.test(text),
					).length,
				),
			),
			exactly('swap: SIMs suspended', wanted.sort().join(), suspended.sort().join()),
		];
	} finally {
		await workflow.end();
		ear.close();
	}
}

/** Five of 120 devices go silent for a day; later they are back. */
export async function silence(stage: Stage): Promise<Figure[]> {
	const { sim } = stage;
	const ear = await listen<Message>();
	const own = fleetOf(stage, ENTERPRISE).filter(
		({ simId, statusId }) => sim.store.sims.get(simId ?? -1)?.statusId === 1 && statusId === 0,
	);
	// An online device has traffic.
	for (const endpoint of own) endpoint.connectivity = 'OFFLINE';
	const lost = own.slice(0, 5);
	const workflow = await stage.publish('silent-devices', {
		user: 'trial',
		parameters: { Notify: { url: ear.url } },
	});
	try {
		await poll(stage, workflow.again);
		const { made } = await during(stage, async () => {
			sim.clock.advance(20 * HOUR);
			own.slice(5).forEach(({ id }, i) => session(stage, id, imeisvOf(i, 1)));
			await poll(stage, workflow.again);
			sim.clock.advance(5 * HOUR);
			await poll(stage, workflow.again);
			await alertsHeard(ear, 5);
		});
		const resets = made.filter(({ kind }) => kind === 'connectivity.reset');
		const silent = ear.told.splice(0).map(({ text }) => text);
		lost.forEach(({ id }, i) => session(stage, id, imeisvOf(i, 1)));
		await poll(stage, workflow.again);
		const back = await alertsHeard(ear, 5);
		const ids = (list: Array<number | undefined>) => list.sort().join();
		return [
			exactly('silence: told silent', '5', String(silent.length)),
			exactly(
				'silence: reset',
				ids(lost.map(({ id }) => id)),
				ids(resets.map(({ endpointId }) => endpointId)),
			),
			exactly('silence: told back', '5', String(back.length)),
			exactly(
				'silence: in words',
				'5, 5',
				[
					silent.filter((text) => /: Never heard in the 25.* has been reset\.$/.test(text)).length,
					back.filter((text) => /: Heard again after 25/.test(text)).length,
				].join(', '),
			),
		];
	} finally {
		await workflow.end();
		ear.close();
	}
}

const SIMS = 1_000;
const LOUD = [17, 170, 333, 654, 999];
const ADDRESS = 'https://n8n.example';

/** 1,000 SIMs with three days of steady usage; then five of them use four times as much. */
export async function guard(stage: Stage): Promise<Figure[]> {
	const { sim } = stage;
	const ear = await listen<Message>();
	const own = fleetOf(stage, RESELLER)
		.filter(({ simId }) => sim.store.sims.get(simId ?? -1)?.statusId === 1)
		.slice(0, SIMS);
	const workflow = await stage.publish('usage-guard', {
		user: 'totp',
		parameters: {
			// The service accepts only public addresses; this one is mapped to a local one.
			'Usage spike': { registerStream: false, verification: 'none' },
			Notify: { url: ear.url },
		},
	});
	const url = `${ADDRESS}/webhook/b1f6a7d2-6f0e-4c0b-9d3e-52a0c6f4e823/stream`;
	const destination = {
		connection_type: 'RestAPI',
		format: 'Json',
		credentials: { url, size: 500 },
	};
	const id = 'a0000009';
	sim.store.streams.set(id, {
		id,
		name: 'usage',
		organisationId: RESELLER,
		typeId: 1,
		destination,
		filters: [],
		relationId: 1,
		statusId: 1,
		next: null,
	});
	sim.streams.set({ reach: { [ADDRESS]: stage.n8nUrl } });
	try {
		const now = sim.clock.now();
		const midnight = Math.floor(now / DAY) * DAY;
		let pushed = 0;
		const push = (records: Parameters<typeof sim.streams.usage>[0]) => {
			pushed += records.length;
			sim.streams.usage(records);
		};
		const taken = async () => {
			const areTaken = () => sim.streams.takenOf(id).size >= pushed;
			await until('the records are taken', areTaken, 300, 100).catch(() => {});
		};
		const loud = LOUD.map((i) => own[i]!);
		const { made } = await during(stage, async () => {
			for (const day of [3, 2, 1]) {
				const endedAt = midnight - day * DAY + HOUR / 2;
				push(own.map(({ id: endpointId }, i) => ({ endpointId, rx: 1 + (i % 7), endedAt })));
				await taken();
			}
		});
		const before = made.filter(({ kind }) => kind === 'sim.suspended').length;
		const begin = performance.now();
		const after = await during(stage, async () => {
			const endedAt = now;
			push(
				own.map(({ id: endpointId }, i) => ({
					endpointId,
					endedAt,
					rx: (1 + (i % 7)) * (LOUD.includes(i) ? 4 : 1),
				})),
			);
			const isDone = () => loud.every(({ simId }) => sim.store.sims.get(simId!)?.statusId === 2);
			await until('all are suspended', isDone, 300, 100).catch(() => {});
			const seconds = (performance.now() - begin) / 1000;
			say(`  guard: ${seconds.toFixed(1)} s from the records to the last SIM`);
			// Once a day: further usage causes no alert.
			push(loud.map(({ id: endpointId }) => ({ endpointId, rx: 50, endedAt })));
			await taken();
			await alertsHeard(ear, LOUD.length);
		});
		const suspended = after.made.filter(({ kind }) => kind === 'sim.suspended');
		const ids = (list: Array<number | null | undefined>) => list.sort().join();
		return [
			exactly('guard: suspended on three steady days', '0', String(before)),
			exactly(
				`guard: SIMs suspended, of ${SIMS}`,
				ids(loud.map(({ simId }) => simId)),
				ids(suspended.map(({ simId }) => simId)),
			),
			exactly('guard: told', '5', String(ear.told.length)),
		];
	} finally {
		sim.store.streams.delete(id);
		await workflow.end();
		ear.close();
	}
}

import { fleetForm } from '../src/triggers/quota/state';
import { silence } from '../src/triggers/alerts/silence';
import type { StoredForm } from '../src/triggers/runtime/storedForm';
import { pack, unpack } from '../src/triggers/runtime/storedText';
import { recordsForm } from '../src/triggers/stream/kind';
import { packSums, type UsageState, unpackSums } from '../src/triggers/stream/usageSums';
import { HOUR_MS } from '../src/times';
import { type Figures, spread } from './figures';

/* What the states of triggers cost in n8n's store: bytes of the text, and the time to write and to read it. */

const BEGIN = Date.UTC(2026, 0);

/** Numbers that look random, and are the same in each run. */
let seed = 7;
function upTo(most: number): number {
	seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
	return Math.floor((seed / 2 ** 31) * most);
}

/** Ids of a fleet: ascending, with gaps. */
export function idsOf(count: number): number[] {
	let id = 10_000_000;
	return Array.from({ length: count }, () => (id += 1 + upTo(8)));
}

const byId = <T>(count: number, state: (id: number) => T): Map<number, T> =>
	new Map(idsOf(count).map((id) => [id, state(id)]));

/** A fleet whose quotas all differ. */
const quotas = (count: number) =>
	byId(count, () => ({
		blocked: upTo(10) === 0,
		reached: upTo(5) === 0,
		status: 'ACTIVE' as const,
		top: upTo(1_000_000) / 1_000,
		since: BEGIN / 1_000 + upTo(10_000_000),
	}));
const calmQuotas = (count: number) =>
	byId(count, () => ({ blocked: false, reached: false, status: 'ACTIVE' as const }));
const lastHeard = (count: number) => ({
	lookedAt: BEGIN,
	after: BEGIN,
	sims: byId(count, () => ({ at: BEGIN - upTo(86_400) * 1_000, never: false, missing: 0 })),
});
/** Sums of a day in hours. */
const usage = (count: number): UsageState => ({
	label: 'volume',
	level: '100',
	newest: Math.floor(BEGIN / HOUR_MS),
	left: 0,
	keys: new Map(
		idsOf(count).map((id) => [
			String(id),
			{
				first: BEGIN,
				windows: new Map([
					[Math.floor(BEGIN / HOUR_MS), { alerted: false, bytes: upTo(100_000_000) }],
				]),
			},
		]),
	),
});

interface Measured {
	bytes: number;
	writeMs: number[];
	readMs: number[];
}

/** Milliseconds of CPU of some work, several times, after one that compiles it. */
function cpuMs(rounds: number, work: () => void): number[] {
	work();
	return Array.from({ length: rounds }, () => {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1_000;
	});
}

function measured(rounds: number, write: () => string, read: (text: string) => unknown): Measured {
	const text = write();
	return {
		bytes: text.length,
		writeMs: cpuMs(rounds, write),
		readMs: cpuMs(rounds, () => void read(text)),
	};
}

const ofForm = <T>(rounds: number, form: StoredForm<T>, value: T): Measured =>
	measured(
		rounds,
		() => pack(form, value),
		(text) => unpack(form, text),
	);

/** The states of fleets of two sizes. */
export async function states(_: unknown, rounds: number): Promise<Figures> {
	const figures: Figures = {};
	const note = (work: string, { bytes, writeMs, readMs }: Measured) => {
		figures[`states ${work}`] = {
			work: `state of a trigger: ${work}`,
			unit: 'CPU, ms to write',
			runs: rounds,
			ours: spread(writeMs),
			others: { 'to read': spread(readMs), 'its text, bytes': spread([bytes]) },
		};
	};
	for (const count of [10_000, 50_000]) {
		const of = `of ${count} devices`;
		note(`quotas ${of}, none used`, ofForm(rounds, fleetForm, calmQuotas(count)));
		note(`quotas ${of}, all different`, ofForm(rounds, fleetForm, quotas(count)));
		note(`Device Silent ${of}`, ofForm(rounds, silence.memory, lastHeard(count)));
		const sums = usage(count);
		note(
			`usage ${of}`,
			measured(
				rounds,
				() => packSums(sums),
				(text) => unpackSums(text, 'volume', '100'),
			),
		);
	}
	const records = idsOf(20_000).map((id) => `u${id}`);
	note('20000 usage records', ofForm(rounds, recordsForm, records));
	return figures;
}

import { fleetForm } from '../src/triggers/quota/state';
import type { AlertRule } from '../src/triggers/alerts/alert';
import { addDay, emptySubject, type RoamingState } from '../src/triggers/alerts/roaming/memory';
import { roamingDays } from '../src/triggers/alerts/roamingDays';
import { silence } from '../src/triggers/alerts/silence';
import type { StoredForm } from '../src/triggers/runtime/storedForm';
import { pack, unpack } from '../src/triggers/runtime/storedText';
import { recordsForm } from '../src/triggers/stream/kind';
import { packSums, type UsageState, unpackSums } from '../src/triggers/stream/usageSums';
import { DAY_MS, HOUR_MS } from '../src/times';
import { Random } from '../test/support/random';
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

/** Days in countries: two of three are seen, one device in five crosses a border daily, and a few were away. */
function roaming(count: number, days: number): RoamingState {
	// Its days must not repeat themselves: the text would be shorter than that of any fleet.
	const random = new Random('roaming');
	const from = Math.floor(BEGIN / DAY_MS) - days + 1;
	const subjects = byId(count, () => {
		const subject = emptySubject();
		const [here, there] = [random.whole(0, 19), random.whole(0, 19)];
		const isCrosser = random.chance(0.2);
		let leaves = random.whole(0, 2 * days);
		for (let day = 0; day < days; day++) {
			const isAway = day > leaves && day < leaves + 30;
			if (day === leaves + 30) leaves += random.whole(30, days);
			if (random.chance(2 / 3)) addDay(subject.days, isAway ? there : here, day);
			if (isCrosser && random.chance(2 / 3)) addDay(subject.days, there, day);
		}
		const seconds = BEGIN / 1_000 - random.whole(0, 86_400);
		return {
			...subject,
			last: { country: here, at: seconds },
			sessionAt: seconds - random.whole(0, 3_600),
		};
	});
	return {
		from,
		readTo: BEGIN,
		judgedOn: Math.floor(BEGIN / DAY_MS),
		judgedBy: '',
		countries: Array.from({ length: 20 }, (_, i) => ({ name: `country ${i}`, shown: `${i}` })),
		counted: { sim: { holes: [], subjects } },
		inSims: new Map(),
	};
}

/** The polls of Roaming Days: one that judges all devices, as the first one of a day does. */
async function judgedMs(rounds: number, state: RoamingState): Promise<number[]> {
	const windowDays = 365;
	const rules = [1, 2].map((i) => ({
		country: `country ${i}`,
		days: 183,
		windowDays,
		countedBy: 'sim',
	}));
	const input = { roamingRules: rules, roamingWarnDays: 21, roamingCalendar: 'utc' };
	const rule: AlertRule = roamingDays;
	const facts = {
		events: [],
		lostMs: 0,
		zone: 'UTC',
		log: () => {},
		checkCountries: async () => await Promise.resolve(),
		list: async () =>
			await Promise.resolve({ entries: [], isComplete: true, of: '', ask: () => Promise.reject() }),
	};
	const spent: number[] = [];
	for (let round = 0; round <= rounds; round++) {
		const before = process.cpuUsage();
		const readTo = BEGIN + round * DAY_MS;
		await rule.read(state, { ...facts, readTo } as never, input as never, new Set());
		const { user, system } = process.cpuUsage(before);
		spent.push((user + system) / 1_000);
	}
	return spent.slice(1);
}

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
	const note = (work: string, { bytes, writeMs, readMs }: Measured, more = {}) => {
		figures[`states ${work}`] = {
			work: `state of a trigger: ${work}`,
			unit: 'CPU, ms to write',
			runs: rounds,
			ours: spread(writeMs),
			others: { 'to read': spread(readMs), 'its text, bytes': spread([bytes]), ...more },
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
	for (const [count, days] of [
		[5_000, 731],
		[10_000, 400],
	] as const) {
		const state = roaming(count, days);
		const judged = {
			'to judge all, once a day': spread(await judgedMs(rounds, roaming(count, days))),
		};
		note(
			`Roaming Days of ${count} devices over ${days} days`,
			ofForm(rounds, roamingDays.memory, state),
			judged,
		);
	}
	const records = idsOf(20_000).map((id) => `u${id}`);
	note('20000 usage records', ofForm(rounds, recordsForm, records));
	return figures;
}

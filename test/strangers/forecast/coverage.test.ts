jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import type { IDataObject } from 'n8n-workflow';
import { ENDPOINT, oneDevice } from '../service/builders';
import { Service } from '../service/server';
import type { State } from '../service/state';
import { picked, runOperation } from '../support/operation';
import { time } from '../support/ports';
import { KINDS, seriesOf, type Kind, type Series } from './series';

/*
 * The end of the month lies in four of five ranges, for each kind of fleet and on each of these days. An
 * answer that says that it is too early to say, with a wide range, says nothing more.
 */

const DAYS = [1, 4, 8, 12, 20, 28];
/** For each cell; the whole number is that of `npm run test:strangers`. */
const SERIES = Number(process.env.SERIES ?? 10);
const SHARE = 0.8;
/** "Too early to say" with a range whose top is so many times its bottom counts as wide. */
const WIDE = 2;

interface Answer {
	low: number;
	middle: number;
	high: number;
	isTooEarly: boolean;
	series: Series;
	faults: string[];
}

/** Which of the three questions of the page a series is asked as. */
const QUESTIONS = ['organisation', 'organisation', 'organisation', 'endpoint', 'tag'] as const;

function stateOf({ shown }: Series, of: (typeof QUESTIONS)[number]): State {
	const days = (share: number) =>
		shown.map(({ date, mb }) => ({ date, tx: mb * share * 0.75, rx: mb * share * 0.25 }));
	const state = oneDevice();
	if (of === 'organisation') return { ...state, endpoints: [], organisationDays: days(1) };
	if (of === 'endpoint') return { ...state, usage: [{ endpoint: ENDPOINT.id, days: days(1) }] };
	const fleet = [0.7, 0.3].map((share, place) => ({ id: ENDPOINT.id + place, share }));
	return {
		...state,
		tags: [{ id: 11, name: 'pumps' }],
		endpoints: fleet.map(({ id }) => ({
			...ENDPOINT,
			id,
			name: `pump-${id}`,
			sim: undefined,
			tags: [11],
		})),
		usage: fleet.map(({ id, share }) => ({ endpoint: id, days: days(share) })),
	};
}

const parametersOf = (of: (typeof QUESTIONS)[number]): IDataObject => ({
	of,
	...(of === 'endpoint' && { endpointId: picked(ENDPOINT.id) }),
	...(of === 'tag' && { tag: 'pumps' }),
	...(of === 'organisation' && { options: { contributors: 0 } }),
});

const service = new Service(oneDevice());
beforeAll(async () => void (await service.listen()));
afterAll(async () => await service.close());

async function answerTo(kind: Kind, day: number, seed: number): Promise<Answer> {
	const series = seriesOf(kind, day, seed);
	const of = QUESTIONS[seed % QUESTIONS.length]!;
	service.reset(stateOf(series, of));
	time.set(series.now);
	const given = await runOperation({
		url: service.url,
		operation: 'usage forecast',
		parameters: parametersOf(of),
	});
	const item = given.outputs[0]?.[0] ?? {};
	const faults = service.unknown.map((path) => `unknown path ${path}`);
	if (given.error !== undefined) faults.push(given.error);
	const low = Number(item.data_month_end_low_mb);
	// The answer is rounded.
	const soFar = Number(item.data_so_far_mb);
	if (!(Math.abs(soFar - series.soFar) <= 0.01 + series.soFar * 1e-3))
		faults.push(`so far ${soFar}, the statistics have ${series.soFar}`);
	if (!(low >= soFar)) faults.push(`low ${low} below so far ${soFar}`);
	return {
		low,
		middle: Number(item.data_month_end_mb),
		high: Number(item.data_month_end_high_mb),
		isTooEarly: item.too_early_to_say === true,
		series,
		faults,
	};
}

const isIn = ({ low, high, series: { truth } }: Answer): boolean =>
	low <= truth * 1.0005 && truth <= high * 1.0005;
const saysTooEarly = ({ isTooEarly, low, high }: Answer): boolean =>
	isTooEarly && high >= WIDE * low;

const median = (numbers: number[]): number =>
	[...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

const results = new Map<string, Answer[]>();
const key = (kind: Kind, day: number): string => `${kind}, ${day}`;

/** What a cell comes to. */
function cellOf(answers: Answer[]) {
	const count = (has: (answer: Answer) => boolean): number => answers.filter(has).length;
	const truthOf = ({ series }: Answer): number => series.truth;
	return {
		inRange: count(isIn) / answers.length,
		excused: count((each) => !isIn(each) && saysTooEarly(each)) / answers.length,
		early: count(({ isTooEarly }) => isTooEarly) / answers.length,
		above: count((each) => truthOf(each) > each.high && !isIn(each)),
		below: count((each) => truthOf(each) < each.low && !isIn(each)),
		width: median(answers.map((each) => (100 * (each.high - each.low)) / truthOf(each))),
	};
}

/** How many times as wide a range has to be for its truth: 1 is a truth at its end. */
function neededWidth({ low, middle, high, series: { truth } }: Answer): number {
	const room = truth < middle ? middle - low : high - middle;
	if (Math.abs(truth - middle) <= truth * 0.0005) return 0;
	return room > 0 ? Math.abs(truth - middle) / room : Infinity;
}

/** How many times as wide four of five ranges have to be: 1 is a range of four of five. */
function neededOf(answers: Answer[]): number {
	const needed = answers.map(neededWidth).sort((a, b) => a - b);
	return needed[Math.ceil(SHARE * needed.length) - 1]!;
}

function table(): string {
	const lines = KINDS.map((kind) => {
		const cells = DAYS.map((day) => {
			const answers = results.get(key(kind, day));
			if (!answers) return ''.padEnd(17);
			const { inRange, excused, width } = cellOf(answers);
			const said = excused > 0 ? `+${Math.round(100 * excused)}` : '';
			return `${Math.round(100 * inRange)}${said} %, ${width.toFixed(0)} %`.padEnd(17);
		});
		const ofKind = DAYS.flatMap((day) => results.get(key(kind, day)) ?? []);
		const needed = ofKind.length > 0 ? neededOf(ofKind).toFixed(2) : '';
		return `${kind.padEnd(29)}${cells.join('')}${needed}`;
	});
	const all = [...results.values()].map(cellOf);
	const right = all.filter(({ inRange, excused }) => inRange + excused >= SHARE).length;
	const runs = [...results.values()].flat();
	return [
		`forecast: ${runs.length} series, ${((100 * runs.filter(isIn).length) / runs.length).toFixed(1)} % in the range, ` +
			`${right} of ${all.length} cells at ${100 * SHARE} % or more`,
		'in the range (+ said to be too early, with a wide range); width of the range in % of the truth, median; how wide four of five ranges need to be, 1 is as wide as they are',
		`${''.padEnd(29)}${DAYS.map((day) => `day ${day}`.padEnd(17)).join('')}needed`,
		...lines,
	].join('\n');
}

/** On the first day nothing shows yet who has left or come during the night. */
const canBeKnown = (kind: Kind, day: number): boolean =>
	!((kind === 'half has left on the 1st' || kind === 'twice since the 1st') && day === 1);

afterAll(() => console.log(table()));

describe.each(KINDS.map((kind) => [kind] as const))('%s', (kind) => {
	it.each(DAYS.filter((day) => canBeKnown(kind, day)).map((day) => [day] as const))(
		'on day %i',
		async (day) => {
			const answers: Answer[] = [];
			for (let seed = 0; seed < SERIES; seed += 1) answers.push(await answerTo(kind, day, seed));
			results.set(key(kind, day), answers);
			expect(answers.flatMap(({ faults }) => faults)).toEqual([]);
			const { inRange, excused, above, below } = cellOf(answers);
			const isEnough = inRange + excused >= SHARE;
			expect(isEnough ? '' : `the truth is above ${above} ranges, below ${below}`).toBe('');
		},
		120_000,
	);
});

import { Random } from '../../../support/random';
import type { Json } from '../../../../src/table/define';
import { DAY, dateOn, on, roamingWatcher, rulesOf } from './roaming';
import { RoamingWorld, truthKey } from './roamingWorld';

/* Roaming Days against fleets whose whereabouts are known. */

const FEED_DAYS = 30;
/** Fleets, each by a seed of its own. */
const SEEDS = 2;
const COUNTRIES = ['Brazil', 'France'];

interface Figures {
	counted: number;
	certain: number;
	/** Days by which what is certain is less than the truth, and what is possible more. */
	short: number;
	over: number;
}

/** Holds each count against the truth; n8n is away once, for longer than the feed lasts. */
async function held(seed: string): Promise<Figures> {
	const days = 240;
	const world = new RoamingWorld(seed, 12, days);
	const random = new Random(`${seed} polls`);
	const watcher = roamingWatcher([{ windowDays: 100 }]);
	const figures: Figures = { counted: 0, certain: 0, short: 0, over: 0 };
	let next = 0;
	let before = 0;
	let at = on(-1);
	while (at < on(days)) {
		while (world.told[next] && world.told[next]!.at <= before - FEED_DAYS * DAY) next++;
		const events: Json[] = [];
		for (; world.told[next] && world.told[next]!.from <= at; next++) {
			const { at: when, event } = world.told[next]!;
			if (when > at - FEED_DAYS * DAY && before > 0) events.push(event);
			// The same event again: nothing changes.
			if (before > 0 && random.chance(0.02)) events.push(event);
		}
		// Another window each time, so that all who have been there are told.
		const windowDays = 5 + Math.floor(random.next() * 120);
		const rules = COUNTRIES.flatMap((country) =>
			['imei', 'sim'].map((countedBy) => ({ country, days: 1, windowDays, countedBy })),
		);
		watcher.input.roamingRules = rulesOf(...rules);
		for (const { fields } of await watcher.poll(at, events)) {
			const kind = fields.counted_by as 'imei' | 'sim';
			const id = kind === 'sim' ? Number(fields.sim_id) : Number(String(fields.imei).slice(0, 14));
			const today = Math.floor(at / DAY);
			const { present, open } = world.truth;
			let [least, most] = [0, 0];
			for (let day = today - windowDays + 1; day <= today; day++) {
				const name = truthKey(kind, id, String(fields.country), day);
				if (present.has(name)) least++;
				if (present.has(name) || open.has(name)) most++;
			}
			const where = `${seed}: ${kind} ${id} in ${String(fields.country)} on ${dateOn(Math.floor((at - on(0)) / DAY))}`;
			if (Number(fields.days_certain) > most || Number(fields.days_possible) < least)
				throw new Error(`${where}: ${least} to ${most}, told ${JSON.stringify(fields)}`);
			figures.counted += 1;
			figures.certain += Number(fields.days_certain);
			figures.short += least - Number(fields.days_certain);
			figures.over += Number(fields.days_possible) - least;
		}
		before = at;
		const isAway = at > on(120) && at < on(121);
		at += (isAway ? 40 : 0.05 + random.next() * 2.5) * DAY;
	}
	return figures;
}

test('what is certain is never more than the truth, and what is possible never less', async () => {
	const all: Figures[] = [];
	for (let i = 0; i < SEEDS; i++) all.push(await held(`roaming ${i}`));
	const sum = (of: keyof Figures) => all.reduce((total, figures) => total + figures[of], 0);
	console.log(
		`roaming: ${sum('counted')} counts; of the days there ${((100 * sum('certain')) / (sum('certain') + sum('short'))).toFixed(0)} % certain; ${(sum('over') / sum('counted')).toFixed(1)} days a count too many possible`,
	);
	expect(sum('counted')).toBeGreaterThan(500 * SEEDS);
	// A count of nothing would be right, too.
	expect(sum('certain')).toBeGreaterThan(sum('short'));
});

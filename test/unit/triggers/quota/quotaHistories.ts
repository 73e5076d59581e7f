import type { PollOptions } from '../../../../src/triggers/quota/poll';
import { forgetPolls, type StateStore } from '../../../../src/triggers/runtime/stored';
import { pollOnce } from '../polls';
import { emptyTally, type Tally, type Verdict, verdictOf } from '../verdict';
import { ModelFleet } from './fleet';
import { Judge, toText } from './quotaJudge';
import { change, type History, history } from './quotaSteps';

/* Random histories of a fleet, judged by a second opinion on what the polls have read. */

/** Plays one history. @throws Error at the first poll that tells anything but what it has to. */
async function playQuotas(plan: History, key: string, tally: Tally): Promise<void> {
	const fleet = new ModelFleet();
	for (let count = 0; count < 4; count++) fleet.add();
	const events = new Set(plan.events);
	const judge = new Judge(events, plan.emitCurrent);
	let store: StateStore = {};
	let saved: StateStore = {};

	const options = (budgetMs: number): PollOptions => ({
		quota: 'sms',
		source: 'status',
		events,
		scope: { filters: {} },
		emitCurrent: plan.emitCurrent,
		budgetMs,
		overlapMs: 0,
		concurrency: plan.concurrency,
		now: () => fleet.now + plan.clock * 60_000,
		log: () => {},
	});
	const poll = async (budgetMs = 1e9, times = 1, publication = false): Promise<void> => {
		fleet.reads = [];
		const before = store.state;
		const running = Array.from({ length: times }, () =>
			pollOnce(key, store, fleet.client, () => options(budgetMs), { publication }),
		);
		const ended = await Promise.allSettled(running);
		tally.polls += times;
		const failure = ended.find((result) => result.status === 'rejected');
		if (failure) {
			tally.failed += 1;
			if (store.state !== before) throw new Error('a failed poll has changed the state');
			return;
		}
		const items = ended.flatMap((result) =>
			result.status === 'fulfilled' ? (result.value ?? []) : [],
		);
		const { status } = JSON.parse(String(store.state)) as { status: { after?: number } };
		const wanted = judge.expect(fleet.reads, status.after === undefined);
		const got = items.map(toText).sort();
		tally.wanted += wanted.length;
		tally.got += got.length;
		if (JSON.stringify(got) !== JSON.stringify(wanted)) {
			throw new Error(`told ${JSON.stringify(got)}, had to tell ${JSON.stringify(wanted)}`);
		}
		// n8n saves what a poll has stored only when the poll starts a run.
		if (publication && plan.durable && (items.length === 0 || saved.state === undefined)) {
			// The next scheduled poll gets what was stored before the publication.
			store = { ...saved };
		} else if (items.length > 0 || plan.durable || publication) {
			saved = { ...store };
			judge.save();
		}
	};
	const activate = async () => await poll(1e9, 1, true);

	await activate();
	for (const step of plan.steps) {
		change(fleet, step.do === 'meanwhile' ? { do: 'poll' } : step);
		if (step.do === 'poll') await poll();
		if (step.do === 'twice') for (let turn = 0; turn < 2; turn++) await poll();
		if (step.do === 'overlap') await poll(1e9, 3);
		if (step.do === 'short') await poll(step.budgetMs);
		if (step.do === 'fail') {
			fleet.failAfter = step.at;
			await poll();
			fleet.failAfter = undefined;
		}
		if (step.do === 'slip' || step.do === 'empty' || step.do === 'spoil') {
			await poll();
			fleet.slips = [];
			fleet.emptyLists = 0;
			fleet.spoilt.clear();
		}
		if (step.do === 'meanwhile') {
			fleet.meanwhile = { at: step.at, act: () => change(fleet, step) };
			await poll();
			fleet.meanwhile = undefined;
		}
		if (step.do === 'restart') {
			tally.restarts += 1;
			store = { ...saved };
			const at = (JSON.parse(String(saved.state ?? '{}')) as { at?: number }).at ?? Infinity;
			const idsOf = (type: number) =>
				fleet.events
					.filter(({ event_type, timestamp }) => {
						const when = Date.parse(String(timestamp));
						return (event_type as { id: number }).id === type && when > at;
					})
					.map(({ endpoint: one }) => (one as { id: number }).id);
			judge.restart({ blocked: idsOf(11), reached: idsOf(20) });
			forgetPolls(key);
			await activate();
		}
	}
	await poll();
	await poll();
	await poll();
	const quiet = tally.got;
	await poll();
	if (tally.got !== quiet) throw new Error('a poll of an unchanged fleet told something');
}

/** Figure 6: random histories of the status source; every observed change exactly once. */
export async function quotaHistories(runs: number, seed?: number): Promise<Verdict> {
	const tally = emptyTally();
	const one = async (plan: History, name: string) =>
		await playQuotas(plan, `history ${name}`, tally);
	return await verdictOf(history, tally, one, runs, seed);
}

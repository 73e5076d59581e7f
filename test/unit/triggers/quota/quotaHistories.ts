import { PolledTrigger, pollOnce } from '../polls';
import { emptyTally, type Tally, type Verdict, verdictOf } from '../verdict';
import { ModelFleet } from './fleet';
import { Judge, toText } from './quotaJudge';
import { change, type History, history } from './quotaSteps';

/* Random histories of a fleet, checked by an independent judge of the answers that the polls have read. */

/** Plays one history. @throws Error at the first poll whose items differ from the expected ones. */
async function playQuotas(plan: History, key: string, tally: Tally): Promise<void> {
	const fleet = new ModelFleet();
	for (let count = 0; count < 4; count++) fleet.add();
	const events = new Set(plan.events);
	const judge = new Judge(events, plan.emitCurrent);
	const trigger = new PolledTrigger(key, tally, plan.durable);

	const poll = async (budgetMs = 1e9, times = 1, publication = false): Promise<void> => {
		fleet.reads = [];
		const options = () =>
			fleet.pollOptions({
				events,
				emitCurrent: plan.emitCurrent,
				budgetMs,
				concurrency: plan.concurrency,
				now: () => fleet.now + plan.clock * 60_000,
			});
		const once = async () =>
			await pollOnce(key, trigger.store, fleet.client, options, { publication });
		const items = await trigger.poll(once, times);
		if (!items) return;
		const { status } = JSON.parse(String(trigger.store.state)) as { status: { after?: number } };
		const wanted = judge.expect(fleet.reads, status.after === undefined);
		const got = items.map(toText).sort();
		tally.wanted += wanted.length;
		tally.got += got.length;
		if (JSON.stringify(got) !== JSON.stringify(wanted)) {
			throw new Error(`told ${JSON.stringify(got)}, had to tell ${JSON.stringify(wanted)}`);
		}
		if (trigger.save(items, publication)) judge.save();
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
			trigger.restart();
			const { state = '{}' } = trigger.store;
			const { at = Infinity } = JSON.parse(String(state)) as { at?: number };
			const idsOf = (type: number) =>
				fleet.events
					.filter(({ event_type, timestamp }) => {
						const when = Date.parse(String(timestamp));
						return (event_type as { id: number }).id === type && when > at;
					})
					.map(({ endpoint: endpoint }) => (endpoint as { id: number }).id);
			judge.restart({ blocked: idsOf(11), reached: idsOf(20) });
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

/** Figure 6: in random histories the status source emits every observed change exactly once. */
export async function quotaHistories(runs: number, seed?: number): Promise<Verdict> {
	const tally = emptyTally();
	const play = async (plan: History, name: string) =>
		await playQuotas(plan, `history ${name}`, tally);
	return await verdictOf(history, tally, play, runs, seed);
}

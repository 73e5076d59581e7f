import * as fc from 'fast-check';
import type { Json } from '../../../../src/table/define';
import { automationRun } from '../../../../src/triggers/alerts/automationRun';
import { HOUR, MINUTE, START, Watcher } from './alerts';

/* New entries in the log of automations: each is emitted once, in any order of appearance. */

const ID = 'a0000000-0000-4000-8000-000000000001';
const automation = (count: number, more: Json = {}): Json => ({
	id: ID,
	name: 'Device blocked',
	number_of_executions: count,
	configured_actions: [{ action: { id: 'mail' } }],
	created_at: new Date(START - 24 * HOUR).toISOString(),
	...more,
});
const entry = (id: string, at = START): Json => ({
	id,
	action: { id: 'mail' },
	event: { id: '1000000000030001' },
	status: 'SUCCESS',
	message: 'sent',
	created_at: new Date(at).toISOString(),
});
const watching = (...automationIds: string[]) => new Watcher(automationRun, { automationIds });
/** A watcher that has seen the automation before its first execution. */
async function fromTheFirst(): Promise<Watcher> {
	const watcher = watching();
	watcher.automations = [automation(0)];
	await watcher.poll(START);
	return watcher;
}
const logIds = (alerts: Array<{ fields: Json }>) => alerts.map(({ fields }) => fields.log_id);

test('emits no item at the first poll, and then each new execution once with its result', async () => {
	const watcher = watching();
	watcher.automations = [automation(2)];
	watcher.logs.set(`${ID} 2`, [entry('two')]);
	expect(await watcher.poll(START)).toEqual([]);
	expect(await watcher.poll(START + MINUTE)).toEqual([]);
	watcher.automations = [automation(3)];
	watcher.logs.set(`${ID} 3`, [entry('three', START + MINUTE)]);
	expect(await watcher.poll(START + 2 * MINUTE)).toEqual([
		{
			event: 'automationRun',
			reason: 'The automation "Device blocked" ran: sent',
			at: START + MINUTE,
			fields: {
				automation_id: ID,
				automation_name: 'Device blocked',
				execution: 3,
				action_id: 'mail',
				status: 'SUCCESS',
				message: 'sent',
				event_id: '1000000000030001',
				custom_event_id: null,
				log_id: 'three',
			},
		},
	]);
	for (let i = 3; i < 30; i++) expect(await watcher.poll(START + i * MINUTE)).toEqual([]);
	// Requested once, and once more before it is closed.
	expect(watcher.logsAsked.filter((name) => name === `${ID} 3`)).toHaveLength(2);
});

test('closes an execution that a clock two days ahead has opened', async () => {
	const watcher = await fromTheFirst();
	watcher.automations = [automation(1)];
	watcher.logs.set(`${ID} 1`, [entry('one')]);
	await watcher.poll(START + 48 * HOUR);
	for (let i = 1; i < 20; i++) await watcher.poll(START + i * MINUTE);
	watcher.logsAsked.length = 0;
	await watcher.poll(START + 20 * MINUTE);
	await watcher.poll(START + 48 * HOUR + 20 * MINUTE);
	// It is not asked for again when the clock's time has come.
	expect(watcher.logsAsked).toEqual([]);
});

test('requests no log when there are no new executions', async () => {
	const watcher = watching();
	watcher.automations = [automation(2), automation(0, { id: 'never', name: 'Never' })];
	await watcher.poll(START);
	const before = watcher.logsAsked.length;
	for (let i = 1; i < 20; i++) await watcher.poll(START + i * MINUTE);
	expect(watcher.logsAsked).toHaveLength(before);
});

test('emits late entries, and several entries of one execution', async () => {
	const watcher = await fromTheFirst();
	const actions = { configured_actions: [{}, {}] };
	watcher.automations = [automation(1, actions)];
	expect(await watcher.poll(START + MINUTE)).toEqual([]);
	watcher.logs.set(`${ID} 1`, [entry('one')]);
	expect(logIds(await watcher.poll(START + 2 * MINUTE))).toEqual(['one']);
	watcher.logs.set(`${ID} 1`, [entry('one'), entry('other')]);
	expect(logIds(await watcher.poll(START + 3 * MINUTE))).toEqual(['other']);
	watcher.logs.set(`${ID} 1`, [entry('one'), entry('other'), entry('third')]);
	expect(logIds(await watcher.poll(START + 12 * MINUTE))).toEqual(['third']);
});

test('keeps the newest execution open until it has an entry', async () => {
	const watcher = await fromTheFirst();
	watcher.automations = [automation(1)];
	for (let i = 1; i < 40; i++) expect(await watcher.poll(START + i * MINUTE)).toEqual([]);
	watcher.logs.set(`${ID} 1`, [entry('late')]);
	expect(logIds(await watcher.poll(START + HOUR))).toEqual(['late']);
});

test('emits executions that are numbered from 0', async () => {
	const watcher = watching();
	watcher.automations = [automation(2)];
	watcher.logs.set(`${ID} 0`, [entry('zero')]).set(`${ID} 1`, [entry('one')]);
	expect(await watcher.poll(START)).toEqual([]);
	watcher.automations = [automation(3)];
	watcher.logs.set(`${ID} 2`, [entry('two')]);
	expect(logIds(await watcher.poll(START + MINUTE))).toEqual(['two']);
	watcher.automations = [automation(4)];
	watcher.logs.set(`${ID} 3`, [entry('three')]);
	expect(logIds(await watcher.poll(START + 2 * MINUTE))).toEqual(['three']);
});

test('emits all executions of a new automation, but only future ones of an old automation', async () => {
	const watcher = watching();
	await watcher.poll(START);
	const made = new Date(START + 20 * MINUTE).toISOString();
	watcher.automations = [
		automation(1, { created_at: made }),
		automation(5, { id: 'old', name: 'Old' }),
	];
	watcher.logs.set(`${ID} 1`, [entry('first')]).set('old 5', [entry('past')]);
	expect(logIds(await watcher.poll(START + 30 * MINUTE))).toEqual(['first']);
	watcher.automations = [
		automation(1, { created_at: made }),
		automation(6, { id: 'old', name: 'Old' }),
	];
	watcher.logs.set('old 6', [entry('future')]);
	expect(logIds(await watcher.poll(START + 31 * MINUTE))).toEqual(['future']);
});

test('emits only executions of the chosen automations', async () => {
	const watcher = watching('Other');
	const others = (count: number) => [
		automation(count),
		automation(count, { id: 'b', name: 'Other' }),
	];
	watcher.automations = others(0);
	await watcher.poll(START);
	watcher.automations = others(1);
	watcher.logs.set(`${ID} 1`, [entry('not this')]).set('b 1', [entry('this')]);
	expect(logIds(await watcher.poll(START + MINUTE))).toEqual(['this']);
});

test('requests a refused log again, without delaying other logs', async () => {
	const watcher = await fromTheFirst();
	watcher.automations = [automation(2)];
	watcher.logs.set(`${ID} 1`, [entry('one')]).set(`${ID} 2`, [entry('two')]);
	watcher.refused.set(1, 500);
	expect(logIds(await watcher.poll(START + MINUTE))).toEqual(['two']);
	expect(watcher.said).toEqual([expect.stringContaining('could not be read (500)')]);
	watcher.refused.clear();
	expect(logIds(await watcher.poll(START + 2 * MINUTE))).toEqual(['one']);
});

test('emits executions beyond the limit of a poll with the next polls, each once', async () => {
	const watcher = await fromTheFirst();
	watcher.automations = [automation(450)];
	for (let i = 1; i <= 450; i++) watcher.logs.set(`${ID} ${i}`, [entry(`e${i}`)]);
	const all: unknown[] = [];
	for (let i = 1; i <= 40; i++) all.push(...logIds(await watcher.poll(START + i * MINUTE)));
	expect(all).toEqual(Array.from({ length: 450 }, (_, i) => `e${i + 1}`));
	expect(watcher.packed!.length).toBeLessThan(500);
});

test('emits every entry that appears within ten minutes of its execution once, in random histories', async () => {
	const step = fc.record({
		runs: fc.nat(3),
		late: fc.nat(8),
		entries: fc.integer({ min: 1, max: 3 }),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
			const watcher = await fromTheFirst();
			const coming: Array<{ at: number; name: string; entry: Json }> = [];
			const all: unknown[] = [];
			let count = 0;
			for (let i = 0; i < steps.length + 15; i++) {
				const now = START + (i + 1) * MINUTE;
				const { runs, late, entries } = steps[i] ?? { runs: 0, late: 0, entries: 0 };
				for (let run = 0; run < runs; run++) {
					count += 1;
					for (let n = 0; n < entries; n++) {
						const own = entry(`${count}/${n}`, now);
						coming.push({ at: now + late * n * MINUTE, name: `${ID} ${count}`, entry: own });
					}
				}
				for (const change of coming.filter(({ at }) => at <= now)) {
					if (change.at < now - 10 * MINUTE) continue;
					const there = watcher.logs.get(change.name) ?? [];
					if (!there.includes(change.entry))
						watcher.logs.set(change.name, [...there, change.entry]);
				}
				watcher.automations = [automation(count, { configured_actions: [{}, {}, {}] })];
				all.push(...logIds(await watcher.poll(now)));
			}
			const inTime = coming.filter(({ at, entry: own }) => {
				const made = Date.parse(String(own.created_at));
				return at - made < 10 * MINUTE;
			});
			expect(new Set(all).size).toBe(all.length);
			expect(all).toEqual(expect.arrayContaining(inTime.map(({ entry: { id } }) => id)));
		}),
		{ numRuns: 60 },
	);
});

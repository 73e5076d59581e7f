import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowJson } from '../../../demo/lib/api';
import { exactly, type Figure } from '../../faults/figures';
import { endpointIds } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import { change, Judge, lineOf, named } from '../../unit/nodes/action/nights';
import { listen, type Listener } from '../stage/listen';
import { post, type RealN8n } from '../stage/realN8n';
import {
	accountNode,
	type Credential,
	n8nNode,
	poster,
	webhook,
	workflowOf,
} from '../stage/workflows';
import { inRealN8n } from './inN8n';

/* A copy of a fleet by Only What Changed in a real n8n, which is killed and restarted. */

const EACH_NIGHT = 0.01;
/** A run reports its changes in this many parts, so that kills occur in between. */
const PARTS = 10;
const BETWEEN_PARTS_MS = 150;

/** A published workflow, since runs in the editor do not move the marker. */
function copyWorkflow(sink: string, credential: Credential): WorkflowJson {
	const list = {
		resource: 'endpoint',
		operation: 'getAll',
		returnAll: true,
		options: { onlyChanged: 'changes' },
	};
	const jsCode = `
		const changes = $input.all().map(({ json }) => json).filter(({ change }) => change)
			.map(({ id, change, changed_parts }) => ({ id, change, changed_parts }));
		const count = Math.min(${PARTS}, changes.length);
		const start = (part) => Math.floor((part * changes.length) / count);
		return Array.from({ length: count }, (_, part) => (
			{ json: { changes: changes.slice(start(part), start(part + 1)) } }
		));`;
	const batching = { batch: { batchSize: 1, batchInterval: BETWEEN_PARTS_MS } };
	return workflowOf('Copy', [
		webhook('Night', 'night'),
		accountNode('Changes', credential, list),
		n8nNode('Parts', 'code', 2, { jsCode }),
		poster('Tell', sink, '={{ JSON.stringify($json) }}', { batching }),
	]);
}

/** The nights of the copy in one n8n. */
class NightlyRuns {
	constructor(
		private readonly n8n: RealN8n,
		private readonly sink: Listener<Record<string, unknown>>,
	) {}

	/** Starts a run, once n8n has registered the workflow's webhook. */
	async begin(): Promise<void> {
		this.sink.told.length = 0;
		const address = `${this.n8n.url}/webhook/night`;
		await until('a run', async () => (await post(address, {})).status === 200, 180, 100);
	}

	/** The changes reported since the last start. */
	get told(): string[] {
		return this.sink.told.flatMap(({ changes }) =>
			(changes as Array<Record<string, unknown>>).map(lineOf),
		);
	}

	/** Duration of the last complete run in milliseconds. */
	tookMs = 0;

	/** Runs until success. @returns the reported changes */
	async run(): Promise<string[]> {
		const before = await this.newest();
		await this.begin();
		const startedAt = performance.now();
		const { status } = await until(
			'the end of the run',
			async () => {
				const newest = await this.newest();
				return newest.id > before.id && !['new', 'running'].includes(newest.status) && newest;
			},
			600,
			20,
		);
		this.tookMs = performance.now() - startedAt;
		if (status !== 'success') throw new Error(`the run has ended with ${status}`);
		return this.told;
	}

	/** Waits for a random moment during the run: while it reads, or between two parts. */
	async someMoment(changes: number): Promise<void> {
		const most = Math.min(PARTS, changes);
		const parts = Math.floor(2 * Math.random() * most) - most;
		if (parts <= 0) await pause((Math.random() * this.tookMs) / 2);
		else await until('its parts', async () => this.sink.told.length >= parts, 600, 5);
	}

	private async newest(): Promise<{ id: number; status: string }> {
		const text = 'SELECT id, status FROM execution_entity ORDER BY id DESC LIMIT 1';
		const [execution = { id: 0, status: 'none' }] = await this.n8n.ask<{
			id: number;
			status: string;
		}>(text);
		return execution;
	}
}

const same = (lines: string[], wanted: string[]) =>
	named(lines, wanted).join('\n') === wanted.join('\n');

/** The copy of a changing fleet, with runs that are killed at random moments and rerun. */
export const changed = async (size: { endpoints: number; kills: number }): Promise<Figure[]> =>
	await inRealN8n(
		{ generation: 'recorded', seed: { endpoints: size.endpoints } },
		async ({ sim, n8n, credential }) => {
			const sink = await listen();
			try {
				const copy = await n8n.api.createWorkflow(copyWorkflow(sink.url, credential));
				await n8n.api.activateWorkflow(copy);
				const nights = new NightlyRuns(n8n, sink);
				const judge = new Judge(sim);
				const ids = endpointIds(sim);
				judge.touch(...ids);
				const first = judge.changes(true);
				if (!same(await nights.run(), first.wanted)) throw new Error('the first run is not whole');
				first.settle();

				const wrong: string[] = [];
				const all = { changes: 0, again: 0, early: 0, ended: 0 };
				for (let kill = 1; kill <= size.kills; kill += 1) {
					for (let i = 0; i < ids.length * EACH_NIGHT; i += 1)
						judge.touch(...change(sim, ids, Math.random));
					sim.store.touch();
					const night = judge.changes(true);
					await nights.begin();
					await nights.someMoment(night.wanted.length);
					await n8n.restart('SIGKILL');
					const { told } = nights;
					all.changes += night.wanted.length;
					if (told.length === 0) all.early += 1;

					const next = await nights.run();
					night.settle();
					if (same(next, night.wanted)) all.again += told.length;
					else {
						// The killed run may have finished, including its marker: then no changes are left.
						const rest = judge.changes(true);
						all.ended += 1;
						if (!same(told, night.wanted) || !same(next, rest.wanted)) {
							wrong.push(`${told.length} and ${next.length} of ${night.wanted.length}`);
						}
						rest.settle();
					}
					say(
						`  ${kill} of ${size.kills} kills, ${told.length} of ${night.wanted.length} told before`,
					);
				}
				// An endpoint removed last night is reported now, when it is missing for the second time.
				const rest = judge.changes(true).wanted;
				if (!same(await nights.run(), rest)) wrong.push('the run without a kill');
				const left = (await nights.run()).length;
				const { changes, again, early, ended } = all;
				const underWay = size.kills - ended;
				const said = (runs: number, more: number) =>
					`${runs} of ${size.kills} runs after a kill with exactly what no good run had told, ${more} more in the last run`;
				return [
					exactly(
						`changed in n8n: ${changes} changes of ${size.endpoints} endpoints, ${size.kills} kills`,
						said(size.kills, 0),
						`${said(size.kills - wrong.length, left)}${wrong.map((fault) => `; ${fault}`).join('')}`,
					),
					{
						name: 'changed in n8n: kills of runs under way',
						wanted: `more than half of ${size.kills}`,
						got: `${underWay}, ${early} of them before anything was told; ${again} changes told twice`,
						held: underWay > size.kills / 2,
					},
				];
			} finally {
				sink.close();
			}
		},
	);

import type { INodeParameters } from 'n8n-workflow';
import { start } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { type Answered, answerOf, runAgent } from '../../support/n8n/agent';

/* "Which devices in Spain have been offline since Monday?", answered by one call of a tool. */

const DAY = 86_400_000;
const [GERMANY, SPAIN] = [501, 507];

const TOOL: INodeParameters = {
	resource: 'endpoint',
	operation: 'getAll',
	returnAll: false,
	limit: 50,
	filters: {
		country: "={{ $fromAI('country', 'Country that the devices are in', 'string') }}",
		offlineSince: "={{ $fromAI('since', 'Moment since which they are offline', 'string') }}",
	},
};

/**
 * A fleet with one device in forty in Spain, half of which have been offline for days; all others are
 * in Germany.
 */
export async function spain(count: number): Promise<Figure[]> {
	const sim = await start({ limits: false, seed: { endpoints: count } });
	const sought = new Set<number>();
	for (const [i, { id }] of [...sim.store.endpoints.values()].entries()) {
		const isInSpain = i % 40 === 0;
		const isSilent = i % 80 === 0;
		const operatorId = isInSpain ? SPAIN : GERMANY;
		const at = sim.clock.now() - (isSilent || !isInSpain ? 5 * DAY : DAY / 24);
		sim.connect(id, { kind: isSilent ? 'close' : 'open', operatorId, at });
		if (isSilent) sim.store.endpoints.get(id)!.connectivity = 'OFFLINE';
		if (isSilent) sought.add(id);
	}
	let answer: Answered | undefined;
	let calls = 0;
	const since = new Date(sim.clock.now() - 3 * DAY).toISOString();
	const error = await runAgent(sim.url, { Find_devices: TOOL }, async ({ Find_devices: tool }) => {
		calls += 1;
		answer = answerOf(await tool!.invoke({ country: 'Spain', since }));
	});
	const { requests } = sim.ledger();
	const reads = requests.filter(({ path }) => path.includes('/connectivity')).length;
	await sim.close();
	const shown = (answer?.items ?? []).map(({ id }) => Number(id));
	const most = Math.min(50, sought.size);
	const pages = Math.ceil(count / 1000) + Math.ceil(count / 100);
	return [
		exactly('Spain: calls of the tool', '1', error ? error.message : String(calls)),
		exactly(
			'Spain: devices that fit, and how many the model is told',
			`${most} of ${sought.size}`,
			`${shown.filter((id) => sought.has(id)).length} of ${String(answer?.total)}`,
		),
		exactly(
			'Spain: devices shown that do not fit',
			'0',
			String(shown.filter((id) => !sought.has(id)).length),
		),
		exactly(
			`Spain: of ${count} devices asked for their status`,
			String(sought.size),
			String(reads),
		),
		{
			name: 'Spain: requests in all',
			wanted: `at most ${pages + sought.size + 4}`,
			got: String(requests.length),
			held: requests.length <= pages + sought.size + 4,
		},
	];
}

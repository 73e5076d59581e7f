import { exactly, type Figure } from '../../faults/figures';
import { receiver } from '../../support/receiver';
import { until } from '../../support/until';
import { untilQuiet } from '../stage/listen';
import { ORIGIN, Stage } from './stage';

/** The page of an n8n that starts, as the service sees it. */
const PAGE = '<html><body>n8n is starting up. Please wait</body></html>';
/** Longer than the trigger waits after a start, in milliseconds. */
const LOOKED_MS = 45_000;

/** Events that the page of a starting n8n acknowledges, and what the starts after that tell. */
export async function catchUp(count: number): Promise<Figure[]> {
	const stage = await Stage.set({ size: 5, devices: 20, env: { DB_TYPE: 'sqlite' } });
	const { sim, n8n, sink } = stage;
	const page = await receiver(() => 200, PAGE);
	try {
		const [device] = sim.store.endpoints.keys();
		const happens = (times: number) => {
			for (let at = 0; at < times; at += 1) sim.tell(5, device!);
			return sim.store.events.slice(-times).map(({ id }) => id);
		};
		const before = happens(count);
		const isTold = (ids: number[]) => () => ids.every((id) => stage.told().has(id));
		await until('the first events are told', isTold(before), 120, 100);
		await n8n.down('SIGKILL');
		sim.streams.set({ reach: { [ORIGIN]: page.url } });
		const lost = happens(count);
		const isTaken = () => lost.every((id) => stage.taken().includes(id));
		await until('the page has the others', isTaken, 60, 50);
		stage.connect();
		await n8n.up();
		await until('the others are told', isTold(lost), 150, 500).catch(() => {});
		const first = stage.told();
		await n8n.down('SIGTERM');
		await n8n.up();
		await untilQuiet(sink, LOOKED_MS, 200);
		const again = [...stage.told().values()].filter((times) => times > 1).length;
		const found = lost.filter((id) => first.has(id)).length;
		return [
			exactly(
				`${count} events that n8n's page has acknowledged, after ${count} that were told`,
				`${count} told after the start, 0 of all told again by it and another start`,
				`${found} told after the start, ${again} of all told again by it and another start`,
			),
		];
	} finally {
		await page.close();
		await stage.close();
	}
}

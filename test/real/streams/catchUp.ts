import { readFileSync } from 'node:fs';
import { exactly, type Figure } from '../../faults/figures';
import { receiver } from '../../support/receiver';
import { until } from '../../support/until';
import { untilQuiet } from '../stage/listen';
import { ORIGIN, Stage } from './stage';

/** The page of an n8n that starts, as the service sees it. */
const PAGE = '<html><body>n8n is starting up. Please wait</body></html>';
/** What the trigger writes to n8n's log once it has looked, or has failed to. */
const LOOKED = /(has looked|could not look) for what it missed/g;
/** Longest wait for a look, which comes half a minute after a start. Seconds. */
const LOOK_S = 600;

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
		const looks = () => [...readFileSync(n8n.logFile, 'utf8').matchAll(LOOKED)].length;
		await n8n.up();
		await until('the first start has looked', () => looks() === 1, LOOK_S, 500);
		await untilQuiet(sink, 3_000, LOOK_S);
		const first = stage.told();
		await n8n.down('SIGTERM');
		await n8n.up();
		await until('the second start has looked', () => looks() === 2, LOOK_S, 500);
		await untilQuiet(sink, 3_000, LOOK_S);
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

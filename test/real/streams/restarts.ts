import { startN8n } from '../../../demo/lib/n8n';
import { choosePort } from '../../../demo/lib/preflight';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import { Stage } from './stage';

/* "Pause While n8n Stops": which streams are still paused after graceful restarts and rolling updates. */

const SQLITE: NodeJS.ProcessEnv = { DB_TYPE: 'sqlite' };
/** The last of the early looks after a start is due after 80 s; the next one comes after five minutes. */
const RESUMED_WITHIN_S = 420;

const stageOn = async (env: NodeJS.ProcessEnv): Promise<Stage> =>
	await Stage.set({ size: 100, devices: 20, env, options: { pauseWhileStopped: true } });

/**
 * Waits until n8n has published the workflow, which it does after it says that it is ready: until then it
 * does not close its triggers when it stops. `before`: the service's requests before the start.
 */
async function published({ sim }: Stage, before: number): Promise<void> {
	const count = () => sim.ledger().requests.length;
	await until('n8n publishes the workflow', () => count() > before, 120, 100);
	let last = -1;
	await until('its job is done', () => last === (last = count()), 120, 3_000);
}

/** Whether all streams run again, in time. */
async function areResumed(stage: Stage): Promise<boolean> {
	const begun = performance.now();
	const run = () => stage.states().join() === '1,1';
	const isSo = await until('the streams run', run, RESUMED_WITHIN_S, 200).catch(() => false);
	if (isSo) say(`  resumed ${((performance.now() - begun) / 1000).toFixed(1)} s after the start`);
	return isSo === true;
}

/** Stops n8n with SIGTERM and starts it, again and again. */
async function restartsOn(name: string, env: NodeJS.ProcessEnv, times: number): Promise<Figure> {
	const stage = await stageOn(env);
	let paused = 0;
	let stillPaused = 0;
	try {
		await published(stage, 0);
		for (let turn = 0; turn < times; turn += 1) {
			await stage.n8n.down('SIGTERM');
			if (stage.states().join() === '2,2') paused += 1;
			const before = stage.sim.ledger().requests.length;
			await stage.n8n.up();
			if (!(await areResumed(stage))) stillPaused += 1;
			await published(stage, before);
		}
	} finally {
		await stage.close();
	}
	return exactly(
		`${times} restarts by SIGTERM, ${name}`,
		`${times} paused by the stop, 0 of ${times} still paused after the start`,
		`${paused} paused by the stop, ${stillPaused} of ${times} still paused after the start`,
	);
}

export const restarts = async (times: number): Promise<Figure[]> => [
	await restartsOn('SQLite', SQLITE, times),
	await restartsOn('PostgreSQL', {}, times),
];

/**
 * The next process of n8n starts on the same database before the former one gets SIGTERM; a proxy sends
 * calls to the next one before that, or only when the former one has ended.
 */
async function rollingUpdate(isRoutedFirst: boolean): Promise<Figure> {
	const stage = await stageOn({});
	const { n8n, sim } = stage;
	let next: Awaited<ReturnType<typeof startN8n>> | undefined;
	try {
		await published(stage, 0);
		const port = await choosePort('the next n8n', Number(new URL(n8n.url).port) + 5);
		const env: NodeJS.ProcessEnv = { ...n8n.settings };
		delete env.N8N_RUNNERS_BROKER_PORT;
		const logFile = n8n.logFile.replace(/\.log$/, '-next.log');
		const asked = sim.ledger().requests.length;
		next = await startN8n({ userFolder: n8n.folder, port, env, logFile });
		await published(stage, asked);
		if (isRoutedFirst) stage.connectTo(next.url);
		const before = sim.ledger().effects.filter(({ kind }) => kind === 'stream.updated').length;
		await n8n.down('SIGTERM');
		const changes = sim.ledger().effects.filter(({ kind }) => kind === 'stream.updated').length;
		stage.connectTo(next.url);
		const isResumed = await areResumed(stage);
		const when = isRoutedFirst ? 'before the former one stops' : 'once the former one has stopped';
		const pauses = isRoutedFirst ? `, ${changes - before} changes by the former one` : '';
		return exactly(
			`a rolling update, calls go to the next n8n ${when}`,
			`0 of 1 still paused${isRoutedFirst ? ', 0 changes by the former one' : ''}`,
			`${isResumed ? 0 : 1} of 1 still paused${pauses}`,
		);
	} finally {
		await next?.stop();
		await stage.close();
	}
}

export const rollingUpdates = async (): Promise<Figure[]> => [
	await rollingUpdate(true),
	await rollingUpdate(false),
];

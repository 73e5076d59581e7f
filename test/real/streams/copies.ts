import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n } from '../../../demo/lib/n8n';
import { choosePort } from '../../../demo/lib/preflight';
import { exactly, type Figure } from '../../faults/figures';
import { until } from '../../support/until';
import { OTHER_ORIGIN, Stage } from './stage';

/** A copy of n8n's folder and database that starts beside the running original. */
export async function copies(): Promise<Figure[]> {
	const stage = await Stage.set({ size: 100, devices: 100, env: { DB_TYPE: 'sqlite' } });
	const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-copy-'));
	const { sim, n8n, hosts } = stage;
	const streams = () => JSON.stringify([...sim.store.streams.values()]);
	let copy: Awaited<ReturnType<typeof startN8n>> | undefined;
	try {
		const before = streams();
		cpSync(n8n.folder, folder, { recursive: true });
		const port = await choosePort('the copy', Number(new URL(n8n.url).port) + 5);
		hosts.set({ 'n8n.example': n8n.url, 'moved.example': `http://127.0.0.1:${port}` });
		const env: NodeJS.ProcessEnv = {
			...n8n.settings,
			...hosts.env(),
			WEBHOOK_URL: `${OTHER_ORIGIN}/`,
		};
		delete env.N8N_RUNNERS_BROKER_PORT;
		const start = async () => {
			const looks = sim.ledger().requests.length;
			copy = await startN8n({ userFolder: folder, port, env });
			await until('the copy has looked', () => sim.ledger().requests.length > looks, 120, 100);
			// The registration is one job of a few requests; the log tells its end.
			const count = () => sim.ledger().requests.length;
			let last = -1;
			await until('its job is done', () => last === (last = count()), 60, 3_000);
			return streams() === before ? 'left' : 'changed';
		};
		const beside = await start();
		await copy!.stop();
		// The original is gone for good, as after a move to another machine.
		await n8n.down('SIGKILL');
		hosts.set({ 'n8n.example': 'http://127.0.0.1:9', 'moved.example': `http://127.0.0.1:${port}` });
		await start();
		const isMoved = () => stage.origins().every((origin) => origin === OTHER_ORIGIN);
		await until('the streams are taken over', isMoved, 60, 100).catch(() => {});
		return [
			exactly('a copy that starts beside its original: the streams', 'left', beside),
			exactly(
				'a copy that starts when the original is gone: the streams',
				'taken over',
				isMoved() ? 'taken over' : 'left',
			),
		];
	} finally {
		await copy?.stop();
		await stage.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

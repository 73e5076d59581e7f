import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import { service } from '../../unit/triggers/support';
import { message } from './calm';
import { behindTrigger, post, RealN8n } from '../stage/realN8n';
import { resellerAccount } from '../stage/workflows';
import { type SimulatorHandle, start } from '../../../simulator';

const held = (sim: SimulatorHandle) => ({
	callback: sim.store.serviceProfiles.get(101)!.apiCallbackId,
	urls: [...sim.store.callbacks.values()].map(({ url }) => url),
});

/** Address that the profile calls. */
const calledAddress = (sim: SimulatorHandle) =>
	sim.store.callbacks.get(held(sim).callback ?? -1)?.url ?? '';

/** Test callbacks at the service. */
const isTest = ({ url }: { url: string }) => url.includes('/webhook-test/');

/**
 * The middle of a cycle, between publishing and unpublishing: nothing, listening for a test event, an
 * end of n8n, or an end of n8n while it listens.
 */
const BETWEEN = ['nothing', 'listening', 'restart', 'killed', 'killed listening'] as const;

/** Publishing, listening and unpublishing under five parts a second, with restarts and kills. */
export async function registration(cycles: number): Promise<Figure[]> {
	const sim = await start({ port: 0, limits: false });
	const n8n = await RealN8n.start();
	let traffic: NodeJS.Timeout | undefined;
	try {
		const other = (await service(sim, 'POST', '/api/v1/api_callback', {
			url: 'https://other.example/sms',
			purpose: 'CRM',
		})) as { id: number };
		const body = { api_callback: { id: other.id } };
		await service(sim, 'PATCH', '/api/v1/service_profile/101', body);
		const before = JSON.stringify(held(sim));
		const credential = await resellerAccount(n8n.api, sim.url);
		const trigger = (path: string) =>
			behindTrigger(path, path, {
				parameters: {
					verification: 'none',
					registerCallback: true,
					authentication: 'cellularIotTokenApi',
					serviceProfileId: { __rl: true, mode: 'id', value: '101' },
					options: { replaceCallback: true },
				},
				credentials: { cellularIotTokenApi: credential },
			});
		const ids: Record<string, string> = {};
		for (const name of ['first', 'second']) ids[name] = await n8n.api.createWorkflow(trigger(name));
		let identifier = 0;
		traffic = setInterval(() => {
			identifier = (identifier + 1) % 256;
			const path = identifier % 2 ? 'first' : 'second';
			const part = message({ multi_part_info: { partno: 1, total: 2, identifier } });
			void post(`${n8n.url}/webhook/${path}/sms`, part);
		}, 200);

		/** n8n answers before it has asked its triggers, so the state of the service is checked. */
		const reaches = async (what: string, is: () => boolean) => {
			await until(what, is, 180, 50);
		};
		const calls = (path: string) => () => calledAddress(sim).endsWith(path);
		const publish = async (name: string) => {
			await n8n.api.activateWorkflow(ids[name]!);
			await reaches(`${name} published`, calls(`/webhook/${name}/sms`));
		};
		const unpublish = async (name: string) => {
			await n8n.api.deactivateWorkflow(ids[name]!);
			const isLeft = (url: string) => url.endsWith(`/webhook/${name}/sms`);
			await reaches(`${name} unpublished`, () => !held(sim).urls.some(isLeft));
		};
		const listen = async (name: string) => {
			await n8n.api.listen(ids[name]!, 'Trigger');
			await reaches(`${name} listens`, calls(`/webhook-test/${name}/sms`));
		};
		const between: Record<(typeof BETWEEN)[number], (name: string) => Promise<void>> = {
			nothing: async () => {},
			listening: async (name) => {
				await listen(name);
				await n8n.api.stopListening(ids[name]!);
				await reaches('no test', () => ![...sim.store.callbacks.values()].some(isTest));
			},
			restart: async () => await n8n.restart('SIGTERM'),
			killed: async () => await n8n.restart('SIGKILL'),
			'killed listening': async (name) => {
				await listen(name);
				await n8n.restart('SIGKILL');
				await reaches('production is called again', () => !calledAddress(sim).includes('-test/'));
			},
		};
		let back = 0;
		for (let turn = 0; turn < cycles; turn++) {
			const order = turn % 2 === 0 ? ['first', 'second'] : ['second', 'first'];
			const what = BETWEEN[turn % BETWEEN.length]!;
			for (const name of order) await publish(name);
			await between[what](order[turn % 3 === 0 ? 0 : 1]!);
			for (const name of turn % 4 < 2 ? order : order.toReversed()) await unpublish(name);
			if (JSON.stringify(held(sim)) === before) back += 1;
			else say(`  cycle ${turn}, ${what}: ${JSON.stringify(held(sim))}, before ${before}`);
		}
		return [
			exactly(
				'publishing and unpublishing under traffic',
				`${cycles} of ${cycles} cycles gave back what stood there before and left nothing`,
				`${back} of ${cycles} cycles gave back what stood there before and left nothing`,
			),
		];
	} finally {
		clearInterval(traffic);
		await n8n.stop();
		await sim.close();
	}
}

import { APPLICATION_TOKENS, type SimulatorHandle, start } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { until } from '../../cluster/until';
import { service } from '../support';
import { message } from './calm';
import { behindTrigger, post, RealN8n } from './instance';

const held = (sim: SimulatorHandle) => ({
	callback: sim.store.serviceProfiles.get(101)!.apiCallbackId,
	urls: [...sim.store.callbacks.values()].map(({ url }) => url),
});

/** Address that the profile calls. */
const standing = (sim: SimulatorHandle) =>
	sim.store.callbacks.get(held(sim).callback ?? -1)?.url ?? '';

/** Publishing and unpublishing under five parts a second, with restarts and kills in between. */
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
		const credential = await n8n.api.createCredential('Service', 'cellularIotTokenApi', {
			baseUrl: sim.url,
			applicationToken: APPLICATION_TOKENS.reseller,
		});
		const trigger = (path: string) =>
			behindTrigger(path, path, {
				parameters: {
					verification: 'none',
					registerCallback: true,
					authentication: 'cellularIotTokenApi',
					serviceProfileId: { __rl: true, mode: 'id', value: '101' },
					replaceCallback: true,
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
		let back = 0;
		for (let turn = 0; turn < cycles; turn++) {
			const order = turn % 2 === 0 ? ['first', 'second'] : ['second', 'first'];
			// n8n says that a workflow is published, or not any more, before it has asked its triggers.
			for (const name of order) {
				await n8n.api.activateWorkflow(ids[name]!);
				await until(`${name} published`, () => standing(sim).endsWith(`/webhook/${name}/sms`));
			}
			if (turn % 3 === 2) {
				await n8n.down(turn % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
				await n8n.up();
				await n8n.answers(`${n8n.url}/webhook/first/sms`);
			}
			for (const name of turn % 4 < 2 ? order : order.toReversed()) {
				await n8n.api.deactivateWorkflow(ids[name]!);
				const isGone = () => !held(sim).urls.some((url) => url.endsWith(`/${name}/sms`));
				await until(`${name} unpublished`, isGone, 20).catch((error: unknown) =>
					say(String(error)),
				);
			}
			if (JSON.stringify(held(sim)) === before) back += 1;
			else say(`  cycle ${turn}: ${JSON.stringify(held(sim))}, before ${before}`);
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

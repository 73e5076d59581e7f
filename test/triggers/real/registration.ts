import { APPLICATION_TOKENS, type SimulatorHandle, start } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { service } from '../support';
import { message } from './calm';
import { behindTrigger, post, RealN8n } from './instance';

const held = (sim: SimulatorHandle) => ({
	callback: sim.store.serviceProfiles.get(101)!.apiCallbackId,
	urls: [...sim.store.callbacks.values()].map(({ url }) => url),
});

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
		const [first, second] = [
			await n8n.api.createWorkflow(trigger('first')),
			await n8n.api.createWorkflow(trigger('second')),
		];
		let identifier = 0;
		traffic = setInterval(() => {
			identifier = (identifier + 1) % 256;
			for (const path of ['first', 'second']) {
				const part = message({ multi_part_info: { partno: 1, total: 2, identifier } });
				void post(`${n8n.url}/webhook/${path}/sms`, part);
			}
		}, 200);
		let back = 0;
		let calls = 0;
		for (let turn = 0; turn < cycles; turn++) {
			const order = turn % 2 === 0 ? [first, second] : [second, first];
			for (const id of order) await n8n.api.activateWorkflow(id);
			const last = order[1] === first ? 'first' : 'second';
			const standing = sim.store.callbacks.get(held(sim).callback ?? -1)?.url ?? '';
			if (standing.endsWith(`/webhook/${last}/sms`)) calls += 1;
			if (turn % 5 === 4) {
				await n8n.down(turn % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
				await n8n.up();
				await n8n.answers(`${n8n.url}/webhook/first/sms`);
			}
			const out = turn % 4 < 2 ? order : order.toReversed();
			for (const id of out) await n8n.api.deactivateWorkflow(id);
			if (JSON.stringify(held(sim)) === before) back += 1;
			else say(`  cycle ${turn}: ${JSON.stringify(held(sim))}, before ${before}`);
		}
		return [
			exactly(
				'publishing and unpublishing under traffic',
				`${cycles} of ${cycles} called the newest, ${cycles} of ${cycles} gave back what stood there before and left nothing`,
				`${calls} of ${cycles} called the newest, ${back} of ${cycles} gave back what stood there before and left nothing`,
			),
		];
	} finally {
		clearInterval(traffic);
		await n8n.stop();
		await sim.close();
	}
}

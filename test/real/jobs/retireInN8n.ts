import { outputOf } from '../../../demo/lib/api';
import { USERS } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { FAST } from '../../faults/runs';
import { keepSecret } from '../../faults/secrets';
import { byHand, itemsNode, n8nNode, workflowOf } from '../stage/workflows';
import { inRealN8n, killedMidway } from './inN8n';
import { figureOf, OTHERS, RETIRE, SUB, tagged, USER_TYPE, WORKSPACES } from './retireFleet';

/* Endpoints of two workspaces are retired by a tag in a real n8n, which is killed and restarted. */

/** A retirement in n8n, killed at random moments and run again each time. */
export const retireInN8n = async (size: { devices: number; kills: number }): Promise<Figure[]> => {
	const { devices, kills } = size;
	const seed = { endpoints: devices / 2 + OTHERS, quotaVolume: 10 };
	return await inRealN8n({ seed }, async (stage) => {
		const { sim, n8n } = stage;
		sim.seed({ ...seed, organisationId: SUB });
		const fleet = tagged(sim, devices);
		const { username, password, totpSecret } = USERS.totp;
		keepSecret(password);
		const user = { username, password, mfaMethod: 'totp', totpSecret, deviceName: 'retire' };
		const credential = await n8n.api.createCredential('User', USER_TYPE, {
			baseUrl: sim.url,
			...user,
			...FAST,
		});
		const job = workflowOf('Retire', [
			byHand,
			itemsNode('Workspaces', WORKSPACES),
			{
				...n8nNode('Retire', '', 1, { authentication: USER_TYPE, ...RETIRE }),
				type: 'n8n-nodes-cellular-iot.cellularIotJobs',
				credentials: { [USER_TYPE]: credential },
			},
		]);
		const done = () => sim.ledger().effects.length;
		// Its quota, its SIM suspended and released, and the endpoint itself.
		const all = 4 * devices;
		const again = await killedMidway(stage, job, { kills, all, done, what: 'effects' });
		await again();
		const before = done();
		const last = outputOf(await again(), 'Retire').map(({ outcome }) => String(outcome));
		const name = `retirement in n8n of ${devices} in two workspaces, ${kills} kills`;
		return [figureOf(name, sim, { devices, fleet, last, writes: done() - before })];
	});
};

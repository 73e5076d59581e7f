import { outputOf } from '../../../demo/lib/api';
import { type SimulatorHandle, TAGS, USERS } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { byId, FAST } from '../../faults/runs';
import { keepSecret } from '../../faults/secrets';
import { itemsNode, n8nNode, workflowOf, byHand } from '../stage/workflows';
import { inRealN8n, killedMidway } from './inN8n';

/* Endpoints of two workspaces are retired by a tag in a real n8n, which is killed and restarted. */

const TYPE = 'cellularIotUserApi';
const RESELLER = 1001;
const SUB = 1002;
/** Tags by their workspaces; both have the same name. */
const SUB_TAG = 490;
const NAME = 'retired';
/** Endpoints in each workspace that do not have the tag. */
const OTHERS = 50;

const ACTIVATED = 1;
const SUSPENDED = 2;
const DELETED = 2;

const RETIRE = {
	resource: 'endpoint',
	operation: 'retire',
	endpointsBy: 'tag',
	tagId: byId('={{ $json.tag }}'),
	confirmTag: NAME,
	sims: 'suspend',
	dryRun: false,
	options: { workspaceId: byId('={{ $json.workspace }}') },
};

/** Endpoints by whether they are to be retired, with the SIMs that they had. */
interface Fleet {
	retired: Map<number, number>;
	others: Map<number, number>;
}

/** Gives the first endpoints of both workspaces the tag of that workspace. */
function tagged(sim: SimulatorHandle, devices: number): Fleet {
	const { store } = sim;
	store.tags.get(TAGS.lab)!.name = NAME;
	store.tags.set(SUB_TAG, { id: SUB_TAG, organisationId: SUB, name: NAME, colorId: 1 });
	const fleet: Fleet = { retired: new Map(), others: new Map() };
	for (const [organisationId, tag] of [
		[RESELLER, TAGS.lab],
		[SUB, SUB_TAG],
	] as const) {
		const own = [...store.endpoints.values()].filter(
			(one) => one.organisationId === organisationId,
		);
		for (const [i, endpoint] of own.entries()) {
			const isRetired = i < devices / 2;
			(isRetired ? fleet.retired : fleet.others).set(endpoint.id, endpoint.simId!);
			if (!isRetired) continue;
			const more = organisationId === RESELLER && i % 2 === 0 ? [TAGS.field] : [];
			Object.assign(endpoint, { tagIds: [tag, ...more], tagged: true });
		}
	}
	store.touch();
	return fleet;
}

/** Endpoints with their SIMs and quotas as a text, and how often the ledger has each deleted. */
function endOf({ store, ledger }: SimulatorHandle, { retired, others }: Fleet) {
	const { effects } = ledger();
	const touched = new Set(
		effects.flatMap(({ endpointId, simId }) => [`e${endpointId}`, `s${simId}`]),
	);
	const deletions = effects.filter(({ kind }) => kind === 'endpoint.deleted');
	const isGone = ([id, simId]: [number, number]) => {
		const card = store.sims.get(simId)!;
		return (
			store.endpoints.get(id)!.statusId === DELETED &&
			card.statusId === SUSPENDED &&
			card.endpointId === null &&
			!store.quotas.has(id) &&
			deletions.filter(({ endpointId }) => endpointId === id).length === 1
		);
	};
	const isUntouched = ([id, simId]: [number, number]) =>
		!touched.has(`e${id}`) &&
		!touched.has(`s${simId}`) &&
		store.endpoints.get(id)!.simId === simId &&
		store.sims.get(simId)!.statusId === ACTIVATED &&
		store.quotas.has(id);
	return {
		gone: [...retired].filter(isGone).length,
		untouched: [...others].filter(isUntouched).length,
	};
}

/** A retirement in n8n, killed at random moments and run again each time. */
export const retire = async (size: { devices: number; kills: number }): Promise<Figure[]> => {
	const { devices, kills } = size;
	const seed = { endpoints: devices / 2 + OTHERS, quotaVolume: 10 };
	return await inRealN8n({ seed }, async (stage) => {
		const { sim, n8n } = stage;
		sim.seed({ ...seed, organisationId: SUB });
		const fleet = tagged(sim, devices);
		const { username, password, totpSecret } = USERS.totp;
		keepSecret(password);
		const user = { username, password, mfaMethod: 'totp', totpSecret, deviceName: 'retire' };
		const credential = await n8n.api.createCredential('User', TYPE, {
			baseUrl: sim.url,
			...user,
			...FAST,
		});
		const workspaces = [
			{ workspace: RESELLER, tag: TAGS.lab },
			{ workspace: SUB, tag: SUB_TAG },
		];
		const job = workflowOf('Retire', [
			byHand,
			itemsNode('Workspaces', workspaces),
			{
				...n8nNode('Retire', '', 1, { authentication: TYPE, ...RETIRE }),
				type: 'n8n-nodes-cellular-iot.cellularIotJobs',
				credentials: { [TYPE]: credential },
			},
		]);
		const done = () => sim.ledger().effects.length;
		// Its quota, its SIM suspended and released, and the endpoint itself.
		const all = 4 * devices;
		const again = await killedMidway(stage, job, { kills, all, done, what: 'effects' });
		await again();
		const { gone, untouched } = endOf(sim, fleet);
		const before = done();
		const outcomes = outputOf(await again(), 'Retire').map(({ outcome }) => outcome);
		const said = (...counts: unknown[]) => counts.join(', ');
		const wanted = said(devices, fleet.others.size, '"absent" twice', 0);
		const isAbsent = outcomes.length === 2 && outcomes.every((outcome) => outcome === 'absent');
		const told = isAbsent ? '"absent" twice' : JSON.stringify(outcomes.slice(0, 5));
		const got = said(gone, untouched, told, done() - before);
		return [
			{
				name: `retirement of ${devices} in two workspaces, ${kills} kills: gone whole and once, others untouched, what the next run says and changes`,
				wanted,
				got,
				held: got === wanted,
			},
		];
	});
};

import { type SimulatorHandle, TAGS } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { byId } from '../../faults/runs';

/* Endpoints of two workspaces, of which those with a tag are retired; what has become of them by the ledger. */

export const USER_TYPE = 'cellularIotUserApi';

const RESELLER = 1001;
export const SUB = 1002;
/** The tag of the child; that of its parent has the same name. */
const SUB_TAG = 490;
const NAME = 'retired';
/** Endpoints in each workspace that do not have the tag. */
export const OTHERS = 50;

const ACTIVATED = 1;
const SUSPENDED = 2;
const DELETED = 2;

/** Retires the endpoints with the tag of an item, in its workspace. */
export const RETIRE = {
	resource: 'endpoint',
	operation: 'retire',
	endpointsBy: 'tag',
	tagId: byId('={{ $json.tag }}'),
	confirmTag: NAME,
	sims: 'suspend',
	dryRun: false,
	options: { workspaceId: '={{ $json.workspace }}' },
};

/** The items of a run. */
export const WORKSPACES = [
	{ workspace: RESELLER, tag: TAGS.lab },
	{ workspace: SUB, tag: SUB_TAG },
];

/** Endpoints by whether they are to be retired, with the SIMs that they had. */
export interface Fleet {
	retired: Map<number, number>;
	others: Map<number, number>;
}

/** Gives the first endpoints of both workspaces the tag of that workspace. */
export function tagged(sim: SimulatorHandle, devices: number): Fleet {
	const { store } = sim;
	store.tags.get(TAGS.lab)!.name = NAME;
	store.tags.set(SUB_TAG, { id: SUB_TAG, organisationId: SUB, name: NAME, colorId: 1 });
	const fleet: Fleet = { retired: new Map(), others: new Map() };
	for (const [organisationId, tag] of [
		[RESELLER, TAGS.lab],
		[SUB, SUB_TAG],
	] as const) {
		const own = [...store.endpoints.values()].filter(
			(endpoint) => endpoint.organisationId === organisationId,
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
export function endOf({ store, ledger }: SimulatorHandle, { retired, others }: Fleet) {
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

interface Retired {
	devices: number;
	fleet: Fleet;
	/** The outcomes of a run after the last. */
	last: string[];
	/** The effects that it had. */
	writes: number;
}

/** What is gone and what is untouched by the ledger, and what a run after the last says and does. */
export function figureOf(
	name: string,
	sim: SimulatorHandle,
	{ devices, fleet, last, writes }: Retired,
): Figure {
	const { gone, untouched } = endOf(sim, fleet);
	const said = (...counts: unknown[]) => counts.join(', ');
	const wanted = said(devices, fleet.others.size, 'absent absent', 0);
	const got = said(gone, untouched, last.join(' '), writes);
	return {
		name: `${name}: gone whole and once, others untouched, what the next run says and changes`,
		wanted,
		got,
		held: got === wanted,
	};
}

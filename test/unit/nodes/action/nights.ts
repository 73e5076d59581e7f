import { type Generation, start, type SimulatorHandle } from '../../../../simulator';
import { randomFrom } from '../../../../simulator/numbers';
import { storeFor } from '../../../support/n8n/n8n';
import { ProductionWorkflow } from '../../../support/n8n/production';

/*
 * A nightly copy of the changes, with a given number of endpoints and nights, for the tests and the
 * fault figures. The judge reads the service's own state and uses no digests.
 */

export interface Nights {
	/** Changes that the runs should report, and items that they returned, over all nights. */
	wanted: number;
	got: number;
	/** Changes that were reported without their parts, which digests do not always show. */
	unnamed: number;
	/** Nights whose items were not exactly the changes. */
	wrong: string[];
	/** Most characters per endpoint that n8n has stored. */
	bytes: number;
}

type Endpoint = SimulatorHandle['store']['endpoints'] extends Map<number, infer E> ? E : never;
type State = Record<string, string>;

const DELETED = 2;
const EACH_NIGHT = 0.01;

/** The parts of an endpoint, read from the service's own state. */
function stateOf({ store }: SimulatorHandle, endpoint: Endpoint): State {
	const sim = endpoint.simId === null ? undefined : store.sims.get(endpoint.simId);
	const tags = endpoint.tagIds.map((id) => store.tags.get(id)?.name);
	const parts = {
		name: endpoint.name,
		status: endpoint.statusId,
		address: endpoint.ip,
		sim: sim?.id,
		sim_status: sim?.statusId,
		tags: tags.sort(),
		profiles: [endpoint.serviceProfileId, endpoint.tariffProfileId],
		imei: [endpoint.imei, endpoint.imeiLock],
	};
	return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, String(value)]));
}

/** The known state of the fleet, and the changes since then. */
export class Judge {
	private readonly known = new Map<number, State & { missed?: string }>();
	private touched = new Set<number>();

	constructor(private readonly sim: SimulatorHandle) {}

	touch(...ids: number[]): void {
		for (const id of ids) this.touched.add(id);
	}

	/** The changes that a run should report; `settle` marks them as reported. */
	changes(isComplete: boolean): { wanted: string[]; settle: () => void } {
		const { endpoints } = this.sim.store;
		const wanted: string[] = [];
		const steps: Array<() => void> = [];
		for (const id of this.touched) {
			const before = this.known.get(id);
			const endpoint = endpoints.get(id);
			const forget = () => void this.touched.delete(id);
			if (!endpoint) {
				if (!before) steps.push(forget);
				else if (isComplete && before.missed) {
					wanted.push(`${id} removed`);
					steps.push(forget, () => void this.known.delete(id));
				} else if (isComplete) steps.push(() => void (before.missed = 'once'));
				continue;
			}
			steps.push(forget);
			if (endpoint.statusId === DELETED) {
				if (before) wanted.push(`${id} removed`);
				steps.push(() => void this.known.delete(id));
				continue;
			}
			const now = stateOf(this.sim, endpoint);
			steps.push(() => void this.known.set(id, now));
			const parts = Object.keys(now).filter((part) => before?.[part] !== now[part]);
			if (!before) wanted.push(`${id} added`);
			else if (parts.length > 0) wanted.push(`${id} changed ${parts.sort().join()}`);
		}
		return { wanted: wanted.sort(), settle: () => steps.forEach((step) => step()) };
	}
}

/** Makes one random change in the fleet and returns the endpoints that may be affected. */
export function change({ store }: SimulatorHandle, ids: number[], draw: () => number): number[] {
	const pick = () => store.endpoints.get(ids[Math.floor(draw() * ids.length)]!);
	const [first, second] = [pick(), pick()];
	if (!first || !second || first.statusId === DELETED || second.statusId === DELETED) return [];
	const word = Math.floor(draw() * 1e9).toString(36);
	const simOf = ({ simId }: Endpoint) => (simId === null ? undefined : store.sims.get(simId));
	const kinds: Array<() => void> = [
		() => void (first.name = `device ${word}`),
		() => void (first.statusId = 1 - first.statusId),
		() => void (first.ip += 65_536),
		() => void (first.imei = String(3_500_000_000_000_000 + Math.floor(draw() * 1e12))),
		() => void (first.imeiLock = !first.imeiLock),
		() => void (first.tariffProfileId = 403 - first.tariffProfileId),
		() => Object.assign(first, { tagIds: first.tagIds.length > 0 ? [] : [401], tagged: true }),
		// Three times as likely, since `last_updated` does not show this change.
		...Array.from({ length: 3 }, () => () => {
			const sim = simOf(first);
			if (sim) sim.statusId = sim.statusId === 2 ? 1 : 2;
		}),
		() => {
			const mine = first.simId;
			first.simId = second.simId;
			second.simId = mine;
		},
		() => Object.assign(first, { statusId: DELETED, simId: null }),
		() => void store.endpoints.delete(first.id),
		() => {
			const id = store.nextId('endpoint');
			store.endpoints.set(id, { ...first, id, name: `new ${word}`, simId: null });
			ids.push(id);
		},
	];
	kinds[Math.floor(draw() * kinds.length)]!();
	return [first.id, second.id, ids.at(-1)!];
}

/** An item of a list of changes in the judge's format: the endpoint, the change, and its parts. */
export const lineOf = ({
	id,
	change: what,
	changed_parts: parts,
}: Record<string, unknown>): string =>
	[String(id), what, (parts as string[]).sort().join()].filter(Boolean).join(' ');

const isUnnamed = (line: string) => line.endsWith(' changed');

/** Lines in the judge's order. A line without parts matches any wanted change of its endpoint. */
export const named = (lines: string[], wanted: string[]): string[] =>
	lines
		.map((line) =>
			isUnnamed(line) ? (wanted.find((full) => full.startsWith(`${line} `)) ?? line) : line,
		)
		.sort();

/**
 * A fleet of which 1 % changes each night, with failed runs, restarts, test runs in the editor and
 * incomplete lists.
 */
export async function nights(
	endpoints: number,
	count: number,
	{ seed = 1, generation = 'recorded' as Generation } = {},
): Promise<Nights> {
	const sim = await start({ generation, limits: 'off', seed: { endpoints } });
	const draw = randomFrom(seed);
	const workflow = new ProductionWorkflow(storeFor(sim.url), {
		resource: 'endpoint',
		operation: 'getAll',
		returnAll: true,
		options: { onlyChanged: 'changes' },
	});
	const judge = new Judge(sim);
	const ids = [...sim.store.endpoints.keys()];
	judge.touch(...ids);
	const found: Nights = { wanted: 0, got: 0, unnamed: 0, wrong: [], bytes: 0 };
	for (let night = 0; night < count; night++) {
		for (let i = 0; night > 0 && i < Math.ceil(endpoints * EACH_NIGHT); i++) {
			judge.touch(...change(sim, ids, draw));
		}
		sim.store.touch();
		const isComplete = night % 9 !== 4;
		const headers = { 'x-total-count': String(2 * endpoints + 2 * ids.length) };
		const rules = [{ match: { path: '/api/v1/endpoint$' }, kind: 'headers' as const, headers }];
		await sim.setFaults({ rules: isComplete ? [] : rules });
		const { wanted, settle } = judge.changes(isComplete);
		if (night % 5 === 3) workflow.restart();
		if (night % 11 === 7) await workflow.run('well', { mode: 'manual' });
		const isBad = night % 7 === 5;
		const items = await workflow.run(isBad ? 'badly' : 'well');
		const lines = items.map(lineOf);
		const got = named(lines, wanted);
		found.wanted += wanted.length;
		found.got += got.length;
		found.unnamed += lines.filter(isUnnamed).length;
		if (wanted.join('\n') !== got.join('\n')) {
			const missing = wanted.filter((line) => !got.includes(line)).slice(0, 3);
			const more = got.filter((line) => !wanted.includes(line)).slice(0, 3);
			found.wrong.push(
				`night ${night}: missing ${missing.join('; ')}, too many ${more.join('; ')}`,
			);
		}
		if (!isBad) settle();
		const size = JSON.stringify(workflow.saved).length;
		found.bytes = Math.max(found.bytes, size / Math.max(1, sim.store.endpoints.size));
	}
	await sim.close();
	return found;
}

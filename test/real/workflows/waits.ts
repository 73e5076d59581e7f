import { TAGS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { tag } from './fleet';
import { ENTERPRISE, fleetOf, mustSucceed, type Stage } from './stage';

/* Workflows that wait for devices which sleep, flap and fail. The service's clock is moved meanwhile. */

const TICK_MS = 250;
const SECONDS = { amount: 2, unit: 'seconds' };

/** Moves the service's clock by so many seconds a tick while a workflow runs. */
export async function moving<T>(
	{ sim }: Stage,
	seconds: number,
	job: () => Promise<T>,
): Promise<T> {
	const timer = setInterval(() => sim.clock.advance(seconds * 1000), TICK_MS);
	return await job().finally(() => clearInterval(timer));
}

/** Posts to a control route of the simulator. */
export async function control({ sim }: Stage, path: string, body: object): Promise<unknown> {
	const response = await fetch(sim.url + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
	return await response.json();
}

/** Ids in their order, as one text. */
export const listed = (ids: unknown[]): string =>
	ids
		.map(Number)
		.sort((a, b) => a - b)
		.join(', ');

/** Twenty devices are reset: most return, two sleep for half an hour, two flap, two are gone. */
export async function resets(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = fleetOf(stage, ENTERPRISE);
	const chosen = own
		.filter(({ simId }) => sim.store.sims.get(simId ?? -1)?.statusId === 1)
		.slice(60, 80);
	for (const endpoint of own) tag(endpoint, chosen.includes(endpoint) ? [TAGS.enterprise] : []);
	sim.store.touch();
	const lives = (await control(stage, '/_sim/lives', {
		endpointIds: chosen.map(({ id }) => id),
		mix: { asleep: 0.1, flapping: 0.1, gone: 0.1 },
		sleepSeconds: 1800,
		awakeSeconds: 1200,
		flapSeconds: [10, 30],
	})) as Array<{ endpointId: number; kind: string }>;
	const idsOf = (...kinds: string[]) =>
		listed(lives.filter(({ kind }) => kinds.includes(kind)).map(({ endpointId }) => endpointId));
	const run = await load('reset-until-stable', {
		user: 'trial',
		parameters: {
			Devices: { filters: { status: 0, tags: 'fleet' } },
			'Online and Stable': {
				waitHere: 20,
				atMost: 2,
				atMostUnit: 'minutes',
				options: { reads: 3, readDistance: 5 },
			},
			'Wait 5 minutes': SECONDS,
		},
	});
	const before = sim.ledger().effects.length;
	const execution = mustSucceed(await moving(stage, 5, run));
	const made = sim.ledger().effects.slice(before);
	const resetIds = made
		.filter(({ kind }) => kind === 'connectivity.reset')
		.map((e) => e.endpointId);
	const endpointsOf = (node: string) => {
		const runs = execution.data.resultData.runData[node] ?? [];
		return listed(
			runs.flatMap(({ data }) => (data?.main[0] ?? []).map(({ json }) => json.endpoint_id)),
		);
	};
	return [
		exactly('resets: each device once', listed(chosen.map(({ id }) => id)), listed(resetIds)),
		exactly('resets: stable', idsOf('awake', 'asleep'), endpointsOf('Stable')),
		exactly('resets: not stable', idsOf('flapping', 'gone'), endpointsOf('Not Stable')),
	];
}

interface CardState {
	id: number;
	kind: string;
	enabled: { iccid: string } | null;
	isInReach: boolean;
	profiles: Array<{ iccid: string }>;
}

/** Nine cards in each vocabulary: two sleep for 30 hours, one fails, one has no network, one never polls. */
export async function switches(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const figures: Figure[] = [];
	for (const esimVocabulary of ['plain', 'coded'] as const) {
		sim.seed({ esimVocabulary });
		const usual = (await control(stage, '/_sim/cards', {
			count: 8,
			organisationId: ENTERPRISE,
			seed: 3,
			mix: { asleep: 0.25, failing: 0.125, noNetwork: 0.125 },
		})) as CardState[];
		const asleep = (await control(stage, '/_sim/cards', {
			count: 1,
			organisationId: ENTERPRISE,
			kind: 'asleep',
			sleepSeconds: 30 * 86_400,
		})) as CardState[];
		const run = await load('switch-esim-profile', {
			user: 'trial',
			parameters: {
				'Order Ended': {
					waitHere: 5,
					atMost: 1,
					atMostUnit: 'days',
					profileState: 'enabled',
				},
				'Wait for the poll': SECONDS,
				'Wait for a sign': SECONDS,
			},
		});
		const execution = mustSucceed(await moving(stage, 600, run));
		// The cards of the vocabulary before are still there, and are tried again.
		const own = new Set<unknown>([...usual, ...asleep].map(({ id }) => id));
		const cardsOf = (node: string) => {
			const runs = execution.data.resultData.runData[node] ?? [];
			const ids = runs.flatMap(({ data }) =>
				(data?.main[0] ?? []).map(({ json }) => json.euicc_id),
			);
			return listed(ids.filter((id) => own.has(id)));
		};
		const idsOf = (kinds: string[]) =>
			listed(usual.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
		const response = await fetch(`${sim.url}/_sim/cards`);
		const now = (await response.json()) as CardState[];
		const mine = now.filter(({ id }) => own.has(id));
		const onTarget = mine.filter(({ enabled, profiles }) => enabled?.iccid === profiles[1]?.iccid);
		const name = `switches (${esimVocabulary})`;
		figures.push(
			exactly(`${name}: switched`, idsOf(['polling', 'asleep']), cardsOf('Switched')),
			exactly(`${name}: rolled back`, idsOf(['failing', 'noNetwork']), cardsOf('Rolled Back')),
			exactly(`${name}: never polled`, listed(asleep.map(({ id }) => id)), cardsOf('Never Polled')),
			exactly(
				`${name}: on the new profile`,
				cardsOf('Switched'),
				listed(onTarget.map(({ id }) => id)),
			),
			exactly(`${name}: out of reach`, '0', String(mine.filter((card) => !card.isInReach).length)),
		);
	}
	return figures;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { outputOf } from '../../../demo/lib/api';
import { APPLICATION_TOKENS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';
import { accountNode, byHand, workflowOf } from '../stage/workflows';
import { fleetOf, mustSucceed, RESELLER } from '../workflows/stage';
import { inRealN8n, type JobStage } from './inN8n';

/*
 * A fleet gets another tariff in waves, in a real n8n that is killed at random moments: in a write, while it judges,
 * while it puts back, in a pause. The rows are the devices on the old tariff, so that devices which were moved are
 * not among the rows of the next run. Whoever gets another tariff is reset, as its operator does; some devices do not
 * return from it.
 */

interface Size {
	devices: number;
	/** Devices that do not return. */
	gone: number;
	/** Rows in a wave. */
	wave: number;
	kills: number;
}

const [OLD, NEW] = ['Europe', 'World'];
/** A kill comes at most so long after a device was moved: a judgement takes a minute. Seconds. */
const KILL_WITHIN_S = 75;
/** The longest run. Milliseconds. */
const LONGEST_MS = 3_600_000;

/** Requests to the simulator beside n8n. */
async function request(url: string, method: string, body: object, token?: string) {
	const answer = await fetch(url, {
		method,
		headers: {
			'content-type': 'application/json',
			// The simulator may close a kept-alive connection just when it is reused.
			connection: 'close',
			...(token && { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
	return answer;
}

/** The devices, on the old tariff and online. @returns their ids */
async function devices({ sim }: JobStage, { gone }: Size): Promise<number[]> {
	const fleet = fleetOf({ sim }, RESELLER).filter(({ simId }) => simId !== null);
	const old = tariffs(sim, OLD!);
	for (const endpoint of fleet) {
		endpoint.tariffProfileId = old;
		endpoint.statusId = 0;
		endpoint.blocked = false;
		sim.store.sims.get(endpoint.simId!)!.statusId = 1;
	}
	const ids = fleet.map(({ id }) => id);
	const lives = {
		endpointIds: ids,
		mix: { gone: gone / ids.length },
		kind: 'awake',
		returnSeconds: [1, 5],
	};
	await request(`${sim.url}/_sim/lives`, 'POST', lives);
	return ids;
}

const tariffs = ({ store }: JobStage['sim'], name: string): number =>
	[...store.tariffProfiles.values()].find(
		(one) => one.name === name && one.organisationId === RESELLER,
	)!.id;

/** How often each device was given a tariff. */
const movesIn = ({ sim }: JobStage): number[] =>
	sim
		.ledger()
		.effects.filter(
			({ kind, detail }) =>
				kind === 'endpoint.updated' && JSON.stringify(detail).includes('tariff_profile'),
		)
		.map(({ endpointId }) => Number(endpointId));

/** Resets each device that gets another tariff, until it is stopped. */
function operator(stage: JobStage): { stop: () => Promise<void> } {
	let isOn = true;
	const work = async () => {
		const { url } = stage.sim;
		const login = await request(`${url}/api/v1/authenticate`, 'POST', {
			application_token: APPLICATION_TOKENS.reseller,
		});
		const { auth_token: token } = (await login.json()) as { auth_token: string };
		let done = 0;
		while (isOn) {
			const moves = movesIn(stage);
			for (const id of moves.slice(done)) {
				const path = `${url}/api/v1/endpoint/${id}/connectivity`;
				await request(path, 'PATCH', { location: null, pdp_context: null }, token);
			}
			done = moves.length;
			await sleep(50);
		}
	};
	const working = work();
	return {
		stop: async () => {
			isOn = false;
			await working;
		},
	};
}

const TABLE = ({ wave }: Size) => ({
	resource: 'endpoint',
	operation: 'applyTable',
	valuesFrom: 'fields',
	dryRun: false,
	endpointId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	updateFields: { tariffProfileId: { __rl: true, mode: 'name', value: NEW } },
	waves: { waveSize: wave, wavePause: 5, waveCondition: 'online', waveMinutes: 1 },
	options: { stopAbove: 50 },
});

/** The migration, killed in random moments, and run to its end. */
async function migration(store: string, stage: JobStage, size: Size): Promise<Figure[]> {
	const { sim, n8n, credential } = stage;
	const ids = await devices(stage, size);
	const gone = [...sim.store.lives.values()]
		.filter(({ kind }) => kind === 'gone')
		.map(({ endpointId }) => endpointId);
	const field = operator(stage);
	try {
		const id = await n8n.api.createWorkflow(
			workflowOf('Migration', [
				byHand,
				accountNode('Devices', credential, {
					resource: 'endpoint',
					operation: 'getAll',
					returnAll: true,
					filters: { tariffProfile: OLD },
				}),
				accountNode('Table', credential, TABLE(size), 'cellularIotJobs'),
			]),
		);
		const moved = () => new Set(movesIn(stage)).size;
		const part = ids.length / (size.kills + 1);
		for (let kill = 1; kill <= size.kills; kill += 1) {
			await n8n.api.runWorkflow(id, 'Start');
			// A run judges first what the one before has left.
			await until('moves', () => moved() >= Math.min(ids.length, part * (kill - 1) + 1), 600, 50);
			await sleep(Math.random() * KILL_WITHIN_S * 1_000);
			await n8n.restart('SIGKILL');
			say(`  ${store}: ${kill} of ${size.kills} kills, ${moved()} of ${ids.length} were moved`);
		}
		const last = mustSucceed(await n8n.api.runToEnd(id, 'Start', LONGEST_MS));
		const items = outputOf(last, 'Table');
		const on = (name: string) => {
			const tariff = tariffs(sim, name);
			return ids.filter((one) => sim.store.endpoints.get(one)!.tariffProfileId === tariff);
		};
		const left = on(NEW!).filter((one) => gone.includes(one)).length;
		const times = counts(movesIn(stage));
		const odd = ids.filter((one) => times.get(one) !== (gone.includes(one) ? 2 : 1)).length;
		const notSaid = items.filter(({ outcome }) => outcome === undefined).length;
		const what = (...[all, back, sick, strange, mute]: number[]) =>
			`${all} moved, ${back} put back, ${sick} sick left, ${strange} changed too often or not at all, ${mute} without an outcome`;
		return [
			exactly(
				`waves, with ${store}: ${ids.length} devices in waves of ${size.wave}, n8n killed ${size.kills} times`,
				what(ids.length - gone.length, gone.length, 0, 0, 0),
				what(on(NEW!).length, on(OLD!).length, left, odd, notSaid),
			),
		];
	} finally {
		await field.stop();
	}
}

/** The migration with what is under judgement in n8n's database; where `onRedis`, once more on a Redis. */
export async function waves(size: Size, onRedis?: Size): Promise<Figure[]> {
	const seedOf = ({ devices: endpoints }: Size) => ({ endpoints });
	const inDatabase = await inRealN8n(
		{ seed: seedOf(size) },
		async (stage) => await migration("n8n's database", stage, size),
	);
	if (!onRedis) return inDatabase;
	const redis = await RedisServer.start();
	try {
		const other = await inRealN8n(
			{ seed: seedOf(onRedis) },
			async (stage) => await migration('a Redis', stage, onRedis),
			{ shareLimits: true, redisUrl: redis.url },
		);
		return [...inDatabase, ...other];
	} finally {
		await redis.down();
	}
}

import { setTimeout as sleep } from 'node:timers/promises';
import { outputOf } from '../../../demo/lib/api';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';
import { accountNode, byHand, workflowOf } from '../stage/workflows';
import { mustSucceed } from '../workflows/stage';
import { inRealN8n, type JobStage } from './inN8n';
import { Fleet, NEW, OLD, type WaveSize } from './wavesFleet';

/*
 * The migration of waves.ts in a real n8n that is killed at random moments: in a write, while it judges, while it
 * puts back, in a pause. The rows are the devices on the old tariff.
 */

/** A kill comes at most so long after a device was moved: a judgement takes two minutes. Seconds. */
const KILL_WITHIN_S = 150;
/** The longest run. Milliseconds. */
const LONGEST_MS = 3_600_000;
/** How often the operator looks for moved devices. Milliseconds. */
const OPERATOR_MS = 50;

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

const DEVICES = {
	resource: 'endpoint',
	operation: 'getAll',
	returnAll: true,
	filters: { tariffProfile: byName(OLD) },
};
const TABLE = ({ wave }: WaveSize) => ({
	resource: 'endpoint',
	operation: 'applyTable',
	valuesFrom: 'fields',
	dryRun: false,
	endpointId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	updateFields: { tariffProfileId: byName(NEW) },
	waves: { waveSize: wave, wavePause: 5, waveCondition: 'online', waveMinutes: 2 },
	options: { stopAbove: 50 },
});

/** The migration, killed in random moments, and run to its end. */
async function migration(store: string, stage: JobStage, size: WaveSize): Promise<Figure[]> {
	const { sim, n8n, credential } = stage;
	const fleet = await Fleet.of(sim, size);
	const operator = fleet.operate(OPERATOR_MS);
	try {
		const id = await n8n.api.createWorkflow(
			workflowOf('Migration', [
				byHand,
				accountNode('Devices', credential, DEVICES),
				accountNode('Table', credential, TABLE(size), 'cellularIotJobs'),
			]),
		);
		const part = size.devices / (size.kills + 1);
		for (let kill = 1; kill <= size.kills; kill += 1) {
			await n8n.api.runWorkflow(id, 'Start');
			// A run judges first what the one before has left.
			const wanted = Math.min(size.devices, part * (kill - 1) + 1);
			await until('moves', () => fleet.moved >= wanted, 900, 50);
			await sleep(Math.random() * KILL_WITHIN_S * 1_000);
			await n8n.restart('SIGKILL');
			say(`  ${store}: ${kill} of ${size.kills} kills, ${fleet.moved} of ${size.devices} moved`);
		}
		const last = mustSucceed(await n8n.api.runToEnd(id, 'Start', LONGEST_MS));
		const mute = outputOf(last, 'Table').filter(({ outcome }) => outcome === undefined).length;
		return [
			exactly(
				`waves, with ${store}: ${size.devices} devices in waves of ${size.wave}, n8n killed ${size.kills} times`,
				`${fleet.wanted}, 0 without an outcome`,
				`${fleet.got}, ${mute} without an outcome`,
			),
		];
	} finally {
		await operator.stop();
	}
}

/** The migration with what is under judgement in n8n's database; where `onRedis`, once more on a Redis. */
export async function wavesInN8n(size: WaveSize, onRedis?: WaveSize): Promise<Figure[]> {
	const seed = { endpoints: size.devices };
	const inDatabase = await inRealN8n(
		{ seed },
		async (stage) => await migration("n8n's database", stage, size),
	);
	if (!onRedis) return inDatabase;
	const redis = await RedisServer.start();
	try {
		const other = await inRealN8n(
			{ seed: { endpoints: onRedis.devices } },
			async (stage) => await migration('a Redis', stage, onRedis),
			{ shareLimits: true, redisUrl: redis.url },
		);
		return [...inDatabase, ...other];
	} finally {
		await redis.down();
	}
}

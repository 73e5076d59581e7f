import '../../faults/resolve';
import 'reflect-metadata';
import { exactly, type Figure } from '../../faults/figures';
import { runSuite } from '../../faults/suite';
import { inRealN8n, type JobStage } from '../jobs/inN8n';
import { cards } from './cards';
import { type Begun, IN_DATABASE_S, type Kills, killedOnTheWay } from './course';
import { questions } from './questions';
import { RATES, resets } from './resets';

/*
 * `npm run test:waits [-- --quick] [-- name …]`: workflows that wait in a real n8n which is killed at random
 * moments, verified with the simulator's ledger. With `--quick` all wait in one n8n, which is killed once and does
 * not sleep in its database.
 */

/** Figures in one n8n on SQLite, whose account has no Redis. */
const killed = async (
	endpoints: number,
	kills: Kills,
	begin: (stage: JobStage) => Promise<Begun[]>,
	rates: object = RATES,
): Promise<Figure[]> =>
	await inRealN8n(
		// A token outlives the days that pass in minutes.
		{ seed: { endpoints, authTokenMinutes: 10_080 } },
		async (stage) => {
			const all = await begin(stage);
			const course = await killedOnTheWay(
				stage,
				all.flatMap(({ workflowIds }) => workflowIds),
				kills,
			);
			const judged = await Promise.all(all.map(async ({ judge }) => await judge(course)));
			return [...judged.flat(), exactly('kills', String(kills.kills), String(course.kills))];
		},
		rates,
	);

const whole = {
	/** The service's day takes six minutes. */
	resets: async () =>
		await killed(1_100, { kills: 20, apart: [2, 25], times: 240, within: 1_200 }, async (stage) => [
			await resets(stage, { devices: 1_000, minutes: 9, sleeps: IN_DATABASE_S }),
		]),
	/** Two hours of the service take four minutes. */
	questions: async () =>
		await killed(130, { kills: 20, apart: [2, 25], times: 30, within: 1_200 }, async (stage) => [
			await questions(stage, {
				questions: 1_000,
				devices: 100,
				minutes: 8,
				sleeps: IN_DATABASE_S,
			}),
		]),
	/** Thirty hours of the service take a quarter of an hour. */
	cards: async () =>
		await killed(
			10,
			{ kills: 50, apart: [2, 20], times: 120, within: 1_800 },
			async (stage) => [
				await cards(stage, { cards: 2_000, sleeps: IN_DATABASE_S, asleepHours: 30 }),
			],
			{},
		),
};

/** An hour of the service takes half a second. */
const quick = {
	all: async () =>
		await killed(120, { kills: 1, apart: [4, 8], times: 7_200, within: 300 }, async (stage) => [
			await resets(stage, { devices: 40, minutes: 0.4, sleeps: 2 }),
			await questions(stage, { questions: 60, devices: 20, minutes: 0.4, sleeps: 2 }),
			await cards(stage, { cards: 40, sleeps: 2, asleepHours: 54 }),
		]),
};

void runSuite(({ of }) => of<Record<string, () => Promise<Figure[]>>>(whole, quick));

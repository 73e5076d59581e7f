import type { WorkflowJson } from '../../../demo/lib/api';
import { installN8n } from '../../../demo/lib/install';
import { findNode } from '../../../demo/lib/node';
import type { SimulatorHandle, StartOptions } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { FAST, withSimulator } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import { RealN8n } from '../stage/realN8n';
import { type Credential, resellerAccount } from '../stage/workflows';

/** A real n8n with an account at a simulator. */
export interface JobStage {
	sim: SimulatorHandle;
	n8n: RealN8n;
	credential: Credential;
}

/** One measurement in n8n on SQLite, whose account has no limits; `more` are other fields of it. */
export const inRealN8n = async (
	options: StartOptions,
	measure: (stage: JobStage) => Promise<Figure[]>,
	more: object = {},
): Promise<Figure[]> =>
	await withSimulator(options, async (sim) => {
		await installN8n(findNode());
		const n8n = await RealN8n.start({ DB_TYPE: 'sqlite' });
		try {
			const credential = await resellerAccount(n8n.api, sim.url, { ...FAST, ...more });
			return await measure({ sim, n8n, credential });
		} finally {
			await n8n.stop();
		}
	});

/** The work of a job, counted by the simulator. */
interface Work {
	kills: number;
	/** The count of a complete job. */
	all: number;
	done: () => number;
	/** The counted things. */
	what: string;
}

/**
 * Starts a job by hand and kills n8n at a random point, once in each part of the job.
 * @returns a function that runs the whole job again
 * @throws if more than half of the kills came when the job got no further
 */
export async function killedMidway(
	{ n8n }: JobStage,
	workflow: WorkflowJson,
	{ kills, all, done, what }: Work,
) {
	const id = await n8n.api.createWorkflow(workflow);
	let midway = 0;
	for (let kill = 0; kill < kills; kill += 1) {
		await n8n.api.runWorkflow(id, 'Start');
		const before = done();
		const enough = before + 1 + Math.random() * ((all - before) / (kills - kill) - 1);
		// A job that is complete gets no further.
		const isMidway = await until('this part of the job', () => done() >= enough, 60, 1).then(
			() => true,
			() => false,
		);
		if (isMidway) midway += 1;
		await n8n.restart('SIGKILL');
		say(`  ${kill + 1} of ${kills} kills, ${done()} of ${all} ${what}`);
	}
	if (midway < kills / 2) throw new Error(`only ${midway} of ${kills} kills came midway`);
	return async () => await n8n.api.runToEnd(id, 'Start', 600_000);
}

import type { Execution } from '../../../demo/lib/api';
import { bindWorkflow, readWorkflow } from '../../../demo/lib/workflows';
import { TAGS } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';
import { tag } from '../workflows/fleet';
import { fleetOf, mustSucceed, RESELLER, settings } from '../workflows/stage';
import { inRealN8n, type JobStage } from './inN8n';

/*
 * The shipped example "SMS to a fleet", with its key and its stop rule, in a real n8n that is killed at
 * random moments and runs the workflow again each time: what the killed runs have left in doubt does not
 * stop the next one.
 */

interface Size {
	devices: number;
	kills: number;
}

/** Name of the example's trigger. */
const TRIGGER = 'Run by hand';
/** SMS in a second, as the service allows: a kill leaves few of them in doubt. */
const PACE = { singlesPerSecond: 50 };
/** The longest wait for the first SMS of a run, which looks up the items in doubt first. Seconds. */
const FIRST_SMS_S = 300;

/** Prepares the devices of the example. @returns their ids */
function devices({ sim }: JobStage): number[] {
	const all = fleetOf({ sim }, RESELLER).filter(({ simId }) => simId !== null);
	for (const endpoint of all) {
		tag(endpoint, [TAGS.field]);
		endpoint.statusId = 0;
		sim.store.sims.get(endpoint.simId!)!.statusId = 1;
	}
	sim.store.touch();
	return all.map(({ id }) => id);
}

/** How often each device was sent the SMS of the campaign. */
const sentTo = ({ sim }: JobStage): Map<number, number> =>
	counts(
		sim
			.ledger()
			.effects.filter(({ kind }) => kind === 'sms.sent')
			.map(({ endpointId }) => Number(endpointId)),
	);

/** The outcome of each device in a run that has ended. */
function verdictsOf(execution: Execution): Map<number, string> {
	const { runData } = execution.data.resultData;
	const ids = (runData.Devices?.[0]?.data?.main[0] ?? []).map(({ json }) => Number(json.id));
	const [done, failed] = runData.Send?.[0]?.data?.main ?? [];
	const said = new Map<number, string>();
	for (const item of [...(done ?? []), ...(failed ?? [])]) {
		const { pairedItem, json } = item as typeof item & { pairedItem: { item: number } };
		const { outcome = 'done' } = (json.details ?? {}) as { outcome?: string };
		said.set(ids[pairedItem.item]!, outcome);
	}
	return said;
}

/** Runs the campaign, kills n8n in each of its runs, and runs it to the end. */
async function campaign(store: string, stage: JobStage, { kills }: Size): Promise<Figure[]> {
	const { sim, n8n, credential } = stage;
	const fleet = devices(stage);
	const workflow = bindWorkflow(readWorkflow('sms-to-a-fleet'), {
		credentials: { cellularIotTokenApi: credential },
		parameters: settings({
			tag: sim.store.tags.get(TAGS.field)!.name,
			text: 'REPORT',
			campaign: 'report-1',
		}),
	});
	const id = await n8n.api.createWorkflow(workflow);
	const sent = () => sentTo(stage).size;
	// Half of the devices are left for the last run.
	const most = fleet.length / 2 / kills;
	let wentOn = 0;
	for (let kill = 1; kill <= kills; kill += 1) {
		const before = sent();
		await n8n.api.runWorkflow(id, TRIGGER);
		const isOn = async (count: number) =>
			await until('its SMS', () => sent() >= before + count, FIRST_SMS_S, 1).then(
				() => true,
				() => false,
			);
		if (await isOn(1)) {
			wentOn += 1;
			await isOn(1 + Math.random() * (most - 1));
		}
		await n8n.restart('SIGKILL');
		say(`  ${store}: ${kill} of ${kills} kills, ${sent()} of ${fleet.length} devices`);
	}
	const before = sent();
	const said = verdictsOf(mustSucceed(await n8n.api.runToEnd(id, TRIGGER, 900_000)));
	if (sent() > before) wentOn += 1;
	const applied = sentTo(stage);
	const twice = [...applied.values()].filter((times) => times > 1).length;
	const missing = fleet.filter(
		(device) => !applied.has(device) && said.get(device) !== 'unknown',
	).length;
	const left = [...said.values()].filter(
		(outcome) => !['done', 'unknown'].includes(outcome),
	).length;
	const inDoubt = [...said.values()].filter((outcome) => outcome === 'unknown').length;
	const what = (all: number, doubled: number, absent: number, others: number) =>
		`${all} of ${kills + 1} runs have sent SMS; ${doubled} devices twice, ${absent} neither once nor in doubt, ${others} not sent or refused`;
	const got = what(wentOn, twice, missing, left);
	return [
		{
			name: `resumed, keys in ${store}: ${fleet.length} devices, n8n killed ${kills} times`,
			wanted: what(kills + 1, 0, 0, 0),
			got: `${got}; ${inDoubt} in doubt`,
			held: got === what(kills + 1, 0, 0, 0) && said.size === fleet.length,
		},
	];
}

/** The campaign with keys in n8n's database, and on a Redis. */
export async function resumed(size: Size): Promise<Figure[]> {
	const seed = { endpoints: size.devices };
	const inDatabase = await inRealN8n(
		{ seed },
		async (stage) => await campaign("n8n's database", stage, size),
		PACE,
	);
	const redis = await RedisServer.start();
	try {
		const onRedis = await inRealN8n(
			{ seed },
			async (stage) => await campaign('a Redis', stage, size),
			{ ...PACE, shareLimits: true, redisUrl: redis.url },
		);
		return [...inDatabase, ...onRedis];
	} finally {
		await redis.down();
	}
}

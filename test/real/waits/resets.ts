import type { WorkflowJson } from '../../../demo/lib/api';
import { bindWorkflow, readWorkflow } from '../../../demo/lib/workflows';
import { TAGS } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import type { JobStage } from '../jobs/inN8n';
import { tag } from '../workflows/fleet';
import { fleetOf, RESELLER, settings } from '../workflows/stage';
import { type Begun, byId, control, type Course, courseIn, itemsAt, sleep } from './course';

/*
 * The shipped example "Reset and wait until stable", with an idempotency key, in a real n8n on SQLite without a
 * Redis: some devices sleep for up to a day, with or without their session, some flap, some never return.
 */

interface Size {
	devices: number;
	/** How long an item is awaited. Minutes of n8n. */
	minutes: number;
	/** How long n8n sleeps between looks. Seconds. */
	sleeps: number;
}

const MIX = { asleep: 0.1, psm: 0.05, flapping: 0.05, gone: 0.05 };
const DAY_S = 86_400;
/** Requests in five minutes of real time, as the account may have them. */
const WINDOW = 20_000;
/** At most 50 single requests in a second, as documented: a kill leaves few of them in doubt. */
export const RATES = { requestsPerFiveMinutes: WINDOW, singlesPerSecond: 50 };

interface Life {
	endpointId: number;
	kind: string;
	isResetPending: boolean;
}

/** Tags the devices and gives them their lives. */
async function devices({ sim }: JobStage, count: number): Promise<Life[]> {
	const fleet = fleetOf({ sim }, RESELLER).filter(({ simId }) => simId !== null);
	const chosen = fleet.slice(0, count);
	for (const endpoint of chosen) {
		tag(endpoint, [TAGS.field]);
		endpoint.statusId = 0;
		sim.store.sims.get(endpoint.simId!)!.statusId = 1;
	}
	sim.store.touch();
	return await control(sim, '/_sim/lives', {
		endpointIds: chosen.map(({ id }) => id),
		mix: MIX,
		sleepSeconds: DAY_S,
		awakeSeconds: 30 * DAY_S,
		flapSeconds: [60, 2_400],
	});
}

const DEVICE = "={{ $json.endpoint_id ?? $('Devices').item.json.id }}";

/** The example; items whose reset is in doubt are awaited like the others. */
function workflowFor({ sim, credential }: JobStage, { minutes, sleeps }: Size): WorkflowJson {
	const tagName = sim.store.tags.get(TAGS.field)!.name;
	const workflow = bindWorkflow(readWorkflow('reset-until-stable'), {
		credentials: { cellularIotTokenApi: credential },
		parameters: {
			...settings({ tag: tagName }),
			Reset: { options: { idempotencyKey: '=reset-1 {{ $json.id }}' } },
			'Online and Stable': {
				endpointId: byId(DEVICE),
				waitHere: 20,
				atMost: minutes,
				atMostUnit: 'minutes',
				options: { reads: 3, readDistance: 5 },
			},
			'Wait 5 minutes': sleep(sleeps),
		},
	});
	const reset = workflow.nodes.find(({ name }) => name === 'Reset')!;
	reset.onError = 'continueErrorOutput';
	const toWait = [{ node: 'Online and Stable', type: 'main', index: 0 }];
	workflow.connections.Reset = { main: [toWait, toWait] };
	return workflow;
}

/** Resets devices and awaits them. */
export async function resets(stage: JobStage, size: Size): Promise<Begun> {
	const { sim, n8n } = stage;
	const lives = await devices(stage, size.devices);
	const id = await n8n.api.createWorkflow(workflowFor(stage, size));
	const judge = async (course: Course): Promise<Figure[]> => {
		const execution = course.executions.get(id)!;
		const resetOf = counts(
			sim
				.ledger()
				.effects.filter(({ kind }) => kind === 'connectivity.reset')
				.map(({ endpointId }) => Number(endpointId)),
		);
		const idsAt = (node: string) =>
			itemsAt(execution, node).map(({ endpoint_id }) => Number(endpoint_id));
		const [stable, not] = [idsAt('Stable'), idsAt('Not Stable')];
		const left = counts([...stable, ...not]);
		const told = new Set(stable);
		const now = await control<Life[]>(sim, '/_sim/lives');
		const pending = new Set(
			now.filter(({ isResetPending }) => isResetPending).map(({ endpointId }) => endpointId),
		);
		const found = { twice: 0, lost: 0, wrong: 0, late: 0 };
		let never = 0;
		for (const { endpointId, kind } of lives) {
			const times = resetOf.get(endpointId) ?? 0;
			const comesBack = times === 0 || !['flapping', 'gone'].includes(kind);
			if (times > 1) found.twice += 1;
			if (times === 0) never += 1;
			if (left.get(endpointId) !== 1) found.lost += 1;
			if (told.has(endpointId) && (!comesBack || pending.has(endpointId))) found.wrong += 1;
			if (!told.has(endpointId) && comesBack) found.late += 1;
		}
		const words = ({ twice, lost, wrong, late }: typeof found) =>
			`${twice} reset twice, ${lost} not by exactly one output, ${wrong} told stable wrongly, ${late} stable and not told`;
		const none = words({ twice: 0, lost: 0, wrong: 0, late: 0 });
		return [
			{
				name: `resets: ${lives.length} devices, ${courseIn(course)}`,
				wanted: none,
				got: `${words(found)}; ${stable.length} stable, ${not.length} not, ${never} in doubt and not reset`,
				held: words(found) === none,
			},
			{
				name: 'resets: reads in five minutes',
				wanted: `at most ${WINDOW / 2}, half of the window`,
				got: String(course.mostReads),
				held: course.mostReads <= WINDOW / 2,
			},
		];
	};
	return { workflowIds: [id], judge };
}

import type { WorkflowJson } from '../../../demo/lib/api';
import type { Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import type { JobStage } from '../jobs/inN8n';
import { accountNode, itemsNode, linksTo, n8nNode, workflowOf } from '../stage/workflows';
import { fleetOf, RESELLER } from '../workflows/stage';
import { type Begun, byId, control, type Course, courseIn, itemsAt, sleep } from './course';

/*
 * Questions of two workflows to the same devices, each with a text that only its reply repeats, in a real n8n on
 * SQLite without a Redis. Replies come in another order, some twice, some at once, some never.
 */

interface Size {
	questions: number;
	devices: number;
	/** How long an item is awaited. Minutes of n8n. */
	minutes: number;
	/** How long n8n sleeps between looks. Seconds. */
	sleeps: number;
}

const WORKFLOWS = ['a', 'b'];
/** Replies come within two hours of the service. */
const REPLY_SECONDS = [5, 7_200];
const REPLIES = { early: 0.1, never: 0.1, repeated: 0.3 };

interface Life {
	endpointId: number;
	reply: string;
}

interface Question {
	device: number;
	mark: string;
}

async function devices({ sim }: JobStage, count: number): Promise<Life[]> {
	const fleet = fleetOf({ sim }, RESELLER).filter(({ simId }) => simId !== null);
	// The first of the fleet may be reset meanwhile.
	const chosen = fleet.slice(-count);
	for (const endpoint of chosen) {
		endpoint.statusId = 0;
		sim.store.sims.get(endpoint.simId!)!.statusId = 1;
	}
	sim.store.touch();
	return await control(sim, '/_sim/lives', {
		endpointIds: chosen.map(({ id }) => id),
		replies: REPLIES,
		reply: 'plain',
		replySeconds: REPLY_SECONDS,
	});
}

/** Sends the questions once, and awaits the replies in a loop. */
function workflowFor(
	{ credential }: JobStage,
	name: string,
	{ questions: asked, minutes, sleeps }: Omit<Size, 'questions'> & { questions: Question[] },
): WorkflowJson {
	const common = {
		endpointId: byId('={{ $json.device }}'),
		waitHere: 20,
		atMost: minutes,
		atMostUnit: 'minutes',
	};
	const replyContains = '={{ $json.mark }}';
	return workflowOf(
		`Questions ${name}`,
		[
			n8nNode('Run by hand', 'manualTrigger', 1),
			itemsNode('Questions', asked),
			{
				...accountNode(
					'Ask',
					credential,
					{
						...common,
						resource: 'sms',
						operation: 'awaitReply',
						payload: '=STATUS {{ $json.mark }}',
						options: { replyContains, idempotencyKey: '=ask {{ $json.mark }}' },
					},
					'cellularIotJobs',
				),
				onError: 'continueErrorOutput',
			},
			accountNode(
				'Reply',
				credential,
				{ ...common, resource: 'await', operation: 'reply', options: { replyContains } },
				'cellularIotJobs',
			),
			n8nNode('Wait', 'wait', 1.1, sleep(sleeps)),
			n8nNode('Answered', 'noOp', 1),
			n8nNode('Silent', 'noOp', 1),
			n8nNode('In Doubt', 'noOp', 1),
		],
		{
			'Run by hand': linksTo('Questions'),
			Questions: linksTo('Ask'),
			Ask: linksTo('Answered', 'Wait', 'Silent', 'In Doubt'),
			Wait: linksTo('Reply'),
			Reply: linksTo('Answered', 'Wait', 'Silent'),
		},
	);
}

/** Asks devices by two workflows. */
export async function questions(stage: JobStage, size: Size): Promise<Begun> {
	const { sim, n8n } = stage;
	const lives = await devices(stage, size.devices);
	const all = Array.from({ length: size.questions }, (_, i) => ({
		device: lives[i % lives.length]!.endpointId,
		mark: `#${i}.`,
		workflow: WORKFLOWS[Math.floor(i / lives.length) % WORKFLOWS.length]!,
	}));
	const workflowIds: string[] = [];
	for (const name of WORKFLOWS) {
		const own = all.filter(({ workflow }) => workflow === name);
		const asked = own.map(({ device, mark }) => ({ device, mark }));
		const workflow = workflowFor(stage, name, { ...size, questions: asked });
		workflowIds.push(await n8n.api.createWorkflow(workflow));
	}
	const judge = async (course: Course): Promise<Figure[]> => {
		const at = (node: string) =>
			workflowIds.flatMap((id) => itemsAt(course.executions.get(id)!, node));
		const [answered, silent, doubtful] = [at('Answered'), at('Silent'), at('In Doubt')];
		const markOf = ({ mark }: Record<string, unknown>) => String(mark);
		const left = counts([...answered, ...silent, ...doubtful].map(markOf));
		const sends = counts(
			sim
				.ledger()
				.effects.filter(({ kind }) => kind === 'sms.sent')
				.map(({ detail }) => String(detail.payload)),
		);
		const doubt = new Set(doubtful.map(markOf));
		const never = new Set(
			lives.filter(({ reply }) => reply === 'never').map(({ endpointId }) => endpointId),
		);
		const replied = new Set(answered.map(markOf));
		const crossed = answered.filter(({ mark, reply }) => reply !== `OK STATUS ${String(mark)}`);
		const found = { crossed: crossed.length, twice: 0, unheard: 0, invented: 0, strays: 0 };
		for (const { mark, device } of all) {
			if (left.get(mark) !== 1) found.strays += 1;
			if ((sends.get(`STATUS ${mark}`) ?? 0) > 1) found.twice += 1;
			if (never.has(device) && replied.has(mark)) found.invented += 1;
			if (!never.has(device) && !replied.has(mark) && !doubt.has(mark)) found.unheard += 1;
		}
		const words = (shown: typeof found) =>
			`${shown.crossed} crossed, ${shown.twice} sent twice, ${shown.unheard} replies not told, ${shown.invented} told without one, ${shown.strays} items not by exactly one output`;
		const none = words({ crossed: 0, twice: 0, unheard: 0, invented: 0, strays: 0 });
		return [
			{
				name: `questions: ${all.length} of two workflows to ${lives.length} devices, ${courseIn(course)}`,
				wanted: none,
				got: `${words(found)}; ${answered.length} answered, ${silent.length} silent, ${doubt.size} in doubt`,
				held: words(found) === none,
			},
		];
	};
	return { workflowIds, judge };
}

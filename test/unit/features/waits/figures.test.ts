import type { IDataObject } from 'n8n-workflow';
import { control } from '../../../../demo/lib/everyEvent';
import type { NodeOutput } from '../../../support/n8n/n8n';
import { movingOn } from '../../../support/movedPorts';
import { Random } from '../../../support/random';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../../nodes/rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/*
 * Questions of two workflows to the same devices, in n8n-core's own execution; with WAITS=1000 as many.
 */

const QUESTIONS = Number(process.env.WAITS ?? 40);
const DEVICES = Math.max(2, Math.round(QUESTIONS / 10));
const ROUNDS = 6;
const WORKFLOWS = ['a', 'b'];

const sim = simulated({ seed: { endpoints: DEVICES }, limits: false }, 'new');
beforeEach(() => movingOn(sim.clock));

interface Sent {
	endpointId: number;
	text: string;
}

const options = { replyContains: '={{ $json.mark }}' };
const ENDPOINT = rl('={{ $json.device }}');
const run = async (
	operation: string,
	items: IDataObject[],
	waitHere: number,
): Promise<NodeOutput> =>
	await runAt(
		sim,
		operation,
		{
			endpointId: ENDPOINT,
			payload: '={{ "STATUS " + $json.mark }}',
			options,
			atMost: 10,
			atMostUnit: 'minutes',
			waitHere,
		},
		{ items },
	);

/** What the workflows have got, and how often an item left a run by another number of outputs than one. */
class Course {
	readonly met = new Map<string, unknown>();
	readonly timedOut = new Set<string>();
	private readonly open = new Map<string, IDataObject[]>();
	strays = 0;
	runs = 0;
	killed = 0;

	constructor(private readonly random: Random) {}

	get isOpen(): boolean {
		return [...this.open.values()].some((items) => items.length > 0);
	}

	begin(workflow: string, items: IDataObject[]): void {
		this.open.set(workflow, items);
	}

	async look(operation: string, waitHere = 0): Promise<void> {
		for (const workflow of WORKFLOWS) {
			const items = this.open.get(workflow) ?? [];
			if (items.length === 0) continue;
			// A run that was killed leaves nothing; n8n repeats it with the same items.
			if (operation.startsWith('await') && this.random.chance(0.4)) {
				await run(operation, items, 0);
				this.killed += 1;
			}
			this.take(workflow, items, await run(operation, items, waitHere));
		}
	}

	private take(workflow: string, items: IDataObject[], { outputs, error }: NodeOutput): void {
		if (error) throw error;
		this.runs += 1;
		const [met = [], notYet = [], timedOut = []] = outputs.map((all) =>
			all.map(({ json }) => json),
		);
		const left = [...met, ...notYet, ...timedOut].map(({ mark }) => String(mark)).sort();
		const came = items.map(({ mark }) => String(mark)).sort();
		if (JSON.stringify(left) !== JSON.stringify(came)) this.strays += 1;
		for (const { mark, reply } of met) this.met.set(String(mark), reply);
		for (const { mark } of timedOut) this.timedOut.add(String(mark));
		this.open.set(workflow, notYet);
	}
}

test(`${QUESTIONS} questions of two workflows to ${DEVICES} devices: each gets its own reply, or none`, async () => {
	const random = new Random(`questions ${QUESTIONS}`);
	const course = new Course(random);
	const ids = [...sim.store.endpoints.values()]
		.filter(({ organisationId, simId }) => organisationId === 1001 && simId !== null)
		.slice(0, DEVICES)
		.map(({ id }) => id);
	const questions = Array.from({ length: QUESTIONS }, (_, i) => ({
		device: ids[i % ids.length]!,
		mark: `#${i}.`,
		workflow: WORKFLOWS[i % 2]!,
		fate: random.next(),
	}));
	for (const workflow of WORKFLOWS) {
		const own = questions.filter((question) => question.workflow === workflow);
		course.begin(
			workflow,
			own.map(({ device, mark }) => ({ device, mark })),
		);
	}
	const early: Sent[] = [];
	const later: Array<Sent & { at: number; key: number }> = [];
	const never = new Set<string>();
	for (const { device: endpointId, mark, fate } of questions) {
		const reply = { endpointId, text: `OK ${mark}` };
		if (fate < 0.1) never.add(mark);
		else if (fate < 0.2) early.push(reply);
		else {
			for (let copy = 0; copy < (fate < 0.5 ? 2 : 1); copy += 1) {
				later.push({ ...reply, at: Math.floor(random.next() * ROUNDS), key: random.next() });
			}
		}
	}
	await course.look('sms awaitReply');
	for (const { endpointId, text } of early)
		await control(sim, 'device/sms', { endpointId, payload: text });
	for (let round = 0; round < ROUNDS; round += 1) {
		const now = later.filter(({ at }) => at === round).sort((a, b) => a.key - b.key);
		for (const { endpointId, text } of now)
			await control(sim, 'device/sms', { endpointId, payload: text });
		await course.look(round % 3 === 2 ? 'sms awaitReply' : 'await reply');
	}
	await course.look('await reply', 900);
	const sends = sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
	const crossed = [...course.met].filter(([mark, reply]) => reply !== `OK ${mark}`).length;
	const lost = questions.filter(({ mark }) => !course.met.has(mark) && !never.has(mark)).length;
	console.log(
		`waits: ${QUESTIONS} questions, ${DEVICES} devices, two workflows, ${course.runs} runs, ${course.killed} killed: ` +
			`${course.met.size} met, ${course.timedOut.size} timed out, ${crossed} crossed, ${lost} lost, ` +
			`${sends - QUESTIONS} sent twice, ${course.strays} runs in which an item left not once`,
	);
	expect({ crossed, lost, sends, strays: course.strays, isOpen: course.isOpen }).toEqual({
		crossed: 0,
		lost: 0,
		sends: QUESTIONS,
		strays: 0,
		isOpen: false,
	});
	expect([...course.timedOut].sort()).toEqual([...never].sort());
}, 600_000);

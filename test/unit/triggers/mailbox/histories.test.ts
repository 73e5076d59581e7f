import fc from 'fast-check';
import type { Json } from '../../../../src/table/define';
import type { Mailbox } from '../../../../src/triggers/mailbox/mailbox';
import { Postman } from '../../../../src/triggers/mailbox/postman';
import { HOME, memoryBox, sms } from './support';

/*
 * Random histories of questions with fake timers: replies that are early, late, shuffled or redelivered,
 * runs that are killed and repeated with their key, calls that n8n does not answer. Each reply names
 * the SMS to which it belongs.
 */

const SECOND = 1000;
const WAIT_MS = 60 * SECOND;
/** How often a published trigger checks the mailbox. */
const LOOK_MS = 2 * SECOND;

/** A question and its course. Times in milliseconds, each counted from the previous event. */
interface Plan {
	device: number;
	askedAfter: number;
	/** Delays of the service's answer and of the run's wait. */
	answeredAfter: number;
	sleepsAfter: number;
	/** Delay of the reply after the SMS was sent; undefined for a silent device. */
	repliesAfter: number | undefined;
	/** Pauses before the reply is delivered again. */
	again: number[];
	/** The run is killed before or during its wait, and repeated with its key. */
	killed: { asleep: boolean; repeatedAfter: number } | undefined;
}

const upTo = (most: number) => fc.integer({ min: 0, max: most });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });

const plan: fc.Arbitrary<Plan> = fc.record({
	device: upTo(1),
	askedAfter: upTo(20 * SECOND),
	answeredAfter: upTo(2 * SECOND),
	sleepsAfter: upTo(3 * SECOND),
	repliesAfter: maybe(fc.oneof(upTo(3 * SECOND), upTo(90 * SECOND))),
	again: fc.array(upTo(20 * SECOND), { maxLength: 2 }),
	killed: maybe(fc.record({ asleep: fc.boolean(), repeatedAfter: upTo(30 * SECOND) })),
});

type DeliveredReply = { reply: string | undefined; at: number };

/** An execution of the node in n8n. */
interface Execution {
	/** When it started. */
	at: number;
	state: 'running' | 'waiting' | 'ended';
	told?: DeliveredReply;
	/** How often n8n has resumed it. */
	resumed: number;
}

/** A question with all its runs. */
interface Question {
	plan: Plan;
	number: number;
	/** Its reply is recognised by a token; without tokens the device replies in the order of the questions. */
	hasToken: boolean;
	/** Times at which its SMS was sent. */
	sent: number[];
	answer?: Json;
	/** When the device replied, and whether a wait took the reply. */
	said?: { at: number; isTaken: boolean };
	runs: Execution[];
}

/** n8n, which resumes waiting executions and refuses to resume others. */
class World {
	readonly questions: Question[];
	private readonly executions = new Map<string, Execution>();
	readonly box: Mailbox = memoryBox();
	private readonly postman: Postman;
	private readonly work: Array<Promise<void>> = [];
	private calls = 0;

	/** `byToken`: for each device, whether its replies carry tokens. */
	constructor(
		plans: Plan[],
		byToken: boolean[],
		private readonly isDeaf: (call: number) => boolean,
	) {
		this.questions = plans.map((one, i) => {
			const hasToken = byToken[one.device]!;
			return { plan: one, number: i + 1, hasToken, sent: [], runs: [] };
		});
		this.postman = new Postman(`histories ${(World.count += 1)}`, this.box, {
			home: HOME,
			post: async (address) => await this.call(new URL(address).pathname.slice(1)),
			warn: () => {},
		});
	}

	private static count = 0;

	/** A call to the resume address of an execution. */
	private async call(id: string): Promise<{ status: number; body: unknown }> {
		if (this.isDeaf((this.calls += 1))) throw new Error('no answer');
		const execution = this.executions.get(id)!;
		const says = (text: string) => ({
			status: 409,
			body: { message: `The execution "${id}" ${text}` },
		});
		if (execution.state === 'running') return says('is running already.');
		if (execution.state === 'ended') return says('has finished already.');
		const asker = { name: id, turn: 0 };
		const endings = await this.box.endings(asker);
		const answer = (state: string) => ({ status: 200, body: { state } });
		if (endings === undefined) return answer('gone');
		if (endings === 'waiting') return answer('waiting');
		await this.box.hand(asker);
		execution.resumed += 1;
		this.end(execution, endings);
		return answer('resumed');
	}

	private end(execution: Execution, endings: unknown): void {
		const [ending] = endings as Array<{ reply?: { text: string } }>;
		execution.state = 'ended';
		execution.told = { reply: ending!.reply?.text, at: Date.now() };
	}

	async play(): Promise<void> {
		for (const question of this.questions) {
			await pause(question.plan.askedAfter);
			this.begin(question);
		}
	}

	private begin(question: Question): void {
		const execution: Execution = { at: Date.now(), state: 'running', resumed: 0 };
		const id = `run${this.executions.size}`;
		this.executions.set(id, execution);
		question.runs.push(execution);
		this.work.push(this.run(id, execution, question));
	}

	private async run(id: string, execution: Execution, question: Question): Promise<void> {
		const { box } = this;
		const { hasToken, plan } = question;
		const { device, answeredAfter, sleepsAfter, killed } = plan;
		const asker = { name: id, turn: 0 };
		const isFirst = question.runs.length === 1;
		await box.begin(asker, `http://n8n/${id}`);
		const contains = hasToken ? tokenOf(question) : undefined;
		await box.ask(asker, 0, { endpointId: device, contains, waitMs: WAIT_MS }, async () => {
			// A repetition with the same key gets the first answer.
			if (question.answer) return question.answer;
			question.sent.push(Date.now());
			this.work.push(this.answer(question));
			await pause(answeredAfter);
			return (question.answer = { endpoint_id: device, sms_ids: [question.number] });
		});
		await pause(sleepsAfter);
		if (isFirst && killed && !killed.asleep) return await this.kill(execution, question);
		const { open } = await box.open(asker, []);
		if (open === 0) {
			this.end(execution, await box.endings(asker));
			await box.hand(asker);
			await box.close(asker);
			return;
		}
		// n8n takes time to store the waiting execution.
		await pause(sleepsAfter);
		execution.state = 'waiting';
		if (isFirst && killed) {
			await pause(SECOND);
			if (execution.state === 'waiting') await this.kill(execution, question);
		}
	}

	private async kill(execution: Execution, question: Question): Promise<void> {
		execution.state = 'ended';
		await pause(question.plan.killed!.repeatedAfter);
		this.begin(question);
	}

	/** The device replies to an SMS; without tokens it replies to every SMS, in the order of the questions. */
	private async answer(question: Question): Promise<void> {
		const { repliesAfter = 0, again, device } = question.plan;
		if (question.hasToken && question.plan.repliesAfter === undefined) return;
		if (question.hasToken) await pause(repliesAfter);
		else {
			await pause(repliesAfter % (5 * SECOND));
			const before = this.questions.filter(
				(one) => one.plan.device === device && one.number < question.number,
			);
			while (before.some(({ said }) => !said)) await pause(100);
		}
		const says = async () => {
			const taken = await this.box.take(sms(device, tokenOf(question)), [tokenOf(question)]);
			for (const wake of taken.wakes) void this.postman.wake(wake);
			return taken.isTaken;
		};
		question.said = { at: Date.now(), isTaken: await says() };
		for (const ms of again) {
			await pause(ms);
			if (question.said.isTaken) await says();
		}
	}

	/** Checks the mailbox as a published trigger does, until no run is under way. */
	async rest(): Promise<void> {
		for (let looks = 0; looks < 500; looks += 1) {
			await pause(LOOK_MS);
			await this.postman.look();
		}
		await Promise.all(this.work);
	}
}

const tokenOf = ({ number }: Pick<Question, 'number'>) => `#${number}#`;
const pause = async (ms: number) => await new Promise<void>((done) => setTimeout(done, ms));

/** The faults of a question at the end. */
function wrongWith({ number, sent, runs, said, ...question }: Question): string[] {
	const last = runs.at(-1)!;
	const isInTime = said && runs.some(({ at }) => at <= said.at && said.at < at + WAIT_MS);
	const own = tokenOf({ number });
	const faults: Array<[boolean, string]> = [
		[sent.length !== 1, `its SMS was sent ${sent.length} times`],
		[runs.some(({ resumed }) => resumed > 1), 'a run was resumed twice'],
		[runs.some(({ told }) => told?.reply !== undefined && told.reply !== own), "another's reply"],
		[!last.told, 'its last run never ended'],
		[Boolean(isInTime) && last.told?.reply !== own, 'its reply was lost'],
		[
			said !== undefined && said.isTaken !== isInTime,
			'its reply was taken too late, or not taken in time',
		],
		[!last.told?.reply && (last.told?.at ?? Infinity) < last.at + WAIT_MS, 'it ended too early'],
	];
	return faults.flatMap(([is, what]) =>
		is ? [`question ${number}: ${what}: ${JSON.stringify({ ...question, runs, said })}`] : [],
	);
}

const worlds = fc.record({
	plans: fc.array(plan, { minLength: 1, maxLength: 5 }),
	byToken: fc.tuple(fc.boolean(), fc.boolean()),
	deaf: fc.array(fc.boolean(), { maxLength: 4 }),
});

test('each question is sent once and gets its own reply, in any order of events', async () => {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
	try {
		await fc.assert(
			fc.asyncProperty(worlds, async ({ plans, byToken, deaf }) => {
				const world = new World(plans, byToken, (call) => deaf[call % (deaf.length + 1)] ?? false);
				const played = world.play();
				const rested = world.rest();
				await jest.advanceTimersByTimeAsync(1200 * SECOND);
				await Promise.all([played, rested]);
				expect(world.questions.flatMap(wrongWith)).toEqual([]);
				expect(await world.box.due(Infinity)).toEqual([]);
			}),
			{ numRuns: 100 },
		);
	} finally {
		jest.useRealTimers();
	}
});

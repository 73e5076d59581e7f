import type { ItemResult } from '../../../src/run/items';
import type { Account, Exchanged } from './account';
import { KeyStore } from './keyStore';

/*
 * A campaign with keys: the same text to each device, killed and run again until it is complete, while
 * another program and another n8n send the same text to some of the devices.
 */

const TEXT = 'REBOOT';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A request that left before a kill is done or lost after this many milliseconds: its 30 s, and 2 minutes of work. */
const ARRIVED_MS = 2.6 * MINUTE;
/** Times of the service have whole seconds, and clocks differ a little. */
const CLOCK_MARGIN_MS = 5_000;
/** Runs of the campaign; the last one is not killed. */
const RUNS = 4;

const SENDING = /^\/api\/v1\/endpoint\/(\d+)\/sms$/;

/** The time of day of the service, for the printed history. */
const clockOf = ({ now }: Account): string => new Date(now).toISOString().slice(5, 23);

/** The device to which a request has sent an SMS. */
function deviceOf({ method, path, status }: Exchanged): number | undefined {
	const id = SENDING.exec(path)?.[1];
	return method === 'POST' && id !== undefined && status < 300 ? Number(id) : undefined;
}

/** The words for a result: `done`, or the outcome of its error with its message. */
function wordsOf(result: ItemResult, outcomeOf: (error: unknown) => string | undefined): string {
	if ('items' in result) return 'done';
	const { error } = result;
	const text = error instanceof Error ? error.message : String(error);
	return `${outcomeOf(error) ?? 'none'}: ${text}`;
}

export async function campaign(account: Account): Promise<void> {
	const { random } = account;
	const devices = account.endpoints.map(({ id }) => id);
	const stopAbove = random.pick([undefined, 2, 2, 10]);
	const store = new KeyStore(() => account.now, random.pick([5, 20, 100]));
	account.say(
		`a campaign to ${devices.length} devices, stopped above ${stopAbove ?? 'no'} % of failures`,
	);
	const others = new KeyStore(() => account.now, 20);
	const parties: Parties = { devices, store, others, own: new Set(), unclear: [], foreign: [] };
	const verdicts = new Map<number, string>();
	for (let run = 1; run <= RUNS; run++) {
		const isLast = run === RUNS;
		const killAt = isLast ? undefined : random.whole(1, devices.length + 5);
		const results = await runOnce(account, parties, { stopAbove, killAt });
		account.say(
			`${clockOf(account)} run ${run} ${results ? 'ends' : `is killed at its request ${killAt}`}`,
		);
		for (const [i, words] of results?.entries() ?? []) verdicts.set(devices[i]!, words);
		if (results) checkGoesOn(account, results);
		account.pass(random.pick([random.spread(1_000, MINUTE), random.spread(MINUTE, 3 * DAY)]));
		await sendByOthers(account, parties);
	}
	checkDevices(account, parties, verdicts);
}

/** Those who send the text, and where they write their keys. */
interface Parties {
	devices: number[];
	store: KeyStore;
	/** The keys of another n8n. */
	others: KeyStore;
	/** The processes of the campaign. */
	own: Set<number>;
	/** The times from the start of a killed run to when nothing of it can arrive any more. */
	unclear: Array<{ from: number; to: number }>;
	/** Devices that another program has sent the text to, with the times. */
	foreign: Array<{ device: number; at: number }>;
}

/** Runs the campaign in a new process; undefined when that is killed. */
async function runOnce(
	account: Account,
	parties: Parties,
	{ stopAbove, killAt }: { stopAbove: number | undefined; killAt: number | undefined },
): Promise<string[] | undefined> {
	const { random } = account;
	const { devices, store } = parties;
	const otherAt = random.whole(1, devices.length);
	const worker = account.worker(async (number) => {
		if (number === killAt) worker.kill();
		if (number === otherAt) await sendByOthers(account, parties);
		account.pass(random.whole(20, 400));
	}, store);
	parties.own.add(worker.number);
	const { client, package: code } = worker;
	const values = (index: number) => ({
		endpointId: devices[index]!,
		payload: TEXT,
		idempotencyKey: `reboot-${devices[index]!}`,
		verifyUnknown: true,
		stopAbove,
	});
	const operation = code.findOperation('sms', 'send');
	const run = code.runItems(client, operation, values, devices.length, { continueOnFail: true });
	const from = account.now;
	const results = await Promise.race([run, worker.killed.then(() => undefined)]);
	if (!results)
		parties.unclear.push({
			from: from - CLOCK_MARGIN_MS,
			to: account.now + ARRIVED_MS,
		});
	const outcomeOf = (error: unknown) => code.ownError(error)?.outcome;
	return results?.map((result) => wordsOf(result, outcomeOf));
}

/** Another program, or another n8n with keys of its own, sends the text to some devices. */
async function sendByOthers(
	account: Account,
	{ devices, others, foreign }: Parties,
): Promise<void> {
	const { random } = account;
	if (random.chance(0.3)) {
		const some = devices.filter(() => random.chance(0.3));
		const { client, package: code } = account.worker(() => {}, others);
		const values = (index: number) => ({
			endpointId: some[index]!,
			payload: TEXT,
			idempotencyKey: `other-${some[index]!}`,
			verifyUnknown: true,
		});
		const operation = code.findOperation('sms', 'send');
		await code.runItems(client, operation, values, some.length, { continueOnFail: true });
		account.say(`${clockOf(account)} another n8n sends to ${some.join(', ')}`);
		return;
	}
	for (const device of devices.filter(() => random.chance(0.3))) {
		const body = { payload: TEXT };
		const { status, at } = await account.request('POST', `/api/v1/endpoint/${device}/sms`, body);
		foreign.push({ device, at });
		account.say(`${clockOf(account)} another program sends to ${device}: ${status}`);
	}
}

/** Without failures of its own, a run leaves nothing out. */
function checkGoesOn(account: Account, results: string[]): void {
	const left = results.filter((words) => words.startsWith('notSent'));
	if (left.length === 0) return;
	account.violated(
		'what an earlier run left stops no later one',
		`${left.length} of ${results.length} items: ${left[0]}`,
	);
}

function checkDevices(
	account: Account,
	{ devices, own, unclear, foreign }: Parties,
	verdicts: Map<number, string>,
): void {
	const sent = new Map<number, number>();
	for (const exchanged of account.exchanged) {
		const device = deviceOf(exchanged);
		if (device !== undefined && own.has(exchanged.process))
			sent.set(device, (sent.get(device) ?? 0) + 1);
	}
	/** Whether nobody can tell an SMS of others from that of a killed run. */
	const ofOthers = account.exchanged
		.filter(({ process }) => !own.has(process))
		.flatMap((exchanged) => {
			const device = deviceOf(exchanged);
			return device === undefined ? [] : [{ device, at: exchanged.at }];
		});
	const mayBeOwn = (device: number) =>
		[...foreign, ...ofOthers].some(
			(told) =>
				told.device === device && unclear.some(({ from, to }) => from <= told.at && told.at <= to),
		);
	for (const device of devices) {
		const times = sent.get(device) ?? 0;
		const words = verdicts.get(device) ?? 'nothing';
		account.say(`device ${device}: sent ${times} times, said "${words}"`);
		if (times > 1) account.violated('a key is sent once', `device ${device}: ${times} times`);
		if (words === 'done' && times === 0 && !mayBeOwn(device)) {
			account.violated('done means sent by this campaign', `device ${device}`);
		}
		if (words !== 'done' && !words.startsWith('unknown')) {
			account.violated(
				'every device ends done or in doubt',
				`device ${device}: ${words}, sent ${times} times`,
			);
		}
	}
}

import { createHmac, randomBytes } from 'node:crypto';
import { causesOf } from '../../errors';
import type { Sleep } from '../../ports';
import { type Answer, isObject, type Json, type Transport } from '../../wire';
import { inMemory } from './inMemory';
import { isPrivate } from './reachable';

/*
 * Which n8n answers at an address. A copy of n8n (a restored backup, a staging clone) has the instance
 * ID, the workflows and the nodes of its original, and so the marks of its registrations. Before a
 * registration at another address is changed, that address is asked: the request carries a random
 * challenge, and a trigger of this package answers with two proofs over it, of its process and of its
 * n8n. The answer reveals nothing to anybody who cannot make the same proof.
 */

/** The header of a challenge; a call with it starts no run. */
export const CHALLENGE_HEADER = 'x-cellular-iot-challenge';
const CHALLENGE = /^[\w-]{22,86}$/;

/** Known to this process alone: no copy of a database has it. */
const processSecrets = inMemory(() => randomBytes(32).toString('base64url'));

/** The things that processes of one n8n have in common, and that a copy of it lacks. */
export interface N8nIdentity {
	/** The address that n8n gives the trigger: processes of one n8n share its WEBHOOK_URL. */
	url: string;
	/**
	 * Random, kept in n8n's store, and renewed by each publication and each start: a copy that has
	 * started once has another. Empty where nothing has been stored yet.
	 */
	run: string;
}

/**
 * - `ourselves`: this process, or another process of this n8n
 * - `other`: another running n8n with this trigger
 * - `unused`: an n8n that knows no such address
 * - `nobody`: no connection can be made
 * - `unclear`: anything else, such as a proxy's page, a 5xx or no answer in time
 */
export type Answerer = 'ourselves' | 'other' | 'unused' | 'nobody' | 'unclear';

/** How addresses of n8n are called and understood. */
export interface HostAddresses {
	/** Sends without credentials. */
	transport: Transport;
	/** Whether an answer is that of an n8n which knows no such address. */
	isUnused(answer: Answer): boolean;
	/** The n8n that an address belongs to, by what stands before the parts of its trigger. */
	n8nOf(url: string): string;
}

const proofOf = (secret: string, challenge: string): string =>
	createHmac('sha256', secret).update(challenge).digest('base64url');

function proofsOf(challenge: string, { url, run }: N8nIdentity) {
	const ofN8n = run === '' ? undefined : proofOf(JSON.stringify([url, run]), challenge);
	return { process: proofOf(processSecrets('process'), challenge), n8n: ofN8n };
}

/** The challenge among the headers of a call; undefined for a call of the service. */
export function challengeIn(headers: Json): string | undefined {
	const challenge = headers[CHALLENGE_HEADER];
	return typeof challenge === 'string' && CHALLENGE.test(challenge) ? challenge : undefined;
}

/** The answer to a challenge. */
export const challengeAnswer = (challenge: string, own: N8nIdentity): Json => ({
	cellularIotTrigger: proofsOf(challenge, own),
});

/** Longest wait for an answer, and the wait before an address without a connection is asked again. */
const ANSWER_MS = 5_000;
const ASK_AGAIN_MS = 3_000;

/**
 * Whether an error means that no connection can be made at all, and not only from here or at this moment.
 */
function isNobody(error: unknown, url: string): boolean {
	const codes = causesOf(error).map((cause) => (cause as { code?: unknown } | undefined)?.code);
	if (codes.includes('ECONNREFUSED')) return true;
	// A name of a private network may be known in another network.
	return codes.includes('ENOTFOUND') && !isPrivate(url);
}

/** Whose proof an answer has: this process's own is distinguished from that of another process of this n8n. */
type Proven = Exclude<Answerer, 'ourselves'> | 'thisProcess' | 'thisN8n';

function provenBy(
	answer: Answer,
	isUnused: HostAddresses['isUnused'],
	challenge: string,
	own: N8nIdentity,
): Proven {
	const { body } = answer;
	if (!isObject(body)) return 'unclear';
	if (isObject(body.cellularIotTrigger)) {
		const { process, n8n } = body.cellularIotTrigger;
		const expected = proofsOf(challenge, own);
		if (process === expected.process) return 'thisProcess';
		return n8n !== undefined && n8n === expected.n8n ? 'thisN8n' : 'other';
	}
	return isUnused(answer) ? 'unused' : 'unclear';
}

async function askOnce(
	url: string,
	own: N8nIdentity,
	{ transport, isUnused }: HostAddresses,
	answerMs = ANSWER_MS,
): Promise<Proven> {
	const challenge = randomBytes(32).toString('base64url');
	try {
		const answer = await transport({
			method: 'POST',
			url,
			headers: { 'Content-Type': 'application/json', [CHALLENGE_HEADER]: challenge },
			// No record and no message: a trigger that does not know the challenge starts nothing for it.
			body: '[]',
			timeoutMs: answerMs,
			signal: AbortSignal.timeout(answerMs),
		});
		return provenBy(answer, isUnused, challenge, own);
	} catch (error) {
		return isNobody(error, url) ? 'nobody' : 'unclear';
	}
}

/**
 * Asks who answers at an address, without credentials and without following redirects. An address
 * without a connection is asked twice: an n8n that restarts is back in a moment.
 */
export async function whoAnswers(
	address: string,
	own: N8nIdentity,
	addresses: HostAddresses,
	sleep: Sleep,
): Promise<Answerer> {
	const url = askable(address);
	if (url === undefined) return 'unclear';
	let proven = await askOnce(url, own, addresses);
	if (proven === 'nobody') {
		await sleep(ASK_AGAIN_MS);
		proven = await askOnce(url, own, addresses);
	}
	return proven === 'thisProcess' || proven === 'thisN8n' ? 'ourselves' : proven;
}

/** An address as it may be asked, without what follows its path; undefined for one that is not asked. */
function askable(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { protocol, username, password, origin, pathname } = new URL(address);
	const isAsked = /^https?:$/.test(protocol) && username === '' && password === '';
	return isAsked ? origin + pathname : undefined;
}

/**
 * How a process that stops asks its own address. A proxy may still be about to send calls to the next
 * process, so it is asked more than once; and n8n gives its triggers seconds to stop, of which the pause
 * needs its part.
 */
const STOPPING = { asks: 3, answerMs: 1_500, betweenMs: 700 };

/** Whether another process than this one answers at the address of this n8n. */
export async function anotherProcessAnswers(
	own: N8nIdentity,
	addresses: HostAddresses,
	sleep: Sleep,
): Promise<boolean> {
	const url = askable(own.url);
	if (url === undefined) return false;
	for (let ask = 0; ask < STOPPING.asks; ask += 1) {
		if (ask > 0) await sleep(STOPPING.betweenMs);
		const proven = await askOnce(url, own, addresses, STOPPING.answerMs);
		if (proven === 'thisN8n' || proven === 'other') return true;
		// No proxy is there that could send calls to a next process.
		if (proven === 'nobody') return false;
	}
	return false;
}

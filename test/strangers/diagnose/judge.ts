import type { IDataObject } from 'n8n-workflow';
import { ENDPOINT, MINUTE } from '../service/builders';
import { Service } from '../service/server';
import { picked, runOperation, type Given } from '../support/operation';
import { time } from '../support/ports';
import { NOW, type Case, type Verdict } from './case';

/** As the page says. */
const MOST_REQUESTS = 12;

export interface Judged {
	name: string;
	/** Verdict, certainty and reason in one line. */
	said: string;
	/** What is wrong, each in words; empty where the answer holds. */
	faults: string[];
	isVerdictRight: boolean;
	isCertain: boolean;
	isCertainAndWrong: boolean;
}

/** Runs a case and holds its answer against the facts. */
export async function judged(of: Case): Promise<Judged> {
	time.set(of.now ?? NOW);
	const service = await new Service(of.state).listen();
	const zone = process.env.TZ;
	if (of.zone !== undefined) process.env.TZ = of.zone;
	try {
		const given = await runOperation({
			url: service.url,
			operation: 'endpoint diagnose',
			parameters: { endpointId: of.endpoint ?? picked(ENDPOINT.id) },
		});
		return judgedAnswer(of, given, service);
	} finally {
		if (zone === undefined) delete process.env.TZ;
		else process.env.TZ = zone;
		await service.close();
	}
}

function judgedAnswer(of: Case, given: Given, service: Service): Judged {
	const item = given.outputs[0]?.[0];
	const faults = service.unknown.map(
		(path) => `asks for a path the service does not have: ${path}`,
	);
	if (service.applied.length > 0) faults.push(`changes something: ${service.applied[0]!.path}`);
	const base = { name: of.name, isCertain: false, isCertainAndWrong: false };
	if (given.error !== undefined || !item || 'error' in item) {
		const error = given.error ?? JSON.stringify(item?.error ?? 'no item');
		if (!of.mayFail) faults.push(`ends with an error: ${error}`);
		return { ...base, said: `error: ${error}`, faults, isVerdictRight: of.mayFail === true };
	}
	const verdict = item.verdict as Verdict;
	const isCertain = item.certainty === 'certain';
	const isVerdictRight = isAllowed(of, verdict);
	if (!isVerdictRight) faults.push(`the verdict is ${verdict}`);
	const mayBeCertain = of.certain !== 'never' && !of.notCertain?.includes(verdict);
	if (isCertain && !mayBeCertain) faults.push('certain of more than was seen');
	if (!isCertain && of.certain === 'must')
		faults.push(`not certain, but ${String(item.certainty)}`);
	const broken = of.promise?.(item);
	if (broken !== undefined) faults.push(broken);
	const isCertainAndWrong = isCertain && (!isVerdictRight || !mayBeCertain);
	faults.push(...brokenPromises(of, item, service));
	return {
		...base,
		said: `${verdict}, ${String(item.certainty)}: ${String(item.reason)}`,
		faults,
		isVerdictRight,
		isCertain,
		isCertainAndWrong,
	};
}

const isAllowed = ({ right, wrong }: Case, verdict: Verdict): boolean =>
	(right === 'any' || right.includes(verdict)) && !wrong?.includes(verdict);

/** What the page promises of each answer, and the case of its own. */
function brokenPromises(of: Case, item: IDataObject, service: Service): string[] {
	const faults: string[] = [];
	const also = item.also as Verdict[];
	const text = JSON.stringify(also);
	for (const verdict of of.also ?? [])
		if (!text.includes(`"${verdict}"`)) faults.push(`${verdict} is not beside it`);
	for (const verdict of of.notAlso ?? [])
		if (text.includes(`"${verdict}"`) || item.verdict === verdict)
			faults.push(`${verdict} is said too`);
	const times = of.since?.map((ms) => (ms === null ? null : new Date(ms).toISOString()));
	if (times && !times.includes(item.since as string | null))
		faults.push(`since is ${String(item.since)}, not ${times.join(' or ')}`);
	if (of.notRead && !of.notRead.test(JSON.stringify(item.not_read)))
		faults.push(`not named as not read: ${String(of.notRead)}`);
	const reason = String(item.reason);
	if (of.reason && !of.reason.test(reason)) faults.push(`the reason lacks ${String(of.reason)}`);
	if (of.reasonNot?.test(reason)) faults.push(`the reason has ${String(of.reasonNot)}`);
	// A read that got no answer is repeated: each path counts once.
	const paths = new Set(service.asked.map(({ path }) => path));
	if (paths.size > MOST_REQUESTS) faults.push(`${paths.size} requests`);
	if (of.countsRequests && item.requests !== service.asked.length)
		faults.push(`says ${String(item.requests)} requests, ${service.asked.length} were sent`);
	faults.push(...brokenForms(item, of.now ?? NOW));
	if (item.verdict === 'asleep' && item.certainty === 'certain') faults.push('asleep and certain');
	if (!['certain', 'likely', 'cannot know'].includes(String(item.certainty)))
		faults.push(`an unknown certainty ${String(item.certainty)}`);
	if (item.since !== null && Date.parse(String(item.since)) > (of.now ?? NOW))
		faults.push('since a time to come');
	return faults;
}

/** The forms of evidence and next steps that the page names. */
function brokenForms(item: IDataObject, now: number): string[] {
	const faults: string[] = [];
	const evidence = item.evidence as { value: unknown; time: string | null; source: unknown }[];
	if (evidence.length === 0 && item.verdict !== 'unknown') faults.push('no evidence');
	for (const { value, time: at, source } of evidence) {
		if (value === undefined || typeof source !== 'string') faults.push('evidence without a source');
		// A wait moves the time of a case on by seconds.
		if (at !== null && !(Date.parse(at) <= now + MINUTE)) faults.push(`evidence of ${String(at)}`);
	}
	const steps = item.next_steps as { operation: unknown; step: unknown; bills: unknown }[];
	for (const { operation, step, bills } of steps) {
		const isWord = (value: unknown): boolean => value === null || typeof value === 'string';
		if (typeof step !== 'string' || !isWord(operation) || !isWord(bills))
			faults.push('a next step without its fields');
	}
	return faults;
}

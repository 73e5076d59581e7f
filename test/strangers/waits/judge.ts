import type { IDataObject } from 'n8n-workflow';
import { Service } from '../service/server';
import { runOperation, type Given } from '../support/operation';
import { time } from '../support/ports';
import { START, type Case, type Condition, type Outcome, type Round } from './case';

const OUTPUTS: Outcome[] = ['met', 'notYet', 'timedOut', 'error'];

export interface Judged {
	name: string;
	/** Outcomes of all rounds, with what the last item says. */
	said: string;
	/** What is wrong, each in words; empty where the answer holds. */
	faults: string[];
	isMet: boolean;
	/** It was met by less than the facts demand. */
	isMetAndWrong: boolean;
	/** It had to be met, and was not. */
	isMissed: boolean;
}

interface Left {
	outcome: Outcome;
	item: IDataObject;
}

/** Runs all rounds of a case and holds the outcomes against the facts. */
export async function judged(condition: Condition, of: Case): Promise<Judged> {
	const state = structuredClone(of.state);
	const later = [...(of.later ?? [])].sort((a, b) => a.after - b.after);
	const service = await new Service(state, (now) => {
		while (later[0] && START + later[0].after <= now) {
			const { after, change } = later.shift()!;
			change(state, START + after);
		}
	}).listen();
	const rounds: Round[] = of.rounds ?? [{}];
	const faults: string[] = [];
	const outcomes: string[] = [];
	let left: Left = { outcome: 'notYet', item: of.item ?? {} };
	let now = START;
	const zone = process.env.TZ;
	if (of.zone !== undefined) process.env.TZ = of.zone;
	try {
		for (const [place, round] of rounds.entries()) {
			const isLast = place === rounds.length - 1;
			now = Math.max(now, START + (round.after ?? 0));
			state.clockAhead = -(round.clockOff ?? 0);
			time.set(now - state.clockAhead);
			const given = await ran(condition, of, round, service, left.item);
			now = service.now();
			left = leftBy(given, faults);
			outcomes.push(left.outcome);
			const right = round.right ?? (isLast ? of.right : ['notYet']);
			if (!right.includes(left.outcome))
				faults.push(`${left.outcome} in round ${place + 1} of ${rounds.length}`);
			if (left.outcome !== 'notYet' && !round.goesOn) break;
		}
	} finally {
		if (zone === undefined) delete process.env.TZ;
		else process.env.TZ = zone;
		await service.close();
	}
	faults.push(...brokenPromises(condition, of, left, service));
	const isMet = left.outcome === 'met';
	const isEarly = outcomes.length < rounds.length;
	return {
		name: of.name,
		said: `${outcomes.join(', ')}: ${JSON.stringify(left.item)}`,
		faults,
		isMet,
		isMetAndWrong: isMet && (isEarly || !of.right.includes('met')),
		isMissed: !isMet && of.right.length === 1 && of.right[0] === 'met',
	};
}

async function ran(
	condition: Condition,
	of: Case,
	round: Round,
	service: Service,
	item: IDataObject,
): Promise<Given> {
	const parameters: IDataObject = {
		...condition.parameters,
		waitHere: round.waitHere ?? 0,
		...of.parameters,
		...round.parameters,
		...(of.options && { options: of.options }),
	};
	return await runOperation({
		url: service.url,
		operation: condition.operation,
		parameters,
		items: [round.item ? round.item(item) : item],
		onError: 'continueErrorOutput',
		workflowId: 'the workflow of a case',
	});
}

/** By which output the one item has left. */
function leftBy(given: Given, faults: string[]): Left {
	if (given.error !== undefined) return { outcome: 'error', item: { error: given.error } };
	const items = given.outputs.flatMap((list, place) =>
		list.map((item) => ({ outcome: OUTPUTS[place]!, item })),
	);
	if (items.length !== 1) faults.push(`${items.length} items for one`);
	const left = items[0] ?? { outcome: 'error' as const, item: {} };
	// An error may stand in the item of any output.
	return left.item.error === undefined ? left : { ...left, outcome: 'error' };
}

function brokenPromises(
	{ isActing }: Condition,
	of: Case,
	{ outcome, item }: Left,
	service: Service,
): string[] {
	const faults = service.unknown.map((path) => `asks for a path the service lacks: ${path}`);
	if (!isActing && service.applied.length > 0)
		faults.push(`changes something: ${service.applied[0]!.path}`);
	if (outcome === 'timedOut' && of.reason && !of.reason.includes(String(item.reason)))
		faults.push(`the reason is ${String(item.reason)}, not ${of.reason.join(' or ')}`);
	if (outcome === 'met' && of.seenBy && !of.seenBy.includes(String(item.seen_by)))
		faults.push(`seen by ${String(item.seen_by)}, not ${of.seenBy.join(' or ')}`);
	if (outcome === 'notYet' && typeof item.await !== 'object') faults.push('no state in the item');
	const broken = of.promise?.(item, service.state);
	if (broken !== undefined) faults.push(broken);
	return faults;
}

import { SimStatus } from '../../fleet/statuses';
import { CellularIotError, InputError, knownOf } from '../../errors';
import { type Change, performAllOrNone } from '../../run/allOrNone';
import { entityOf } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { getEndpoint, readEndpoint } from '../../table/entries/endpoint/endpointRead';
import { getSim, updateSim } from '../../table/entries/sim/sim';
import { at } from '../../table/reading';
import { toId } from '../../table/values';
import type { SwapInput } from './form';

/*
 * Two endpoints exchange their SIMs, or one gets another SIM. The service has no such operation: a SIM is
 * taken off an endpoint before it is put on another. Each state between two steps differs from the states
 * before and after the swap, so that an interrupted run is completed by running it again. One state is
 * ambiguous, with both endpoints empty: it is refused until the other SIM is named. Source: public
 * reference (update of an endpoint, statuses of SIMs).
 */

type SwapAction = 'release' | 'assign' | 'suspend' | 'activate';

/** A change of one endpoint or SIM. */
interface Step {
	change: SwapAction;
	simId: number;
	/** The endpoint that loses or gets the SIM. */
	endpointId?: number;
	/** Whether the change can be taken back. */
	reversible: boolean;
}

const OPPOSITE: Record<SwapAction, SwapAction> = {
	release: 'assign',
	assign: 'release',
	suspend: 'activate',
	activate: 'suspend',
};

const STEP_WORDS: Record<SwapAction, (step: Step) => string> = {
	release: ({ simId, endpointId }) => `taking SIM ${simId} off endpoint ${endpointId}`,
	assign: ({ simId, endpointId }) => `putting SIM ${simId} on endpoint ${endpointId}`,
	suspend: ({ simId }) => `suspending SIM ${simId}`,
	activate: ({ simId }) => `activating SIM ${simId}`,
};
const stepInWords = (step: Step) => STEP_WORDS[step.change](step);

/** A swap stopped between its first and its last step, or was undone. */
class SwapError extends CellularIotError {}

/** An endpoint or SIM as it was read. */
interface SwapState {
	id: number;
	/** The SIM of an endpoint, or the endpoint of a SIM; undefined without one. */
	with: number | undefined;
	/** Status of the SIM that was read or that the endpoint has. */
	status: number | undefined;
	iccid?: unknown;
}

/** Reads in the sequential lane wait for all changes that the service may still be at work on. */
const IN_TURN = { lane: 'sequential' } as const;

async function readSwapState(call: Call, endpointId: number): Promise<SwapState> {
	const entity = readEndpoint(entityOf(await call.other(getEndpoint, { endpointId }, IN_TURN)));
	const status = at(entity, 'sim.status.id') as number | undefined;
	return { id: endpointId, with: toId(at(entity, 'sim.id')), status };
}

async function readSim(call: Call, simId: number): Promise<SwapState> {
	const { iccid, ...entity } = entityOf(await call.other(getSim, { simId }, IN_TURN));
	const status = Number(at(entity, 'status.id'));
	return { id: simId, with: toId(at(entity, 'endpoint.id')), status, iccid };
}

/** Whether the service shows that a step was made. */
async function isDone(call: Call, { change, simId, endpointId = 0 }: Step): Promise<boolean> {
	if (change === 'release') return (await readSwapState(call, endpointId)).with !== simId;
	if (change === 'assign') return (await readSwapState(call, endpointId)).with === simId;
	const { status } = await readSim(call, simId);
	return status === (change === 'activate' ? SimStatus.Activated : SimStatus.Suspended);
}

async function send(call: Call, { change, simId, endpointId }: Step): Promise<void> {
	if (change === 'release' || change === 'assign') {
		const id = change === 'assign' ? simId : null;
		await call.own({ endpointId }, { body: { sim: { id } } });
	} else {
		const status = change === 'activate' ? SimStatus.Activated : SimStatus.Suspended;
		await call.other(updateSim, { simId, status }, IN_TURN);
	}
}

const stepsInWords = (steps: Step[]) => steps.map(stepInWords).join(', ');

/** A step as the service is asked for it. */
const changeOf = (call: Call, step: Step): Change => ({
	send: async () => await send(call, step),
	isMade: async () => await isDone(call, step),
});

/** Makes the steps; undoes them if a later one fails. @throws SwapError */
async function carryOut(call: Call, steps: Step[], again: string): Promise<void> {
	const broken = await performAllOrNone(
		steps.map((step) => ({
			step,
			...changeOf(call, step),
			undo: changeOf(call, { ...step, change: OPPOSITE[step.change] }),
		})),
	);
	if (!broken) return;
	const { at, failure, notUndone } = broken;
	const { error } = failure;
	const { message, outcome, hint } = knownOf(error);
	const failed = `Step ${at + 1} of ${steps.length} failed, ${stepInWords(steps[at]!)}: ${message}`;
	const done = stepsInWords(broken.done.map(({ step }) => step));
	if (!failure.isCertain) {
		const before = done === '' ? '' : `; done before: ${done}`;
		throw new SwapError(`${failed}${before}`, again, done === '' ? 'unknown' : 'partial', error);
	}
	if (notUndone !== undefined) {
		const rest = `${done} could not be taken back: ${knownOf(notUndone).message}`;
		throw new SwapError(`${failed}; ${rest}`, again, 'partial', error);
	}
	const all = at > 0 ? `${failed}. All SIMs are where they were` : failed;
	throw new SwapError(all, hint, outcome === 'refused' ? outcome : 'notSent', error);
}

const step = (change: SwapAction, simId: number, endpointId?: number): Step => ({
	change,
	simId,
	reversible: true,
	...(endpointId !== undefined && { endpointId }),
});

interface SwapStates {
	/** The endpoint that gets the SIM, that SIM, and the endpoint that has it. */
	endpoint: SwapState;
	sim: SwapState;
	other?: SwapState;
	/** The SIM that the first endpoint had, as the input names it. */
	given: number | undefined;
}

const disagreeing = (sim: SwapState, endpoint: SwapState) =>
	new CellularIotError(
		`The service shows SIM ${sim.id} on ${sim.with === undefined ? 'no endpoint' : `endpoint ${sim.with}`}, and endpoint ${endpoint.id} with ${endpoint.with === undefined ? 'no SIM' : `SIM ${endpoint.with}`}`,
		'Somebody may be changing them now: run it again.',
		'notSent',
	);

/** Another SIM for an endpoint; its SIM is left without an endpoint. */
function replacing({ endpoint, sim }: SwapStates, { suspendOld, activate }: SwapInput): Step[] {
	if (sim.with !== undefined && sim.with !== endpoint.id) {
		const must = `must be on no endpoint, and is on endpoint ${sim.with}: to swap with that, choose Swap With: Another Endpoint`;
		throw new InputError('simId', must, 'SIM');
	}
	const old = endpoint.with;
	const steps: Step[] = [];
	if (old !== undefined && old !== sim.id) {
		// The first step: a run after an interruption finds the SIM suspended, or still here to be suspended.
		const isBilled =
			endpoint.status !== SimStatus.Suspended && endpoint.status !== SimStatus.Issued;
		if (suspendOld === true && isBilled) steps.push(step('suspend', old));
		steps.push(step('release', old, endpoint.id));
	}
	if (old !== sim.id) steps.push(step('assign', sim.id, endpoint.id));
	// The last step: an issued SIM that was activated cannot become issued again.
	if (activate === true && sim.status !== SimStatus.Activated)
		steps.push({ ...step('activate', sim.id), reversible: sim.status === SimStatus.Suspended });
	return steps;
}

/** Two endpoints exchange their SIMs, from whatever state an earlier run has left. */
function exchanging({ endpoint, sim, other, given }: SwapStates & { other: SwapState }): Step[] {
	if (sim.with !== undefined && sim.with !== endpoint.id && sim.with !== other.id) {
		const must = `must be on endpoint ${other.id} or ${endpoint.id}, and is on ${sim.with}`;
		throw new InputError('simId', must, 'SIM');
	}
	const isThere = endpoint.with === sim.id;
	// The SIM that the other endpoint gets. If the first one no longer has it, the other may already have
	// it.
	const back = isThere
		? (given ?? other.with)
		: (endpoint.with ?? given ?? (other.with === sim.id ? undefined : other.with));
	if (given !== undefined && back !== given) {
		const must = `must be the SIM that endpoint ${endpoint.id} had, which has SIM ${back}`;
		throw new InputError('otherSimId', must, 'Other SIM');
	}
	if (other.with !== undefined && other.with !== sim.id && other.with !== back) {
		const must = `must have SIM ${sim.id} or none, and has SIM ${other.with}`;
		throw new InputError('otherEndpointId', must, 'Other Endpoint');
	}
	if (endpoint.with === undefined && other.with === undefined && given === undefined) {
		const must = `must be named: neither endpoint ${endpoint.id} nor ${other.id} has a SIM, as after a swap that was cut off. If endpoint ${endpoint.id} had none, choose Swap With: A Free SIM`;
		throw new InputError('otherSimId', must, 'Other SIM');
	}
	const steps: Step[] = [];
	if (other.with === sim.id) steps.push(step('release', sim.id, other.id));
	if (endpoint.with !== undefined && !isThere)
		steps.push(step('release', endpoint.with, endpoint.id));
	if (back !== undefined && other.with !== back) steps.push(step('assign', back, other.id));
	if (!isThere) steps.push(step('assign', sim.id, endpoint.id));
	return steps;
}

/** Swaps SIMs, or shows the steps; gives one result. @throws SwapError if it stopped between two steps. */
export async function swap(call: Call, input: SwapInput): Promise<Json> {
	const { endpointId, simId, otherEndpointId, otherSimId, dryRun } = input;
	if (otherEndpointId === endpointId) {
		const must = 'must be a different endpoint than "Endpoint"';
		throw new InputError('otherEndpointId', must, 'Other Endpoint');
	}
	const state: SwapStates = {
		sim: await readSim(call, simId),
		endpoint: await readSwapState(call, endpointId),
		given: otherSimId,
	};
	if (otherEndpointId !== undefined) state.other = await readSwapState(call, otherEndpointId);
	const { sim, endpoint, other } = state;
	for (const side of [endpoint, other])
		if (side && (side.with === sim.id) !== (sim.with === side.id)) throw disagreeing(sim, side);
	const steps = other ? exchanging({ ...state, other }) : replacing(state, input);
	const back = steps.find((taken) => taken.simId !== sim.id)?.simId;
	const name = otherEndpointId !== undefined && back !== undefined;
	const again = `Run it again with the same values${name ? `, and with "Other SIM" ${back}` : ''}: it continues from the current state.`;
	if (!dryRun) await carryOut(call, steps, again);
	const isSwapped = !dryRun || steps.length === 0;
	return {
		endpoint_id: endpoint.id,
		sim_id: sim.id,
		iccid: sim.iccid ?? null,
		other_endpoint_id: otherEndpointId ?? null,
		other_sim_id: back ?? null,
		dry_run: dryRun,
		swapped: isSwapped,
		already: steps.length === 0,
		steps: steps.map(({ change, simId: id, endpointId: on, reversible }) => ({
			change,
			sim_id: id,
			endpoint_id: on ?? null,
			billed: change === 'activate',
			reversible,
		})),
		message:
			steps.length === 0
				? `Endpoint ${endpoint.id} has SIM ${sim.id} already.`
				: dryRun
					? `Dry run: nothing was changed. To do: ${stepsInWords(steps)}.`
					: `Done: ${stepsInWords(steps)}.`,
	};
}

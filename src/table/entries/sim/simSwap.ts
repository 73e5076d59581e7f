import { CellularIotError, InputError, knownOf } from '../../../errors';
import { entityOf } from '../../answers';
import { type Call, type Input, type Json, defineOperation } from '../../define';
import * as f from '../../fields';
import { at } from '../../reading';
import { rule } from '../../rules';
import { toId } from '../../values';
import { getEndpoint, readEndpoint } from '../endpoint/endpointRead';
import { getSim, updateSim } from './sim';

/*
 * Two endpoints exchange their SIMs, or one gets another SIM. The service has no such operation: a SIM
 * is taken off an endpoint before it is put on another. Each state between two steps can be told from
 * the states before and after the swap, so that a run that was cut off is finished by running it again;
 * the one that cannot, with both endpoints empty, is refused until the other SIM is named.
 * Source: public reference (update of an endpoint, statuses of SIMs).
 */

const ACTIVATED = 1;
const SUSPENDED_SIM = 2;
const ISSUED_SIM = 0;

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

/** A swap that ended between its first and its last step, or was put back. */
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

/** Reads in the sequential lane come after all changes that the service may still be at work on. */
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

/** Whether a step shows in what the service has. */
async function isDone(call: Call, { change, simId, endpointId = 0 }: Step): Promise<boolean> {
	if (change === 'release') return (await readSwapState(call, endpointId)).with !== simId;
	if (change === 'assign') return (await readSwapState(call, endpointId)).with === simId;
	const { status } = await readSim(call, simId);
	return status === (change === 'activate' ? ACTIVATED : SUSPENDED_SIM);
}

async function send(call: Call, { change, simId, endpointId }: Step): Promise<void> {
	if (change === 'release' || change === 'assign') {
		const id = change === 'assign' ? simId : null;
		await call.own({ endpointId }, { body: { sim: { id } } });
	} else {
		const status = change === 'activate' ? ACTIVATED : SUSPENDED_SIM;
		await call.other(updateSim, { simId, status }, IN_TURN);
	}
}

/** Why a step failed, and whether it is certain that it changed nothing. */
interface StepFailure {
	error: unknown;
	isCertain: boolean;
}

/** Makes a step; one whose outcome is unknown is looked for. */
async function makeStep(call: Call, step: Step): Promise<StepFailure | undefined> {
	try {
		await send(call, step);
	} catch (error) {
		const { outcome } = knownOf(error);
		if (outcome === 'refused' || outcome === 'notSent') return { error, isCertain: true };
		try {
			return (await isDone(call, step)) ? undefined : { error, isCertain: true };
		} catch {
			return { error, isCertain: false };
		}
	}
	return undefined;
}

/** Takes steps back, the last first; gives those that stand, and why the next could not be taken back. */
async function undoSteps(call: Call, steps: Step[]): Promise<[Step[], StepFailure] | undefined> {
	const standing = [...steps];
	for (let step; (step = standing.at(-1)); standing.pop()) {
		const failure = await makeStep(call, { ...step, change: OPPOSITE[step.change] });
		if (failure) return [standing, failure];
	}
	return undefined;
}

const stepsInWords = (steps: Step[]) => steps.map(stepInWords).join(', ');

/** Makes the steps; takes back those that were made when a later one fails. @throws SwapError */
async function carryOut(call: Call, steps: Step[], again: string): Promise<void> {
	for (const [place, step] of steps.entries()) {
		const failure = await makeStep(call, step);
		if (!failure) continue;
		const { error, isCertain } = failure;
		const made = steps.slice(0, place);
		const failed = `Step ${place + 1} of ${steps.length} failed, ${stepInWords(step)}: ${knownOf(error).message}`;
		if (!isCertain) {
			const stands = made.length > 0 ? `; done before: ${stepsInWords(made)}` : '';
			const outcome = made.length > 0 ? 'partial' : 'unknown';
			throw new SwapError(`${failed}${stands}`, again, outcome, error);
		}
		const left = await undoSteps(call, made);
		if (!left) {
			const { outcome, hint } = knownOf(error);
			const all = made.length > 0 ? `${failed}. All SIMs are where they were` : failed;
			throw new SwapError(all, hint, outcome === 'refused' ? outcome : 'notSent', error);
		}
		const [standing, why] = left;
		const rest = `${stepsInWords(standing)} could not be taken back: ${knownOf(why.error).message}`;
		throw new SwapError(`${failed}; ${rest}`, again, 'partial', error);
	}
}

const step = (change: SwapAction, simId: number, endpointId?: number): Step => ({
	...{ change, simId, reversible: true },
	...(endpointId !== undefined && { endpointId }),
});

interface Places {
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
function replacing({ endpoint, sim }: Places, { suspendOld, activate }: Input): Step[] {
	if (sim.with !== undefined && sim.with !== endpoint.id) {
		const must = `must be on no endpoint, and is on endpoint ${sim.with}: to swap with that, choose Swap With: Another Endpoint`;
		throw new InputError('simId', must, 'SIM');
	}
	const old = endpoint.with;
	const steps: Step[] = [];
	if (old !== undefined && old !== sim.id) {
		// First, so that a run after a cut finds its SIM suspended, or still here to be suspended.
		const isBilled = endpoint.status !== SUSPENDED_SIM && endpoint.status !== ISSUED_SIM;
		if (suspendOld === true && isBilled) steps.push(step('suspend', old));
		steps.push(step('release', old, endpoint.id));
	}
	if (old !== sim.id) steps.push(step('assign', sim.id, endpoint.id));
	// Last, since a SIM that was issued cannot become so again.
	if (activate === true && sim.status !== ACTIVATED)
		steps.push({ ...step('activate', sim.id), reversible: sim.status === SUSPENDED_SIM });
	return steps;
}

/** Two endpoints exchange their SIMs, from wherever an earlier run has left them. */
function exchanging({ endpoint, sim, other, given }: Places & { other: SwapState }): Step[] {
	if (sim.with !== undefined && sim.with !== endpoint.id && sim.with !== other.id) {
		const must = `must be on endpoint ${other.id} or ${endpoint.id}, and is on ${sim.with}`;
		throw new InputError('simId', must, 'SIM');
	}
	const isThere = endpoint.with === sim.id;
	// The SIM that the other endpoint gets: where the first one has it no more, the other may have it.
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

const ofEndpoints = { swapWith: ['endpoint'] };
const ofSim = { swapWith: ['sim'] };

export const swapSims = defineOperation({
	resource: 'sim',
	name: 'swap',
	action: 'Swap SIMs',
	stakes: 'billed',
	description:
		'Give an endpoint another SIM: a free one, or that of another endpoint, which gets the first one in exchange. A dry run unless Dry Run is switched off.',
	request: 'PATCH /api/v1/endpoint/{endpointId}',
	effect: 'set',
	lane: 'sequential',
	notice: 'Devices are offline while their SIMs change places. An activated SIM is billed.',
	errors: [400, 403, 404, 409, 422],
	explains: {
		1405: 'The SIM is on another endpoint by now: run it again.',
		404: 'There is no such endpoint or SIM in the organisation of this credential.',
		422: 'The SIM cannot be assigned, or cannot have this status: look at it in the service.',
	},
	fields: {
		endpointId: { ...f.endpointId, hint: 'The endpoint that gets the SIM', saidOnce: false },
		simId: f.pickSim({ label: 'SIM', hint: 'The SIM that it gets' }),
		swapWith: f.choice({ label: 'Swap With', hint: 'Where the SIM comes from', default: 'sim' }, [
			{ name: 'A Free SIM', value: 'sim', description: 'The SIM is on no endpoint' },
			{ name: 'Another Endpoint', value: 'endpoint', description: 'It gets the other SIM' },
		]),
		otherEndpointId: f.pick(
			{
				label: 'Other Endpoint',
				hint: 'The endpoint that has the SIM; it gets the SIM of Endpoint in exchange, if there is one',
				showWhen: ofEndpoints,
				example: 10002,
			},
			'endpoint',
		),
		activate: f.flag({
			label: 'Activate SIM',
			hint: 'Whether to activate the SIM, which is billed from then on',
			default: true,
			showWhen: ofSim,
		}),
		suspendOld: f.flag({
			label: 'Suspend Old SIM',
			hint: 'Whether to suspend the SIM that the endpoint had, which ends its charges',
			showWhen: ofSim,
		}),
		dryRun: f.dryRunFlag('Whether to only show the steps'),
		...f.inGroup('options', {
			otherSimId: f.pickSim({
				label: 'Other SIM',
				hint: 'The SIM that Endpoint had. Needed only to finish a swap of two endpoints that was cut off.',
			}),
		}),
	},
	rules: [
		rule('{otherSimId} is for a swap of two endpoints', ({ swapWith, otherSimId }) =>
			swapWith === 'sim' && otherSimId !== undefined
				? { field: 'otherSimId', rule: 'must be empty unless two endpoints swap' }
				: undefined,
		),
	],
	run: async (call, input) =>
		await call.exclusively('sim swap', async () => await swap(call, input)),
});

async function swap(call: Call, input: Input): Promise<Json> {
	const { endpointId, simId, otherEndpointId, otherSimId, dryRun } = input;
	if (otherEndpointId === endpointId) {
		const must = 'must be a different endpoint than "Endpoint"';
		throw new InputError('otherEndpointId', must, 'Other Endpoint');
	}
	const places: Places = {
		sim: await readSim(call, simId as number),
		endpoint: await readSwapState(call, endpointId as number),
		given: otherSimId as number | undefined,
	};
	if (otherEndpointId !== undefined)
		places.other = await readSwapState(call, otherEndpointId as number);
	const { sim, endpoint, other } = places;
	for (const one of [endpoint, other])
		if (one && (one.with === sim.id) !== (sim.with === one.id)) throw disagreeing(sim, one);
	const steps = other ? exchanging({ ...places, other }) : replacing(places, input);
	const back = steps.find((one) => one.simId !== sim.id)?.simId;
	const name = otherEndpointId !== undefined && back !== undefined;
	const again = `Run it again with the same values${name ? `, and with "Other SIM" ${back}` : ''}: it continues from the current state.`;
	if (dryRun !== true) await carryOut(call, steps, again);
	const isSwapped = dryRun !== true || steps.length === 0;
	return {
		...{ endpoint_id: endpoint.id, sim_id: sim.id, iccid: sim.iccid ?? null },
		...{ other_endpoint_id: otherEndpointId ?? null, other_sim_id: back ?? null },
		...{ dry_run: dryRun === true, swapped: isSwapped, already: steps.length === 0 },
		steps: steps.map(({ change, simId: id, endpointId: on, reversible }) => ({
			...{ change, sim_id: id, endpoint_id: on ?? null },
			...{ billed: change === 'activate', reversible },
		})),
		message:
			steps.length === 0
				? `Endpoint ${endpoint.id} has SIM ${sim.id} already.`
				: dryRun === true
					? `Dry run: nothing was changed. To do: ${stepsInWords(steps)}.`
					: `Done: ${stepsInWords(steps)}.`,
	};
}

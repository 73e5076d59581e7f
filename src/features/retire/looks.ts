import { SimStatus } from '../../fleet/statuses';
import { CellularIotError, findCause, knownOf, withoutNotSent } from '../../errors';
import type { Json } from '../../table/define';
import { endpointNumber } from '../../table/entries/endpoint/endpointNumbers';
import { hasTag } from '../../table/entries/endpoint/endpointsOfTag';
import {
	endpointInWords,
	type RetiredEndpoint,
	type RetiredSim,
	retiredEndpoint,
	simInWords,
} from './endpoints';
import type { Target } from './named';

/*
 * Whether an endpoint is still meant, by what was read of it right before a step. Others work at the same fleet: one
 * who takes the tag off a device, renames it or puts another SIM into it wants to keep it.
 */

/** Milliseconds for which a look counts: a step that had to wait for longer looks again. */
export const LOOK_VALID_MS = 5_000;

/** What is expected of the SIM of an endpoint at some step. */
export interface ExpectedSim {
	/** The SIM that has to be on the endpoint; undefined for none. */
	sim: RetiredSim | undefined;
	/** Whether this run has suspended it. */
	isSuspended: boolean;
}

/** What an item calls the endpoint by is not so any more, in words. */
function otherChoice({ tag, calledBy }: Target, entity: Json): string[] {
	if (tag && !hasTag(entity, tag)) return [`lost the tag "${tag.name}" meanwhile`];
	if (!calledBy || String(endpointNumber(entity, calledBy.filter)) === calledBy.value) return [];
	const { filter, value } = calledBy;
	if (filter === 'name') return [`is not called "${value}" any more`];
	// Whether the SIM is still the same is asked for every endpoint.
	return filter.startsWith('imei') ? [`has not the IMEI ${value} any more`] : [];
}

/** What is not as expected of the SIM, in words. */
function otherSim({ sim, isSuspended }: ExpectedSim, is: RetiredSim | undefined): string[] {
	if (sim?.id !== is?.id) {
		if (is && sim) return [`got another SIM meanwhile: ${simInWords(is)} for ${simInWords(sim)}`];
		return [
			is ? `got another SIM meanwhile: ${simInWords(is)}` : `lost ${simInWords(sim!)} meanwhile`,
		];
	}
	const isActivated = isSuspended && is?.status === SimStatus.Activated;
	return isActivated ? [`has ${simInWords(is)} activated again`] : [];
}

/**
 * Why an endpoint is not meant any more, in words that follow its name; undefined where it still is. `entity` is the
 * endpoint as the service lists it now; undefined where it lists none of this ID.
 */
export function whyNotMeant(
	target: Target,
	entity: Json | undefined,
	expected: ExpectedSim,
): string | undefined {
	if (!entity) return 'is not in this workspace any more';
	const is = retiredEndpoint(entity);
	if (is.isDeleted) {
		const { sim } = expected;
		return `was deleted by somebody else${sim ? `; look after its ${simInWords(sim)}` : ''}`;
	}
	const reasons = [...otherChoice(target, entity), ...otherSim(expected, is.sim)];
	return reasons.length > 0 ? reasons.join(' and ') : undefined;
}

/** The SIM that was planned is on another endpoint, in words that follow the name of its former one. */
export const simIsElsewhere = (sim: RetiredSim, holder: Pick<RetiredEndpoint, 'id' | 'name'>) =>
	`got another SIM, or none, meanwhile: ${simInWords(sim)} is on ${endpointInWords(holder)} now`;

/** An endpoint that an earlier run had begun with has got another SIM since, in words that follow its name. */
export const otherSimThanBegun = (is: RetiredSim, begunWith: number): string => {
	const had = begunWith === 0 ? 'no SIM' : `SIM ${begunWith}`;
	return `got another SIM meanwhile: ${simInWords(is)}; an earlier run had begun with it when it had ${had}`;
};

class NotMeantError extends CellularIotError {}

/** Whether an endpoint was left since it is not meant any more. */
export const isNotMeant = (error: unknown): boolean =>
	findCause(error, (cause): cause is NotMeantError => cause instanceof NotMeantError) !== undefined;

/** An endpoint that is left since it is not meant any more. */
export const notMeant = ({ endpoint }: Target, why: string): CellularIotError =>
	new NotMeantError(
		`Not deleted: ${endpointInWords(endpoint)} ${why}`,
		'Somebody else changes it. Run this again in ten minutes if it is to be retired all the same.',
		'notSent',
	);

/** A call about an endpoint got no answer, and after it the endpoint was not meant any more. */
export class UnansweredError extends CellularIotError {
	/** `maybe` says what the call may have done, and begins a sentence. */
	constructor(maybe: string, cause: unknown) {
		const { message, hint } = knownOf(cause);
		super(
			`${maybe}: a call got no answer. After it: ${withoutNotSent(message)}`,
			`Read its current state in the service, once more two minutes later. ${hint}`,
			'unknown',
			cause,
		);
	}
}

import { isAtLeast, meaningOf, type Step } from '../../../fleet/events';
import { timeOf } from '../../../table/moments';
import type { Json } from '../../../wire';

/* Signs of life and refusals among the events of a device. */

/** A step that a device has taken, or that it was refused. */
interface DeviceStep {
	step: Step;
	/** Milliseconds since 1970. */
	at: number;
	event: Json;
}

/** The steps of one meaning that are later than a moment, the newest first. */
function steps(events: readonly Json[], is: 'sign' | 'refusal', after: number): DeviceStep[] {
	return events
		.flatMap((event): DeviceStep[] => {
			const meaning = meaningOf(event);
			const at = timeOf(event.timestamp);
			return meaning.is === is && at > after ? [{ step: meaning.step, at, event }] : [];
		})
		.sort((a, b) => b.at - a.at);
}

/** The newest sign later than a moment. */
export const newestSign = (events: readonly Json[], after: number): DeviceStep | undefined =>
	steps(events, 'sign', after)[0];

/** The oldest sign later than a moment. */
export const oldestSign = (events: readonly Json[], after: number): DeviceStep | undefined =>
	steps(events, 'sign', after).at(-1);

/** When the newest session was opened later than a moment; NaN where none was. Milliseconds since 1970. */
export const newestSessionAt = (events: readonly Json[], after: number): number =>
	steps(events, 'sign', after).find(({ step }) => step === 'session')?.at ?? NaN;

/**
 * The newest refusal later than a moment that still applies: no later event shows that the device has taken the
 * refused step, or one that follows it. A roaming device is rejected by a network, and registers in the next one.
 */
export function lastingRefusal(events: readonly Json[], after: number): DeviceStep | undefined {
	const signs = steps(events, 'sign', after);
	return steps(events, 'refusal', after).find(
		(refused) => !signs.some((sign) => sign.at > refused.at && isAtLeast(sign.step, refused.step)),
	);
}

/** Most characters of a refusal's own words. */
const MOST_WORDS = 200;

/** A refusal in words, with those of its event. */
export function refusalWords({ step, event }: DeviceStep): string {
	const own = String(event.description ?? '')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, MOST_WORDS);
	const words = own === '' ? '' : `: "${own}"`;
	return `a ${step} was refused at ${String(event.timestamp)}${words}`;
}

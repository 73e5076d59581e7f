/* What a person may do about a verdict, and what that may bill. */

/** What a person may do about a verdict. */
export interface NextStep {
	/** The operation that does it, as the nodes name it; null where no operation can. */
	operation: string | null;
	step: string;
	/** What the operation may bill; null where no charge of it is documented. */
	bills: string | null;
}

/** A step in words, by an operation or by hand. */
export const step = (
	operation: string | null,
	words: string,
	bills: string | null = null,
): NextStep => ({
	operation,
	step: words,
	bills,
});

export const ACTIVATION_BILLS =
	'the SIM is billed from then on; the tariff may charge for the activation';
export const TRAFFIC_BILLS = 'the extra traffic';
/** Source: public reference, SIM statuses: a reset and a change of the endpoint's status end a factory test. */
export const TEST_ENDS_BILLS =
	'the SIM, if it is in factory test: this ends the test and activates it, and it is billed from then on';

export const RESET = step(
	'Endpoint: Reset Connectivity',
	'Reset the connectivity, so that the device registers again; a device that is off or asleep does not notice',
	TEST_ENDS_BILLS,
);
export const READ_AGAIN = step('Endpoint: Diagnose', 'Diagnose it again after a while');
export const LOOK_AT_DEVICE = step(
	null,
	'Look at the device itself: power, antenna, coverage and its settings',
);
export const LIVE = step(
	'Endpoint: Ask Visited Network',
	'Ask the visited network now (2G and 3G only; up to a minute)',
);
export const AWAIT = step('Await: Seen Again', 'Wait for its next sign of life');
export const SERVICE_DESK = step(null, 'Ask the support of the connectivity service');

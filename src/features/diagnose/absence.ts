import { type Evidence, evidence } from './evidence';
import type { Facts } from './facts/facts';
import type { Silence } from './silence';
import { dayOf, momentInWords, spanInWords } from './facts/words';

/* What the verdicts over a device of which nothing is heard have in common. */

/** The pause that is usual for a device, as a fact. */
export const rhythmEvidence = ({ usualMs }: Silence): Evidence[] =>
	usualMs === undefined
		? []
		: [evidence('usage', 'usual time between its connections', spanInWords(usualMs))];

/** How far the usage was read, as a fact. */
export const usageEvidence = ({ days, now }: Facts): Evidence[] =>
	days ? [evidence('usage', 'daily usage read, which may be hours old', dayOf(now), now)] : [];

/** What is said where the session that is shown is one of a former SIM. */
export const FORMER_SESSION = 'the session that the service shows is one of a former SIM';

/** A block of the whole organisation that may keep the device off, in words. */
export const organisationDoubt = ({ organisationBlockedAt: at }: Facts): string | undefined =>
	at === undefined || at === null
		? undefined
		: `its organisation was blocked on ${momentInWords(at)}, and no session of it is seen since`;

import { EventType, Severity } from '../../../fleet/events';

/* What several readers of events rely on; what an event means: src/fleet/events.ts. */

export { EVENT_DAYS } from '../../../fleet/events';

/** A session was opened, or refused where the severity is not INFO. */
export const SESSION_OPENED = EventType.Session;
export const SESSION_ENDED = EventType.SessionEnded;

/** The severity of an event that reports no problem. */
export const INFO = Severity.Info;

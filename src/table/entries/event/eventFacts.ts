/* What several readers of events rely on. Source: public reference, Events and Events feed. */

/** Days for which the service keeps events. */
export const EVENT_DAYS = 30;

/** A session was opened, or refused where the severity is not INFO. */
export const SESSION_OPENED = 3;
export const SESSION_ENDED = 5;

/** The severity of an event that reports no problem. */
export const INFO = 0;

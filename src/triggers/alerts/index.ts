import type { AlertRule } from './alert';

/** The rules, each with events of its own. */
export const ALERTS: readonly AlertRule[] = [];

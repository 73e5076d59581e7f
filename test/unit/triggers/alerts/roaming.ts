import type { Input, Json } from '../../../../src/table/define';
import { schemaOf } from '../../../../src/table/checks';
import { roamingFields } from '../../../../src/triggers/alerts/roaming/fields';
import { roamingDays } from '../../../../src/triggers/alerts/roamingDays';
import type { deviceAt } from './alerts';
import { eventOf, FR, START, Watcher } from './alerts';

/* Histories of devices that roam, for the tests of Roaming Days. */

export const DAY = 86_400_000;
export const BR = { id: 30, name: 'Brazil', iso_code: 'br', mcc: '724', country_code: '55' };

type Device = ReturnType<typeof deviceAt>;

/** The rules of a form, as a node has checked them. */
export const rulesOf = (...rows: Json[]) => schemaOf(roamingFields.roamingRules).parse({ rows });

const RULE = { country: 'BR', days: 91, windowDays: 120, countedBy: 'sim' };

/** A trigger with rules of which only what matters is given. */
export const roamingWatcher = (rules: Json[] = [{}], more: Input = {}) =>
	new Watcher(roamingDays, {
		roamingRulesFrom: 'table',
		roamingRules: rulesOf(...rules.map((rule) => ({ ...RULE, ...rule }))),
		roamingWarnDays: 21,
		roamingCalendar: 'utc',
		...more,
	});

/** A moment on a day of the history. */
export const on = (day: number, hour = 12): number => START + day * DAY + hour * 3_600_000;

/** What a person sees of a day. */
export const dateOn = (day: number): string => new Date(on(day)).toISOString().slice(0, 10);

export const inBrazil = (device: Device, at: number, more: { type?: number } = {}): Json =>
	eventOf(device, at, { country: BR, ...more });
export const inFrance = (device: Device, at: number, more: { type?: number } = {}): Json =>
	eventOf(device, at, { country: FR, ...more });

/** The end of a session, as the feed gives it. */
export function ended(device: Device, at: number, startedAt?: number, country: Json = BR): Json {
	const event = eventOf(device, at, { type: 5, country });
	const detail = event.detail as Json;
	const began = startedAt && new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ');
	const session = { imeisv: `${device.device}01`, ...(began && { tunnel_created: began }) };
	return { ...event, detail: { ...detail, pdp_context: session } };
}

/** The same event as the network or the service refuses it. */
export const refused = (event: Json): Json => ({ ...event, event_severity: { id: 1 } });

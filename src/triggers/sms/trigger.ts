import { flatEntry } from '../../run/flat';
import type { Json } from '../../table/define';
import type { CalledTrigger, FormReader } from '../runtime/definition';
import { checkOf, takingOf } from './form';
import { receive, windowOf } from './inbox';
import { type WaitingParts, smsKind } from './kind';
import { type Callback, passesFilters, readCallback } from './message';

/**
 * The form of the SMS trigger: a mistake in how calls are taken must not answer somebody who has no token, so that
 * this part is read when it is asked for, once.
 * @throws InputError
 */
export function smsForm(read: FormReader) {
	let taking: ReturnType<typeof takingOf> | undefined;
	return { ...checkOf(read), taking: () => (taking ??= takingOf(read)) };
}

type SmsForm = ReturnType<typeof smsForm>;

/** Name of the item's field that carries its deliveries to the run that claims them. */
const DELIVERIES_FIELD = '_deliveries';

/** The names of an item's deliveries, delivery by delivery, before its run has begun. */
const deliveriesOf = (json: Json): string[][] => (json[DELIVERIES_FIELD] ?? []) as string[][];

/** Messages of devices, and delivery receipts, as the service's callback brings them. */
export const smsTrigger: CalledTrigger<SmsForm, Callback, WaitingParts> = {
	form: smsForm,
	kind: smsKind,
	window: ({ taking }) => windowOf(taking().inbox),
	refusals: {
		unknown: 'A valid token of the callback secret is required',
		headers: { 'WWW-Authenticate': 'Bearer' },
		tooLarge: 'The body is larger than that of any SMS',
		busy: 'The same delivery is under way',
	},
	read: ({ method, body }, { taking }) => {
		const { events, filters } = taking();
		const found = readCallback(method, body);
		if (found === 'tooLarge') return { refuse: 413, message: smsTrigger.refusals.tooLarge };
		if ('why' in found) return { refuse: 400, message: found.why };
		return events.includes(found.type) && passesFilters(found, filters)
			? { found }
			: { accept: {} };
	},
	take: async (store, found, { taking, verify }, { now, isTest }) => {
		const { inbox } = taking();
		const options = isTest ? { ...inbox, windowMinutes: 0 } : inbox;
		const { items, repeated, call, settle } = await receive(store, found, now, options);
		return {
			items: items.map(({ item, deliveries }) => ({
				...item,
				authenticated: verify,
				[DELIVERIES_FIELD]: deliveries,
			})),
			answer: { repeated },
			isNew: !repeated || items.length > 0,
			call,
			settle,
		};
	},
	claims: (json) => deliveriesOf(json),
	emitted: (form) => {
		const { flat } = form.taking();
		return (json) => {
			const item = { ...json };
			delete item[DELIVERIES_FIELD];
			return flat ? flatEntry(item, 'sms') : item;
		};
	},
};

import { DAY_MS } from '../../times';
import type { Input, Rule } from '../../table/define';
import { EVENT_DAYS } from '../../fleet/events';
import * as f from '../../table/fields';
import { rule } from '../../table/rules';
import { isEmpty } from '../../table/values';

/* Facts that the list of endpoints can add to each entry; enriched.ts reads them. */

export type AdditionName =
	| 'connectivity'
	| 'diagnosis'
	| 'place'
	| 'quotas'
	| 'usage'
	| 'usageDays';

/** Filters over what is added: each adds what it looks at. */
export const addedFilters = f.inGroup('filters', {
	country: f.text({
		label: 'Country',
		hint: 'Where the endpoint was last seen: names or ISO codes',
	}),
	offlineSince: f.dateTime({
		label: 'Offline Since',
		hint: 'Offline, and without a sign of life since then',
	}),
});

export const addedOptions = f.inGroup('options', {
	addToEach: f.choices<AdditionName>({ label: 'Add to Each', hint: 'More requests' }, [
		{ name: 'Connectivity', value: 'connectivity' },
		{ name: 'Country and Network', value: 'place' },
		{ name: 'Diagnosis', value: 'diagnosis' },
		{ name: 'Quotas', value: 'quotas' },
		{ name: 'Usage of the Last 7 Days', value: 'usageDays' },
		{ name: 'Usage of the Last Hour and Months', value: 'usage' },
	]),
});

/** Whether endpoints are chosen by what is added to them, so that the whole list is examined. */
export const choosesByAdded = ({ country, offlineSince }: Input): boolean =>
	!isEmpty(country) || !isEmpty(offlineSince);

/** Whether anything is added at all. */
export const addsToEach = (input: Input): boolean =>
	choosesByAdded(input) || ((input.addToEach ?? []) as AdditionName[]).length > 0;

export const addedRules: Rule[] = [
	rule(
		'{addToEach}, {country} and {offlineSince} give items, and not with {onlyChanged}',
		(input) => {
			if (!addsToEach(input)) return undefined;
			const given = ['country', 'offlineSince'].find((name) => input[name] !== undefined);
			const without = `must not be given with {${given ?? 'addToEach'}}`;
			if (input.onlyChanged !== undefined) return { field: 'onlyChanged', rule: without };
			return (input.output ?? 'items') === 'items'
				? undefined
				: { field: 'output', rule: `must be Items with {${given ?? 'addToEach'}}` };
		},
	),
	rule(
		`{offlineSince} lies within the ${EVENT_DAYS} days for which events are kept`,
		({ offlineSince }, { now }) => {
			if (offlineSince === undefined) return undefined;
			const at = Date.parse(String(offlineSince));
			if (at <= now && at >= now - EVENT_DAYS * DAY_MS) return undefined;
			const lookBack = `the last ${EVENT_DAYS} days, for which events are kept`;
			return {
				field: 'offlineSince',
				rule: `must lie within ${lookBack}, got ${String(offlineSince)}`,
			};
		},
	),
];

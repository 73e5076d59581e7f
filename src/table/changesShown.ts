import { InputError } from '../errors';
import { isObject } from '../wire';
import { entityOf } from './answers';
import type { Call, Fields, Input, Json, Operation, RequestEntry } from './define';
import * as f from './fields';
import { wirePart } from './request';
import { asNumber } from './values';

/*
 * Changes of profiles, which act on all their endpoints at once: the profile is read first, so that
 * its number of endpoints is known. Source: public reference.
 */

/** Shows the changes and the number of endpoints, and makes no change. */
const dryRun = f.inGroup('options', {
	dryRun: f.dryRunFlag('Whether to only show what would change, and for how many endpoints'),
});

/** A thing that endpoints use, and the entry that reads one. */
interface UsedThing {
	/** Its name in a sentence, such as `service profile`. */
	thing: string;
	read: RequestEntry;
	/** The field that names it. */
	field: string;
}

/** The thing as it is, and how many endpoints use it; null where the service does not say. */
const readUsed = async (call: Call, { read }: UsedThing, input: Input) => {
	const entity = entityOf(await call.other(read, input));
	const used = asNumber(entity.used_count);
	return { entity, used: typeof used === 'number' ? used : null };
};

/** A reference as its id; anything else unchanged; null where there is nothing. */
const comparableValue = (value: unknown) => (isObject(value) ? value.id : value) ?? null;

/** Properties of an entry that changes a thing, or shows its changes and how many endpoints use it. */
export const changesUsed = <F extends Fields>(
	what: UsedThing,
	fields: F,
	body?: NonNullable<Operation['body']>,
) => ({
	fields: { ...fields, ...dryRun },
	...(body && { body }),
	run: async (call: Call, input: Input): Promise<Json> => {
		const { entity, used } = await readUsed(call, what, input);
		const of = { id: input[what.field], used_count: used };
		if (input.dryRun !== true) {
			await call.own(input);
			return { ...of, dry_run: false, updated: true };
		}
		const given = wirePart({ fields }, input, 'body');
		const wire = (body ? body(given, input) : given) as Json;
		const changes = Object.entries(wire).map(([field, to]) => ({
			field,
			from: comparableValue(entity[field]),
			to: comparableValue(to),
		}));
		const message = `Dry run: nothing was changed; ${used ?? 'the service does not say how many'} endpoints use this ${what.thing}.`;
		return { ...of, dry_run: true, updated: false, changes, message };
	},
});

const STILL_USED =
	'Endpoints use the profile: give them another one first (Endpoint: Update Many).';

/**
 * Properties of an entry that deletes a thing, and refuses it while endpoints use it, as the service
 * does, too.
 */
export const deletesUnused = <F extends Fields>(what: UsedThing, fields: F) => ({
	stakes: 'final' as const,
	lane: 'single' as const,
	notice: 'This cannot be undone.',
	errors: [403, 404, 409],
	explains: { 409: STILL_USED, 1407: STILL_USED },
	fields,
	run: async (call: Call, input: Input): Promise<Json> => {
		const { entity, used } = await readUsed(call, what, input);
		if (used !== null && used > 0) {
			const rule = `must not be in use: ${used} endpoints use "${String(entity.name)}"; give them another ${what.thing} first (Endpoint: Update Many)`;
			throw new InputError(what.field, rule, fields[what.field]?.label);
		}
		await call.own(input);
		return { id: input[what.field], deleted: true };
	},
});

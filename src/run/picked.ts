import type { Lanes } from '../request/limits/lanes';
import { entityOf } from '../table/answers';
import type { Call, Json, LookupName } from '../table/define';
import { findOperation } from '../table/entries';
import type { Client } from './client';
import { PICKER_LISTS, lookupPage } from './names/lists';

/*
 * Checks things that were picked from a list: with another credential the same id may be something
 * else.
 */

/** A thing as it was picked, and how the list showed it then. */
export interface Picked {
	lookup: LookupName;
	id: number | string;
	label: string;
}

/** Kinds that belong to an organisation, and how they are read. Others are the same in all. */
const READ_BY: Partial<Record<LookupName, 'id' | 'list'>> = {
	...{ endpoint: 'id', sim: 'id', serviceProfile: 'id', tariffProfile: 'id', dataStream: 'id' },
	...{ euicc: 'id', tag: 'list', ipAddressSpace: 'list', dns: 'list', callback: 'list' },
	...{ callbackSecret: 'list', applicationToken: 'list', user: 'list' },
};

const AGAIN_AFTER_MS = 3_600_000;
const MOST_REMEMBERED = 1_000;

interface SeenName {
	at: number;
	warning: string | undefined;
}
/** Recent readings, one map for each organisation of a service. */
const seen = new WeakMap<Lanes, Map<string, SeenName>>();

/** The thing as it is now; undefined where that is not known. */
async function nowOf(call: Call, { lookup, id, label }: Picked): Promise<Json | undefined> {
	if (READ_BY[lookup] === 'id') {
		const entry = findOperation(lookup, 'get');
		const [field = ''] = Object.entries(entry.fields).find(([, { in: at }]) => at === 'path') ?? [];
		return entityOf(await call.other(entry, { [field]: id }));
	}
	const { entries } = await lookupPage(call, lookup, PICKER_LISTS[lookup].page?.(1, label));
	return entries.find((entry) => String(entry.id) === String(id));
}

/**
 * Whether a list would still show the thing by that label, apart from its state and its SIM; true
 * without a name, as there is nothing to compare.
 */
function isStill({ lookup, id, label }: Picked, now: Json): boolean {
	const { names, marks = names } = PICKER_LISTS[lookup];
	const own = marks(now).filter((mark) => mark);
	if (own.length === 0 || label.startsWith(`ID ${id}`)) return true;
	return own.some((mark) => {
		const text = String(mark);
		return label === text || label.startsWith(`${text} (`) || label.endsWith(`(${text})`);
	});
}

async function warningOf(call: Call, picked: Picked): Promise<string | undefined> {
	const now = await nowOf(call, picked);
	if (!now || isStill(picked, now)) return undefined;
	const { thing, name } = PICKER_LISTS[picked.lookup];
	return `The ${thing} ${picked.id} was picked as "${picked.label}"; with this credential it is "${name(now)}". Pick it again if it was renamed. If it was not, this credential is of another organisation.`;
}

/**
 * Warnings about picked things that have another name now. Each takes one request an hour; a thing
 * that cannot be read is left to the operation to refuse.
 */
export async function otherwiseCalled(client: Client, picked: Picked[]): Promise<string[]> {
	const warnings = new Set<string>();
	const checked = picked.filter(({ lookup }) => lookup in READ_BY);
	if (checked.length === 0) return [];
	const lanes = await client.ports.lanes();
	const known = seen.get(lanes) ?? new Map<string, SeenName>();
	seen.set(lanes, known);
	for (const one of checked) {
		const key = JSON.stringify([one.lookup, one.id, one.label]);
		const now = client.env.now;
		let last = known.get(key);
		if (!last || Math.abs(now - last.at) > AGAIN_AFTER_MS) {
			try {
				last = { at: now, warning: await warningOf(client.listing(one.lookup), one) };
			} catch {
				continue;
			}
			if (known.size >= MOST_REMEMBERED) known.clear();
			known.set(key, last);
		}
		if (last.warning !== undefined) warnings.add(last.warning);
	}
	return [...warnings];
}

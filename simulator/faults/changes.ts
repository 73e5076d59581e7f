import { isObject } from '../http/route';

/**
 * One change to a JSON value. The place is its keys, joined by `/`, where `*` stands for all entries
 * of a list; an empty place is the whole. Without `to` and `set` it is taken away.
 */
export interface BodyChange {
	at: string;
	/** Its new place, from the object it is in; objects on the way are made. */
	to?: string;
	/** The value that stands there instead. */
	set?: unknown;
}

/** Sets a value at a place inside an object. */
function setAtPath(target: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown) {
	if (rest.length === 0) target[key] = value;
	else setAtPath((target[key] ??= {}) as Record<string, unknown>, rest, value);
}

function changeAt(value: unknown, [key = '', ...rest]: string[], change: BodyChange): void {
	if (key === '*') {
		for (const entry of Array.isArray(value) ? (value as unknown[]) : [])
			changeAt(entry, rest, change);
		return;
	}
	if (!isObject(value) || !(key in value)) return;
	if (rest.length > 0) return changeAt(value[key], rest, change);
	const old = value[key];
	delete value[key];
	if (change.to !== undefined) setAtPath(value, change.to.split('/'), old);
	else if ('set' in change) value[key] = change.set;
}

/** A JSON value with changes; the value itself stays as it is. */
export function withChanges(value: unknown, changes: BodyChange[] = []): unknown {
	const copy = JSON.parse(JSON.stringify(value ?? null)) as unknown;
	return changes.reduce((all, change) => {
		if (change.at === '') {
			return change.to === undefined ? change.set : { [change.to]: all };
		}
		changeAt(all, change.at.split('/'), change);
		return all;
	}, copy);
}

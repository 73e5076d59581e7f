import { isObject } from '../http/route';

/**
 * A change to a JSON value. A path is its keys, joined by `/`, where `*` stands for all entries of a
 * list; an empty path is the whole value. Without `to` and `set` the value is removed.
 */
export interface BodyChange {
	at: string;
	/** Its new path, relative to the object it is in; missing objects on the path are created. */
	to?: string;
	/** The value to put there instead. */
	set?: unknown;
}

/** Sets a value at a path inside an object. */
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

/** A copy of a JSON value with the changes applied. */
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

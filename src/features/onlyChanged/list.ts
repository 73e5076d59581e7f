import { askForAbsent } from '../../run/changes/absent';
import { Comparison, REMOVED } from '../../run/changes/compare';
import type { Client } from '../../run/client';
import type { Call, Input, Json, Operation } from '../../table/define';
import { resultKind, withDevice } from '../../table/reading';
import { buildRequest } from '../../table/request';
import { markerOf } from '../../run/changes/listMarker';

/** The value of Only What Changed that gives everything, and follows the list from then on. */
const RESET_OPTION = 'reset';

/**
 * The entries of a list in pages that were added, changed or removed since the last run that has
 * ended well. They are compared as the pages come: those that did not change are dropped at once.
 */
export async function listChanges(
	client: Client,
	call: Call,
	operation: Operation,
	input: Input,
): Promise<Json[]> {
	const { parts, each } = operation.pages!;
	const { query } = buildRequest(operation, input);
	// With another filter it is another list.
	const marker = await markerOf(client, `${operation.request} ${String(query?.q ?? '')}`);
	const comparison = new Comparison(
		parts!,
		input.onlyChanged === RESET_OPTION ? undefined : marker.before,
	);
	let isComplete = true;
	const shown = (entry: Json): Json | undefined => {
		const change = comparison.take(entry);
		return change && { ...change, ...each(entry, input) };
	};
	const cut = () => (isComplete = false);
	const changed = await call.list(operation, input, shown, { cut });
	const asked = await askForAbsent(call, operation, input, comparison.absent(isComplete));
	changed.push(
		...asked.entries.flatMap((entry): Json[] => {
			const change = shown(entry);
			return change ? [change] : [];
		}),
	);
	const { removed, marker: next } = comparison.end(isComplete, asked.unknown);
	marker.store(next);
	const { device } = resultKind(operation) ?? {};
	const gone = removed.map((id): Json => withDevice({ ...REMOVED, id }, device));
	return [...changed, ...gone];
}

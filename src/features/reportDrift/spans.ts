import { createHash } from 'node:crypto';
import { knownOf, ownError } from '../../errors';
import type { Client } from '../../run/client';
import type { Call } from '../../table/define';
import { isObject } from '../../wire';
import { markerOf } from '../../run/changes/listMarker';
import type { Drift } from './drift';

/*
 * When a difference came about, as the runs of a node show it: after a run that had not found it, and before the
 * first that did. Kept from run to run as the markers of Only What Changed are, and moved once a run has ended well.
 */

/** The time in which a difference came about, in seconds since 1970; null before the first run. */
type Span = readonly [after: number | null, before: number];

interface KeptSpans {
	/** When the run was, in seconds since 1970. */
	at: number;
	/** Whether all differences of the run are in `seen`. */
	whole: boolean;
	seen: Record<string, Span>;
}

/** Most differences that are kept, of 30 bytes each. */
const MOST_KEPT = 5_000;
const KEY_LENGTH = 12;

/** A difference as it is kept: no value of the fleet can be read from it. */
function keyOf({ kind, state, called, column, is }: Drift): string {
	const parts = JSON.stringify([kind, state?.id ?? called, column ?? null, is ?? null]);
	return createHash('sha256').update(parts).digest('base64url').slice(0, KEY_LENGTH);
}

function parsed(text: string | undefined): KeptSpans | undefined {
	if (text === undefined) return undefined;
	try {
		const kept = JSON.parse(text) as unknown;
		if (!isObject(kept) || typeof kept.at !== 'number' || !isObject(kept.seen)) return undefined;
		return { at: kept.at, whole: kept.whole === true, seen: kept.seen as KeptSpans['seen'] };
	} catch {
		return undefined;
	}
}

const isoOf = (seconds: number | null) =>
	seconds === null ? null : new Date(seconds * 1000).toISOString();

interface ShownSpan {
	changed_after: string | null;
	changed_before: string;
}

/**
 * The spans of the differences of a run, and what the next run will know. Where nothing is kept, or it cannot be
 * read, all that is known is that a difference came about before now.
 */
export async function spansOf(
	client: Client,
	call: Call,
	table: string,
	drifts: Drift[],
): Promise<Map<Drift, ShownSpan>> {
	const now = Math.floor(call.env.now / 1000);
	let before: KeptSpans | undefined;
	let store: ((marker: string) => void) | undefined;
	try {
		// A tool has no earlier run.
		if (client.ports.markers) {
			const marker = await markerOf(client, `drift ${table}`);
			before = parsed(marker.before);
			({ store } = marker);
		}
	} catch (error) {
		if (!ownError(error)) throw error;
		call.note(`When differences came about is not known: ${knownOf(error).message}`);
	}
	const spans = new Map<Drift, ShownSpan>();
	const seen: Record<string, Span> = {};
	for (const [i, drift] of drifts.entries()) {
		const key = keyOf(drift);
		const after = before?.whole === true ? before.at : null;
		const span: Span = before?.seen[key] ?? [after, now];
		if (i < MOST_KEPT) seen[key] = span;
		spans.set(drift, {
			changed_after: isoOf(span[0]),
			changed_before: new Date(span[1] * 1000).toISOString(),
		});
	}
	const next: KeptSpans = { at: now, whole: drifts.length <= MOST_KEPT, seen };
	store?.(JSON.stringify(next));
	return spans;
}

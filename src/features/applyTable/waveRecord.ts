import { CellularIotError } from '../../errors';
import type { Tally } from '../../run/stopEarly';
import { groupedBy } from '../../table/values';
import type { WaveRule } from './waveForm';
import type { Moved, Values } from './waveValues';

/*
 * What a run writes down before a wave goes out, so that a run that is started after a kill judges it first. As
 * text it is short: endpoints of equal changes are one group, and of ids in their order the distances are kept.
 */

const NOBODY: Tally = { finished: 0, failed: 0 };

/** Endpoints under judgement. */
export interface Judging extends WaveRule {
	/** The workspace as its rows name it; null for that of the credential. */
	workspace: unknown;
	/**
	 * `sending`: the calls that change them may be under way. `resetting`: they were changed, and some may not be reset
	 * yet. `judging`: they wait for the condition.
	 */
	phase: 'sending' | 'resetting' | 'judging';
	/** What they show later counts; by the clock of the service, ISO 8601. While sending, the moment before. */
	since: string;
	/** Those that are not judged yet. */
	rows: Moved[];
	/** Those that have not met the condition, and stand here until they are put back or accepted by a person. */
	sick: Moved[];
}

/** How the endpoints of waves have ended, for the limit of failures. */
interface Share {
	/** Of the waves before. */
	before: Tally;
	/** Of the last wave, but for those that are not judged yet. */
	wave: Tally;
	/** How many of the last wave have shown nothing, and count as neither. */
	unknown: number;
}

export const noShare = (before: Tally = NOBODY): Share => ({ before, wave: NOBODY, unknown: 0 });

export interface WaveRecord {
	open?: Judging | undefined;
	/** Endpoints that were put back since a run has last ended, with digests of what their rows wanted. */
	back: Map<number, string>;
	/** Of the waves since a run has last ended. */
	share: Share;
}

export const emptyRecord = (): WaveRecord => ({ back: new Map(), share: noShare() });

const VERSION = 1;

/** Ids in their order, each as its distance from the one before. */
const distances = (ids: number[]): number[] =>
	[...ids].sort((a, b) => a - b).map((id, i, all) => id - (all[i - 1] ?? 0));

const idsOf = (all: number[]): number[] => {
	let id = 0;
	return all.map((distance) => (id += distance));
};

/** Endpoints of equal changes. */
interface Group {
	was: Values;
	is: Values;
	ids: number[];
}

const groupsOf = (rows: Moved[]): Group[] =>
	[...groupedBy(rows, ({ was, is }) => JSON.stringify([was, is])).values()].map((own) => ({
		was: own[0]!.was,
		is: own[0]!.is,
		ids: distances(own.map(({ id }) => id)),
	}));

const rowsOf = (groups: Group[]): Moved[] =>
	groups.flatMap(({ was, is, ids }) => idsOf(ids).map((id) => ({ id, was, is })));

const isOfNobody = ({ before, wave, unknown }: Share): boolean =>
	before.finished + wave.finished + unknown === 0;

/** A record as text; undefined for one that says nothing. */
export function recordText({ open, back, share }: WaveRecord): string | undefined {
	if (!open && back.size === 0 && isOfNobody(share)) return undefined;
	const digests = groupedBy([...back], ([, digest]) => digest);
	return JSON.stringify({
		v: VERSION,
		share,
		back: [...digests].map(([digest, all]) => [digest, distances(all.map(([id]) => id))]),
		...(open && {
			open: { ...open, rows: groupsOf(open.rows), sick: groupsOf(open.sick) },
		}),
	});
}

interface WrittenRecord {
	v: number;
	share: Share;
	back: Array<[digest: string, ids: number[]]>;
	open?: Omit<Judging, 'rows' | 'sick'> & { rows: Group[]; sick: Group[] };
}

/** The record of a text. @throws CellularIotError for one of another version */
export function recordIn(text: string | undefined): WaveRecord {
	if (text === undefined) return emptyRecord();
	const stored = JSON.parse(text) as WrittenRecord | unknown[];
	// Endpoint: Retire keeps a list for a node, whose operation a person may have changed since.
	if (Array.isArray(stored)) return emptyRecord();
	const { v, share, back, open } = stored;
	if (v !== VERSION) {
		throw new CellularIotError(
			'An earlier run has left endpoints under judgement, and this version of the package cannot read which. Nothing was sent',
			'Run the workflow once with the version that has begun the table.',
			'notSent',
		);
	}
	return {
		share,
		back: new Map(
			back.flatMap(([digest, ids]) => idsOf(ids).map((id): [number, string] => [id, digest])),
		),
		...(open && { open: { ...open, rows: rowsOf(open.rows), sick: rowsOf(open.sick) } }),
	};
}

import type { Json } from '../../operations/define';
import { asNumber } from '../../operations/values';

/*
 * What this package makes at the service carries a mark in its `purpose`. The mark says all that
 * is needed to take it back, so that nothing depends on what n8n has kept.
 */

/** A callback address and the secret that stood with it; null for none. */
export interface Pair {
	callbackId: number | null;
	secretId: number | null;
}

/** A production address, or that of a test. */
export type Kind = 'live' | 'test';

export interface Mark {
	/** Names instance, workflow and node. */
	owner: string;
	kind: Kind;
	profileId: number;
	/** What stood in the profile before, newest first: each once had the place of the next. */
	formers: Pair[];
}

/** A callback or a secret as the service lists it. */
export interface Made {
	id: number;
	url: string;
	purpose: string;
	mark: Mark | undefined;
}

const PREFIX = 'n8n-nodes-cellular-iot';
/** Former pairs in a mark: how long a purpose may be is not documented. */
const MOST_FORMERS = 4;

const numberText = (id: number | null) => (id === null ? '-' : String(id));
const numberIn = (text = '-') => (text === '-' ? null : Number(text));

/** `n8n-nodes-cellular-iot <owner> <kind> <profile> <callback>/<secret>,…` */
export const purposeOf = ({ owner, kind, profileId, formers }: Mark): string => {
	const pairs = formers
		.slice(0, MOST_FORMERS)
		.map(({ callbackId, secretId }) => `${numberText(callbackId)}/${numberText(secretId)}`);
	return [PREFIX, owner, kind, profileId, pairs.join(',') || '-'].join(' ');
};

/** The mark in a purpose, undefined for what others made. */
function markIn(purpose: unknown): Mark | undefined {
	const [, owner = '', kind, profileId, formers = '-'] =
		new RegExp(`^${PREFIX} (\\S+) (live|test) (\\d+) ([-\\d/,]+)$`).exec(String(purpose)) ?? [];
	if (kind === undefined) return undefined;
	const pairs = formers === '-' ? [] : formers.split(',').map((pair) => pair.split('/'));
	return {
		owner,
		kind: kind as Kind,
		profileId: Number(profileId),
		formers: pairs.map(([callback, secret]) => ({
			callbackId: numberIn(callback),
			secretId: numberIn(secret),
		})),
	};
}

/** The id in an object of an answer, null for none. */
export const idIn = (holder: unknown): number | null => {
	const id = asNumber((holder as Json | null | undefined)?.id);
	return typeof id === 'number' ? id : null;
};

/** A callback or secret of a list. */
export const madeOf = (entry: Json): Made => ({
	id: idIn(entry) ?? -1,
	url: String(entry.url ?? ''),
	purpose: String(entry.purpose ?? ''),
	mark: markIn(entry.purpose),
});

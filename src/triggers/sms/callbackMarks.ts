import type { Json } from '../../table/define';
import { asNumber } from '../../table/values';
import type { AddressKind, Registrant } from '../runtime/registration';

/*
 * Callbacks and secrets of this package carry a mark in their `purpose`. The mark holds all that is
 * needed to take them back, so that nothing depends on n8n's own store.
 */

/** A callback address and its secret; null for none. */
export interface Pair {
	callbackId: number | null;
	secretId: number | null;
}
export type CallbackPart = keyof Pair;

export interface Mark extends Registrant {
	profileId: number;
	/** Former callbacks of the profile, newest first: each has replaced the next. */
	formers: Pair[];
}

/** A callback or a secret as the service lists it. */
export interface ListedPart {
	part: CallbackPart;
	id: number;
	url: string;
	purpose: string;
	mark: Mark | undefined;
}

const MARK_PREFIX = 'n8n-nodes-cellular-iot';
/** Most former pairs in a mark: the longest possible purpose is not documented. */
const MOST_FORMERS = 4;

const idAsText = (id: number | null) => (id === null ? '-' : String(id));
const idFromText = (text = '-') => (text === '-' ? null : Number(text));

/** `n8n-nodes-cellular-iot <owner> <kind> <profile> <callback>/<secret>,…` */
export const purposeOf = ({ owner, kind, profileId, formers }: Mark): string => {
	const pairs = formers
		.slice(0, MOST_FORMERS)
		.map(({ callbackId, secretId }) => `${idAsText(callbackId)}/${idAsText(secretId)}`);
	return [MARK_PREFIX, owner, kind, profileId, pairs.join(',') || '-'].join(' ');
};

/** The mark in a purpose; undefined if others have made it. */
function markIn(purpose: unknown): Mark | undefined {
	const [, owner = '', kind, profileId, formers = '-'] =
		new RegExp(`^${MARK_PREFIX} (\\S+) (live|test) (\\d+) ([-\\d/,]+)$`).exec(String(purpose)) ??
		[];
	if (kind === undefined) return undefined;
	const pairs = formers === '-' ? [] : formers.split(',').map((pair) => pair.split('/'));
	return {
		owner,
		kind: kind as AddressKind,
		profileId: Number(profileId),
		formers: pairs.map(([callback, secret]) => ({
			callbackId: idFromText(callback),
			secretId: idFromText(secret),
		})),
	};
}

/** The id in an object of an answer, null for none. */
export const idInAnswer = (holder: unknown): number | null => {
	const id = asNumber((holder as Json | null | undefined)?.id);
	return typeof id === 'number' ? id : null;
};

/** A callback or secret of a list. */
export const madeOf = (part: CallbackPart, entry: Json): ListedPart => ({
	part,
	id: idInAnswer(entry) ?? -1,
	url: String(entry.url ?? ''),
	purpose: String(entry.purpose ?? ''),
	mark: markIn(entry.purpose),
});

/* The memory of status polls: one entry an endpoint, packed into one string. */

const QUOTA_STATUSES = ['ACTIVE', 'EXHAUSTED', 'EXPIRED', 'NONE', 'UNREAD'] as const;

/** `NONE`: the endpoint has no quota; `UNREAD`: its quota was never read. */
export type QuotaStatus = (typeof QUOTA_STATUSES)[number];

/** An endpoint as the last poll saw it. */
export interface SeenQuota {
	status: QuotaStatus;
	/** The volume was at or below the threshold. */
	reached: boolean;
	blocked: boolean;
	/** Seconds since 1970 of the last status change; kept of exhausted and expired quotas. */
	since?: number;
	/** Polls in a row that did not find the endpoint; a single one does not make it forgotten. */
	missing?: number;
	/** Largest volume seen since it last rose, where the quota does not say what was added. */
	top?: number;
}

export type SeenQuotas = Map<number, SeenQuota>;

/** The state between polls; `fleet` is packed. */
export interface StatusState {
	fleet: string;
	/** The first pass over the endpoints has not ended yet. */
	seeding?: boolean;
	/** Blocked endpoints are followed; without it the bits in `fleet` mean nothing. */
	blocked?: boolean;
	/** A pass ran out of time after this endpoint and continues behind it. */
	after?: number;
}

/** One letter from A to T for status, threshold and block together. */
const letterOf = ({ status, reached, blocked }: SeenQuota) =>
	String.fromCharCode(
		65 + QUOTA_STATUSES.indexOf(status) * 4 + (reached ? 2 : 0) + (blocked ? 1 : 0),
	);

/** `top` is kept in thousandths of a megabyte. */
const TOP_SCALE = 1000;

/**
 * Packs a fleet: distance to the id before in base 36, a letter, and for some a date, a volume, or
 * a `!` for each poll that missed it. Two to five bytes an endpoint, eight more with a date: 10,000
 * endpoints stay below 150 kB.
 */
export function packFleet(fleet: SeenQuotas): string {
	let last = 0;
	return [...fleet]
		.sort(([a], [b]) => a - b)
		.map(([id, seen]) => {
			const distance = (id - last).toString(36);
			last = id;
			const date = seen.since === undefined ? '' : `.${seen.since.toString(36)}.`;
			const top =
				seen.top === undefined ? '' : `~${Math.round(seen.top * TOP_SCALE).toString(36)}~`;
			return distance + letterOf(seen) + '!'.repeat(seen.missing ?? 0) + date + top;
		})
		.join('');
}

/** Reads what {@link packFleet} wrote. */
export function unpackFleet(packed: string): SeenQuotas {
	const fleet: SeenQuotas = new Map();
	let id = 0;
	for (const [, distance = '', letter = 'A', missing = '', date, top] of packed.matchAll(
		/([0-9a-z]+)([A-T])(!*)(?:\.([0-9a-z]+)\.)?(?:~([0-9a-z]+)~)?/gy,
	)) {
		id += parseInt(distance, 36);
		const code = letter.charCodeAt(0) - 65;
		fleet.set(id, {
			status: QUOTA_STATUSES[code >> 2] ?? 'UNREAD',
			reached: (code & 2) !== 0,
			blocked: (code & 1) !== 0,
			...(date !== undefined && { since: parseInt(date, 36) }),
			...(missing !== '' && { missing: missing.length }),
			...(top !== undefined && { top: parseInt(top, 36) / TOP_SCALE }),
		});
	}
	return fleet;
}

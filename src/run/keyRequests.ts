import { createHash } from 'node:crypto';
import type { KeyedRequest } from '../keys/ledger';
import type { Operation } from '../table/define';
import type { CheckedItem } from './items';

/* What an item with an idempotency key asks for. */

/** The key of an item that is to change something. */
export const itemKey = ({ input }: CheckedItem) =>
	input.dryRun === true ? undefined : (input.idempotencyKey as string | undefined);
/** Distinguishes the keys of one run. */
export const keyName = (item: CheckedItem) =>
	JSON.stringify([item.input.workspaceId, itemKey(item)]);
export const requestDigest = (...parts: unknown[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24);

/** The digests of what an item asks for, as {@link KeyedRequest} has them. */
export type RequestDigests = Omit<KeyedRequest, 'key'>;

/**
 * Reads what an item asks of the service: all its fields but those about how it is run. Earlier versions
 * left out only those among the options, and their keys are still kept.
 */
export function requestReader({ fields }: Operation): (item: CheckedItem) => RequestDigests {
	const former = Object.entries(fields).filter(
		([, field]) => field.in !== undefined || field.group !== 'options',
	);
	const asked = former.filter(([, field]) => !field.aboutRun);
	const digestOf = (all: typeof former, { input }: CheckedItem) =>
		requestDigest(all.map(([name]) => [name, input[name]]));
	return (item) => ({
		request: digestOf(asked, item),
		formerRequest: asked.length < former.length ? digestOf(former, item) : undefined,
	});
}

import { createHash } from 'node:crypto';
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

/** Gives the digest of what an item asks of the service: of all its fields but those about how it is run. */
export function requestReader({ fields }: Operation): (item: CheckedItem) => string {
	const asked = Object.entries(fields).filter(
		([, field]) => !field.aboutRun && (field.in !== undefined || field.group !== 'options'),
	);
	return ({ input }) => requestDigest(asked.map(([name]) => [name, input[name]]));
}

import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../../../src/run/client';
import type { Identities } from '../../../src/run/identities';
import { unreadable } from '../../../src/session/access';
import { groupedBy } from '../../../src/table/values';
import { mayVaryByItem } from '../n8n/credentialExpressions';
import type { AccountCredential } from '../shared/host';

/*
 * Whom the items of a run act for: the values of a credential may be expressions, and so differ from item to item.
 * Items of equal values are one run.
 */

/** What n8n stores in a credential beside what a person has entered. */
const OF_SESSION = ['accessToken', 'sessionState'];

/** Opens a client with the values that the credential has for an item. */
export type OpenFor = (item: number) => Promise<Client>;

/** The values of the credential for an item as one short text. */
async function valuesFor(
	context: Pick<IExecuteFunctions, 'getCredentials'>,
	type: AccountCredential,
	item: number,
): Promise<string> {
	const fields = await context.getCredentials(type, item);
	const own = Object.entries(fields).filter(([name]) => !OF_SESSION.includes(name));
	return createHash('sha256').update(JSON.stringify(own.sort())).digest('base64url');
}

/**
 * The identities of a run's items. A credential that is the same for all items is read once, and once more as it is
 * stored, to know so; any other is read for each item.
 * @throws where the one credential of all items cannot be used
 */
export async function identitiesOf(
	context: IExecuteFunctions,
	type: AccountCredential,
	count: number,
	open: OpenFor,
): Promise<Identities> {
	const all = Array.from({ length: count }, (_, item) => item);
	const refused = new Map<number, unknown>();
	if (count === 1 || !(await mayVaryByItem(context, type))) {
		return { identities: [{ client: await open(0), items: all }], refused };
	}
	const values = new Map<number, string>();
	for (const item of all) {
		try {
			values.set(item, await valuesFor(context, type, item));
		} catch (error) {
			refused.set(item, unreadable(error));
		}
	}
	const identities: Identities['identities'] = [];
	for (const items of groupedBy([...values.keys()], (item) => values.get(item)).values()) {
		try {
			identities.push({ client: await open(items[0]!), items });
		} catch (error) {
			for (const item of items) refused.set(item, error);
		}
	}
	return { identities, refused };
}

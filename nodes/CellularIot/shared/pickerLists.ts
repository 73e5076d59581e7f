import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { type LookupPage, pickerPage } from '../../src/client/lookups';
import type { Client } from '../../src/client/client';
import { schemaOf } from '../../src/operations/checks';
import type { LookupName } from '../../src/operations/define';
import { everywhere } from '../../src/operations/fields';
import { plain } from './form';
import { type AccountCredential, clientFor } from './host';
import { toNodeError } from './nodeErrors';

/* The lists of the pickers. */

/** Pages of a list that a multiple choice shows at once. */
const MOST_PAGES = 20;

/** A client of the account in the form, in the workspace that is chosen there. */
async function clientOf(context: ILoadOptionsFunctions, lookup: LookupName): Promise<Client> {
	// A trigger that has no such choice works with the application token.
	const type = context.getCurrentNodeParameter('authentication') ?? 'cellularIotTokenApi';
	const client = await clientFor(context, type as AccountCredential);
	// Workspaces are those of the login, wherever it acts.
	if (lookup === 'workspace') return client;
	// n8n's own extractValue throws for a form that has no such field; an expression is not known yet.
	const chosen = schemaOf(everywhere.workspaceId).safeParse(
		plain(context.getCurrentNodeParameter('options.workspaceId')),
	);
	return await client.in({ workspaceId: chosen.data });
}

async function guarded<T>(context: ILoadOptionsFunctions, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		throw toNodeError(context.getNode(), error, 0);
	}
}

/** A page of the entries of a list that match a text. */
export async function search(
	context: ILoadOptionsFunctions,
	lookup: LookupName,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await guarded(context, async () => {
		const client = await clientOf(context, lookup);
		const page = await pickerPage(client, lookup, { text: filter, token: paginationToken });
		return { results: page.entries, paginationToken: page.next };
	});
}

/** A list as a multiple choice shows it. */
export async function loadAll(
	context: ILoadOptionsFunctions,
	lookup: LookupName,
): Promise<INodePropertyOptions[]> {
	return await guarded(context, async () => {
		const client = await clientOf(context, lookup);
		const all: INodePropertyOptions[] = [];
		let token: string | undefined;
		for (let pages = 0; pages < MOST_PAGES; pages++) {
			const page: LookupPage = await pickerPage(client, lookup, { token });
			all.push(...page.entries);
			token = page.next;
			if (token === undefined) break;
		}
		return all.sort((a, b) => a.name.localeCompare(b.name));
	});
}

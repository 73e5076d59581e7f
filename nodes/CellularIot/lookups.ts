import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { type LookupPage, pickerPage } from '../../src/client/lookups';
import type { Client } from '../../src/client/client';
import type { LookupName } from '../../src/operations/define';
import { everywhere } from '../../src/operations/fields';
import { columns } from './columns';
import { plain } from './form';
import { type AccountCredential, clientFor } from './host';
import { toNodeError } from './nodeErrors';

const PICKED: LookupName[] = [
	'dataStream',
	'endpoint',
	'euicc',
	'euiccAction',
	'eventType',
	'ipAddressSpace',
	'operator',
	'ratType',
	'service',
	'serviceProfile',
	'sim',
	'simOperationAction',
	'tag',
	'tagColor',
	'tariffProfile',
	'workspace',
];
/** Pages of a list that a multiple choice shows at once. */
const MOST_PAGES = 20;

/** A client of the account in the form, in the workspace that is chosen there. */
async function clientOf(context: ILoadOptionsFunctions, lookup: LookupName): Promise<Client> {
	// A trigger that has no such choice works with the application token.
	const type = context.getCurrentNodeParameter('authentication') ?? 'cellularIotTokenApi';
	const client = await clientFor(context, type as AccountCredential);
	// Workspaces are those of the login, wherever it acts.
	if (type !== 'cellularIotUserApi' || lookup === 'workspace') return client;
	// n8n's own extractValue throws for a form that has no such field; an expression is not known yet.
	const chosen = everywhere.workspaceId.schema.safeParse(
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

const searchIn = (lookup: LookupName) =>
	async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await guarded(this, async () => {
			const client = await clientOf(this, lookup);
			const page = { text: filter ?? '', ...(paginationToken && { token: paginationToken }) };
			const { entries, next } = await pickerPage(client, lookup, page);
			return { results: entries, ...(next !== undefined && { paginationToken: next }) };
		});
	};

const loadAll = (lookup: LookupName) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await guarded(this, async () => {
			const client = await clientOf(this, lookup);
			const all: INodePropertyOptions[] = [];
			let token: string | undefined;
			for (let pages = 0; pages < MOST_PAGES; pages++) {
				const page: LookupPage = await pickerPage(
					client,
					lookup,
					token === undefined ? {} : { token },
				);
				all.push(...page.entries);
				token = page.next;
				if (token === undefined) break;
			}
			return all.sort((a, b) => a.name.localeCompare(b.name));
		});
	};

const named = <T>(prefix: string, method: (lookup: LookupName) => T) =>
	Object.fromEntries(PICKED.map((lookup) => [`${prefix}_${lookup}`, method(lookup)]));

/** Methods behind the pickers: `search_…` for one entry, `load_…` for several; and the columns. */
export const methods: NonNullable<INodeType['methods']> = {
	listSearch: named('search', searchIn),
	loadOptions: named('load', loadAll),
	resourceMapping: { columns },
};

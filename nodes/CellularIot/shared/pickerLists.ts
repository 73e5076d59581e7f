import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { type LookupPage, pickerPage } from '../../../src/run/lookups';
import type { Client } from '../../../src/run/client';
import { isOfOrganisation } from '../../../src/run/picked';
import { WaitBudget } from '../../../src/request/limits/waitBudget';
import { InputError } from '../../../src/errors';
import { schemaOf } from '../../../src/table/checks';
import { NAMED_FORMS } from '../../../src/table/entries/automation/automationForm';
import type { LookupName, NamedFormName } from '../../../src/table/define';
import { everywhere } from '../../../src/table/fields';
import { namedChoice } from '../../../src/table/values';
import { hasExpression } from './expressions';
import { tableValue } from './form';
import { type AccountCredential, clientFor } from './host';
import { INPUT_ITEM_ENTRY } from './inputItem';
import { toColumns } from './namedForms';
import { toNodeError } from './nodeErrors';

/* The lists of the pickers. */

/** Pages of a list that a dropdown shows at once. */
const MOST_CHOICE_PAGES = 20;

/** How long a list waits for a service with too many requests: n8n cannot show the reason meanwhile. */
const PICKER_WAIT_MS = 10_000;

/** A client of the account in the form, in the workspace that is chosen there. */
async function clientOf(context: ILoadOptionsFunctions, lookup: LookupName): Promise<Client> {
	// A trigger that has no such choice works with the application token.
	const type = context.getCurrentNodeParameter('authentication') ?? 'cellularIotTokenApi';
	const patience = new WaitBudget(PICKER_WAIT_MS);
	const client = await clientFor(context, type as AccountCredential, { patience });
	// Workspaces are those of the login, wherever it acts.
	if (lookup === 'workspace') return client;
	const given = context.getCurrentNodeParameter('options.workspaceId') as unknown;
	// An expression has no value yet.
	if (hasExpression(given)) return client;
	const chosen: unknown[] = Array.isArray(given) ? given : [given];
	if (chosen.length > 1) {
		const rule = 'names several, in which IDs differ: choose "By Name" here';
		throw new InputError('workspaceId', rule, everywhere.workspaceId.label);
	}
	const workspace = schemaOf(everywhere.workspaceId).safeParse(chosen[0]);
	return await client.in({ workspaceId: workspace.data });
}

/** Reads something for a form, with a client of its account; errors become n8n's. */
async function readFor<T>(
	context: ILoadOptionsFunctions,
	lookup: LookupName,
	read: (client: Client) => Promise<T>,
): Promise<T> {
	try {
		return await read(await clientOf(context, lookup));
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
	return await readFor(context, lookup, async (client) => {
		const page = await pickerPage(client, lookup, {
			text: filter,
			token: paginationToken,
			valueOf: (name) => tableValue(context.getCurrentNodeParameter(name)),
		});
		return { results: page.entries, paginationToken: page.next };
	});
}

/** The same page for a field that also takes the input item: its first entry, unless something else is sought. */
export async function searchOrItem(
	...of: Parameters<typeof search>
): Promise<INodeListSearchResult> {
	const [, , filter = '', paginationToken] = of;
	const page = await search(...of);
	const isOffered =
		paginationToken === undefined &&
		INPUT_ITEM_ENTRY.name.toLowerCase().includes(filter.trim().toLowerCase());
	return isOffered ? { ...page, results: [INPUT_ITEM_ENTRY, ...page.results] } : page;
}

/** The same page for a field that takes the name of an entry. */
export async function searchNames(
	...of: Parameters<typeof search>
): Promise<INodeListSearchResult> {
	const { results, ...page } = await search(...of);
	return { ...page, results: results.map((entry) => ({ ...entry, value: entry.name })) };
}

/** A list as a dropdown shows it; what another organisation may not have is stored with its name. */
export async function loadChoices(
	context: ILoadOptionsFunctions,
	lookup: LookupName,
): Promise<INodePropertyOptions[]> {
	return await readFor(context, lookup, async (client) => {
		const all: INodePropertyOptions[] = [];
		let token: string | undefined;
		for (let pages = 0; pages < MOST_CHOICE_PAGES; pages++) {
			const page: LookupPage = await pickerPage(client, lookup, { token });
			all.push(
				...page.entries.map((entry) =>
					isOfOrganisation(lookup)
						? { ...entry, value: namedChoice(entry.name, entry.value) }
						: entry,
				),
			);
			token = page.next;
			if (token === undefined) break;
		}
		return all.sort((a, b) => a.name.localeCompare(b.name));
	});
}

/** The columns of a form that is made from the names the service gives. */
export async function namedColumns(
	context: ILoadOptionsFunctions,
	form: NamedFormName,
): Promise<ResourceMapperFields> {
	return await readFor(context, 'automation', async (client) => {
		const valueOf = (name: string) => tableValue(context.getCurrentNodeParameter(name));
		return toColumns(form, await NAMED_FORMS[form](client.listing('automation'), valueOf));
	});
}

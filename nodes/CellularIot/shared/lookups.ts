import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { type LookupName, LOOKUPS } from '../../src/operations/define';
import { columns } from './columns';

const lists = async () => await import('./pickerLists');

const searchIn = (lookup: LookupName) =>
	async function (
		this: ILoadOptionsFunctions,
		...page: [filter?: string, paginationToken?: string]
	): Promise<INodeListSearchResult> {
		return await (await lists()).search(this, lookup, ...page);
	};

const loadAll = (lookup: LookupName) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await (await lists()).loadAll(this, lookup);
	};

const named = <T>(prefix: string, method: (lookup: LookupName) => T) =>
	Object.fromEntries(LOOKUPS.map((lookup) => [`${prefix}_${lookup}`, method(lookup)]));

/** Methods behind the pickers: `search_…` for one entry, `load_…` for several; and the columns. */
export const methods: NonNullable<INodeType['methods']> = {
	listSearch: named('search', searchIn),
	loadOptions: named('load', loadAll),
	resourceMapping: { columns },
};

import type { ILoadOptionsFunctions, INodeType } from 'n8n-workflow';
import {
	type LookupName,
	LOOKUPS,
	NAMED_FORM_NAMES,
	type NamedFormName,
} from '../../../src/table/define';
import { methodOf } from './namedForms';

const lists = async () => await import('./pickerLists');

const searchIn = (lookup: LookupName) =>
	async function (
		this: ILoadOptionsFunctions,
		...page: [filter?: string, paginationToken?: string]
	) {
		return await (await lists()).search(this, lookup, ...page);
	};

const searchOrItem = (lookup: LookupName) =>
	async function (
		this: ILoadOptionsFunctions,
		...page: [filter?: string, paginationToken?: string]
	) {
		return await (await lists()).searchOrItem(this, lookup, ...page);
	};

const searchNames = (lookup: LookupName) =>
	async function (
		this: ILoadOptionsFunctions,
		...page: [filter?: string, paginationToken?: string]
	) {
		return await (await lists()).searchNames(this, lookup, ...page);
	};

const choiceLoader = (lookup: LookupName) =>
	async function (this: ILoadOptionsFunctions) {
		return await (await lists()).loadChoices(this, lookup);
	};

async function operationColumns(this: ILoadOptionsFunctions) {
	return await (await import('./mapperColumns')).columnsFor(this);
}

const namedForm = (form: NamedFormName) =>
	async function (this: ILoadOptionsFunctions) {
		return await (await lists()).namedColumns(this, form);
	};

const methodsFor = <T>(method: (lookup: LookupName) => T) =>
	Object.fromEntries(LOOKUPS.map((lookup) => [lookup, method(lookup)]));

/**
 * Methods behind the pickers, by what they list: for one entry (`item_…` for that or the input
 * item, `names_…` for its name) and for several; and the
 * columns. The type file of a node repeats their names at each picker.
 */
export const methods: NonNullable<INodeType['methods']> = {
	listSearch: {
		...methodsFor(searchIn),
		item_endpoint: searchOrItem('endpoint'),
		item_sim: searchOrItem('sim'),
		names_tag: searchNames('tag'),
	},
	loadOptions: methodsFor(choiceLoader),
	resourceMapping: {
		columns: operationColumns,
		...Object.fromEntries(NAMED_FORM_NAMES.map((form) => [methodOf(form), namedForm(form)])),
	},
};

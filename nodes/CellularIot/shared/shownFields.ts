import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

/* The fields that a read gives when it is simplified, as `npm run docs` has found them. */

/** The fields of the chosen operation, for n8n to offer. */
export async function shownFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { default: known } = await import('../__schema__/fields.json');
	const resource = String(this.getCurrentNodeParameter('resource'));
	const operation = String(this.getCurrentNodeParameter('operation'));
	const names = (known as Record<string, string[]>)[`${resource} ${operation}`] ?? [];
	return names.map((name) => ({ name, value: name }));
}

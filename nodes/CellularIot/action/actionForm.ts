import type { INodeProperties } from 'n8n-workflow';
import type { Resource } from '../../../src/table/entries';
import { authentication } from '../shared/authentication';
import { operationForm } from '../shared/properties';
import { toolForm } from './toolForm';

/** The whole form of an action node, by its resources. */
export const actionForm = (resources: Record<string, Resource>): INodeProperties[] => [
	authentication,
	...operationForm(resources),
	...toolForm(resources),
];

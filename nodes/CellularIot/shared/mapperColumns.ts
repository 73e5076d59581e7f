import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { findOperation } from '../../../src/operations';
import { COMMON, formColumns } from './columns';

/** The columns of the operation in the form, for n8n's resource mapper. */
export function columnsFor(context: ILoadOptionsFunctions): ResourceMapperFields {
	const named = (name: string) => context.getCurrentNodeParameter(name) as string;
	const operation = findOperation(named('resource'), named('operation'));
	return {
		fields: formColumns(operation).map(({ id, label, matches, type, choices }) => ({
			id,
			displayName: label,
			type,
			...(choices && { options: choices }),
			required: false,
			display: true,
			removed: !COMMON.includes(id),
			defaultMatch: matches === 'id',
			canBeUsedToMatch: matches !== undefined,
		})),
	};
}

import type { IPollFunctions } from 'n8n-workflow';
import { idListSchema } from '../../src/operations/schemas';
import { InputError } from '../../src/errors';
import { choiceFields, optionsOf, pollFields, someEvent } from '../../src/triggers/quota/form';
import type { PollOptions } from '../../src/triggers/quota/poll';
import { plain } from './form';
import { filterFields } from './quotaTriggerForm';
import { triggerInput } from './triggerInput';

/* How the form of the quota trigger is read. */

function readPicked(context: IPollFunctions): number[] {
	const rows = context.getNodeParameter('endpoints.values', []) as Array<{ endpointId: unknown }>;
	const ids = idListSchema.safeParse(rows.map((row) => plain(row.endpointId)));
	if (!ids.success)
		throw new InputError('endpoints', 'must be whole numbers of 1 or more', 'Endpoints');
	if (ids.data.length === 0)
		throw new InputError('endpoints', 'must name at least one', 'Endpoints');
	return ids.data;
}

/** What the form asks for. @throws InputError */
export function readQuotaForm(context: IPollFunctions): Omit<PollOptions, 'now' | 'log'> {
	const fields = { ...choiceFields, ...pollFields };
	const options = optionsOf(triggerInput(context, fields, [someEvent]));
	if (context.getNodeParameter('scope', 'filter') === 'picked') {
		return { ...options, scope: { ids: readPicked(context) } };
	}
	const isFiltered = options.source === 'status';
	return { ...options, scope: { filters: isFiltered ? triggerInput(context, filterFields) : {} } };
}

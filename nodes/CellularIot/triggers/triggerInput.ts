import type {
	IExecuteFunctions,
	IHookFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { checkFields } from '../../../src/table/checks';
import type { Fields, InputOf, Json, Rule } from '../../../src/table/define';
import type { FormReader } from '../../../src/triggers/runtime/definition';
import { WorkflowStore } from '../../../src/triggers/runtime/workflowStore';
import { sharedStaticData } from '../n8n/staticData';
import { groupIn, tableValue, zoned } from '../shared/form';

/** The contexts of n8n that read the form of a trigger. */
export type FormContext = Pick<
	IPollFunctions | ITriggerFunctions | IWebhookFunctions | IHookFunctions | IExecuteFunctions,
	'getNode' | 'getNodeParameter' | 'getTimezone'
>;

/** Names workflow and node. */
export const nodeKey = (context: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): string =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** The data of a node in n8n's store, among that of its workflow. */
export const workflowStoreOf = (
	context: Pick<IExecuteFunctions, 'getWorkflowStaticData' | 'getWorkflow' | 'getNode'>,
): WorkflowStore => {
	const data = sharedStaticData(context.getWorkflowStaticData('global'));
	return new WorkflowStore(data, String(context.getWorkflow().id), context.getNode().id);
};

/** A value of the form: contexts of a run read it by item, others do not. */
export const parameter = (context: FormContext, name: string, fallback: unknown): unknown =>
	'getInputData' in context
		? context.getNodeParameter(name, 0, fallback as object)
		: (context as IPollFunctions).getNodeParameter(name, fallback as object);

/** Reads the form of a trigger. */
export const readerOf = (context: FormContext): FormReader => ({
	fields<F extends Fields>(fields: F, rules: Rule[] = []) {
		const values: Json = {};
		for (const [name, field] of Object.entries(fields)) {
			const group = groupIn(context.getNode(), field);
			const given =
				group === undefined
					? parameter(context, name, field.default)
					: (parameter(context, group, {}) as Json)[name];
			values[name] = zoned(field, tableValue(given), context);
		}
		return checkFields(fields, rules, values, { now: Date.now() }) as InputOf<F>;
	},
	value: (name, otherwise) => parameter(context, name, otherwise),
	picked: (list, name) =>
		(parameter(context, list, []) as Json[]).map((row) => tableValue(row[name])),
	zone: () => context.getTimezone(),
});

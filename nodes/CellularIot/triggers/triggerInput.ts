import type {
	IExecuteFunctions,
	IHookFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { checkFields } from '../../../src/table/checks';
import type { Field, Fields, InputOf, Json, Rule } from '../../../src/table/define';
import type { FormReader } from '../../../src/triggers/runtime/definition';
import { WorkflowStore } from '../../../src/triggers/runtime/workflowStore';
import { sharedStaticData } from '../n8n/staticData';
import { givesNothing, narrows } from '../../../src/table/narrowing';
import { presentValue, refuseEmptyPart, tableValue, zoned } from '../shared/form';
import type { RunFormContext } from '../shared/quickForm';

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

/** The value of a field; undefined for one that may be left as it is and is not in the form. */
function valueOf(context: FormContext, name: string, field: Field): unknown {
	if (field.group === undefined) return tableValue(parameter(context, name, field.default));
	const added = parameter(context, field.group, {}) as Json;
	return name in added ? presentValue(added[name]) : undefined;
}

/** The form of a trigger as that of a run is read: a trigger has no items. */
const runForm = (context: FormContext): RunFormContext => ({
	getNode: () => context.getNode(),
	getInputData: () => [],
	// n8n's base of all contexts has it, though not every type of them names it.
	evaluateExpression: (expression) =>
		(context as FormContext & Pick<IExecuteFunctions, 'evaluateExpression'>).evaluateExpression(
			expression,
			0,
		),
	getNodeParameter: (name, _, fallback) => parameter(context, name, fallback),
});

/** Reads the form of a trigger. */
export const readerOf = (context: FormContext): FormReader => ({
	fields<F extends Fields>(fields: F, rules: Rule[] = []) {
		const values: Json = {};
		for (const [name, field] of Object.entries(fields)) {
			const value = valueOf(context, name, field);
			if (narrows(field) && !givesNothing(value)) refuseEmptyPart(runForm(context), name, field, 0);
			values[name] = zoned(field, value, context);
		}
		return checkFields(fields, rules, values, { now: Date.now() }) as InputOf<F>;
	},
	value: (name, otherwise) => parameter(context, name, otherwise),
	picked: (list, name) =>
		(parameter(context, list, []) as Json[]).map((row) => tableValue(row[name])),
	zone: () => context.getTimezone(),
});

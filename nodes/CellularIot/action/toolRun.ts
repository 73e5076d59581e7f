import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputError, inOwnWords } from '../../../src/errors';
import type { ItemResult } from '../../../src/run/items';
import { failureAnswer, type ToolAnswer } from '../../../src/run/tool/answer';
import { answerCall, labelIn, type ToolCall, workspaceForTool } from '../../../src/run/tool/call';
import type { SmsCount } from '../../../src/run/tool/limits';
import { schemaOf } from '../../../src/table/checks';
import type { Json, Operation } from '../../../src/table/define';
import { givesNothing } from '../../../src/table/narrowing';
import type { SafetyFieldName } from '../../../src/table/safetyFields';
import type { ToolFieldName, ToolLimits } from '../../../src/table/toolFields';
import { hasToolOutput, TOOL_OUTPUT } from '../../../src/table/toolOutput';
import { isObject } from '../../../src/wire';
import { SET_BY_A_PERSON } from '../n8n/personOnly';
import { countsOfRun } from '../n8n/runCounts';
import { fixedIn, withTypedConfirmations } from '../shared/fixed';
import { formReader } from '../shared/form';
import { hasExpression } from '../shared/expressions';
import { toolSettingsOf } from './personForm';
import type { OpenFor } from './identities';
import { checkPickedFor } from './picked';

/** The refusal of a setting, which repeats none of its values. */
const settingError = (...about: ConstructorParameters<typeof InputError>): InputError =>
	inOwnWords(new InputError(...about));

const BY_A_PERSON = 'must be set by a person, not by an expression';

/** Settings that allow something instead of limiting it. */
const ALLOWING = ['acceptRenamed', 'allowSamples', 'allowStakes'];

/** The settings of a read, which limit nothing either. */
const OUTPUT_SETTINGS = ['output', 'fields'];

/** Limits that only the form of a tool has. */
const OF_TOOLS = ['allowedEndpoints', 'mostEndpoints', 'mostSms'];

/** Whether the form of a node has limits of a tool; they apply even where n8n does not say that it is one. */
export function hasToolLimits(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	const { [SET_BY_A_PERSON]: set } = context.getNode().parameters as Json;
	return isObject(set) && OF_TOOLS.some((name) => name in set);
}

/**
 * The limits that a person has set on the tool, as they stand in the form.
 * @throws InputError if an expression lets the model set one, or the operation has no such limit.
 */
function toolLimits(context: Pick<IExecuteFunctions, 'getNode'>, operation: Operation): ToolLimits {
	const set = context.getNode().parameters[SET_BY_A_PERSON] as Json | string | undefined;
	if (typeof set === 'string') throw settingError(SET_BY_A_PERSON, BY_A_PERSON, 'Tool Limits');
	const known = toolSettingsOf(operation);
	const limits: Json = {};
	for (const [name, value] of Object.entries(set ?? {})) {
		const field = known[name as ToolFieldName | SafetyFieldName];
		// These limit nothing, so they are allowed where there is nothing to permit.
		if (!field && [...ALLOWING, ...OUTPUT_SETTINGS].includes(name)) continue;
		if (!field) {
			const rule = `must not have ${name}: "${operation.action}" has no such limit`;
			throw settingError(SET_BY_A_PERSON, rule, 'Tool Limits');
		}
		if (hasExpression(value)) throw settingError(name, BY_A_PERSON, field.label);
		// An empty list would allow what the person meant to forbid.
		if (givesNothing(value))
			throw settingError(name, 'must not be empty: fill or remove it', field.label);
		const parsed = schemaOf(field).safeParse(value);
		if (!parsed.success) throw settingError(name, 'is not valid', field.label);
		limits[name] = parsed.data;
	}
	return limits;
}

/**
 * The settings in the form of a tool; undefined where it has none.
 * @throws InputError for a value that is none of the form's
 */
function toolOutputIn(
	context: Pick<IExecuteFunctions, 'getNode'>,
	operation: Operation,
): ToolCall['shown'] {
	const { [SET_BY_A_PERSON]: set } = context.getNode().parameters as Json;
	if (!hasToolOutput(operation) || !isObject(set) || set.output === undefined) return undefined;
	const output = schemaOf(TOOL_OUTPUT).safeParse(set.output);
	if (output.data === undefined) {
		throw settingError('output', 'must be raw, selected or simplified', TOOL_OUTPUT.label);
	}
	const fields = Array.isArray(set.fields) ? set.fields.map(String) : [];
	return { output: output.data, fields };
}

/**
 * Answers an agent's call with one item, whatever the outcome. A thrown error would end the agent's
 * run in some versions of n8n, and would reach the model without its details in all of them.
 */
export async function runAsTool(
	context: IExecuteFunctions,
	operation: Operation,
	openFor: OpenFor,
	received: (results: ItemResult[]) => void,
): Promise<INodeExecutionData[]> {
	const isFixed = fixedIn(context, operation);
	let notes: string[] = [];
	const form = formReader(context, operation, (sentence) => void notes.push(sentence));
	const valuesOf = withTypedConfirmations(context, operation, form);
	const answers: ToolAnswer[] = [];
	for (const [index] of context.getInputData().entries()) {
		notes = [];
		try {
			const values = valuesOf(index);
			const limits = toolLimits(context, operation);
			const shown = toolOutputIn(context, operation);
			const sms: SmsCount = countsOfRun<SmsCount>(context);
			const own = await openFor(index);
			// Picked things that are something else for the tool's credential are refused.
			const workspaceId = workspaceForTool(operation, values.workspaceId);
			await checkPickedFor(context, own, operation, { index, input: { workspaceId } });
			answers.push(
				await answerCall(own, {
					operation,
					values,
					isFixed,
					limits,
					...(shown && { shown }),
					sms,
					notes,
					onResults: received,
				}),
			);
		} catch (error) {
			answers.push(failureAnswer(error, { labelOf: labelIn(operation) }));
		}
	}
	return answers.map((json, item) => ({ json: json as IDataObject, pairedItem: { item } }));
}

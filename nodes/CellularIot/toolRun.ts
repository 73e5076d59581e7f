import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client } from '../../src/client/client';
import { failureAnswer, type ToolAnswer } from '../../src/client/tool/answer';
import { answerCall } from '../../src/client/tool/call';
import type { SmsCount } from '../../src/client/tool/limits';
import type { ItemResult } from '../../src/client/items';
import type { Json, Operation } from '../../src/operations/define';
import { formReader } from './form';
import { holdsExpression } from './quickForm';
import { toolLimits } from './toolForm';

/** Whether a field stands in the form as a person has left it. */
function fixedIn(context: IExecuteFunctions, { fields }: Operation): (name: string) => boolean {
	const parameters = context.getNode().parameters as Json;
	return (name) => {
		const group = fields[name]?.group;
		const form = group === undefined ? parameters : parameters[group];
		return !holdsExpression(typeof form === 'string' ? form : (form as Json | undefined)?.[name]);
	};
}

/**
 * What an agent gets for a call: one item, whatever became of it. An error that is thrown would end the
 * agent's run in some versions of n8n, and reach the model without its details in all.
 */
export async function runAsTool(
	context: IExecuteFunctions,
	operation: Operation,
	client: () => Promise<Client>,
	told: (results: ItemResult[]) => void,
): Promise<INodeExecutionData[]> {
	const isFixed = fixedIn(context, operation);
	const answers: ToolAnswer[] = [];
	for (const [index] of context.getInputData().entries()) {
		try {
			const values = formReader(context, operation)(index);
			const limits = toolLimits(context, operation);
			// n8n keeps it with the execution, also while that waits for a person.
			const sms = context.getContext('flow') as SmsCount;
			answers.push(
				await answerCall(await client(), { operation, values, isFixed, limits, sms, told }),
			);
		} catch (error) {
			answers.push(failureAnswer(error));
		}
	}
	return answers.map((json, item) => ({ json: json as IDataObject, pairedItem: { item } }));
}

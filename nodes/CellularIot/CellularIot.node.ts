import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { ItemResult } from '../../src/client/items';
import { RunStopped, runItems } from '../../src/client/run';
import { findOperation, operations, RESOURCES } from '../../src/operations';
import { formReader } from './form';
import { type AccountCredential, clientFor } from './host';
import { errorDetails, toNodeError } from './nodeErrors';
import { accountCredentials, authentication } from './authentication';
import { actionHints } from './builderHints';
import { limitsOf } from './nodeOptions';
import { methods } from './lookups';
import { progressOf } from './progress';
import { noteRun } from './runNotes';
import { operationForm, subtitleFor } from './properties';

/** The action node: every operation of the table, for all items of a run. */
export class CellularIot implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT',
		name: 'cellularIot',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleFor(RESOURCES),
		description: 'Manage cellular IoT endpoints, SIMs, SMS, quotas, usage and connectivity',
		defaults: { name: 'Cellular IoT' },
		usableAsTool: true,
		...actionHints,
		hints: [
			{
				message: 'Dry Run is on: nothing is changed.',
				displayCondition:
					'={{ ["transfer", "register"].includes($parameter["operation"]) && $parameter["dryRun"] }}',
				whenToDisplay: 'always',
				location: 'outputPane',
			},
		],
		// An n8n with data redaction shows them to nobody; the next node gets them.
		sensitiveOutputFields: ['secret_key', 'otpauth'],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		properties: [authentication, ...operationForm(operations, RESOURCES)],
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		if (items.length === 0) return [[]];
		const operation = findOperation(
			this.getNodeParameter('resource', 0) as string,
			this.getNodeParameter('operation', 0) as string,
		);
		const goOn = this.continueOnFail();
		try {
			const { onWait, ...telling } = progressOf(this, operation);
			const client = await clientFor(
				this,
				this.getNodeParameter('authentication', 0) as AccountCredential,
				{ limits: limitsOf(this), onWait },
			);
			const valuesOf = formReader(this, operation);
			const results = await runItems(client, operation, valuesOf, items.length, {
				goOn,
				...telling,
			});
			noteRun(this, results, operation);
			return [results.flatMap((result, index) => toItems(this, result, index))];
		} catch (error) {
			if (error instanceof RunStopped) {
				throw toNodeError(this.getNode(), error.cause, error.index, error.summary);
			}
			throw toNodeError(this.getNode(), error, 0);
		}
	}
}

/** Items of one input, paired with it; a failed one carries its error for the error output. */
function toItems(
	context: IExecuteFunctions,
	result: ItemResult,
	item: number,
): INodeExecutionData[] {
	const pairedItem = { item };
	if ('items' in result) {
		return result.items.map((json) => ({ json: json as IDataObject, pairedItem }));
	}
	const { message } = toNodeError(context.getNode(), result.error, item);
	// No `error` beside `json`: n8n would replace the JSON by the message alone. With these two keys
	// n8n takes it for an error item.
	return [{ json: { error: message, details: errorDetails(result.error) }, pairedItem }];
}

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode, storeFor } from '../../support/n8n/n8n';

/** What a run of a node has given. */
export interface Given {
	/** Items of each output, in the order of the form. */
	outputs: IDataObject[][];
	/** The error that ended the run. */
	error?: string;
	/** The hints that n8n shows above the output. */
	hints: string[];
}

/** A run of a node on items. */
export interface Asked {
	/** Address of the service, without a trailing slash. */
	url: string;
	/** Resource and operation of the node, such as `endpoint diagnose`. */
	operation: string;
	/** Values of the form by their names. */
	parameters?: IDataObject;
	/** Default: one empty item. */
	items?: IDataObject[];
	/** Error mode of the node; by default an error ends the run. */
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
	/** Name of a run that may be run again with the same stored state. */
	workflowId?: string;
	/** Stops the run, as n8n does when a person cancels it. */
	signal?: AbortSignal;
}

/** Runs an operation in n8n-core's own workflow execution, with an application token. */
export async function runOperation(asked: Asked): Promise<Given> {
	const { url, operation, parameters, items, onError, workflowId, signal } = asked;
	const [resource, name] = operation.split(' ');
	const { outputs, error, hints } = await runNode({
		credentials: storeFor(url),
		parameters: { resource, operation: name, ...parameters } as INodeParameters,
		items: items ?? [{}],
		...(onError && { onError }),
		...(workflowId !== undefined && { workflowId }),
		...(signal && { signal }),
	});
	return {
		outputs: outputs.map((list) => list.map(({ json }) => json)),
		hints,
		...(error && { error: [error.message, error.description].filter(Boolean).join(' ') }),
	};
}

/** The value of a picker. */
export const picked = (value: unknown, mode: 'list' | 'id' | 'name' = 'id'): IDataObject => ({
	__rl: true,
	mode,
	value: value as IDataObject,
});

import type { IExecuteFunctions } from 'n8n-workflow';

/*
 * n8n: The proxy of a run's data has `$execution.customData`, as the Code node uses it: ten values of 255
 * characters an execution, by which executions can be filtered.
 * Read: n8n-core 2.40.3, utils/execution-metadata.js and utils/get-additional-keys.js.
 * Why: A run about one device is found by its ICCID or its endpoint.
 * Gone: Executions are not found by them; nothing else changes.
 * Fallback: A line in n8n's log at level debug.
 * Can it go: Yes, with that convenience: kept.
 */

/** n8n keeps ten values an execution, of 255 characters each. */
const MOST_VALUES = 10;
const MOST_CHARACTERS = 255;

interface CustomData {
	set(key: string, value: string): void;
	getAll(): Record<string, string>;
}

/**
 * Stores values with the execution, as far as there is room.
 * @throws Error where this n8n keeps none
 */
export function storeWithExecution(
	context: Pick<IExecuteFunctions, 'getWorkflowDataProxy'>,
	values: Record<string, unknown>,
): void {
	const { $execution } = context.getWorkflowDataProxy(0);
	const { customData } = $execution as { customData?: CustomData };
	for (const [key, value] of Object.entries(values)) {
		const isText = typeof value === 'string' || typeof value === 'number';
		if (!isText) continue;
		if (!customData) throw new Error('this n8n keeps no values with an execution');
		if (Object.keys(customData.getAll()).length >= MOST_VALUES) continue;
		customData.set(key, String(value).slice(0, MOST_CHARACTERS));
	}
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowJson } from './api';
import { rootDir } from './paths';

/** The local values that an imported workflow needs. */
interface Binding {
	/** Credentials by type. */
	credentials: Record<string, { id: string; name: string }>;
	/** Parameters that override those of the file, by node name. */
	parameters?: Record<string, Record<string, unknown>>;
}

/** Reads `examples/<file>.json`, the same file that users import. */
export function readWorkflow(file: string): WorkflowJson {
	return JSON.parse(
		readFileSync(join(rootDir, 'examples', `${file}.json`), 'utf8'),
	) as WorkflowJson;
}

/**
 * The workflow with its credentials and parameters set. Throws for an unknown credential type or
 * node name: n8n would import the workflow and fail only when it runs.
 */
export function bindWorkflow(workflow: WorkflowJson, binding: Binding): WorkflowJson {
	const { credentials, parameters = {} } = binding;
	const unknown = Object.keys(parameters).filter(
		(name) => !workflow.nodes.some((node) => node.name === name),
	);
	if (unknown.length > 0) throw new Error(`"${workflow.name}" has no node ${unknown.join(', ')}`);
	// Examples use an application token; a user login replaces it when it is the only credential.
	const typeFor = (type: string) =>
		type === 'cellularIotTokenApi' && !credentials[type] ? 'cellularIotUserApi' : type;
	const nodes = workflow.nodes.map((node) => {
		const types = Object.keys(node.credentials ?? {}).map(typeFor);
		const missing = types.find((type) => !credentials[type]);
		if (missing) throw new Error(`"${workflow.name}" needs a credential of type ${missing}`);
		return {
			...node,
			parameters: {
				...node.parameters,
				...(types.includes('cellularIotUserApi') && { authentication: 'cellularIotUserApi' }),
				...parameters[node.name],
			},
			...(node.credentials && {
				credentials: Object.fromEntries(types.map((type) => [type, credentials[type]!])),
			}),
		};
	});
	return { ...workflow, nodes };
}

import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import type { CredentialStore } from '../credentials';
import { additionalData, nodeTypes } from './n8n';

/** n8n-core's own context for the lists of a form with these parameters. */
export function pickerContext(
	node: INodeType,
	store: CredentialStore,
	parameters: INodeParameters,
): ILoadOptionsFunctions {
	const type = String(parameters.authentication ?? 'cellularIotTokenApi');
	const workflow = new Workflow({
		id: 'w1',
		nodes: [
			{
				id: 'n1',
				name: 'Cellular IoT',
				type: 'cellularIot',
				typeVersion: 1,
				position: [0, 0],
				parameters: { authentication: type, ...parameters },
				credentials: { [type]: { id: type, name: type } },
			},
		],
		connections: {},
		active: false,
		nodeTypes: nodeTypes({ cellularIot: node }),
	});
	const own = workflow.getNode('Cellular IoT')!;
	const data = { ...additionalData(store), currentNodeParameters: own.parameters };
	return new LoadOptionsContext(workflow, own, data, '');
}

import 'reflect-metadata';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { act, FAST } from '../../faults/runs';
import { storeFor } from '../../support/n8n/n8n';
import { RETIRE, USER_TYPE, WORKSPACES } from './retireFleet';

/* A run of a retirement in a process of its own, which is killed. */

/** What a process needs: the service, and the session of its user. */
export interface Retirement {
	url: string;
	session: IDataObject;
}

async function retire({ url, session }: Retirement): Promise<string[]> {
	const credentials = storeFor(url, { rates: FAST, user: session });
	const { items, errors, error } = await act(credentials, RETIRE as INodeParameters, WORKSPACES, {
		credential: USER_TYPE,
	});
	if (error) throw error;
	return [...items, ...errors].map(({ json }) => String(json.outcome ?? json.error));
}

process.on('message', (retirement: Retirement) => {
	void retire(retirement).then(
		(outcomes) => process.send!(outcomes),
		(error: unknown) => process.send!([String(error)]),
	);
});

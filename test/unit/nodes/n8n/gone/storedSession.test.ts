import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { gone, inContext, replace } from '../../../../support/n8n/gone';
import { actionNode, storeFor } from '../../../../support/n8n/n8n';
import { runAt, simulated } from '../../../../support/simulator';

const sim = simulated({ seed: { endpoints: 1 } }, 'new');

/** n8n sends a request for a credential, and stores nothing. */
const storingNothing = (context: IExecuteFunctions) =>
	replace(context, 'helpers', {
		...context.helpers,
		httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
			(await context.helpers.httpRequest(options)) as unknown,
	});

describe(gone('storedSession'), () => {
	test.each(['cellularIotTokenApi', 'cellularIotUserApi'])(
		'runs of a process share one login, which n8n does not know: %s',
		async (credential) => {
			const credentials = storeFor(sim.url);
			const node = actionNode({ resource: 'endpoint', operation: 'getAll' });
			const logins: number[] = [];
			for (let run = 0; run < 3; run += 1) {
				const { items, error } = await runAt(
					sim,
					'endpoint getAll',
					{ limit: 1 },
					{ credential, credentials, type: inContext(node, storingNothing) },
				);
				expect(error).toBeUndefined();
				expect(items).toHaveLength(1);
				logins.push(sim.ledger().counters.authenticate);
			}
			const [first] = logins;
			expect(first).toBeGreaterThan(0);
			expect(logins).toEqual([first, first, first]);
			expect(credentials.get(credential)).toMatchObject({ accessToken: '', sessionState: '' });
		},
	);
});

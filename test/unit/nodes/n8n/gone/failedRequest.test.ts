import type { IExecuteFunctions } from 'n8n-workflow';
import { gone, inContext, sendBy } from '../../../../support/n8n/gone';
import { actionNode } from '../../../../support/n8n/n8n';
import { faultAt, runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

jest.mock('../../../../../src/ports', () =>
	jest.requireActual<object>('../../../../support/movedPorts'),
);

const sim = simulated({ seed: { endpoints: 2, bulkDelayMs: 0 } });

/** An error of n8n's helper without its request and its causes. */
const bare = (error: unknown) =>
	Object.assign(new Error((error as Error).message), { code: (error as { code?: string }).code });

/** Node's record of a request whose TLS handshake was cut. */
const UNSENT = { destroyed: true, socket: { secureConnecting: true } };

/** Sends an SMS whose connection is cut; the error has this request. Gives the item, and how often it was tried. */
async function sendCut(request?: object) {
	let tries = 0;
	const cut = (context: IExecuteFunctions) =>
		sendBy(context, async ({ url }, own) => {
			if (!url.endsWith('/sms')) return await own();
			tries += 1;
			throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', request });
		});
	const { items } = await runAt(
		sim,
		'sms send',
		{ endpointId: rl(10001), payload: 'x' },
		{
			type: inContext(actionNode({ resource: 'sms', operation: 'send' }), cut),
			onError: 'continueRegularOutput',
		},
	);
	return { details: items[0]!.json.details, tries };
}

describe(gone('failedRequest'), () => {
	test('as n8n shows it today, an SMS of which nothing was sent is tried again', async () => {
		const { details, tries } = await sendCut(UNSENT);
		expect(details).toMatchObject({ outcome: 'notSent' });
		expect(tries).toBeGreaterThan(1);
	});

	test('without it, its outcome is unknown, and it is not tried again', async () => {
		const { details, tries } = await sendCut();
		expect(details).toMatchObject({ outcome: 'unknown' });
		expect(tries).toBe(1);
	});

	test('an unknown outcome that the service can tell is read back', async () => {
		let posts = 0;
		faultAt(sim, 'POST /tags$', { kind: 'resetAfter', times: 1 });
		const tagging = inContext(actionNode({ resource: 'tag', operation: 'create' }), (context) =>
			sendBy(context, async ({ method }, own) => {
				if (method === 'POST') posts += 1;
				return await own().catch((error: unknown) => Promise.reject(bare(error)));
			}),
		);
		const parameters = { name: 'cellar', options: { verifyUnknown: true } };
		const { items, error } = await runAt(sim, 'tag create', parameters, { type: tagging });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { name: 'cellar' } }]);
		expect(posts).toBe(1);
	});
});

import { WebhookContext } from 'n8n-core';
import { gone } from '../../../../support/n8n/gone';
import { credentialsFor } from '../../../triggers/support';
import { WebhookWorkflow } from '../../../../support/n8n/triggers';
import { message, open } from '../../../triggers/sms/callbacks';
import { recordOf } from '../../../triggers/stream/usage';

/** n8n parses bodies, and gives neither their bytes nor a way to read them. */
beforeEach(() => {
	const { getRequestObject } = WebhookContext.prototype;
	jest.spyOn(WebhookContext.prototype, 'getRequestObject').mockImplementation(function (
		this: WebhookContext,
	) {
		const request = getRequestObject.call(this);
		for (const name of ['rawBody', 'readRawBody']) Reflect.deleteProperty(request, name);
		return request;
	});
});
afterEach(() => jest.restoreAllMocks());

describe(gone('rawBody'), () => {
	test('an SMS is taken from the body as n8n has parsed it', async () => {
		const { status, items } = await open().deliver({ body: message({ payload: 'door open' }) });
		expect(status).toBe(200);
		expect(items).toMatchObject([{ text: 'door open' }]);
	});

	test('a long number has the digits that JavaScript keeps', async () => {
		const long = JSON.parse('{"id":12345678901234567890}') as { id: number };
		const { status, items } = await open().deliver({ body: message({ ...long }) });
		expect(status).toBe(200);
		expect(items).toHaveLength(1);
	});

	test('records of a stream are taken, too', async () => {
		const form = { event: 'usage', registerStream: false, verification: 'none' };
		const workflow = new WebhookWorkflow(form, credentialsFor(), 'stream');
		const { status, items } = await workflow.deliver({ body: [recordOf(10001, Date.now(), 1)] });
		expect(status).toBe(200);
		expect(items).toHaveLength(1);
	});

	test('a call without a body that n8n could parse is refused', async () => {
		const { status, items } = await open().deliver({ raw: 'not "json' });
		expect(status).toBe(400);
		expect(items).toBeUndefined();
	});
});

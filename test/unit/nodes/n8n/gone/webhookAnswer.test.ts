import { WebhookContext } from 'n8n-core';
import { gone } from '../../../../support/n8n/gone';
import { later, message, open, part } from '../../../triggers/sms/callbacks';

jest.mock('../../../../../src/ports', () =>
	jest.requireActual<object>('../../../../support/movedPorts'),
);

/** The node gets a response of its own: what it puts in place of `end` is not called. */
beforeEach(() => {
	const { getResponseObject } = WebhookContext.prototype;
	jest.spyOn(WebhookContext.prototype, 'getResponseObject').mockImplementation(function (
		this: WebhookContext,
	) {
		return Object.create(getResponseObject.call(this)) as ReturnType<typeof getResponseObject>;
	});
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe(gone('webhookAnswer'), () => {
	test('calls are answered as n8n answers them, also for a run that it never began', async () => {
		const workflow = open();
		workflow.startsNothing = true;
		expect((await workflow.deliver({ body: message() })).status).toBe(200);
	});

	test('a redelivery within ten minutes is refused, and the run of a later one drops what was claimed', async () => {
		const workflow = open();
		workflow.startsNothing = true;
		const sms = message();
		expect((await workflow.deliver({ body: sms })).status).toBe(200);
		expect((await workflow.deliver({ body: sms })).status).toBe(503);
		later(11);
		expect((await workflow.deliver({ body: sms })).status).toBe(200);
		const runs: number[] = [];
		for (const start of workflow.stored) runs.push((await start()).length);
		expect(runs).toEqual([1, 0]);
	});

	test('parts of a long SMS become one message', async () => {
		const workflow = open();
		await workflow.deliver({ body: part(1, 2, 'one ') });
		const { items } = await workflow.deliver({ body: part(2, 2, 'two') });
		expect(items).toMatchObject([{ text: 'one two', complete: true }]);
	});
});

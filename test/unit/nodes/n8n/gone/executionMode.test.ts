import { stub } from '../../../../support/stub';
import { WebhookContext } from 'n8n-core';
import { forgetMemory } from '../../../../../src/triggers/runtime/inMemory';
import { gone } from '../../../../support/n8n/gone';
import { message, open } from '../../../triggers/sms/callbacks';

jest.mock('../../../../../src/ports', () =>
	jest.requireActual<object>('../../../../support/movedPorts'),
);

/** The logger shows no configuration. */
beforeEach(() => {
	forgetMemory();
	const other = () => {};
	const silent = { debug: other, info: other, warn: other, error: other };
	const contexts = Object.getPrototypeOf(WebhookContext.prototype) as WebhookContext;
	jest.spyOn(contexts, 'logger', 'get').mockReturnValue(stub(silent));
});
afterEach(() => {
	jest.restoreAllMocks();
	forgetMemory();
});

describe(gone('executionMode'), () => {
	test('the first call is taken once its run is stored', async () => {
		const workflow = open();
		workflow.startsNothing = true;
		expect((await workflow.deliver({ body: message() })).status).toBe(200);
		expect(workflow.stored).toHaveLength(1);
	});

	test('once this process has taken a first step, a run that does not begin is asked for again', async () => {
		const workflow = open();
		expect((await workflow.deliver({ body: message() })).items).toHaveLength(1);
		workflow.startsNothing = true;
		expect((await workflow.deliver({ body: message() })).status).toBe(503);
	});
});

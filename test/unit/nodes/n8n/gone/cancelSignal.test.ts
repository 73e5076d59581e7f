import { stub } from '../../../../support/stub';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { transportWith } from '../../../../../credentials/transport';
import { withCancelSignal } from '../../../../../nodes/CellularIot/n8n/cancelSignal';
import { sendAndStore } from '../../../../../nodes/CellularIot/n8n/storedSession';
import { gone } from '../../../../support/n8n/gone';

/** n8n's helper heeds neither the signal of the request nor that of the context, but the timeout. */
const withoutSignals = (given: IHttpRequestOptions[]) => ({
	getNode: () => ({ credentials: {} }),
	helpers: {
		httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => {
			given.push(options);
			await jest.advanceTimersByTimeAsync(options.timeout!);
			throw Object.assign(new Error('timeout exceeded'), { code: 'ECONNABORTED' });
		},
	},
});

describe(gone('cancelSignal'), () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('the request that has n8n store a session has a timeout of its own', async () => {
		const given: IHttpRequestOptions[] = [];
		const deadline = new AbortController();
		const context = withCancelSignal(withoutSignals(given), deadline.signal);
		const send = transportWith(
			async (options) => await sendAndStore(stub(context), 'cellularIotTokenApi', {}, options),
			{},
		);
		const begun = Date.now();
		const sent = send({
			method: 'GET',
			url: 'https://service.example/api/v1/endpoint',
			headers: {},
			timeoutMs: 30_000,
			signal: deadline.signal,
		});
		await expect(sent).rejects.toThrow('timeout exceeded');
		expect(Date.now() - begun).toBe(31_000);
		expect(given).toHaveLength(1);
	});
});

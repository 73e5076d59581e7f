import type { IHttpRequestOptions } from 'n8n-workflow';
import { transportWith } from '../../../../../credentials/transport';
import { gone } from '../../../../support/n8n/gone';

// n8n-workflow does not export the function, as before 2.30.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	getCredentialOwnRequestAllowedDomains: undefined,
}));

const BASE_URL = 'https://service.example';
const forOthers = { allowedHttpRequestDomains: 'domains', allowedDomains: 'another.example' };
const request = {
	method: 'GET',
	url: `${BASE_URL}/api/v1/endpoint`,
	headers: { Authorization: 'Bearer token' },
	timeoutMs: 1_000,
} as const;

describe(gone('allowedDomains'), () => {
	test('a request goes to the Base URL, and follows no redirect to another address', async () => {
		const asked: IHttpRequestOptions[] = [];
		const send = transportWith(async (options) => {
			asked.push(options);
			return { statusCode: 302, headers: { Location: 'https://another.example/' }, body: '' };
		}, forOthers);
		const answer = await send(request);
		expect(answer.status).toBe(302);
		expect(asked).toHaveLength(1);
		expect(asked[0]).toMatchObject({ url: request.url, disableFollowRedirect: true });
		expect(asked[0]).not.toHaveProperty('allowedDomains');
	});
});

import axios from 'axios';
import { wasSent } from '../../nodes/CellularIot/n8n/failedRequest';
import type { Transport } from '../../src/wire';
import { traceConnection } from '../../src/request/attempt/connection';

/** Sends with axios itself, for tests that run without n8n. */
export const directTransport: Transport = async (request) => {
	return await traceConnection(
		async () =>
			await axios.request<unknown>({
				method: request.method,
				url: request.url,
				// Prevents axios from adding the content type of a form when there is no body.
				headers: {
					...request.headers,
					...(request.body === undefined && { 'Content-Type': false }),
				},
				...(request.body !== undefined && { data: request.body }),
				...(request.signal && { signal: request.signal }),
				maxRedirects: 0,
				validateStatus: () => true,
			}),
		({ status, headers, data }) => ({
			status,
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
			),
			body: data,
		}),
		{ wasSent },
	);
};

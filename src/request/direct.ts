import axios from 'axios';
import type { Transport } from '../wire';
import { traceConnection } from './attempt/connection';

/** Sends with axios itself: for scripts and tests; inside n8n the host's helper sends. */
export const directTransport: Transport = async (request) => {
	return await traceConnection(
		async () =>
			await axios.request<unknown>({
				method: request.method,
				url: request.url,
				// Without a body there is no content type; axios would call it a form.
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
	);
};

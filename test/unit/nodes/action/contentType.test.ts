import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { directTransport } from '../../../support/directTransport';
import { runAt } from '../../../support/simulator';
import { rl } from '../rows/rows';

/* The Content-Type header on the wire, with and without a body. */

let server: Server;
const seen: Array<{ method: string; headers: IncomingHttpHeaders }> = [];
beforeEach(async () => {
	seen.length = 0;
	server = createServer((request, response) => {
		const { method = '', headers, url = '' } = request;
		request.resume();
		if (url.endsWith('/authenticate')) {
			response.setHeader('Content-Type', 'application/json');
			return response.end(JSON.stringify({ auth_token: 'a.b.c' }));
		}
		seen.push({ method, headers });
		response.statusCode = 204;
		return response.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close());
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const run = async (operation: string, parameters: object) => {
	const { error } = await runAt({ url: url() }, operation, { endpointId: rl(17), ...parameters });
	expect(error).toBeUndefined();
};

test('a PUT without a body has no Content-Type, neither from n8n nor from a script', async () => {
	await run('operatorBlacklist add', { operatorId: rl(501) });
	await directTransport({ method: 'PUT', url: url(), headers: {}, timeoutMs: 1000 });
	expect(seen.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
	for (const { headers } of seen) expect(headers).not.toHaveProperty('content-type');
});

test('a request with a body has the Content-Type of JSON', async () => {
	await run('endpoint resetConnectivity', { reset: 'both' });
	expect(seen[0]?.headers['content-type']).toMatch(/^application\/json/);
});

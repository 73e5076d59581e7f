import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Simulation } from '../context';
import { isObject } from '../http/route';
import { fullQuota } from '../seed/populate';
import { readyToCopy } from '../seed/ready';
import { setQuota } from '../traffic/quota';
import { endpointsView, endpointView, eventsView } from './view';

/** The files of the page, which loads nothing from other hosts. */
const FILES: Record<string, string> = {
	'/': 'index.html',
	'/page/page.css': 'page.css',
	'/page/page.js': 'page.js',
	'/page/dom.js': 'dom.js',
	'/page/device.js': 'device.js',
	'/page/endpoints.js': 'endpoints.js',
	'/page/logs.js': 'logs.js',
	'/page/credentials.js': 'credentials.js',
	'/page/service.js': 'service.js',
};

const CONTENT_TYPES: Record<string, string> = {
	html: 'text/html',
	css: 'text/css',
	js: 'text/javascript',
};

/** A host name of this machine, with a port. */
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** The page at `/`, and the control routes that only it needs. */
export function pageRoutes(app: FastifyInstance, sim: Simulation): void {
	// A foreign web page must not control a simulator on this machine, neither from its own origin nor
	// through a name that resolves to it. The route is checked, since its path has many spellings.
	app.addHook('onRequest', async ({ routeOptions, headers }, reply) => {
		if (routeOptions.url === undefined || routeOptions.url.startsWith('/api/')) return;
		const { origin, host = '' } = headers;
		if (!OWN_HOST.test(host)) {
			await reply.code(403).send({ message: `${host} is no name of this machine` });
		} else if (origin !== undefined && origin !== `http://${host}`) {
			await reply.code(403).send({ message: `Not from ${origin}` });
		}
	});
	for (const [url, name] of Object.entries(FILES))
		app.get(url, async (_request, reply) => {
			const type = CONTENT_TYPES[name.split('.').at(-1) ?? ''];
			const text = await readFile(join(__dirname, name), 'utf8');
			return await reply
				.type(`${type}; charset=utf-8`)
				.header('Content-Security-Policy', "default-src 'self'; img-src data:")
				.header('Cache-Control', 'no-cache')
				.send(text);
		});
	app.get('/_sim/endpoints', ({ query }) => endpointsView(sim, query as { search?: string }));
	app.get('/_sim/endpoints/:id', async (request, reply) => {
		const { id } = request.params as { id: string };
		const endpoint = sim.store.endpoints.get(Number(id));
		if (endpoint) return endpointView(sim, endpoint);
		return await reply.code(404).send({ message: `no endpoint ${id}` });
	});
	app.get('/_sim/credentials', ({ headers }) =>
		readyToCopy(`http://${headers.host}`).map(([label, value]) => ({ label, value })),
	);
	app.get('/_sim/events', ({ query }) =>
		eventsView(sim, Number((query as { since?: string }).since ?? 0)),
	);
	app.post('/_sim/quota', async (request, reply) => {
		const { endpointId, volume } = isObject(request.body) ? request.body : {};
		const endpoint = sim.store.endpoints.get(Number(endpointId));
		if (!endpoint || typeof volume !== 'number' || !(volume >= 0))
			return await reply.code(400).send({ message: 'give {endpointId, volume}' });
		setQuota(sim, fullQuota(endpoint.id, volume, sim.clock.now()));
		return await reply.code(204).send();
	});
}

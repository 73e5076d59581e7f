import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Generation } from '../forms';
import { describeRoute } from './describe';
import type { Route } from './route';

/** The API description at `/docs`, built on the first request. */
export function docsRoutes(app: FastifyInstance, routes: Route[], generation: Generation): void {
	let made: Promise<FastifyInstance> | undefined;
	const answer = async ({ url }: FastifyRequest, reply: FastifyReply) => {
		const docs = await (made ??= describedApp(routes, generation));
		const { statusCode, headers, rawPayload } = await docs.inject(url);
		return await reply.code(statusCode).headers(headers).send(rawPayload);
	};
	app.get('/docs', answer);
	app.get('/docs/*', answer);
}

/** Description-only routes, and the pages that show them. */
async function describedApp(routes: Route[], generation: Generation): Promise<FastifyInstance> {
	const docs = Fastify();
	docs.setValidatorCompiler(() => () => true);
	await docs.register(import('@fastify/swagger'), {
		openapi: {
			info: {
				title: 'Connectivity service (simulator)',
				description:
					'Cellular IoT connectivity management, as the simulator speaks it. ' +
					`Answers have the ${generation} form.`,
				version: '1',
			},
			components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
		},
	});
	await docs.register(import('@fastify/swagger-ui'), { routePrefix: '/docs' });
	for (const route of routes) {
		const { method, url } = route;
		docs.route({ method, url, schema: describeRoute(route), handler: () => ({}) });
	}
	return docs;
}

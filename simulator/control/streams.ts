import type { FastifyInstance } from 'fastify';
import { isObject } from '../http/route';
import type { StreamsHandle } from '../stream/handle';
import type { PushOptions } from '../stream/push';
import type { Usage } from '../stream/records';
import type { TrafficOptions } from '../stream/traffic';

/** All controls of the streams, in one request. */
interface StreamControl {
	/** How the service pushes; `reach` maps public addresses to local ones. */
	options?: Partial<PushOptions>;
	/** Usage records to create. */
	usage?: Usage[];
	/** Continuous traffic; null stops it. */
	traffic?: TrafficOptions | null;
	/** Id of a stream to put into the error state. */
	fail?: string;
}

/** Control routes for the pushes of data streams. */
export function streamControlRoutes(app: FastifyInstance, streams: StreamsHandle): void {
	app.get('/_sim/streams', () => streams.tally());
	app.post('/_sim/streams', (request, reply) => {
		const { options, usage, traffic, fail } = (
			isObject(request.body) ? request.body : {}
		) as StreamControl;
		try {
			if (options) streams.set(options);
			if (traffic) streams.traffic(traffic);
			if (traffic === null) streams.stopTraffic();
			if (fail !== undefined) streams.fail(fail);
			return { ids: streams.usage(usage ?? []), ...streams.tally() };
		} catch (error) {
			return reply.code(400).send({ message: String(error) });
		}
	});
}

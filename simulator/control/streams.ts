import type { FastifyInstance } from 'fastify';
import { isObject } from '../http/route';
import type { StreamsHandle } from '../stream/handle';
import type { PushOptions } from '../stream/push';
import type { Usage } from '../stream/records';
import type { TrafficOptions } from '../stream/traffic';

/** Everything that can be asked of the streams, in one request. */
interface StreamControl {
	/** How the service pushes; `reach` says where public addresses lead. */
	options?: Partial<PushOptions>;
	/** Usage records to make. */
	usage?: Usage[];
	/** Traffic that goes on by itself; null ends it. */
	traffic?: TrafficOptions | null;
	/** Id of a stream that is to be in error. */
	fail?: string;
}

/** Control routes of what data streams push. */
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

import type { IDataObject, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { systemClock, systemSleep } from '../../../src/ports';
import {
	type FailedStream,
	failedItem,
	Health,
	pauseForStop,
	resumeAfterStart,
	watchChoice,
} from '../../../src/triggers/stream/health';
import type { MissedCalls } from '../../../src/triggers/runtime/catchUp';
import { missedRecords } from '../../../src/triggers/stream/missed';
import { Streams } from '../../../src/triggers/stream/registration';
import { alsoAtStop } from '../n8n/closeAtStop';
import { type StreamContent, streamTrigger } from '../../../src/triggers/stream/trigger';
import { catchUp } from './catchUp';
import { accountClient, nodeOwner, addressesOfN8n, publishedAddress } from './hooks';
import { nodeKey, readerOf } from './triggerInput';
import { whilePublished } from './whilePublished';

/* The stream trigger watches its streams while the workflow is published. */

/** The time between two looks; each look is one call. */
const HEALTH_CHECK_MS = 300_000;

/** The line in n8n's log about a stream. */
function lineAbout({ id, name, restarted, problem, elsewhere }: FailedStream): string {
	const stream = `data stream ${id} (${name})`;
	if (elsewhere !== undefined) {
		return `${stream} pushes to ${elsewhere} and not to this workflow: another n8n may be a copy of this one. It is left as it is.`;
	}
	const problemWords = `${stream} is in error`;
	if (restarted === undefined) {
		return `${problemWords}; restart it, or what waits is lost after 7 days.`;
	}
	return restarted
		? `${problemWords} and was restarted.`
		: `${problemWords}, and could not be restarted: ${problem}`;
}

/** Watches the streams, in n8n's leading process, until the workflow is unpublished. */
export async function trigger(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const { logger, helpers } = context;
	const { name } = context.getNode();
	const warn = (error: unknown) =>
		logger.warn(`"${name}": its data stream could not be checked: ${String(error)}`);
	const mine = { owner: nodeOwner(context), kind: 'live' } as const;
	const address = () => publishedAddress(nodeKey(context)).url;
	let wanted: ReturnType<typeof watchChoice>;
	let missed: MissedCalls<StreamContent>;
	try {
		const read = readerOf(context);
		wanted = watchChoice(read);
		missed = missedRecords(read, { mine, addresses: addressesOfN8n(context), address });
	} catch (error) {
		// A mistake in the form must not make n8n take the address away.
		warn(error);
		return {};
	}
	const { restarts, reports, pausesAtStop } = wanted;
	if (context.getMode() === 'manual') return {};
	const looking = await catchUp(context, streamTrigger, missed);
	const health = new Health(mine, restarts);
	const look = async () => {
		const client = await accountClient(context);
		const failed = await health.look(client, addressesOfN8n(context), address());
		for (const stream of failed) logger.warn(`"${name}": ${lineAbout(stream)}`);
		if (!reports || failed.length === 0) return;
		const items = failed.map((stream) => failedItem(stream, systemClock.now()) as IDataObject);
		context.emit([helpers.returnJsonArray(items)]);
	};
	const watch =
		restarts || reports
			? whilePublished(async (signal) => {
					await systemSleep(HEALTH_CHECK_MS, signal).catch(() => {});
					if (!signal.aborted) await look().catch(warn);
				})
			: {};
	const endWatch = async () => {
		await looking.closeFunction?.();
		await watch.closeFunction?.();
	};
	if (!pausesAtStop) return { closeFunction: endWatch };
	const change = async (job: typeof pauseForStop) => {
		const url = address();
		if (url === undefined) return;
		await job(new Streams(await accountClient(context), addressesOfN8n(context)), mine, url);
	};
	// n8n answers calls by the time it starts its triggers.
	void change(resumeAfterStart).catch(warn);
	// If the workflow is unpublished, the streams are deleted or left paused anyway, and a publication
	// resumes them.
	return alsoAtStop(
		{ closeFunction: endWatch },
		async () => await change(pauseForStop).catch(warn),
	);
}

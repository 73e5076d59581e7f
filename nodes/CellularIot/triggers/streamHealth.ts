import type { IDataObject, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { foreignName } from '../../../src/foreignText';
import { systemClock, systemSleep } from '../../../src/ports';
import type { MissedCalls } from '../../../src/triggers/runtime/catchUp';
import { anotherProcessAnswers } from '../../../src/triggers/runtime/whose';
import {
	Health,
	newsItem,
	type StreamNews,
	watchChoice,
} from '../../../src/triggers/stream/health';
import { missedRecords } from '../../../src/triggers/stream/missed';
import { Streams } from '../../../src/triggers/stream/registration';
import { type StreamContent, streamTrigger } from '../../../src/triggers/stream/trigger';
import { alsoAtStop } from '../n8n/closeAtStop';
import { logAbout } from '../shared/log';
import { catchUp } from './catchUp';
import {
	accountClient,
	addressAtStop,
	addressesOfN8n,
	addressOfWorkflow,
	isStarting,
	nodeOwner,
} from './hooks';
import { readerOf } from './triggerInput';
import { whilePublished } from './whilePublished';

/* The stream trigger watches its streams while the workflow is published. */

/** The time between two looks; each look is one call. */
const HEALTH_CHECK_MS = 300_000;
/**
 * Times between the first looks after a start, and after a stream could not be resumed. The process
 * before this one may still be stopping, and then pauses the streams after this one has resumed them.
 */
const SOON_MS = [5_000, 15_000, 60_000];

/** The line in n8n's log about a stream. */
function lineAbout({ id, name, what, address, restarted, problem }: StreamNews): string {
	const stream = `data stream ${id} (${foreignName(name)})`;
	switch (what) {
		case 'elsewhere':
			return `${stream} pushes to ${address} and not to this workflow: another n8n may be a copy of this one. It is left as it is.`;
		case 'paused':
			return `${stream} is paused, and not by n8n. It is left so; resume it, or what waits is lost after 7 days.`;
		case 'stillPaused':
			return `${stream} was paused by n8n, and could not be resumed: ${problem}. It is tried again.`;
		case 'resumed':
			return `${stream} was paused by n8n, and runs again.`;
		case 'error':
			break;
	}
	const problemWords = `${stream} is in error`;
	if (restarted === undefined) {
		return `${problemWords}; restart it, or what waits is lost after 7 days.`;
	}
	return restarted
		? `${problemWords} and was restarted.`
		: `${problemWords}, and could not be restarted: ${problem}`;
}

const notChecked = (context: ITriggerFunctions, error: unknown): void =>
	logAbout(context, `its data stream could not be checked: ${String(error)}`);

/** The streams of a trigger, as its context reaches them. */
class WatchedStreams {
	private readonly mine;
	private readonly health: Health;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly wanted: ReturnType<typeof watchChoice>,
	) {
		const { restarts, reports } = wanted;
		this.mine = { owner: nodeOwner(context), kind: 'live' } as const;
		this.health = new Health(this.mine, { restarts, checks: restarts || reports });
	}

	private readonly failed = (error: unknown) => notChecked(this.context, error);

	/** Looks once. @returns whether everything is as it should be */
	private async look(signal: AbortSignal): Promise<boolean> {
		const { context, wanted } = this;
		const address = await addressOfWorkflow(context, signal);
		if (signal.aborted) return true;
		if (address === undefined) {
			this.failed('n8n has not told the address of this workflow');
			return false;
		}
		const client = await accountClient(context);
		const found = await this.health.look(client, addressesOfN8n(context), address, signal);
		for (const news of found) {
			logAbout(context, lineAbout(news), news.what === 'resumed' ? 'info' : 'warn');
		}
		const items = found.flatMap((news) => newsItem(news, systemClock.now()) ?? []);
		if (wanted.reports && items.length > 0) {
			context.emit([context.helpers.returnJsonArray(items as IDataObject[])]);
		}
		return !found.some(({ what }) => what === 'stillPaused');
	}

	/** Looks every five minutes, and sooner after a start where streams may be paused by n8n. */
	watch(): ITriggerResponse {
		const { context, wanted } = this;
		let soon = wanted.pausesAtStop && isStarting(context) ? [...SOON_MS] : [];
		return whilePublished(async (signal) => {
			await systemSleep(soon.shift() ?? HEALTH_CHECK_MS, signal).catch(() => {});
			if (signal.aborted) return;
			try {
				const isWell = await this.look(signal);
				if (!isWell && soon.length === 0) soon = [...SOON_MS];
			} catch (error) {
				this.failed(error);
			}
		});
	}

	/**
	 * n8n stops, or the workflow is unpublished: then its streams are deleted or paused anyway, and a
	 * publication resumes them. They go on where another process answers at their address.
	 */
	async pause(): Promise<void> {
		const { context, mine } = this;
		try {
			const url = addressAtStop(context);
			if (url === undefined) throw new Error('n8n has not told the address of this workflow');
			const addresses = addressesOfN8n(context);
			if (await anotherProcessAnswers({ url, run: '' }, addresses, systemSleep)) {
				const why = 'its data stream goes on: another process answers at its address.';
				logAbout(context, why, 'info');
				return;
			}
			await new Streams(await accountClient(context), addresses).pauseOwn(mine, url);
		} catch (error) {
			logAbout(context, `its data stream could not be paused: ${String(error)}`);
		}
	}
}

/** Watches the streams, in n8n's leading process, until the workflow is unpublished. */
export async function trigger(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const mine = { owner: nodeOwner(context), kind: 'live' } as const;
	const address = async () => await addressOfWorkflow(context);
	let wanted: ReturnType<typeof watchChoice>;
	let missed: MissedCalls<StreamContent>;
	try {
		const read = readerOf(context);
		wanted = watchChoice(read);
		missed = missedRecords(read, { mine, addresses: addressesOfN8n(context), address });
	} catch (error) {
		// A mistake in the form must not make n8n take the address away.
		notChecked(context, error);
		return {};
	}
	const { restarts, reports, pausesAtStop } = wanted;
	if (context.getMode() === 'manual') return {};
	const looking = await catchUp(context, streamTrigger, missed);
	const streams = new WatchedStreams(context, wanted);
	const watch = restarts || reports || pausesAtStop ? streams.watch() : {};
	const closeFunction = async () => {
		await looking.closeFunction?.();
		await watch.closeFunction?.();
	};
	return pausesAtStop
		? alsoAtStop({ closeFunction }, async () => await streams.pause())
		: { closeFunction };
}

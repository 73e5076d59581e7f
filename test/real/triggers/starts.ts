import { setTimeout as pause } from 'node:timers/promises';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { listen, untilQuiet } from '../stage/listen';
import { Proxy } from '../stage/proxy';
import { until } from '../../support/until';
import { behindTrigger, post, RealN8n } from '../stage/realN8n';
import { enough } from '../stage/suite';
import { message, textsTold } from './calm';

/*
 * Starts of n8n under calls, straight and through the proxy of docs/docker/compose.yaml. An n8n that
 * starts answers calls with 200 and a page before it takes any.
 */

/** Messages under way on one way to n8n; each is sent again until it gets a 2xx, as by a service. */
const UNDER_WAY = 5;
const AGAIN_MS = 50;
/** So long after a message was taken comes the next one: what n8n has to catch up with does not grow. */
const NEXT_MS = 250;

/** Messages on one way to n8n. */
class Sender {
	/** Texts that got a 2xx, and whether a page gave it. */
	readonly taken = new Map<string, { byPage: boolean }>();
	private readonly workers: Array<Promise<void>>;
	private isOver = false;

	constructor(private readonly address: string) {
		this.workers = Array.from({ length: UNDER_WAY }, async () => await this.work());
	}

	private async work(): Promise<void> {
		while (!this.isOver) {
			const body = message();
			for (;;) {
				const { status, byPage } = await post(this.address, body, 30_000);
				if (status >= 200 && status < 300) {
					this.taken.set(body.payload, { byPage });
					break;
				}
				await pause(AGAIN_MS);
			}
			await pause(NEXT_MS);
		}
	}

	/** How many messages the trigger itself has taken. */
	get own(): number {
		return [...this.taken.values()].filter(({ byPage }) => !byPage).length;
	}

	/** Sends no further message; resolves when all have got a 2xx. */
	async end(): Promise<void> {
		this.isOver = true;
		await Promise.all(this.workers);
	}
}

/** Starts n8n again and again while messages come on both ways. */
export async function starts(times: number): Promise<Figure[]> {
	const sink = await listen();
	const n8n = await RealN8n.start({ DB_TYPE: 'sqlite' });
	let proxy: Proxy | undefined;
	try {
		const workflow = behindTrigger('Inbox', 'starts', {}, sink.url);
		const { address } = await n8n.publish(workflow, 'starts/sms');
		proxy = await Proxy.start(n8n.url);
		const senders = {
			straight: new Sender(address),
			'through the proxy of compose.yaml': new Sender(address.replace(n8n.url, proxy.url)),
		};
		let done = 0;
		for (; done < times && !enough(); done += 1) {
			await pause(Math.random() * 1_000);
			await n8n.down(done % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
			const before = Object.values(senders).map(({ own }) => own);
			await n8n.up();
			const isFlowing = () =>
				Object.values(senders).every(({ own }, at) => own > before[at]! + UNDER_WAY);
			await until('messages are taken on both ways', isFlowing, 600, 50);
			if (done % 10 === 9) say(`  ${done + 1} of ${times} starts`);
		}
		for (const sender of Object.values(senders)) await sender.end();
		await untilQuiet(sink, 3_000, 300);
		const held = await n8n.ask<{ data: string }>(
			`select d.data from execution_entity e join execution_data d on d."executionId" = e.id`,
		);
		const stored = held.map(({ data }) => data).join('\n');
		const told = textsTold(sink);
		return Object.entries(senders).map(([way, { taken }]) => {
			const texts = [...taken.keys()];
			// A run that had begun when n8n was killed is shown as crashed, and can be retried there.
			const missing = texts.filter((text) => !told.has(text) && !stored.includes(`"${text}"`));
			const byPage = missing.filter((text) => taken.get(text)!.byPage).length;
			const lost = missing.length - byPage;
			say(`  ${way}: ${texts.length} messages`);
			if (way === 'straight') {
				return {
					name: `${done} starts, ${way}`,
					wanted: '0 lost, beside those that a page of n8n acknowledged',
					got: `${lost} lost, and ${byPage} that a page of n8n acknowledged`,
					held: lost === 0,
				};
			}
			return exactly(
				`${done} starts, ${way}`,
				'0 lost, 0 acknowledged by a page',
				`${lost} lost, ${byPage} acknowledged by a page`,
			);
		});
	} finally {
		await proxy?.stop();
		await n8n.stop();
		sink.close();
	}
}

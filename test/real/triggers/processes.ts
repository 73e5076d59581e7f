import { setTimeout as pause } from 'node:timers/promises';
import { exactly, type Figure } from '../../faults/figures';
import { RedisServer } from '../../support/redis/redis';
import { Cluster } from '../cluster/instance';
import { listen } from '../stage/listen';
import { answers, behindTrigger } from '../stage/realN8n';
import { NOWHERE, resellerAccount } from '../stage/workflows';
import { deliver, isTaken, message, settled } from './calm';
import { TELL_ONCE } from './kills';

/** Two webhook processes of one n8n in queue mode, with the account's Redis. */
export async function processes(count: number): Promise<Figure[]> {
	const redis = await RedisServer.start();
	const sink = await listen();
	let cluster: Cluster | undefined;
	try {
		cluster = await Cluster.start({ workers: 1, webhooks: 2 });
		const { api, webhooks } = cluster;
		const shared = { shareLimits: true, redisUrl: redis.url };
		const credential = await resellerAccount(api, NOWHERE, shared);
		const credentials = { cellularIotTokenApi: credential };
		const workflow = behindTrigger(
			'Inbox',
			'processes',
			{ credentials, parameters: TELL_ONCE },
			sink.url,
		);
		await api.activateWorkflow(await api.createWorkflow(workflow));
		const addresses = () => webhooks.map(({ url }) => `${url}/webhook/processes/sms`);
		for (const address of addresses()) await answers(address);

		const bodies = Array.from({ length: count }, () => message());
		const texts = bodies.map(({ payload }) => payload);
		const both = await Promise.all(
			addresses().map(async (address) => await deliver(address, bodies)),
		);
		const taken = both.flat().filter(isTaken).length;
		const first = await settled(sink, texts);

		// Two parts of a message at the two processes: simultaneously, or two seconds apart.
		const halves = Array.from({ length: count }, (_, identifier) =>
			[1, 2].map((partno) =>
				message({
					payload: `half ${partno} of ${identifier} `,
					multi_part_info: { partno, total: 2, identifier: identifier % 256 },
					endpoint: { id: 40_000 + identifier, name: 'device' },
				}),
			),
		);
		await Promise.all(
			addresses().map(async (address, at) => {
				if (at === 1) await pause(100);
				const own = halves.map((parts, i) => parts[i % 2 === 0 ? at : 1 - at]!);
				await deliver(address, own.slice(0, count / 2));
				await pause(at * 2_000);
				await deliver(address, own.slice(count / 2));
			}),
		);
		const wholes = halves.map((parts) => parts.map(({ payload }) => payload).join(''));
		const joined = await settled(sink, wholes);

		// One is killed while it receives calls; unanswered calls go to the other, and then all again.
		const more = Array.from({ length: count }, () => message());
		const [killed, other] = webhooks as [(typeof webhooks)[number], (typeof webhooks)[number]];
		const [address] = addresses();
		const sent = deliver(address!, more, { attempts: 1 });
		await pause(150);
		await cluster.kill(killed);
		const lost = (await sent).filter((seen) => !isTaken(seen)).length;
		await cluster.addWebhook();
		await answers(addresses()[1]!);
		for (const again of [`${other.url}/webhook/processes/sms`, addresses()[1]!]) {
			await deliver(again, [...more, ...bodies, ...halves.flat()], { attempts: 12 });
		}
		const after = await settled(sink, [...texts, ...wholes, ...more.map(({ payload }) => payload)]);
		return [
			exactly(
				'two webhook processes, each delivery at both in one instant',
				`${2 * count} calls taken, ${count} of ${count} told once`,
				`${taken} calls taken, ${first.once} of ${count} told once`,
			),
			exactly(
				'two webhook processes, halves at different ones',
				`${count} of ${count} told whole and once, 0 incomplete`,
				`${joined.once} of ${count} told whole and once, ${joined.incomplete} incomplete`,
			),
			exactly(
				`two webhook processes, one killed (${lost} calls without an answer), all delivered again`,
				`${3 * count} of ${3 * count} told once, 0 incomplete`,
				`${after.once} of ${3 * count} told once, ${after.incomplete} incomplete`,
			),
		];
	} finally {
		await cluster?.stop();
		sink.close();
		await redis.down();
	}
}

import { setTimeout as pause } from 'node:timers/promises';

import type { Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { listen } from '../stage/listen';
import { answers, behindTrigger, post, RealN8n } from '../stage/realN8n';
import { enough } from '../stage/suite';
import { NOWHERE, resellerAccount } from '../stage/workflows';
import { deliver, isTaken, message, textsTold } from './calm';

const CALLS = 20;

/** Of two runs with a delivery only one goes on, also where the call of the first was never answered. */
export const TELL_ONCE = {
	verification: 'none',
	registerCallback: false,
	options: { afterCrash: 'once' },
};

interface Tally {
	kills: number;
	messages: number;
	/** Accepted in the end, and in no execution of n8n. */
	lost: number;
	/** Accepted by a page of the starting n8n, and in no execution. */
	byPage: number;
	/** Emitted twice by runs. */
	twice: number;
	/** In an execution that crashed with the kill, which can be retried there. */
	crashed: number;
}

/** Kills n8n while it receives calls, and redelivers calls without a 2xx. */
async function killing(times: number, hasRedis: boolean, env: NodeJS.ProcessEnv): Promise<Tally> {
	const redis = hasRedis ? await RedisServer.start() : undefined;
	const sink = await listen();
	const n8n = await RealN8n.start(env);
	const tally: Tally = { kills: 0, messages: 0, lost: 0, byPage: 0, twice: 0, crashed: 0 };
	try {
		const shared = redis && { shareLimits: true, redisUrl: redis.url };
		const trigger = shared && {
			credentials: { cellularIotTokenApi: await resellerAccount(n8n.api, NOWHERE, shared) },
			parameters: TELL_ONCE,
		};
		const { address } = await n8n.publish(
			behindTrigger('Inbox', 'kills', trigger ?? {}, sink.url),
			'kills/sms',
		);
		const bodies: Array<ReturnType<typeof message>> = [];
		/** Texts whose last answer was a page. */
		const paged = new Set<string>();
		for (let turn = 0; turn < times && !enough(); turn++) {
			const own = Array.from({ length: CALLS }, () => message());
			bodies.push(...own);
			const calls = own.map(async (body) => await post(address, body, 20_000));
			await pause(Math.random() * 700);
			await n8n.down(turn % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
			const seen = await Promise.all(calls);
			await n8n.up();
			await answers(address);
			const again = own.filter((_, at) => !isTaken([seen[at]!]));
			// The service redelivers until it is answered; a call in flight when n8n was killed is free after its
			// lease.
			const ends = await deliver(address, again, { attempts: 12 });
			for (const [at, { payload }] of own.entries()) if (seen[at]!.byPage) paged.add(payload);
			for (const [at, { payload }] of again.entries()) {
				if (ends[at]!.at(-1)?.byPage) paged.add(payload);
				else paged.delete(payload);
			}
			const never = ends.filter((attempts) => !isTaken(attempts));
			if (never.length > 0) {
				const [{ status, text } = { status: 0, text: '' }] = never[0]!.slice(-1);
				throw new Error(`${never.length} messages were never taken: ${status} ${text}`);
			}
			tally.kills += 1;
			if (tally.kills % 10 === 0) {
				const twice = [...textsTold(sink).values()].filter((count) => count > 1).length;
				say(`  ${tally.kills} of ${times} kills, ${twice} told twice so far`);
			}
		}
		await pause(5_000);
		const held = await n8n.ask<{ data: string }>(
			`select d.data from execution_entity e join execution_data d on d."executionId" = e.id`,
		);
		const all = held.map(({ data }) => data).join('\n');
		const told = textsTold(sink);
		for (const { payload } of bodies) {
			const starts = told.get(payload) ?? 0;
			tally.messages += 1;
			if (starts > 1) tally.twice += 1;
			if (starts === 0 && all.includes(`"${payload}"`)) tally.crashed += 1;
			else if (starts === 0 && paged.has(payload)) tally.byPage += 1;
			else if (starts === 0) tally.lost += 1;
		}
		return tally;
	} finally {
		await n8n.stop();
		sink.close();
		await redis?.down();
	}
}

/** Kills at random moments of 20 concurrent calls, with and without a Redis. */
export async function kills(times: number, env: NodeJS.ProcessEnv = {}): Promise<Figure[]> {
	const on = env.DB_TYPE === 'sqlite' ? 'SQLite' : 'PostgreSQL';
	const tellOf = ({ kills: n, messages, lost, twice }: Tally) =>
		`${n} kills, ${messages} messages: ${lost} lost, ${twice} told twice`;
	const shared = await killing(times, true, env);
	const alone = await killing(times, false, env);
	const both = { 'with Redis': shared, without: alone };
	for (const [name, { crashed, byPage }] of Object.entries(both)) {
		say(`  ${name}: ${crashed} in executions that n8n shows as crashed`);
		say(`  ${name}: ${byPage} acknowledged by the page of a starting n8n, and lost`);
	}
	return [
		{
			name: `kills on ${on}, with Redis`,
			wanted: `${times} kills: 0 lost, 0 told twice`,
			got: tellOf(shared),
			held: shared.lost === 0 && shared.twice === 0,
		},
		{
			name: `kills on ${on}, without`,
			wanted: `${times} kills: 0 lost`,
			got: tellOf(alone),
			held: alone.lost === 0,
		},
	];
}

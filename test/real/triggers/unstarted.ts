import { exactly, type Figure } from '../../faults/figures';
import { RedisServer } from '../../support/redis/redis';
import { listen } from '../stage/listen';
import { behindTrigger, post, RealN8n } from '../stage/realN8n';
import { NOWHERE, resellerAccount } from '../stage/workflows';
import { deliver, message, settled } from './calm';

/*
 * n8n stores runs that it never starts, and answers 200: its check of the workflow's credentials meets
 * an error of the database, and the data of the stored execution is replaced by it.
 */

/** Makes PostgreSQL refuse the query of that check alone, while the table `cut` holds a row. */
const CUT = `
	create table cut (since timestamp default now());
	create function is_cut() returns boolean language plpgsql volatile as $$ begin
		if current_query() ~* 'where.*usageScope' and exists (select from cut) then
			raise exception 'the connection was lost';
		end if;
		return true;
	end $$;
	alter table credentials_entity rename to credentials_kept;
	create view credentials_entity as select * from credentials_kept where (select is_cut())`;

/** Executions that ended by that error. */
const FAILED = `select count(*)::int as failed from execution_entity where status = 'error'`;

async function unstartedOf(count: number, hasRedis: boolean): Promise<Figure> {
	const redis = hasRedis ? await RedisServer.start() : undefined;
	const sink = await listen();
	const n8n = await RealN8n.start();
	try {
		const shared = redis ? { shareLimits: true, redisUrl: redis.url } : {};
		const account = await resellerAccount(n8n.api, NOWHERE, shared);
		const credentials = { cellularIotTokenApi: account };
		const workflow = behindTrigger('Inbox', 'unstarted', { credentials }, sink.url);
		const { address } = await n8n.publish(workflow, 'unstarted/sms');
		await n8n.ask(CUT);
		await n8n.ask('insert into cut default values');
		const bodies = Array.from({ length: count }, () => message());
		const first = await Promise.all(bodies.map(async (body) => await post(address, body)));
		const [{ failed } = { failed: 0 }] = await n8n.ask<{ failed: number }>(FAILED);
		await n8n.ask('delete from cut');
		const acknowledged = first.filter(({ status }) => status === 200).length;
		const again = bodies.filter((_, at) => first[at]!.status !== 200);
		await deliver(address, again);
		const { once } = await settled(
			sink,
			bodies.map(({ payload }) => payload),
		);
		return exactly(
			`the query of n8n's check of credentials is cut, ${hasRedis ? 'with a' : 'without'} Redis`,
			`${count} runs not started, 0 of them answered 200, ${count} of ${count} told once`,
			`${failed} runs not started, ${acknowledged} of them answered 200, ${once} of ${count} told once`,
		);
	} finally {
		await n8n.stop();
		sink.close();
		await redis?.down();
	}
}

/** Calls whose runs n8n stores and does not start, because of a database error. */
export const unstarted = async (count: number): Promise<Figure[]> => [
	await unstartedOf(count, false),
	await unstartedOf(count, true),
];

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { WorkflowNode } from '../../../demo/lib/api';
import { rootDir } from '../../../demo/lib/paths';
import { exactly, type Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import { RedisServer } from '../../support/redis/redis';
import { listen, untilQuiet } from '../stage/listen';
import { behindTrigger, post, RealN8n } from '../stage/realN8n';
import { type Credential, NOWHERE, resellerAccount } from '../stage/workflows';
import { record } from '../streams/atOnce';
import { deliver, message } from './calm';

/*
 * n8n stores runs that it never starts, and answers 200: its check of the workflow's credentials meets
 * an error of the database, and the data of the stored execution is replaced by it.
 */

/** The query of that check. */
const QUERY = 'where.*usageScope';
/** Executions that ended by an error. */
const FAILED = `select cast(count(*) as integer) as failed from execution_entity where status = 'error'`;

/** An n8n on some database, of which that query alone can be refused. */
interface Cuttable {
	start(): Promise<RealN8n>;
	cut(n8n: RealN8n): Promise<void>;
	heal(n8n: RealN8n): Promise<void>;
}

/** PostgreSQL refuses the query itself, while the table `cut` holds a row. */
const postgres: Cuttable = {
	start: async () => await RealN8n.start(),
	cut: async (n8n) => {
		await n8n.ask(`
			create table cut (since timestamp default now());
			create function is_cut() returns boolean language plpgsql volatile as $$ begin
				if current_query() ~* '${QUERY}' and exists (select from cut) then
					raise exception 'the connection was lost';
				end if;
				return true;
			end $$;
			alter table credentials_entity rename to credentials_kept;
			create view credentials_entity as select * from credentials_kept where (select is_cut())`);
		await n8n.ask('insert into cut default values');
	},
	heal: async (n8n) => void (await n8n.ask('delete from cut')),
};

/** SQLite is refused the query by n8n's driver, while a file exists. */
function sqlite(): Cuttable {
	const file = join(tmpdir(), `cellular-iot-cut-${process.pid}`);
	const preload = join(rootDir, 'test', 'real', 'stage', 'cutQuery.cjs');
	const env = {
		DB_TYPE: 'sqlite',
		NODE_OPTIONS: `--require ${preload}`,
		TEST_CUT: file,
		TEST_CUT_QUERY: QUERY,
	};
	return {
		start: async () => await RealN8n.start(env),
		cut: async () => writeFileSync(file, ''),
		heal: async () => rmSync(file),
	};
}

/** A trigger, and calls of it: the `names` of what is in a call, and of a told item. */
interface Called<Body extends object> {
	node: (account: Credential) => Partial<WorkflowNode>;
	path: string;
	make: () => Body;
	names: (body: Body) => string[];
	nameOf: (told: Record<string, unknown>) => string;
}

const sms: Called<ReturnType<typeof message>> = {
	node: (account) => ({ credentials: { cellularIotTokenApi: account } }),
	path: 'unstarted/sms',
	make: message,
	names: ({ payload }) => [payload],
	nameOf: ({ text }) => String(text),
};

const RECORDS = 5;
let nextRecord = 1;
const stream: Called<Array<ReturnType<typeof record>>> = {
	node: (account) => ({
		type: 'n8n-nodes-cellular-iot.cellularIotStreamTrigger',
		parameters: {
			authentication: 'cellularIotTokenApi',
			event: 'events',
			registerStream: false,
			verification: 'none',
		},
		credentials: { cellularIotTokenApi: account },
	}),
	path: 'unstarted/stream',
	make: () => Array.from({ length: RECORDS }, () => record(nextRecord++)),
	names: (list) => list.map(({ id }) => String(id)),
	nameOf: ({ id }) => String(id),
};

interface Setting<Body extends object> {
	/** Names trigger and database. */
	name: string;
	called: Called<Body>;
	database: Cuttable;
	hasRedis: boolean;
}

async function unstartedOf<Body extends object>(
	count: number,
	{ name, called, database, hasRedis }: Setting<Body>,
): Promise<Figure> {
	const redis = hasRedis ? await RedisServer.start() : undefined;
	const sink = await listen();
	const n8n = await database.start();
	try {
		const shared = redis ? { shareLimits: true, redisUrl: redis.url } : {};
		const account = await resellerAccount(n8n.api, NOWHERE, shared);
		const workflow = behindTrigger('Inbox', 'unstarted', called.node(account), sink.url);
		const { address } = await n8n.publish(workflow, called.path);
		await database.cut(n8n);
		const bodies = Array.from({ length: count }, called.make);
		const first = await Promise.all(bodies.map(async (body) => await post(address, body)));
		const [{ failed } = { failed: 0 }] = await n8n.ask<{ failed: number }>(FAILED);
		await database.heal(n8n);
		const acknowledged = first.filter(({ status }) => status === 200).length;
		const again = bodies.filter((_, at) => first[at]!.status !== 200);
		await deliver(address, again);
		await untilQuiet(sink, 1_500, 120);
		const told = counts(sink.told.map(called.nameOf));
		const isOnce = (body: Body) => called.names(body).every((payload) => told.get(payload) === 1);
		const once = bodies.filter(isOnce).length;
		const redisToo = hasRedis ? 'with a' : 'without';
		return exactly(
			`the query of n8n's check of credentials is cut: ${name}, ${redisToo} Redis`,
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
export async function unstarted(count: number): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const [on, database] of Object.entries({ PostgreSQL: postgres, SQLite: sqlite() })) {
		for (const hasRedis of [false, true]) {
			const messages = { name: `SMS, ${on}`, called: sms, database, hasRedis };
			figures.push(await unstartedOf(count, messages));
			const lists = {
				name: `lists of ${RECORDS} records, ${on}`,
				called: stream,
				database,
				hasRedis,
			};
			figures.push(await unstartedOf(count, lists));
		}
	}
	return figures;
}

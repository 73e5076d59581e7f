import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { exactly, type Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { listen, untilQuiet } from '../stage/listen';
import { behindTrigger, post, RealN8n } from '../stage/realN8n';

/*
 * An impatient sender and a slow n8n: many concurrent lists with n8n's default settings, and a database
 * that blocks for more than two minutes.
 */

const RECORDS = 213;
/** Timeout of the sender, which then delivers again while n8n continues. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Total time of the sender's attempts. */
const MINUTES = 10;

/** An event as a stream sends it. */
export const record = (id: number) => ({
	id,
	event_type: { id: 1, description: 'Create location' },
	event_source: { id: 0, description: 'Network' },
	event_severity: { id: 0, description: 'INFO' },
	timestamp: '2026-03-01T12:00:00Z',
	alert: 0,
	description: 'Location created',
	endpoint: { id: 10_000 + (id % 50), name: 'device' },
});

/** Delivers a list until it is accepted. @returns the statuses of the attempts */
async function deliver(address: string, list: object[]): Promise<number[]> {
	const seen: number[] = [];
	const end = performance.now() + MINUTES * 60_000;
	while (seen.at(-1) !== 200 && performance.now() < end) {
		if (seen.length > 0) await pause(500 + Math.random() * 1_000);
		seen.push((await post(address, list, ANSWER_TIMEOUT_MS)).status);
	}
	return seen;
}

interface Load {
	lists: number;
	/** The fault of n8n's database while the lists arrive; resolves when it is over. */
	trouble?: (n8n: RealN8n) => Promise<void>;
}

const SQLITE = { DB_TYPE: 'sqlite' };
/** n8n's defaults. */
const DEFAULTS = {
	DB_POSTGRESDB_POOL_SIZE: '2',
	DB_POSTGRESDB_CONNECTION_TIMEOUT: '20000',
	DB_PING_TIMEOUT_MS: '5000',
};

async function counted(
	name: string,
	env: NodeJS.ProcessEnv,
	{ lists, trouble }: Load,
): Promise<Figure> {
	const sink = await listen();
	const n8n = await RealN8n.start({ ...DEFAULTS, ...env });
	try {
		const trigger = {
			type: 'n8n-nodes-cellular-iot.cellularIotStreamTrigger',
			parameters: { event: 'events', authentication: 'none' },
		};
		const workflow = behindTrigger('Lists', 'lists', trigger, sink.url);
		const { address } = await n8n.publish(workflow, 'lists/stream');
		const all = Array.from({ length: lists }, (_, list) =>
			Array.from(Array(RECORDS).keys(), (index) => record(1_000_000 + list * RECORDS + index)),
		);
		const begun = performance.now();
		const [seen] = await Promise.all([
			Promise.all(all.map(async (list) => await deliver(address, list))),
			trouble?.(n8n),
		]);
		const seconds = ((performance.now() - begun) / 1000).toFixed(0);
		say(`  ${name}: ${seen.flat().length} calls for ${lists} lists in ${seconds} s`);
		await untilQuiet(sink, 5_000, 600);
		const told = counts(sink.told.map(({ id }) => Number(id)));
		const taken = all.filter((_, i) => seen[i]!.at(-1) === 200);
		const lost = taken.flat().filter(({ id }) => !told.has(id)).length;
		const twice = [...told.values()].filter((times) => times > 1).length;
		return exactly(
			name,
			`${lists} lists taken, 0 records lost, 0 told twice`,
			`${taken.length} lists taken, ${lost} records lost, ${twice} told twice`,
		);
	} finally {
		await n8n.stop();
		sink.close();
	}
}

/** Storing the first run takes more than two minutes. */
const SLOW_S = 135;

async function slowPostgres(n8n: RealN8n): Promise<void> {
	await n8n.ask(`create sequence slow_once;
		create function be_slow() returns trigger as $$ begin
			if nextval('slow_once') = 1 then perform pg_sleep(${SLOW_S}); end if;
			return new; end $$ language plpgsql;
		create trigger slow before insert on execution_entity for each row execute function be_slow()`);
}

/** Another program locks n8n's database file. */
async function slowSqlite(n8n: RealN8n): Promise<void> {
	const file = new DatabaseSync(n8n.file);
	file.exec('pragma busy_timeout = 30000');
	file.exec('begin immediate');
	await pause(SLOW_S * 1_000);
	file.exec('rollback');
	file.close();
}

export const atOnce = async (lists: number): Promise<Figure[]> => [
	await counted(`${lists} lists at once, SQLite`, SQLITE, { lists }),
	await counted(`${lists} lists at once, PostgreSQL`, {}, { lists }),
];

export const slowStore = async (): Promise<Figure[]> => [
	await counted(
		`a database that stands for ${SLOW_S} s, PostgreSQL`,
		{},
		{ lists: 1, trouble: slowPostgres },
	),
	await counted(`a database that stands for ${SLOW_S} s, SQLite`, SQLITE, {
		lists: 1,
		trouble: slowSqlite,
	}),
];

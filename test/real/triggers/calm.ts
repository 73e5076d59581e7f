import { setTimeout as pause } from 'node:timers/promises';
import { exactly, type Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { listen, type Listener, untilQuiet } from '../stage/listen';
import { answers, behindTrigger, post, RealN8n, type Seen } from '../stage/realN8n';

/* Figures without a crash: a failing store, and a restart. */

let nextId = 1;
export const message = (more: object = {}) => {
	const id = nextId++;
	return {
		id,
		payload: `message ${id}`,
		submit_date: '2026-03-01 12:00:00',
		source_address: '491510000001',
		dest_address: '12345',
		dcs: 0,
		endpoint: { id: 10_000 + (id % 50), name: 'device' },
		organisation: { id: 1001 },
		...more,
	};
};

interface Sending {
	attempts?: number;
	parallel?: number;
	headers?: Record<string, string> | undefined;
}

/** Sends like a service that repeats calls without a 2xx, with limited concurrency. */
export async function deliver(
	address: string,
	bodies: object[],
	{ attempts = 8, parallel = 20, headers = {} }: Sending = {},
): Promise<Seen[][]> {
	const seen: Seen[][] = bodies.map(() => []);
	let next = 0;
	const worker = async () => {
		while (next < bodies.length) {
			const at = next++;
			for (let tries = 0; tries < attempts; tries++) {
				const answer = await post(address, bodies[at], 60_000, headers);
				seen[at]!.push(answer);
				if (answer.status >= 200 && answer.status < 300) break;
				await pause(Math.min(5_000, 250 * 2 ** tries));
			}
		}
	};
	await Promise.all(Array.from({ length: parallel }, worker));
	return seen;
}

export const isTaken = (seen: Seen[]) => (seen.at(-1)?.status ?? 0) === 200;

type Sink = Listener<Record<string, unknown>>;

/** Number of times each text was received. */
export const textsTold = ({ told }: Sink) => counts(told.map(({ text }) => String(text)));

/** Number of texts by how often they were emitted, once nothing more arrives. */
export async function settled(sink: Sink, texts: string[]) {
	await untilQuiet(sink, 1_500, 120);
	const told = textsTold(sink);
	const of = (text: string) => told.get(text) ?? 0;
	return {
		once: texts.filter((text) => of(text) === 1).length,
		lost: texts.filter((text) => of(text) === 0).length,
		twice: texts.filter((text) => of(text) > 1).length,
		incomplete: sink.told.filter(({ complete }) => complete === false).length,
	};
}

/** n8n's database refuses one run in ten. */
export async function failingStore(count: number): Promise<Figure[]> {
	const sink = await listen();
	const n8n = await RealN8n.start();
	try {
		const { address } = await n8n.publish(
			behindTrigger('Inbox', 'failing', {}, sink.url),
			'failing/sms',
		);
		await n8n.ask(`create sequence every_tenth;
			create function refuse_tenth() returns trigger as $$ begin
				if nextval('every_tenth') % 10 = 0 then raise exception 'no space left'; end if;
				return new; end $$ language plpgsql;
			create trigger refuse before insert on execution_entity for each row execute function refuse_tenth()`);
		const bodies = Array.from({ length: count }, () => message());
		const seen = await deliver(address, bodies);
		const refused = seen.flat().filter(({ status }) => status >= 500).length;
		say(`  ${refused} calls were refused and delivered again`);
		const { once } = await settled(
			sink,
			bodies.map(({ payload }) => payload),
		);
		return [
			exactly(
				'a store that fails for one in ten',
				`${count} of ${count} messages taken and told once`,
				`${seen.filter(isTaken).length} of ${count} messages taken and told once`.replace(
					/^\d+/,
					String(Math.min(once, seen.filter(isTaken).length)),
				),
			),
		];
	} finally {
		await n8n.stop();
		sink.close();
	}
}

/** A normal restart, then everything is delivered again, long messages too. */
export async function calm(count: number): Promise<Figure[]> {
	const sink = await listen();
	const n8n = await RealN8n.start();
	try {
		const options = { authentication: 'none', options: { giveUpMinutes: 1 } };
		const { address } = await n8n.publish(
			behindTrigger('Inbox', 'calm', { parameters: options }, sink.url),
			'calm/sms',
		);
		const bodies = Array.from({ length: count }, (_, i) => {
			if (i % 4 > 1) return message();
			const multi_part_info = { partno: (i % 4) + 1, total: 2, identifier: (i >> 2) % 256 };
			return message({ multi_part_info, endpoint: { id: 20_000 + (i >> 2) } });
		});
		const first = await deliver(address, bodies);
		await settled(sink, []);
		const told = sink.told.length;
		await n8n.down();
		await n8n.up();
		await answers(address);
		await deliver(address, bodies);
		// Parts that were emitted must not wait again.
		await pause(61_000);
		await post(address, { ...bodies[2] });
		await settled(sink, []);
		for (const again of sink.told.slice(told)) say(`  told again: ${JSON.stringify(again)}`);
		return [
			exactly(
				'calm restart, all delivered again',
				`${count} taken, 0 runs after the restart`,
				`${first.filter(isTaken).length} taken, ${sink.told.length - told} runs after the restart`,
			),
		];
	} finally {
		await n8n.stop();
		sink.close();
	}
}

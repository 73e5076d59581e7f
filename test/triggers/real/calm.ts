import { setTimeout as pause } from 'node:timers/promises';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { until } from '../../cluster/until';
import { answers, behindTrigger, post, RealN8n, type Seen } from './instance';
import { Sink } from './sink';

/* Figures without a crash: a store that fails, a restart, 500 calls at once. */

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

/** Sends as a service does that repeats what got no 2xx; so many at a time. */
export async function deliver(
	address: string,
	bodies: object[],
	{ attempts = 8, parallel = 20 } = {},
): Promise<Seen[][]> {
	const seen: Seen[][] = bodies.map(() => []);
	let next = 0;
	const worker = async () => {
		while (next < bodies.length) {
			const at = next++;
			for (let tries = 0; tries < attempts; tries++) {
				const answer = await post(address, bodies[at]);
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

/** How often each text was told, once nothing more comes. */
export async function settled(sink: Sink, texts: string[]) {
	let last = -1;
	await until(
		'the end of all runs',
		async () => {
			await pause(1_500);
			const now = sink.told.length;
			const isQuiet = now === last;
			last = now;
			return isQuiet;
		},
		120,
	);
	const counts = sink.counts();
	const of = (text: string) => counts.get(text) ?? 0;
	return {
		once: texts.filter((text) => of(text) === 1).length,
		lost: texts.filter((text) => of(text) === 0).length,
		twice: texts.filter((text) => of(text) > 1).length,
		incomplete: sink.told.filter(({ complete }) => complete === false).length,
	};
}

/** n8n's database refuses one run in ten. */
export async function failingStore(count: number): Promise<Figure[]> {
	const sink = await Sink.open();
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
		await sink.close();
	}
}

/** A calm restart, then everything is delivered again; long messages too. */
export async function calm(count: number): Promise<Figure[]> {
	const sink = await Sink.open();
	const n8n = await RealN8n.start();
	try {
		const options = { verification: 'none', options: { giveUpMinutes: 1 } };
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
		// Parts that were told must not wait again.
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
		await sink.close();
	}
}

/** All at once: the time until the last answer, per call. */
async function storm(address: string, bodies: object[]) {
	const begun = performance.now();
	const seen = await Promise.all(bodies.map(async (body) => await post(address, body)));
	const taken = seen.filter(({ status }) => status === 200).length;
	return { perCall: (performance.now() - begun) / bodies.length, taken };
}

/**
 * Calls at once, beside n8n's bare webhook, with nothing and with 1,000 parts waiting. n8n opens a
 * sandbox for expressions at each call of a node, and spares its own Webhook node that: without the
 * sandbox what is compared is the node and not n8n.
 */
export async function speed(count: number): Promise<Figure[]> {
	const n8n = await RealN8n.start({ N8N_EXPRESSION_ENGINE: 'legacy' });
	try {
		const bare = behindTrigger('Bare', 'bare', {
			type: 'n8n-nodes-base.webhook',
			parameters: { httpMethod: 'POST', path: 'bare', responseMode: 'onReceived' },
		});
		const webhook = await n8n.publish(bare, 'bare');
		const empty = await n8n.publish(behindTrigger('Inbox', 'speed', {}), 'speed/sms');
		const full = await n8n.publish(behindTrigger('Full', 'full', {}), 'full/sms');
		const bodies = () => Array.from({ length: count }, () => message());
		const parts = Array.from({ length: 1_000 }, (_, i) =>
			message({
				multi_part_info: { partno: 1, total: 2, identifier: i % 256 },
				endpoint: { id: 30_000 + i },
			}),
		);
		await deliver(full.address, parts);
		const addresses = [webhook.address, empty.address, full.address];
		for (const address of addresses) await storm(address, bodies().slice(0, 100));
		const times = addresses.map((): number[] => []);
		// One after the other in turns, so that what else the machine does meets all.
		for (let turn = 0; turn < 5; turn++) {
			for (const [at, address] of addresses.entries()) {
				const { perCall, taken } = await storm(address, bodies());
				if (taken < count) throw new Error(`${taken} of ${count} taken`);
				times[at]!.push(perCall);
				await pause(2_000);
			}
		}
		const [base, own, waiting] = times.map((all) => all.sort((a, b) => a - b)[2]!) as [
			number,
			number,
			number,
		];
		say(
			`  a call: bare webhook ${base.toFixed(1)} ms, ours ${own.toFixed(1)} ms, with 1,000 parts waiting ${waiting.toFixed(1)} ms (medians of 5)`,
		);
		const figure = (name: string, ms: number): Figure => ({
			name,
			wanted: 'at most 1.3 times the bare webhook a call',
			got: `${(ms / base).toFixed(2)} times`,
			held: ms <= 1.3 * base,
		});
		return [
			figure(`${count} calls at once`, own),
			figure(`${count} calls at once, 1,000 parts waiting`, waiting),
		];
	} finally {
		await n8n.stop();
	}
}

import { inVirtualTime } from '../support/virtualTime';
import { Api } from '../unit/request/sockets/api';
import type { RawAnswer } from '../unit/request/sockets/wire';
import { exactly, type Figure } from './figures';
import { counts } from './runs';
import { say } from './secrets';
import { type Reply, verdictsOf, virtualClient, virtualToken } from './virtualClient';

const SENDS = 10_000;
/** Documented: 2,000 requests in five minutes per IP; 50 a second with bursts of 25. */
const WINDOW = { most: 2_000, ms: 300_000 };
const RATE = { perSecond: 50, burst: 25 };

const REFUSAL: RawAnswer = {
	status: 429,
	body: { error_code: 1105, error_token: 'TooManyRequests', message: 'Too many requests' },
};

/** The limits from the service's view: a bucket, and every window of five minutes. */
class Limiter {
	refused = 0;
	private readonly starts: number[] = [];
	private first = 0;
	private level = RATE.burst;
	private at = Date.now();

	takes(): boolean {
		const now = Date.now();
		this.level = Math.min(RATE.burst, this.level + ((now - this.at) / 1000) * RATE.perSecond);
		this.at = now;
		while (this.starts[this.first]! <= now - WINDOW.ms) this.first += 1;
		const full = this.starts.length - this.first >= WINDOW.most;
		// Requests arrive a little closer together than they were sent.
		if (full || this.level < 0) {
			this.refused += 1;
			return false;
		}
		this.level -= 1;
		this.starts.push(now);
		return true;
	}
}

/**
 * Sends by one or several executions, with 429s in between, on a simulated clock.
 * @param host a unique name for each run, since limits are kept by host
 */
export async function sendWithinLimits(host: string, executions: number, inBetween: number) {
	const api = new Api({}, () => 'http://service');
	api.tokens.add(virtualToken);
	const said = new Map<string, string>();
	let injected = 0;
	const { result: limiter, tookMs } = await inVirtualTime(async () => {
		const limits = new Limiter();
		const reply: Reply = async (request) => {
			// In flight.
			await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
			if (!limits.takes()) return REFUSAL;
			if (injected < inBetween && Math.random() < 0.002) {
				injected += 1;
				return injected % 2 === 0 ? { ...REFUSAL, headers: { 'Retry-After': '7' } } : REFUSAL;
			}
			return await api.work(request, 20 + Math.random() * 80);
		};
		const each = SENDS / executions;
		await Promise.all(
			Array.from({ length: executions }, async (_, n) => {
				const items = Array.from({ length: each }, (__, i) => ({
					endpointId: 10_001 + (i % 500),
					payload: `message ${n * each + i}`,
				}));
				const client = virtualClient(`http://${host}.test`, reply);
				const verdicts = await verdictsOf(client, ['sms', 'send'], items);
				items.forEach(({ payload }, i) => said.set(payload, verdicts[i]!));
			}),
		);
		return limits;
	});
	const sent = [...said].filter(([key, verdict]) => verdict === 'done' && api.times(key) === 1);
	return { sent: sent.length, refused: limiter.refused, injected, said, tookMs };
}

async function measure(name: string, executions: number, inBetween: number): Promise<Figure[]> {
	const { sent, refused, injected, said, tookMs } = await sendWithinLimits(
		`window-${executions}`,
		executions,
		inBetween,
	);
	const verdicts = [...counts(said.values())].map(([what, n]) => `${n} ${what}`).join(', ');
	say(`  ${SENDS} sends in ${(tookMs / 60_000).toFixed(1)} min of a moved clock: ${verdicts}`);
	const asked = inBetween > 0 ? `, ${inBetween} 429 in between` : '';
	return [
		exactly(
			name,
			`${SENDS} sent once, 0 refused for the documented limits${asked}`,
			`${sent} sent once, ${refused} refused for the documented limits${inBetween > 0 ? `, ${injected} 429 in between` : ''}`,
		),
	];
}

/** Figure 9: sends under the documented limits, by one execution and by several at once. */
export const window = async (): Promise<Figure[]> => [
	...(await measure('9', 1, 0)),
	...(await measure('9 (ten executions, 429 in between)', 10, 8)),
];

import { inVirtualTime } from '../support/virtualTime';
import { Api } from '../unit/request/sockets/api';
import type { RawAnswer, RawRequest } from '../unit/request/sockets/wire';
import { exactly, type Figure } from './figures';
import { counts } from './runs';
import { say } from './secrets';
import { type Reply, verdictsOf, virtualClient, virtualToken } from './virtualClient';

const EXECUTIONS = 20;
const CALLS = 10;
const ITEMS = 3;

const KINDS = ['updateMany', 'createMany', 'deleteMany'] as const;
type Kind = (typeof KINDS)[number];

const isBulk = ({ path }: RawRequest) => path.endsWith('/multi');
const never = new Promise<RawAnswer>(() => {});
const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** The mark that identifies an item in the ledger. */
const itemsOf = (kind: Kind, call: number) =>
	Array.from({ length: ITEMS }, (_, i) => {
		const number = 100_000 + call * 10 + i;
		if (kind === 'deleteMany') return { key: String(number), values: { endpointId: number } };
		const key = `${kind} ${number}`;
		const values =
			kind === 'updateMany'
				? { endpointId: number, name: key }
				: { serviceProfileId: 101, tariffProfileId: 201, status: 0, name: key };
		return { key, values };
	});

/** One in four bulk calls times out or gets a 504, while the service continues to process it. */
const troubled =
	(api: Api): Reply =>
	async (request, timeoutMs) => {
		const trouble = isBulk(request) && Math.random() < 0.25;
		const longerMs = 1_000 + Math.random() * 89_000;
		if (!trouble) return await api.work(request, 500 + Math.random() * 4_000);
		if (Math.random() < 0.5) {
			void api.work(request, timeoutMs + longerMs);
			return await never;
		}
		void api.work(request, 30_000 + longerMs);
		await pause(30_000);
		return { status: 504, headers: { 'Content-Type': 'text/html' }, body: '<html>504</html>' };
	};

/** Another client of the organisation that sends calls in between. */
async function somebodyElse(api: Api, isOver: () => boolean): Promise<void> {
	const request = {
		method: 'PATCH',
		target: '/api/v2/endpoint/multi',
		path: '/api/v2/endpoint/multi',
		query: new URLSearchParams(),
		headers: { authorization: `Bearer ${virtualToken}` },
		body: [{ id: 1, name: "somebody else's" }],
	};
	while (!isOver()) {
		await pause(400_000);
		await api.work(request, 45_000);
	}
}

async function measure(refusesOverlaps: boolean): Promise<Figure[]> {
	const name = refusesOverlaps ? '8 (a service that says it is busy)' : '8';
	const api = new Api({ refusesOverlaps }, () => 'http://service');
	api.tokens.add(virtualToken);
	const said = new Map<string, { kind: Kind; verdict: string }>();
	const execution = async (index: number) => {
		const client = virtualClient(`http://bulk-${String(refusesOverlaps)}.test`, troubled(api));
		for (let i = 0; i < CALLS; i++) {
			const call = index * CALLS + i;
			const kind = KINDS[call % KINDS.length]!;
			const items = itemsOf(kind, call);
			const values = items.map((item) => item.values);
			const verdicts = await verdictsOf(client, ['endpoint', kind], values);
			items.forEach(({ key }, n) => said.set(key, { kind, verdict: verdicts[n]! }));
		}
	};
	const { tookMs } = await inVirtualTime(async () => {
		let over = false;
		const other = refusesOverlaps ? somebodyElse(api, () => over) : undefined;
		await Promise.all(Array.from({ length: EXECUTIONS }, async (_, i) => await execution(i)));
		over = true;
		await other;
		await api.settle();
	});
	const entries = [...said];
	const sets = entries.filter(([, { kind }]) => kind !== 'createMany');
	const notApplied = sets.filter(([key]) => api.times(key) === 0).length;
	const doubled = entries.filter(
		([key, { kind }]) => kind === 'createMany' && api.times(key) > 1,
	).length;
	const lies = entries.filter(([key, { verdict }]) => {
		if (verdict === 'done') return api.times(key) === 0;
		return verdict !== 'unknown' && api.times(key) > 0;
	}).length;
	const without = EXECUTIONS * CALLS * ITEMS - said.size;
	const verdicts = counts(entries.map(([, { kind, verdict }]) => `${kind} ${verdict}`));
	say(
		`  ${EXECUTIONS * CALLS} calls in ${(tookMs / 3_600_000).toFixed(1)} h of a moved clock: ` +
			`${[...verdicts].map(([what, n]) => `${n} ${what}`).join(', ')}; ` +
			`refused for an overlap and asked again: ${api.overlaps}`,
	);
	return [
		exactly(
			name,
			`at most 1 in flight as the service counts, 0 sets not applied, 0 creates doubled, 0 verdicts untrue, 0 missing`,
			`at most ${api.mostAtWork} in flight as the service counts, ${notApplied} sets not applied, ${doubled} creates doubled, ${lies} verdicts untrue, ${without} missing`,
		),
	];
}

/** Figure 8: bulk calls that time out or get a 504, while the service continues to process them. */
export const bulk = async (): Promise<Figure[]> => [
	...(await measure(false)),
	...(await measure(true)),
];

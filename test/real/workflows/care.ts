import { outputOf } from '../../../demo/lib/api';
import { OPERATORS, TAGS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { during, tag } from './fleet';
import { listen } from '../stage/listen';
import { ENTERPRISE, entered, fleetOf, mustSucceed, type Stage } from './stage';

/* Workflows for fleet operations and cost control. */

const enterprise = (stage: Stage) => fleetOf(stage, ENTERPRISE);

/** The value of the filter that lets SIMs be suspended. */
const really = {
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		conditions: [
			{
				id: 'c0',
				leftValue: true,
				rightValue: '',
				operator: { type: 'boolean', operation: 'true', singleValue: true },
			},
		],
		combinator: 'and',
	},
};

/** Three of 120 devices are old and silent; a dry run, then a real run. */
export async function silent(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = enterprise(stage);
	own.forEach((endpoint, i) => {
		const card = sim.store.sims.get(endpoint.simId ?? -1);
		if (card) card.activationDate = sim.clock.now() - 90 * 864e5;
		if (i < 3) endpoint.network = 'network_determined_not_reachable';
		// The fourth is in a session since before the days, and shows no event in them but traffic.
		else if (i > 3 && i < 119) sim.connect(endpoint.id, { kind: 'attach' });
	});
	// The last one is as silent as the first three, but new.
	own[119]!.network = 'network_determined_not_reachable';
	sim.tell(51, own[119]!.id);
	sim.store.touch();
	const names = own.slice(0, 3).map(({ name }) => name);
	const suspendedNow = () =>
		own.filter(({ simId }) => sim.store.sims.get(simId ?? -1)?.statusId === 2);
	const before = suspendedNow();
	const listing = await load('suspend-the-silent', { user: 'trial' });
	let listed: string[] = [];
	const dry = await during(stage, async () => {
		const execution = mustSucceed(await listing());
		listed = outputOf(execution, 'Idle SIMs').map(({ endpoint_name: name }) => String(name));
	});
	const tooMany = await load('suspend-the-silent', {
		user: 'trial',
		parameters: { 'Idle SIMs': { options: { failAbove: 2 } }, 'Really?': really },
	});
	let stopped: string | undefined;
	const refused = await during(stage, async () => {
		stopped = (await tooMany()).data.resultData.error?.message;
	});
	const suspending = await load('suspend-the-silent', {
		user: 'trial',
		parameters: { 'Really?': really },
	});
	const first = await during(stage, async () => mustSucceed(await suspending()));
	const second = await during(stage, async () => mustSucceed(await suspending()));
	const suspended = suspendedNow().filter((endpoint) => !before.includes(endpoint));
	return [
		exactly('silent: listed by a dry run', names.join(', '), listed.sort().join(', ')),
		exactly('silent: calls that write in a dry run', '0', String(dry.writes.length)),
		exactly(
			'silent: what stops it when there are more than asked for',
			'3 SIMs are idle for 30 days, which is more than 2: an outage is more likely',
			String(stopped),
		),
		exactly('silent: calls that write then', '0', String(refused.writes.length)),
		exactly('silent: suspended', names.join(', '), suspended.map(({ name }) => name).join(', ')),
		exactly(
			'silent: calls that write, twice',
			'3, 0',
			`${first.writes.length}, ${second.writes.length}`,
		),
	];
}

/** Two devices are offline since days, for causes of their own; each gets its sentence. */
export async function reasons(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = enterprise(stage);
	const [suspended, lost] = own;
	if (!suspended || !lost) throw new Error('too few endpoints');
	const states = new Map(own.map((endpoint) => [endpoint, endpoint.connectivity]));
	own.forEach((endpoint) => (endpoint.connectivity = 'ONLINE'));
	const at = sim.clock.now() - 3 * 864e5;
	const card = sim.store.sims.get(suspended.simId ?? -1)!;
	for (const { id } of [suspended, lost]) sim.connect(id, { kind: 'purge', at });
	const status = card.statusId;
	card.statusId = 2;
	// Traffic after its location was deleted would be a sign of life.
	sim.store.plannedUsage.set(lost.id, { isMadeUp: false });
	sim.store.touch();
	const ear = await listen<{ text: string }>();
	try {
		const run = await load('why-is-it-offline', {
			user: 'trial',
			parameters: { Notify: { url: ear.url } },
		});
		const { writes } = await during(stage, async () => mustSucceed(await run()));
		const told = ear.told.map(({ text }) => text);
		const about = (name: string) => told.find((text) => text.includes(name)) ?? '';
		return [
			exactly('reasons: told', '2', String(told.length)),
			exactly(
				'reasons: of a suspended SIM',
				`The SIM of ${suspended.name} is suspended: networks refuse it until it is activated. (certain) Activate the SIM.`,
				about(suspended.name),
			),
			{
				name: 'reasons: of a lost device',
				wanted: `${lost.name} is lost since …: the network deleted its location`,
				got: about(lost.name),
				held: about(lost.name).startsWith(`${lost.name} is lost since `),
			},
			exactly('reasons: calls that write', '0', String(writes.length)),
		];
	} finally {
		card.statusId = status;
		sim.store.plannedUsage.delete(lost.id);
		for (const [endpoint, connectivity] of states) endpoint.connectivity = connectivity;
		sim.store.touch();
		ear.close();
	}
}

/** The charts of the previous month, compared with the simulator's figures. */
export async function report(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	enterprise(stage).forEach((e, i) => tag(e, i % 4 ? [TAGS.enterprise] : []));
	sim.store.touch();
	const run = await load('monthly-report', { user: 'trial' });
	const execution = mustSucceed(await run());
	const [{ rows = [], total = {}, svg = '' } = {}] = outputOf(execution, 'Chart') as Array<{
		rows?: Array<{ tag: string; endpoints: number; data_mb: number }>;
		total?: { data_mb?: number };
		svg?: string;
	}>;
	const [{ html = '', days = 0 } = {}] = outputOf(execution, 'Day by day') as Array<{
		html?: string;
		days?: number;
	}>;
	const widths = [...svg.matchAll(/class="bar" x="190" width="(\d+)"/g)].map(([, w]) => Number(w));
	const share = rows.map(({ data_mb }) => Math.round((data_mb / (rows[0]?.data_mb ?? 0)) * 380));
	const sum = rows.reduce((all, { data_mb }) => all + data_mb, 0);
	return [
		exactly(
			'report: endpoints of each tag',
			'fleet 90, untagged 30',
			rows.map((row) => `${row.tag} ${row.endpoints}`).join(', '),
		),
		exactly(
			'report: days in the table for a mail, and its head',
			`${days + 1}`,
			`${html.match(/<tr>/g)?.length ?? 0}`,
		),
		exactly('report: bars as long as their numbers', share.join(', '), widths.join(', ')),
		{
			name: 'report: sum of the tags',
			wanted: 'the total, more than 1 MB',
			got: `${sum.toFixed(2)} of ${total.data_mb}`,
			held: sum > 1 && Math.abs(sum - Number(total.data_mb)) < 0.02,
		},
		{
			name: 'report: the picture',
			wanted: 'SVG with a line for each tag',
			got: `${svg.length} characters, ${rows.filter((row) => svg.includes(row.tag)).length} tags`,
			held: svg.startsWith('<svg') && svg.trim().endsWith('</svg>') && widths.length === 2,
		},
	];
}

/** Blocks an operator for four devices with a tag, twice; then allows it again. */
export async function operators(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = enterprise(stage);
	own.forEach((e, i) => tag(e, i < 4 ? [TAGS.enterprise] : []));
	sim.store.touch();
	const operator = sim.store.operators.get(OPERATORS[0]!.id)!;
	const { name, country } = operator;
	const what = (action: string) => ({
		'What to do': entered({ action, operator: name, country: country.name, tag: 'fleet' }),
	});
	const on = () => own.filter(({ id }) => sim.store.blacklists.get(id)?.has(operator.id)).length;
	const block = await load('block-an-operator', { user: 'trial', parameters: what('block') });
	const first = await during(stage, async () => mustSucceed(await block()));
	const blocked = on();
	let left = 0;
	const second = await during(stage, async () => {
		left = outputOf(mustSucceed(await block()), 'Unchanged').length;
	});
	const unblock = await load('block-an-operator', { user: 'trial', parameters: what('unblock') });
	const third = await during(stage, async () => mustSucceed(await unblock()));
	const changes = [first, second, third].map(({ made }) => made.length);
	return [
		exactly('operators: devices kept off', '4', String(blocked)),
		exactly('operators: said to be so already', '4', String(left)),
		exactly('operators: changes by block, block, unblock', '4, 0, 4', changes.join(', ')),
		exactly('operators: devices kept off in the end', '0', String(on())),
	];
}

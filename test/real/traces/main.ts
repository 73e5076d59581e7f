import '../../faults/resolve';
import 'reflect-metadata';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installN8n } from '../../../demo/lib/install';
import { findNode } from '../../../demo/lib/node';
import { buildPackage } from '../../../demo/lib/package';
import { runDir } from '../../../demo/lib/paths';
import { start } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { runSuite } from '../../faults/suite';
import { forget, runAt } from '../../support/simulator';
import { StagedN8n } from '../../support/n8n/stagedN8n';
import { until } from '../../support/until';
import { accountNode, byHand, itemsNode, resellerAccount, workflowOf } from '../stage/workflows';
import { exportRun } from './handler';
import { type Span, traceReceiver } from './otlp';

/*
 * `npm run test:traces`: a real n8n with OpenTelemetry on, which exports to a receiver on loopback. The numbers of each
 * run are compared with the ledger of the service. n8n puts them on its spans only with a licence, so that this n8n
 * shows them in the data of its execution, and n8n's own exporter is given that data in this process.
 */

const ITEMS = 60;
const NODES = ['Rename', 'List', 'Bulk'];
const PREFIX = 'n8n.node.custom.cellular_iot.';

/** The numbers that the service's ledger has of a run. */
interface Wanted {
	requests: number;
	bulk_calls: number;
	pages: number;
}

async function traces(): Promise<Figure[]> {
	await installN8n(findNode());
	const folder = join(runDir, 'traces');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	await buildPackage(join(folder, 'build.log'));
	const sim = await start({ seed: { endpoints: 2_400 } });
	const receiver = await traceReceiver();
	const n8n = await StagedN8n.stage({
		name: 'Traces',
		folder,
		port: 5790,
		env: {
			N8N_OTEL_ENABLED: 'true',
			N8N_OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
			N8N_OTEL_TRACES_PRODUCTION_ONLY: 'false',
			OTEL_BSP_SCHEDULE_DELAY: '200',
		},
	});
	const account = await resellerAccount(n8n.api, sim.url);
	const own = [...sim.store.endpoints.values()].filter(({ organisationId: id }) => id === 1001);
	const asked = own.slice(-ITEMS);
	// One is refused, and one has to be asked twice.
	sim.setFaults({
		rules: [
			{
				match: { method: 'PATCH', path: `/endpoint/${asked[3]!.id}$` },
				kind: 'errorBefore',
				status: 422,
			},
			{
				match: { method: 'PATCH', path: `/endpoint/${asked[7]!.id}$` },
				kind: 'errorBefore',
				status: 503,
				times: 1,
			},
		],
	});
	const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const rename = accountNode('Rename', account, {
		resource: 'endpoint',
		operation: 'update',
		endpointId: byId,
		updateFields: { name: '={{ "traced-" + $json.id }}' },
	});
	const bulk = accountNode('Bulk', account, {
		resource: 'endpoint',
		operation: 'updateMany',
		endpointId: byId,
		updateFields: { status: 1 },
	});
	const list = accountNode('List', account, {
		resource: 'endpoint',
		operation: 'getAll',
		returnAll: true,
		simplify: true,
	});
	const id = await n8n.api.createWorkflow(
		workflowOf('traces', [
			byHand,
			itemsNode(
				'Items',
				asked.map((item) => ({ id: item.id })),
			),
			{ ...rename, onError: 'continueRegularOutput' } as typeof rename,
			{ ...list, executeOnce: true } as typeof list,
			bulk,
		]),
	);
	const execution = await n8n.api.runToEnd(id, 'Start', 300_000);
	const isOfOurs = ({ attributes }: Span) => NODES.includes(attributes['n8n.node.name'] ?? '');
	await until('the spans', async () => receiver.spans.filter(isOfOurs).length >= 3, 60, 500);
	const requests = sim.ledger().requests.filter(({ path }) => !path.endsWith('/authenticate'));
	const of = (fits: (request: (typeof requests)[number]) => boolean) =>
		requests.filter(fits).length;
	const isSingle = (request: (typeof requests)[number]) =>
		request.method === 'PATCH' && /\/endpoint\/\d+$/.test(request.path);
	const isList = (request: (typeof requests)[number]) =>
		request.method === 'GET' && request.path.endsWith('/endpoint');
	const isBulk = (request: (typeof requests)[number]) => request.path.endsWith('/multi');
	const wanted: Record<string, Wanted> = {
		Rename: { requests: of(isSingle), bulk_calls: 0, pages: 0 },
		List: { requests: of(isList), bulk_calls: 0, pages: of(isList) },
		Bulk: { requests: of(isBulk), bulk_calls: of(isBulk), pages: 0 },
	};
	const plain = receiver.spans.filter(isOfOurs);
	const unlicensed = plain.flatMap(({ attributes }) =>
		Object.keys(attributes).filter((name) => name.startsWith(PREFIX)),
	);
	const runData = execution.data.resultData.runData as Record<
		string,
		Array<{ metadata?: { tracing?: Record<string, unknown> } }>
	>;
	const mine = await traceReceiver();
	await exportRun(
		mine.url,
		NODES.map((name) => ({ name, taskData: runData[name]![0] })),
	);
	const figures: Figure[] = [
		exactly('spans of our nodes, from real n8n', '3', String(plain.length)),
		exactly('of their attributes ours, without a licence', '0', String(unlicensed.length)),
	];
	for (const name of NODES) {
		const kept = runData[name]?.[0]?.metadata?.tracing ?? {};
		const span = mine.spans.find(({ attributes }) => attributes['n8n.node.name'] === name);
		const shown = (read: (key: string) => unknown) =>
			Object.entries(wanted[name]!)
				.map(([key]) => `${key} ${String(read(key))}`)
				.join(', ');
		const ledger = shown((key) => wanted[name]![key as keyof Wanted]);
		figures.push(
			exactly(
				`${name}: in the data of the execution, as in the ledger`,
				ledger,
				shown((key) => kept[`cellular_iot.${key}`]),
			),
			exactly(
				`${name}: on the span, with a licence`,
				ledger,
				shown((key) => span?.attributes[`${PREFIX}${key}`]),
			),
		);
	}
	const counts = runData.Rename?.[0]?.metadata?.tracing ?? {};
	figures.push(
		exactly(
			'Rename: items, done, refused, retries',
			`${ITEMS}, ${ITEMS - 1}, 1, 1`,
			['items', 'done', 'refused', 'retries']
				.map((key) => String(counts[`cellular_iot.${key}`]))
				.join(', '),
		),
	);
	mine.close();
	receiver.close();
	await n8n.stop();
	await sim.close();
	return figures;
}

/** The same numbers by n8n's core in this process, and by n8n's own exporter: no n8n is started. */
async function core(): Promise<Figure[]> {
	const sim = await start({ limits: false, seed: { endpoints: 60 } });
	const receiver = await traceReceiver();
	const own = [...sim.store.endpoints.values()].filter(({ organisationId: id }) => id === 1001);
	const items = own.slice(-ITEMS).map(({ id }) => ({ id }));
	await runAt(sim, 'endpoint getAll', { limit: 1 });
	await forget(sim);
	const endpointId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const parameters = { endpointId, updateFields: { name: '={{ "traced-" + $json.id }}' } };
	const { tracing } = await runAt(sim, 'endpoint update', parameters, { items });
	const { length } = sim.ledger().requests;
	await exportRun(receiver.url, [
		{ name: 'Rename', taskData: { data: { main: [] }, source: [], metadata: { tracing } } },
	]);
	const span = receiver.spans.find(({ attributes }) => attributes['n8n.node.name'] === 'Rename');
	receiver.close();
	await sim.close();
	const shown = ['requests', 'items', 'done'].map((key) => span?.attributes[`${PREFIX}${key}`]);
	return [
		exactly(
			'core: requests, items and done on the span',
			`${length}, ${ITEMS}, ${ITEMS}`,
			shown.join(', '),
		),
	];
}

void runSuite(() => ({ core, traces }));

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rootDir } from '../../../demo/lib/paths';

/*
 * n8n's own OpenTelemetry code, with its real exporter, in this process: what a licence with custom span attributes
 * would let it send of a run. The licence is an argument of the class; n8n itself is not changed.
 */

type Made = Record<string, (...of: unknown[]) => unknown>;
type Maker = new (...of: unknown[]) => Made;

/** A run of a node as n8n's hooks give it. */
export interface EndedNode {
	name: string;
	taskData: unknown;
}

/** Exports the spans of a run to a receiver. */
export async function exportRun(endpoint: string, nodes: EndedNode[]): Promise<void> {
	const load = createRequire(join(rootDir, 'demo', 'node_modules', 'n8n', 'package.json'));
	load('reflect-metadata');
	const part = (name: string) => load(`./dist/modules/otel/${name}.js`) as Record<string, Maker>;
	const settings = {
		enabled: true,
		exporterProtocol: 'http/protobuf',
		exporterEndpoint: endpoint,
		exporterTracingPath: '/v1/traces',
		exporterHeaders: '',
		exporterServiceName: 'n8n',
		tracesSampleRate: 1,
		startupConnectivityTimeoutMs: 2_000,
		includeNodeSpans: true,
		injectOutbound: false,
		productionExecutionsOnly: false,
	};
	const silent = () => {};
	const logger = { error: silent, warn: silent, info: silent, debug: silent };
	const source = { loadSettings: async () => settings, getSettings: () => settings };
	const instance = { instanceId: 'test', instanceType: 'main' };
	const service = new (part('otel.service').OtelService!)(source, instance, logger, {});
	await service.startProvider!(settings);
	const tracer = new (part('execution-level-tracer').ExecutionLevelTracer!)(
		service,
		source,
		logger,
	);
	const handler = new (part('otel-lifecycle-handler').OtelLifecycleHandler!)(
		tracer,
		{ get: async () => undefined, persist: async () => {} },
		service,
		source,
		{ getWorkflowProjectCached: async () => undefined },
		logger,
		{ isOtelCustomSpanAttributesLicensed: () => true },
	);
	const workflow = {
		id: 'w',
		name: 'w',
		settings: {},
		nodes: nodes.map(({ name }) => ({ id: name, name, type: 'test', typeVersion: 1 })),
	};
	const run = { executionId: '1', workflow, mode: 'trigger' };
	await handler.onWorkflowStart!({ type: 'workflowExecuteBefore', ...run });
	for (const { name, taskData } of nodes) {
		handler.onNodeStart!({ type: 'nodeExecuteBefore', ...run, nodeName: name });
		handler.onNodeEnd!({
			type: 'nodeExecuteAfter',
			...run,
			nodeName: name,
			taskData,
			executionData: { resultData: { runData: {} } },
		});
	}
	handler.onWorkflowEnd!({
		...run,
		runData: { status: 'success', mode: 'trigger', data: { resultData: {} } },
	});
	await service.shutdown!();
}

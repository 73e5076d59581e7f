import { outputOf } from '../../../demo/lib/api';
import { type SimulatorHandle, start } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { look, say } from '../../faults/secrets';
import { until } from '../../support/until';
import { byHand, resellerAccount } from '../stage/workflows';
import { Composed } from './composed';
import { checkServices } from './services';
import { byHandWorkflow, failingWorkflow } from './workflows';

const ENDPOINTS = 20;
const BROWSER = 'a-browser';

/** The processes of docs/docker/compose.yaml, without Docker; manual executions go to its workers. */
export async function compose(): Promise<Figure[]> {
	await checkServices();
	const sim = await start({ limits: false, seed: { endpoints: ENDPOINTS } });
	let composed: Composed | undefined;
	try {
		composed = await Composed.start();
		say(`  n8n with ${composed.workers.length} workers is up, as compose.yaml says`);
		return await measure(sim, composed);
	} finally {
		await composed?.stop();
		await sim.close();
	}
}

async function measure(sim: SimulatorHandle, composed: Composed): Promise<Figure[]> {
	const processes = composed.workers.length + 1;
	await composed.install();
	const installed = until(
		'all have the package',
		() => composed.installed.length === processes,
		90,
	);
	await installed.catch(() => {});
	const { api } = composed;
	const shared = { shareLimits: true, redisUrl: composed.redisUrl };
	const credential = await resellerAccount(api, sim.url, shared);
	const changing = await api.createWorkflow(byHandWorkflow(credential));
	const failing = await api.createWorkflow(failingWorkflow(credential));
	return [
		exactly(
			'compose: installed in the editor',
			`in ${processes} of ${processes} processes`,
			`in ${composed.installed.length} of ${processes} processes`,
		),
		report(await api.affectedBy('v3')),
		...(await runByHand(sim, composed, changing)),
		await failed(composed, failing),
		await anew(sim, composed, failing),
	];
}

/** n8n 3 changes these settings and the file sets them, so n8n's report must not list them. */
const SET = ['unverified-packages-v3', 'offload-manual-executions-v3', 'in-memory-binary-data-v3'];

const report = (affected: string[]): Figure => ({
	name: "compose: n8n's own report of what n8n 3 changes",
	wanted: `nothing of ${SET.join(', ')}`,
	got: affected.join(', ') || 'nothing',
	held: !affected.some((rule) => SET.includes(rule)),
});

/** A manual execution: its process, its effects, and its messages to the browser. */
async function runByHand(
	sim: SimulatorHandle,
	composed: Composed,
	workflow: string,
): Promise<Figure[]> {
	const { api } = composed;
	const notes: string[] = [];
	const end = await api.browse(BROWSER, (message) => {
		const { type, data } = message as { type: string; data: unknown };
		if (type === 'sendConsoleMessage') notes.push(JSON.stringify(data));
	});
	const id = await api.runWorkflow(workflow, byHand.name, BROWSER);
	const execution = await api.waitForExecution(id, 300_000);
	end();
	look(JSON.stringify([execution, notes]));
	const { error: failure } = execution.data.resultData;
	if (failure) say(`  ${failure.message}`);
	const changed = sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.updated');
	const errors = outputOf(execution, 'Get', 1);
	// The first bulk call over a new Redis waits for two minutes.
	const said = notes.some((note) => /Change.*waiting for bulk calls that other workers/.test(note));
	return [
		exactly(
			'compose: a run by hand',
			`success on 1 worker, ${ENDPOINTS} endpoints changed once, ${ENDPOINTS - 1} read`,
			`${execution.status} on ${composed.begunBy(id).length} worker, ${changed.length} endpoints changed once, ${outputOf(execution, 'Get').length} read`,
		),
		exactly(
			'compose: its failed item',
			'1, refused, in words',
			`${errors.length}, ${errors.map(({ error, details }) => `${(details as { outcome: string }).outcome}, ${/not (found|exist)|no endpoint/i.test(String(error)) ? 'in words' : String(error)}`).join()}`,
		),
		exactly(
			'compose: its wait, told to the browser',
			'said',
			said ? 'said' : `not in ${notes.join()}`,
		),
	];
}

/** A manual execution that ends with an error. */
async function failed({ api }: Composed, workflow: string): Promise<Figure> {
	const { status, data } = await api.runToEnd(workflow, byHand.name);
	const { error } = data.resultData;
	look(JSON.stringify(data));
	return {
		name: 'compose: a run by hand that fails',
		wanted: 'error, named at its node',
		got: `${status}, "${error?.message}" at ${error?.node?.name}`,
		held: status === 'error' && error?.node?.name === 'Get' && error.message !== '',
	};
}

/** Recreated containers install the package that is listed in the database. */
async function anew(sim: SimulatorHandle, composed: Composed, workflow: string): Promise<Figure> {
	await composed.endWorkers();
	const worker = await composed.addWorker();
	const before = sim.ledger().requests.length;
	const { id } = await composed.api.runToEnd(workflow, byHand.name);
	const asked = sim.ledger().requests.length - before;
	return {
		name: 'compose: a worker made anew',
		wanted: 'installs the package, and asks the service',
		got: `${composed.installed.includes(worker) ? 'installs' : 'does not install'} the package, and asks ${asked} times`,
		held: composed.installed.includes(worker) && asked > 0 && composed.begunBy(id).includes(worker),
	};
}

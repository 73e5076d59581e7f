import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution, N8nApi } from './api';
import { bold, dim, red, say, step } from './console';
import { type Device, fleetOfRun, toCsv } from './fleet';
import { compare, printChecks, printFact, printRows, readReport } from './report';
import { LedgerPart, type Simulator } from './simulator';

/** The context of a run of the workflow. */
export interface Provisioning {
	api: N8nApi;
	simulator: Simulator;
	workflowId: string;
	/** Path of the list that the workflow reads. */
	csvFile: string;
}

/**
 * Revokes every token as soon as the endpoints exist, while the workflow is running. It runs in the
 * simulator's process, so that it takes effect within milliseconds.
 */
async function revokeAfterCreation(
	simulator: Simulator,
	mark: number,
	devices: Device[],
	over: Promise<unknown>,
): Promise<void> {
	let running = true;
	void over.catch(() => undefined).then(() => (running = false));
	const created = () => LedgerPart.since(simulator, mark).endpointsOf('endpoint.created').length;
	while (running && created() < devices.length) await sleep(2);
	if (running) simulator.revokeTokens();
}

function explainFailure(execution: Execution): void {
	const { error, lastNodeExecuted } = execution.data.resultData;
	if (execution.status === 'success') return;
	say(red(`  The execution ended with "${execution.status}" at "${lastNodeExecuted ?? '?'}":`));
	say(`  ${error?.message ?? 'no message'}`);
	if (error?.description) say(`  ${error.description}`);
}

/**
 * Writes the list of a run, executes the workflow, prints its report beside the simulator's ledger,
 * and returns whether they agree. With `revoke` the service revokes all tokens mid-workflow: the
 * result must be the same, with one more authenticate call.
 */
export async function provision(
	{ api, simulator, workflowId, csvFile }: Provisioning,
	{ run, revoke = false }: { run: number; revoke?: boolean },
): Promise<boolean> {
	const devices = fleetOfRun(run);
	if (!devices) throw new Error('The simulator has no free SIMs for this run');
	writeFileSync(csvFile, toCsv(devices));
	const mark = LedgerPart.mark(simulator);
	const title = revoke
		? `Running it for ${devices.length} more, all tokens revoked mid-workflow`
		: `Running "Provision a fleet" for the ${devices.length} devices of demo/devices.csv`;
	say();
	const execution = await step(title, async () => {
		const id = await api.runWorkflow(workflowId, 'Run by hand');
		const ended = api.waitForExecution(id);
		if (revoke) await revokeAfterCreation(simulator, mark, devices, ended);
		return await ended;
	});
	explainFailure(execution);

	const ledger = LedgerPart.since(simulator, mark);
	const { rows, failed } = readReport(execution);
	const checks = compare(devices, rows, ledger);
	if (!revoke) printRows(rows);
	for (const { name, error } of failed) say(red(`  ${name}: ${error}`));
	printChecks(`execution ${execution.id}`, checks);

	const facts: Array<[string, boolean]> = [
		['the execution succeeded, with no failed device', failed.length === 0],
		['no concurrent bulk calls', simulator.ledger().counters.maxBulkInFlight <= 1],
	];
	const calls = ledger.authenticateCalls();
	if (revoke) {
		facts.push([
			`calls refused for the revoked token: ${ledger.refusedCalls()}`,
			ledger.refusedCalls() > 0,
		]);
		facts.push([`authenticate calls: ${calls}, one more than before`, calls === 1]);
	} else {
		say(dim(`  ${calls} authenticate calls: password, then the code of the authenticator app`));
	}
	facts[0]![1] &&= execution.status === 'success';
	say();
	say(bold('  also'));
	for (const [fact, held] of facts) printFact(fact, held);
	return checks.every(({ ok }) => ok) && facts.every(([, held]) => held);
}

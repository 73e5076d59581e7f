import type { KeyLedger, KeyVerdict } from '../keys/ledger';
import type { Client } from './client';

/* Writing down what became of items with idempotency keys. */

/** Writes verdicts. An item that was sent keeps its result where that fails: it is a warning. */
export async function writeVerdicts(
	client: Client,
	ledger: KeyLedger,
	verdicts: KeyVerdict[],
): Promise<void> {
	if (verdicts.length === 0) return;
	await orWarn(client, async () => await ledger.settle(verdicts));
}

/** Writes the verdicts that the ledger has put off. */
export async function closeLedger(client: Client, ledger: KeyLedger): Promise<void> {
	await orWarn(client, async () => await ledger.close());
}

async function orWarn({ ports }: Client, job: () => Promise<void>): Promise<void> {
	try {
		await job();
	} catch (error) {
		ports.report?.warn(
			`Verdicts of idempotency keys could not be written; a run that uses them again calls them unknown: ${String(error)}`,
		);
	}
}

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type Generation, start } from '../../../simulator';
import { operations } from '../../../src/operations';
import { ProcessedItems } from '../../support/n8n/processedItems';
import { ROWS } from '../../unit/nodes/rows/rows';
import { along, filled, merged, usedBy, valueFor } from './fill';
import { leavesOf, shown, type Target, targetsOf, withValue } from './forms';
import { saved } from './saved';
import { rowParameters, run, type Stage } from './stage';
import { prepare, REFUSED } from './values';
import { type Exchange, Wire } from './wire';

/*
 * Runs every operation through n8n-core: once as a user would fill it in, then once for each choice,
 * switch, picker mode and field that has not been used yet. All traffic is recorded.
 */

/** The coverage of one operation. */
export interface Driven {
	operation: string;
	/** All targets, and those used by a successful run. */
	targets: Target[];
	used: Set<string>;
	/** Failed runs with their targets. */
	failures: string[];
	/** Whether a run has succeeded. */
	ran: boolean;
	exchanges: Exchange[];
}

async function driveOne(stage: Stage, resource: string, name: string): Promise<Driven> {
	const key = `${resource} ${name}`;
	const leaves = leavesOf(resource, name);
	const targets = leaves.flatMap(targetsOf);
	const driven: Driven = {
		operation: key,
		targets,
		used: new Set(),
		failures: [],
		ran: false,
		exchanges: [],
	};
	// An operation that reads several lists has a row for each; the choices of its list come from the form.
	const rowKey = key in ROWS ? key : Object.keys(ROWS).find((own) => own.startsWith(`${key} `));
	const row = rowKey === undefined ? undefined : ROWS[rowKey];
	if (rowKey === undefined || !row) {
		driven.failures.push(`${key}: no row in test/operations drives it`);
		return driven;
	}
	const isOpen = ({ label }: Target) => !driven.used.has(label);
	/** One run that uses all given targets. @returns the failure, if any */
	const attempt = async (wanted: Target[]): Promise<string | undefined> => {
		stage.restore();
		const refused = wanted.length === 1 ? REFUSED[`${key} ${wanted[0]!.label}`] : undefined;
		try {
			for (const before of refused?.unprepared ? [] : (row.after ?? []))
				await run(stage, { key: before, parameters: rowParameters(stage.sim, before) });
			const names = wanted.flatMap(({ leaf, label }) => [
				`${key} ${leaf.path.join('.')}`,
				`${key} ${label}`,
			]);
			let parameters = merged(
				rowParameters(stage.sim, rowKey) as IDataObject,
				along(stage.sim, key, ...names),
			) as INodeParameters;
			for (const { leaf } of wanted) parameters = shown(leaf, parameters, leaves);
			for (const target of wanted)
				parameters = withValue(parameters, target.leaf, await valueFor(stage, target, parameters));
			parameters = filled(parameters, leaves);
			const asUser = wanted.some(({ leaf }) => /workspaceId$/i.test(String(leaf.path.at(-1))));
			const { error } = await run(stage, { key: rowKey, parameters, asUser });
			if (error && stage.wire.exchanges.at(-1)?.status !== refused?.status) throw error;
			driven.ran = true;
			for (const label of usedBy(parameters, targets, leaves)) driven.used.add(label);
			return undefined;
		} catch (error) {
			const { message, description } = error as Error & { description?: string };
			return `${message} ${description ?? ''}`;
		} finally {
			driven.exchanges.push(...stage.wire.take());
		}
	};
	/** Covers targets in one run if they are compatible, otherwise in several. */
	const use = async (wanted: Target[]): Promise<void> => {
		let problem = await attempt(wanted);
		// n8n's own time limit for a pattern, which a busy machine can exceed.
		for (let again = 0; again < 3 && /timed out/.test(problem ?? ''); again++)
			problem = await attempt(wanted);
		const left = wanted.filter(isOpen);
		// Some targets hide others.
		if (problem === undefined && left.length < wanted.length)
			return left.length > 0 ? await use(left) : undefined;
		const half = Math.ceil(wanted.length / 2);
		if (wanted.length > 1) {
			await use(wanted.slice(0, half));
			const rest = wanted.slice(half).filter(isOpen);
			if (rest.length > 0) await use(rest);
		} else {
			driven.failures.push(
				`${key}: ${wanted[0]?.label}: ${problem ?? 'the form does not take it'}`,
			);
		}
	};
	const asItIs = await attempt([]);
	if (asItIs !== undefined) driven.failures.push(`${key}: as it is: ${asItIs}`);
	const tried = new Set<string>();
	for (;;) {
		const round = leaves.flatMap(
			(leaf) =>
				targets.find(
					(target) => target.leaf === leaf && isOpen(target) && !tried.has(target.label),
				) ?? [],
		);
		if (round.length === 0) return driven;
		for (const { label } of round) tried.add(label);
		await use(round);
	}
}

/** Runs all operations, or the named ones, in one generation of forms. */
export async function drive(generation: Generation, only?: RegExp): Promise<Driven[]> {
	const sim = await start({
		generation,
		limits: 'off',
		seed: { endpoints: 5, bulkDelayMs: 0 },
	});
	prepare(sim);
	// Idempotency keys are kept in n8n's own table.
	const putBack = new ProcessedItems().install();
	const wire = await Wire.to(sim.url);
	const stage: Stage = { sim, wire, stores: new Map(), restore: () => {} };
	// From now on the trusted device of the login exists.
	const first = 'trustedDevice getAll';
	await run(stage, { key: first, parameters: rowParameters(sim, first) });
	stage.restore = saved(sim);
	const all: Driven[] = [];
	for (const { resource, name } of operations) {
		const key = `${resource} ${name}`;
		if (only && !only.test(key)) continue;
		all.push(await driveOne(stage, resource, name));
	}
	await wire.close();
	await sim.close();
	putBack();
	return all;
}

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNode } from './node';

interface ProcessSpec {
	name: string;
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Output is appended here. */
	logFile: string;
	/** Called with each chunk of output as well. */
	onOutput?: (text: string) => void;
}

/** A program in its own process group, which ends as a whole, at the latest with this process. */
export interface RunningProcess {
	readonly name: string;
	readonly pid: number;
	readonly logFile: string;
	/** Resolves with the exit code, 128 or more after a signal; never rejects. */
	readonly exited: Promise<number>;
	/** SIGTERM to the group, SIGKILL after `graceMs`; resolves when the group is gone. */
	stop(graceMs?: number): Promise<void>;
}

const supervisor = join(__dirname, 'supervise.mts');
const running = new Set<RunningProcess>();
let stopping = false;

/** Whether a signal is ending everything, so that further failures are not reported. */
export const isStopping = (): boolean => stopping;

function groupIsAlive(pid: number): boolean {
	try {
		process.kill(-pid, 0);
		return true;
	} catch {
		return false;
	}
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// the group has ended in the meantime
	}
}

async function stopGroup(pid: number, graceMs: number): Promise<void> {
	signalGroup(pid, 'SIGTERM');
	const deadline = performance.now() + graceMs;
	while (groupIsAlive(pid)) {
		if (performance.now() > deadline) signalGroup(pid, 'SIGKILL');
		await sleep(50);
	}
}

/**
 * Starts a program in its own process group, with its output in a file. A supervisor ends it when
 * this process is gone, even if it was killed.
 */
export function startProcess(spec: ProcessSpec): RunningProcess {
	mkdirSync(dirname(spec.logFile), { recursive: true });
	const log = createWriteStream(spec.logFile, { flags: 'a' });
	const child = spawn(findNode(), [supervisor, spec.command, ...spec.args], {
		cwd: spec.cwd,
		env: spec.env,
		detached: true,
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			log.write(chunk);
			spec.onOutput?.(chunk.toString());
		});
	}
	child.stdin.on('error', () => undefined);
	const exited = new Promise<number>((resolve) => {
		child.once('error', (error) => {
			log.write(`${error.message}\n`);
			resolve(127);
		});
		child.once('close', (code) => {
			log.end();
			resolve(code ?? 137);
		});
	});
	const { pid } = child;
	if (pid === undefined) throw new Error(`could not start ${spec.command}`);
	const handle: RunningProcess = {
		name: spec.name,
		pid,
		logFile: spec.logFile,
		exited,
		async stop(graceMs = 10_000) {
			await stopGroup(pid, graceMs);
			running.delete(handle);
		},
	};
	running.add(handle);
	void exited.then(() => {
		if (!groupIsAlive(pid)) running.delete(handle);
	});
	return handle;
}

/** Stops every group started here, newest first. */
export async function stopAll(graceMs?: number): Promise<void> {
	for (const handle of [...running].reverse()) await handle.stop(graceMs);
}

/**
 * Stops everything on SIGINT, SIGHUP or SIGTERM, then exits with 128 + the signal's number. A
 * second signal kills the groups at once (after the first second, because a terminal and the
 * wrappers around this process may all pass on the same Ctrl-C).
 */
export function stopOnSignals(onStop: () => void): void {
	// A closed terminal must not end this process before the children are stopped.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
	let stoppingSince = 0;
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (stopping) {
				if (performance.now() - stoppingSince < 1000) return;
				for (const handle of running) signalGroup(handle.pid, 'SIGKILL');
				return;
			}
			stopping = true;
			stoppingSince = performance.now();
			onStop();
			void stopAll().finally(() => process.exit(128 + constants.signals[signal]));
		});
	}
	// Last resort if the demo itself crashes: no group outlives it.
	process.on('exit', () => {
		for (const handle of running) signalGroup(handle.pid, 'SIGKILL');
	});
}

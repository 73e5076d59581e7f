import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { look } from '../../faults/secrets';

export type LineProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a program of this folder, which is told and answers in lines. */
export function startLineProcess(
	file: string,
	args: string[],
	onLine: (line: string) => void,
): LineProcess {
	const program = [...process.execArgv, join(__dirname, file), ...args];
	const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'pipe'] });
	// A killed process reads nothing more.
	child.stdin.on('error', () => {});
	child.stderr.on('data', (text: Buffer) => look(String(text)));
	createInterface(child.stdout).on('line', (line) => {
		look(line);
		onLine(line);
	});
	return child;
}

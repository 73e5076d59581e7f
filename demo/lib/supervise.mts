/*
 * Runs a program and ends its whole process group when the demo is gone, even if the demo was
 * killed without a chance to clean up (tsx kills a process that does not react to Ctrl-C within
 * 60 ms). The demo holds the other end of stdin. Run by Node itself, as a process group leader:
 *
 *   node supervise.mts <program> [arguments]
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const GRACE_MS = 3000; // n8n does not end by itself when its output is closed
const [program = '', ...args] = process.argv.slice(2);
let abandoned = false;

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });

const signalGroup = (signal: NodeJS.Signals) => process.kill(-process.pid, signal);

// The program receives signals to the group directly; this process only waits for its end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

child.on('error', (error) => {
	console.error(error.message);
	process.exit(127);
});
child.on('exit', (code, signal) => {
	if (abandoned) signalGroup('SIGKILL');
	process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
});

process.stdin.resume().on('error', () => undefined);
process.stdin.on('close', () => {
	abandoned = true;
	signalGroup('SIGTERM');
	setTimeout(() => signalGroup('SIGKILL'), GRACE_MS);
});

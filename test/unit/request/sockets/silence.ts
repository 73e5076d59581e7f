import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers';

/* A port that answers no SYN: its process is frozen and its queue of connections is full. */

const LISTEN = `
	const server = require('node:net').createServer();
	const port = Number(process.argv[1]);
	server.listen({ port, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write('up'));
`;

/** Whether a connection is made within a moment, by the machine's own time. */
async function connects(port: number, kept: Socket[]): Promise<boolean> {
	const socket = connect(port, '127.0.0.1').on('error', () => {});
	kept.push(socket);
	return await new Promise((resolve) => {
		socket.once('connect', () => resolve(true));
		// A process that stood still sees its timers before its connections.
		after(() => setImmediate(() => resolve(false)), 500);
	});
}

/**
 * A frozen listener at a port; gives a function that ends it. With `full` its queue is full, so that a
 * SYN is not answered; without, the kernel makes the connection and nobody ever reads from it.
 * @throws when this machine's kernel answers nevertheless.
 */
export async function silence(port: number, full: boolean): Promise<() => void> {
	const child: ChildProcess = spawn(process.execPath, ['-e', LISTEN, String(port)], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	await new Promise((resolve, reject) => {
		child.stdout!.once('data', resolve);
		child.once('exit', () => reject(new Error(`port ${port} is not free any more`)));
	});
	child.kill('SIGSTOP');
	const kept: Socket[] = [];
	const close = () => {
		for (const socket of kept) socket.destroy();
		child.kill('SIGKILL');
	};
	if (!full) return close;
	for (let tries = 0; tries < 10; tries++) {
		const isFull = !(await connects(port, kept)) && !(await connects(port, kept));
		if (isFull) return close;
	}
	close();
	throw new Error('this kernel answers a SYN although the queue is full');
}

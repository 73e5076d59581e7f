import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers';

/* A port that answers no SYN because its process is frozen and its connection queue is full. */

const LISTEN = `
	const server = require('node:net').createServer();
	const port = Number(process.argv[1]);
	server.listen({ port, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write('up'));
`;

/** Whether a connection is made within 500 ms of real time. */
async function connects(port: number, kept: Socket[]): Promise<boolean> {
	const socket = connect(port, '127.0.0.1').on('error', () => {});
	kept.push(socket);
	return await new Promise((resolve) => {
		socket.once('connect', () => resolve(true));
		// After a stall, a process handles its timers before its connections.
		after(() => setImmediate(() => resolve(false)), 500);
	});
}

/**
 * Starts a frozen listener at a port; returns a function that ends it. With `full` its queue is full,
 * so that a SYN is not answered; without, the kernel makes the connection and nothing reads from it.
 * @throws when the kernel of this machine answers anyway.
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

import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/* A port that answers no SYN: its process is frozen and its queue of connections is full. */

const LISTEN = `
	const server = require('node:net').createServer();
	server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () =>
		process.stdout.write(String(server.address().port)));
`;

export interface Silence {
	port: number;
	close(): void;
}

/** Whether a connection is made within a moment. */
async function connects(port: number, kept: Socket[]): Promise<boolean> {
	const socket = connect(port, '127.0.0.1').on('error', () => {});
	kept.push(socket);
	return await new Promise((resolve) => {
		socket.once('connect', () => resolve(true));
		setTimeout(() => resolve(false), 300);
	});
}

/**
 * A frozen listener. With `full` its queue is full, so that a SYN is not answered; without, the
 * kernel makes the connection and nobody ever reads from it.
 * @throws when this machine's kernel answers nevertheless.
 */
export async function silence(full: boolean): Promise<Silence> {
	const child: ChildProcess = spawn(process.execPath, ['-e', LISTEN], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const port = await new Promise<number>((resolve) =>
		child.stdout!.once('data', (text: Buffer) => resolve(Number(text))),
	);
	child.kill('SIGSTOP');
	const kept: Socket[] = [];
	const close = () => {
		for (const socket of kept) socket.destroy();
		child.kill('SIGKILL');
	};
	if (!full) return { port, close };
	for (let tries = 0; tries < 10; tries++)
		if (!(await connects(port, kept))) return { port, close };
	close();
	throw new Error('this kernel answers a SYN although the queue is full');
}

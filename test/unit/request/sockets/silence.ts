import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { until } from '../../../support/until';

/* A port that answers no SYN because its process is frozen and its connection queue is full. */

const LISTEN = `
	const server = require('node:net').createServer();
	const port = Number(process.argv[1]);
	server.listen({ port, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write('up'));
`;

/** The state of a listening socket, as Linux writes it. */
const LISTENING = '0A';
/** Connections that wait to be accepted, at which the kernel drops the next SYN: one more than `backlog`. */
const FULL = 2;

/** The connections to a port that wait to be accepted, as the kernel counts them. */
function waitingAt(port: number): number {
	const hex = port.toString(16).toUpperCase().padStart(4, '0');
	const fields = readFileSync('/proc/net/tcp', 'utf8')
		.split('\n')
		.map((line) => line.trim().split(/\s+/))
		.find(([, local, , state]) => local?.endsWith(`:${hex}`) && state === LISTENING);
	const [, received = '0'] = fields?.[4]?.split(':') ?? [];
	return parseInt(received, 16);
}

/**
 * Starts a frozen listener at a port; returns a function that ends it. With `full` its queue is full,
 * so that a SYN is not answered; without, the kernel makes the connection and nothing reads from it.
 * @throws where the kernel of this machine does not tell how full the queue is.
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
	for (let n = 0; n < FULL; n++) kept.push(connect(port, '127.0.0.1').on('error', () => {}));
	try {
		await until('the queue of the frozen listener is full', () => waitingAt(port) >= FULL);
		return close;
	} catch (error) {
		close();
		throw error;
	}
}

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../support/until';

/** Receives messages of workflows on loopback. */
export interface Listener<T> {
	url: string;
	/** All received messages. */
	told: T[];
	close: () => void;
}

/** Body of a request, as JSON. */
export async function jsonOf<T>(request: IncomingMessage): Promise<T> {
	let body = '';
	for await (const part of request) body += String(part);
	return JSON.parse(body) as T;
}

/** Answers POSTs on a free port of loopback. */
export async function answerOn(
	answer: (request: IncomingMessage) => Promise<unknown>,
): Promise<{ url: string; close: () => void }> {
	const server = createServer(async (request, response) => {
		const body = JSON.stringify(await answer(request));
		response.setHeader('Content-Type', 'application/json').end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${port}`, close };
}

/** A listener for the output of workflow runs. */
export async function listen<T = Record<string, unknown>>(): Promise<Listener<T>> {
	const told: T[] = [];
	const server = await answerOn(async (request) => {
		told.push(await jsonOf<T>(request));
		return {};
	});
	return { ...server, told };
}

/** Waits until nothing more is told for a time. */
export async function untilQuiet(
	{ told }: Listener<unknown>,
	forMs: number,
	seconds: number,
): Promise<void> {
	let last = -1;
	const isQuiet = async () => {
		await pause(forMs);
		const isSame = told.length === last;
		last = told.length;
		return isSame;
	};
	await until('the end of all runs', isQuiet, seconds);
}

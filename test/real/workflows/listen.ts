import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A loopback server for messages of workflows. */
export interface Ear {
	url: string;
	/** The `text` of all received messages. */
	told: string[];
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
	return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** A listener for the owner's messages. */
export async function listen(): Promise<Ear> {
	const told: string[] = [];
	const server = await answerOn(async (request) => {
		told.push((await jsonOf<{ text: string }>(request)).text);
		return {};
	});
	return { ...server, told };
}

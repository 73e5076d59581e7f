import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pause, toHttpDate } from '../clock';
import type { Simulation } from '../context';
import { ApiError, tooManyRequests, unauthorized } from '../http/envelopes';
import type { ApiAnswer } from '../http/route';
import type { FaultRule } from './faults';

/** Body and headers as sent, with the headers that a fault overrides. */
function encode(answer: ApiAnswer, rule: FaultRule | undefined) {
	const { body } = answer;
	const type = typeof body === 'string' ? 'text/html' : 'application/json; charset=utf-8';
	const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
	const others = [...Object.entries(answer.headers ?? {}), ...Object.entries(rule?.headers ?? {})];
	for (const [name, value] of others) {
		// Header names are compared without case: the last one wins.
		for (const former of Object.keys(headers))
			if (former.toLowerCase() === name.toLowerCase()) delete headers[former];
		if (value !== null) headers[name] = value;
	}
	const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
	return { text, headers };
}

/** `Retry-After` in the form the rule asks for. */
function retryAfter(sim: Simulation, rule: FaultRule): Record<string, string> {
	if (rule.retryAfter === undefined) return {};
	if (typeof rule.retryAfter === 'string') return { 'Retry-After': rule.retryAfter };
	const at = sim.clock.now() + rule.retryAfter * 1000;
	// A date has whole seconds: round up, so that it is never too early.
	const date = toHttpDate(Math.ceil(at / 1000) * 1000);
	return { 'Retry-After': rule.retryAfterForm === 'date' ? date : String(rule.retryAfter) };
}

function faultError(sim: Simulation, rule: FaultRule): ApiError {
	const status = rule.status ?? 503;
	const message = 'Service unavailable';
	const plain = { 'Content-Type': 'text/plain' };
	const body = {
		json: { status_code: status, message },
		html: `<html><body><h1>${status} ${message}</h1></body></html>`,
		text: `${status} ${message}`,
		empty: undefined,
	}[rule.body ?? 'json'];
	const content = rule.content === undefined ? body : (rule.content as typeof body);
	const headers = rule.body === 'text' ? plain : {};
	return new ApiError(status, content, { ...headers, ...retryAfter(sim, rule) });
}

/**
 * Carries out a fault that acts before the request is applied.
 * @returns false when the connection is gone and no answer can be sent
 * @throws ApiError for faults that answer
 */
export async function faultBefore(
	sim: Simulation,
	rule: FaultRule,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<boolean> {
	switch (rule.kind) {
		case 'delay':
			await pause(rule.delayMs ?? 1000);
			return true;
		case 'refuse':
			reply.hijack();
			request.raw.socket.destroy();
			return false;
		case 'resetBefore':
			await readAll(request, reply);
			request.raw.socket.resetAndDestroy();
			return false;
		case 'hang':
			if (rule.appliesAfterMs !== undefined) return true;
			await readAll(request, reply);
			return false;
		case 'tooManyRequests':
			throw tooManyRequests(undefined, retryAfter(sim, rule));
		case 'errorBefore':
			throw faultError(sim, rule);
		case 'unauthorized':
			throw unauthorized(1102, 'The token is invalid');
		default:
			return true;
	}
}

/** Reads a request and never answers it. */
async function readAll(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	reply.hijack();
	request.raw.resume();
	await once(request.raw, 'end');
}

/** Whether the answer is sent or dropped before the service has finished the call. */
export const isEarly = (rule: FaultRule | undefined) =>
	rule?.appliesAfterMs !== undefined && ['hang', 'resetAfter', 'errorAfter'].includes(rule.kind);

/** Sends an answer as a fault modifies it. @returns the status sent, 0 for no answer */
export async function deliver(
	sim: Simulation,
	request: FastifyRequest,
	reply: FastifyReply,
	answer: ApiAnswer,
	rule: FaultRule | undefined,
): Promise<number> {
	const final = rule?.kind === 'errorAfter' ? sim.forms.refusal(faultError(sim, rule)) : answer;
	const { text, headers } = encode(final, rule);
	const { socket } = request.raw;
	if (rule?.kind === 'delayAnswer') await pause(rule.delayMs ?? 1000);
	if (isEarly(rule)) await pause(rule?.delayMs ?? 0);
	if (rule?.kind === 'hang') {
		reply.hijack();
		return 0;
	}
	const cut = text.slice(0, Math.floor(text.length / 2));
	const nothingToCut =
		text.length < 2 && (rule?.kind === 'truncated' || rule?.kind === 'malformed');
	if (rule?.kind === 'resetAfter' || nothingToCut) {
		reply.hijack();
		socket.resetAndDestroy();
		return 0;
	}
	if (rule?.kind === 'truncated' || rule?.kind === 'slowBody') {
		reply.hijack();
		const length = { 'content-length': String(Buffer.byteLength(text)) };
		reply.raw.writeHead(final.status, {
			...reply.getHeaders(),
			...headers,
			...length,
		} as OutgoingHttpHeaders);
		if (rule.kind === 'truncated') {
			reply.raw.write(cut, () => socket.destroy());
			return final.status;
		}
		const size = Math.ceil(text.length / 10) || 1;
		for (let at = 0; at < text.length; at += size) {
			await pause(rule.delayMs ?? 100);
			reply.raw.write(text.slice(at, at + size));
		}
		reply.raw.end();
		return final.status;
	}
	// Set on the raw answer: the framework would write all names in lower case.
	for (const [name, value] of Object.entries(headers)) {
		reply.removeHeader(name);
		reply.raw.setHeader(name, value);
	}
	for (const [name, value] of Object.entries(rule?.headers ?? {}))
		if (value === null) {
			reply.removeHeader(name);
			if (/^date$/i.test(name)) reply.raw.sendDate = false;
		}
	reply.code(final.status);
	if (rule?.kind === 'duplicateAnswer')
		reply.raw.once('finish', () => {
			const length = Buffer.byteLength(text);
			if (!socket.destroyed)
				socket.write(
					`HTTP/1.1 ${final.status} Again\r\ncontent-type: application/json\r\n` +
						`content-length: ${length}\r\n\r\n${text}`,
				);
		});
	const payload = rule?.kind === 'malformed' ? cut : text;
	void reply.send(payload === '' ? undefined : payload);
	return final.status;
}

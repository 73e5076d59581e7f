import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pause, toHttpDate } from './clock';
import type { Simulation } from './context';
import { ApiError, tooMany, unauthorized } from './envelopes';
import type { FaultRule } from './faults';
import type { Answer } from './route';

/** Body and headers as they go over the wire. */
function encode(answer: Answer): { text: string; headers: Record<string, string> } {
	const { body, headers = {} } = answer;
	if (body === undefined) return { text: '', headers };
	if (typeof body === 'string')
		return { text: body, headers: { 'content-type': 'text/html', ...headers } };
	const type = { 'content-type': 'application/json; charset=utf-8' };
	return { text: JSON.stringify(body), headers: { ...type, ...headers } };
}

/** `Retry-After` in the form that the rule asks for. */
function retryAfter(sim: Simulation, rule: FaultRule): Record<string, string> {
	if (rule.retryAfter === undefined) return {};
	const at = sim.clock.now() + rule.retryAfter * 1000;
	// A date has whole seconds: round up, so that it never promises too early a moment.
	const date = toHttpDate(Math.ceil(at / 1000) * 1000);
	return { 'Retry-After': rule.retryAfterForm === 'date' ? date : String(rule.retryAfter) };
}

function errorOf(sim: Simulation, rule: FaultRule): ApiError {
	const status = rule.status ?? 503;
	const message = 'Service unavailable';
	const body = {
		json: { status_code: status, message },
		html: `<html><body><h1>${status} ${message}</h1></body></html>`,
		empty: undefined,
	}[rule.body ?? 'json'];
	return new ApiError(status, body, retryAfter(sim, rule));
}

/**
 * Lets a fault happen that strikes before the request is applied.
 * @returns false when the connection is gone and nothing is to be answered
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
			reply.hijack();
			request.raw.resume();
			await once(request.raw, 'end');
			request.raw.socket.resetAndDestroy();
			return false;
		case 'tooManyRequests':
			throw tooMany(undefined, retryAfter(sim, rule));
		case 'errorBefore':
			throw errorOf(sim, rule);
		case 'unauthorized':
			throw unauthorized(1102, 'The token is invalid');
		default:
			return true;
	}
}

/** Sends an answer, or what a fault leaves of it. @returns the status sent, 0 for none */
export async function deliver(
	sim: Simulation,
	request: FastifyRequest,
	reply: FastifyReply,
	answer: Answer,
	rule: FaultRule | undefined,
): Promise<number> {
	const final = rule?.kind === 'errorAfter' ? sim.forms.refusal(errorOf(sim, rule)) : answer;
	const { text, headers } = encode(final);
	const { socket } = request.raw;
	if (rule?.kind === 'delayAnswer') await pause(rule.delayMs ?? 1000);
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
	reply.code(final.status).headers(headers);
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

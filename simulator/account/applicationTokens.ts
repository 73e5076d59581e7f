import { randomUUID } from 'node:crypto';
import * as z from 'zod/v4';
import { parseIso, toIso } from '../clock';
import type { Simulation } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { notFound, roleForbidden } from '../http/envelopes';
import { listRoute, ok, pathId, type Route, routesOf } from '../http/route';
import { parseIp } from '../numbers';
import type { ApplicationToken } from './entities';

const TOKEN_STATUSES = ['Activated', 'Revoked'];

const CIDR = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/;
const isCidr = (text: string) => {
	const [, address, bits] = CIDR.exec(text) ?? [];
	return parseIp(address) !== undefined && Number(bits) <= 32;
};

const tokenDescription = z.string('description must be a string').optional();
const NEW_TOKEN = jsonBody({
	description: tokenDescription,
	expiry_date: z
		.string('expiry_date must be a date')
		.refine((text) => parseIso(text.replace(' ', 'T')) !== undefined, 'expiry_date must be a date')
		.describe('a date, with or without time and zone')
		.optional(),
	ip: z.string('ip must be a CIDR').refine(isCidr, 'ip must be a CIDR').describe('CIDR').optional(),
});
const TOKEN_CHANGE = jsonBody({
	description: tokenDescription,
	status: reference('status.id must be 1', { among: [1] }).optional(),
});

/** Whether the token may log in: not revoked, not expired, and called from its network. */
export function isUsable(
	{ clock }: Pick<Simulation, 'clock'>,
	{ statusId, expiryDate, ip }: ApplicationToken,
	from: string,
): boolean {
	if (statusId !== 0 || (expiryDate !== null && expiryDate <= clock.now())) return false;
	const [, address, bits] = CIDR.exec(ip ?? '') ?? [];
	if (address === undefined) return true;
	const [network, caller] = [parseIp(address), parseIp(from.replace(/^::ffff:/, ''))];
	if (network === undefined || caller === undefined) return false;
	const size = 2 ** (32 - Number(bits));
	return Math.floor(network / size) === Math.floor(caller / size);
}

/** Application tokens: every role creates and reads them, Administrators change them. */
export function applicationTokenRoutes(sim: Simulation): Route[] {
	const url = '/api/v1/application_token';
	const route = routesOf({ tag: 'application token' });
	const formOf = (token: ApplicationToken) => {
		const { id, description: text, created, statusId, expiryDate, ip, creatorId } = token;
		const creator = sim.store.users.get(creatorId ?? -1);
		return {
			id,
			description: text,
			created: toIso(created),
			status: { id: statusId, description: TOKEN_STATUSES[statusId] },
			// Absent when the token does not expire.
			...(expiryDate !== null && { expiry_date: toIso(expiryDate) }),
			...(ip !== null && { ip }),
			...(creator && {
				creator: { id: creator.id, name: creator.name, username: creator.username },
			}),
		};
	};
	return [
		listRoute(
			'application token',
			url,
			'List application tokens, without the tokens themselves',
			(call) =>
				[...sim.store.applicationTokens.values()]
					.filter(({ organisationId }) => organisationId === call.caller.organisationId)
					.map(formOf),
		),
		route(
			`POST ${url}`,
			{
				summary: 'Create an application token; its text appears only here, and no id',
				body: NEW_TOKEN,
			},
			(call) => {
				const fields = readBody(NEW_TOKEN, call.body);
				const { organisationId, userId, applicationId, role } = call.caller;
				// A login with a token acts for the creator of the token.
				const own = [...sim.store.applicationTokens.values()].find(
					(token) => token.id === applicationId,
				);
				const id = sim.store.nextId('applicationToken');
				const text = `app-token-${randomUUID()}`;
				const { description: words = '', expiry_date, ip = null } = fields;
				sim.store.applicationTokens.set(text, {
					id,
					organisationId,
					description: words,
					created: sim.clock.now(),
					statusId: 0,
					expiryDate: parseIso(expiry_date?.replace(' ', 'T')) ?? null,
					ip,
					creatorId: userId ?? own?.creatorId ?? null,
					role,
				});
				sim.ledger.effect('applicationToken.created', {}, { id });
				return ok({ application_token: text });
			},
		),
		route(
			`PATCH ${url}/:tokenId`,
			{
				summary: 'Change the description of an application token, or revoke it',
				body: TOKEN_CHANGE,
			},
			(call) => {
				if (call.caller.role !== 'Administrator') throw roleForbidden();
				const id = pathId(call, 'tokenId');
				const token = [...sim.store.applicationTokens.values()].find((stored) => stored.id === id);
				if (token?.organisationId !== call.caller.organisationId)
					throw notFound(`No application token ${id}`);
				const { description: words, status } = readBody(TOKEN_CHANGE, call.body);
				if (words !== undefined) token.description = words;
				if (status) token.statusId = status.id;
				const kind = status ? 'applicationToken.revoked' : 'applicationToken.updated';
				sim.ledger.effect(kind, {}, { id });
				return sim.forms.changed;
			},
		),
	];
}

import { expect } from 'expect';
import * as peopleShapes from '../truth/shapes/people';
import * as z from 'zod/v4';
import { moment, oneOf, some, text } from '../truth/requests/forms';
import { empty } from '../truth/shapes/forms';
import { each, once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { created } from './shared/people';
import { shown } from './shared/values';

/* Logins of programs. */

const TOKEN = {
	id: 7,
	description: 'n8n',
	created,
	status: { id: 0, description: 'Activated' },
	creator: { id: 12, name: 'Jane Doe', username: 'jane@example.com' },
};
const SIMPLE_TOKEN = {
	id: 7,
	description: 'n8n',
	status: 'Activated',
	created,
	expiry_date: null,
	ip: null,
	creator_id: 12,
	creator: 'jane@example.com',
};
/** A description with its random mark. */
const MARKED = expect.stringMatching(/^n8n production \([0-9a-f]{8}\)$/);
const tokens = '/api/v1/application_token';

export const applicationTokenFacts: Facts = {
	operations: {
		'applicationToken create': {
			documented: 'POST /api/v1/application_token act single',
			stakes: 'access',
			cases: [
				{
					when: 'with the token in the result when the list cannot be read',
					values: {
						description: 'n8n production',
						expiryDate: '2026-12-31T00:00:00Z',
						ip: '203.0.113.7/32',
					},
					requests: [
						{
							request: `POST ${tokens}`,
							body: {
								description: MARKED,
								expiry_date: '2026-12-31T00:00:00Z',
								ip: '203.0.113.7/32',
							},
							answer: { application_token: 'shown-once' },
						},
						{ request: `GET ${tokens}`, status: 403, answer: {} },
					],
					gives: {
						id: null,
						application_token: 'shown-once',
						description: MARKED,
						expiry_date: '2026-12-31T00:00:00Z',
						ip: '203.0.113.7/32',
						note: 'The list did not show the ID: look for the description with Get Many.',
					},
				},
			],
			row: each({ options: { description: '={{ "walk " + $json.id }}' } }, [
				'applicationToken.created',
			]),
		},
		'applicationToken getAll': {
			documented: 'GET /api/v1/application_token read list',
			cases: [
				{
					values: shown,
					requests: { request: `GET ${tokens}`, answer: [TOKEN] },
					gives: SIMPLE_TOKEN,
					errors: [403],
				},
			],
			row: readOnce(shown),
		},
		'applicationToken revoke': {
			documented: 'PATCH /api/v1/application_token/{tokenId} set single',
			cases: [
				{
					values: { tokenId: 7 },
					requests: { request: `PATCH ${tokens}/7`, body: { status: { id: 1 } }, status: 204 },
					gives: {
						id: 7,
						revoked: true,
						note: 'Sessions that it started remain valid until they expire, up to 7 days later.',
					},
					errors: [403, 404],
				},
			],
			row: once(
				({ store }) => ({
					tokenId: rl(Math.max(...[...store.applicationTokens.values()].map(({ id }) => id))),
				}),
				['applicationToken.revoked'],
				{ after: ['applicationToken create'] },
			),
		},
		'applicationToken update': {
			documented: 'PATCH /api/v1/application_token/{tokenId} set single',
			harmless: 'It changes a description that nothing goes by.',
			cases: [
				{
					values: { tokenId: { by: 'name', value: 'n8n' }, description: 'n8n of the plant' },
					requests: [
						{ request: `GET ${tokens}`, answer: [TOKEN] },
						{
							request: `PATCH ${tokens}/7`,
							body: { description: 'n8n of the plant' },
							status: 204,
						},
					],
					gives: { id: 7, updated: true, description: 'n8n of the plant' },
					errors: [403, 404],
				},
			],
			row: once({ tokenId: rl('Seeded for the reseller', 'name'), description: 'walked' }, [
				'applicationToken.updated',
			]),
		},
	},
	routes: {
		'GET /api/v1/application_token': {
			// More operations 6: application tokens, users, workspace membership.
			asked: {},
			answers: { 200: peopleShapes.applicationTokens },
		},
		'POST /api/v1/application_token': {
			asked: {
				body: z.strictObject({
					description: text.optional(),
					expiry_date: z.union([moment, z.iso.date()]).optional(),
					ip: z.union([z.cidrv4(), z.cidrv6()]).optional(),
				}),
			},
			answers: { 200: peopleShapes.newToken },
		},
		'PATCH /api/v1/application_token/{tokenId}': {
			asked: {
				body: some(z.strictObject({ description: text.optional(), status: oneOf(1).optional() })),
			},
			answers: { 204: empty },
		},
	},
};

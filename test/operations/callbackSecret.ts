import * as accountShapes from '../truth/shapes/account';
import * as z from 'zod/v4';
import { text } from '../truth/requests/forms';
import { empty, emptyObject } from '../truth/shapes/forms';
import { once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { withCallback } from './shared/people';
import { all } from './shared/values';

/* Secrets that calls to callbacks are signed with. */

const SECRET = { id: 6, purpose: 'SMS', organisation_id: '1001' };
const secretId = rl(6);

export const callbackSecretFacts: Facts = {
	operations: {
		'callbackSecret create': {
			documented: 'POST /api/v1/api_secret act single',
			cases: [
				{
					values: { secret: 'a-long-random-text', purpose: 'SMS' },
					requests: [
						{ request: 'GET /api/v1/api_secret', answer: [] },
						{
							request: 'POST /api/v1/api_secret',
							body: { secret: 'a-long-random-text', purpose: 'SMS' },
							status: 201,
							headers: { Location: '/api/v1/api_secret/6' },
						},
					],
					gives: { id: 6, purpose: 'SMS', created: true },
				},
			],
			row: once({ secret: 'walked-secret-0123', purpose: 'walk' }, ['secret.created']),
		},
		'callbackSecret delete': {
			documented: 'DELETE /api/v1/api_secret/{secretId} set single',
			cases: [
				{
					values: { secretId: 6, deleteUsed: true },
					requests: { request: 'DELETE /api/v1/api_secret/6', answer: '' },
					gives: { id: 6, deleted: true },
					errors: [403, 404, 409],
				},
			],
			row: once(withCallback({ secretId }), ['secret.deleted']),
		},
		'callbackSecret get': {
			documented: 'GET /api/v1/api_secret/{secretId} read single',
			cases: [
				{
					values: { secretId: 6 },
					requests: { request: 'GET /api/v1/api_secret/6', answer: SECRET },
					gives: { ...SECRET, organisation_id: 1001 },
					errors: [403, 404],
				},
			],
			row: readOnce(withCallback({ secretId })),
		},
		'callbackSecret getAll': {
			documented: 'GET /api/v1/api_secret read list',
			cases: [
				{
					values: all,
					requests: { request: 'GET /api/v1/api_secret', answer: [SECRET] },
					gives: { ...SECRET, organisation_id: 1001 },
					errors: [403],
				},
			],
			row: readOnce(withCallback(all)),
		},
	},
	routes: {
		'GET /api/v1/api_secret': { asked: {}, answers: { 200: z.array(accountShapes.secret).min(1) } },
		'GET /api/v1/api_secret/{id}': { asked: {}, answers: { 200: accountShapes.secret } },
		'POST /api/v1/api_secret': {
			asked: { body: z.strictObject({ secret: text, purpose: text }) },
			answers: { 201: empty },
		},
		'DELETE /api/v1/api_secret/{id}': { asked: {}, answers: { 200: emptyObject } },
	},
};

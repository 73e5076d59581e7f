import * as accountShapes from '../truth/shapes/account';
import * as z from 'zod/v4';
import { text } from '../truth/requests/forms';
import { empty, emptyObject } from '../truth/shapes/forms';
import { once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { created, withCallback } from './shared/people';
import { all } from './shared/values';

/* Addresses that SMS are forwarded to. */

const CALLBACK = {
	id: 5,
	url: 'https://example.com/in',
	purpose: 'SMS',
	created,
	organisation_id: '1001',
};
const callbackUsers = {
	request: 'GET /api/v1/service_profile',
	answer: [
		{ id: 101, name: 'Standard' },
		{ id: 111, name: 'Of a customer' },
	],
};
const oneProfile = (answer: object) => [
	callbackUsers,
	{ request: 'GET /api/v1/service_profile/101', answer },
	{ request: 'GET /api/v1/service_profile/111', status: 404, answer: {} },
];
const callbackId = rl('https://example.com/in', 'name');

export const callbackFacts: Facts = {
	operations: {
		'callback create': {
			documented: 'POST /api/v1/api_callback act single',
			cases: [
				{
					values: { url: 'https://example.com/in', purpose: 'SMS' },
					requests: [
						{ request: 'GET /api/v1/api_callback', answer: [] },
						{
							request: 'POST /api/v1/api_callback',
							body: { url: 'https://example.com/in', purpose: 'SMS' },
							status: 201,
						},
						{ request: 'GET /api/v1/api_callback', answer: [CALLBACK] },
					],
					gives: { id: 5, url: 'https://example.com/in', purpose: 'SMS', created: true },
				},
			],
			row: once({ url: 'https://example.com/new', purpose: 'walk' }, ['callback.created']),
		},
		'callback delete': {
			documented: 'DELETE /api/v1/api_callback/{callbackId} set single',
			cases: [
				{
					values: { callbackId: 5 },
					requests: [
						...oneProfile({
							id: 101,
							name: 'Standard',
							api_callback: { id: 4 },
							moc_callback: null,
						}),
						{ request: 'DELETE /api/v1/api_callback/5', answer: '' },
					],
					gives: { id: 5, deleted: true },
					errors: [403, 404, 409],
				},
			],
			row: once(withCallback({ callbackId }), ['callback.deleted']),
		},
		'callback get': {
			documented: 'GET /api/v1/api_callback/{callbackId} read single',
			cases: [
				{
					values: { callbackId: { by: 'name', value: 'https://example.com/in' } },
					requests: [
						{ request: 'GET /api/v1/api_callback', answer: [CALLBACK] },
						{ request: 'GET /api/v1/api_callback/5', answer: CALLBACK },
					],
					gives: { ...CALLBACK, organisation_id: 1001 },
					errors: [403, 404],
				},
			],
			row: readOnce(withCallback({ callbackId })),
		},
		'callback getAll': {
			documented: 'GET /api/v1/api_callback read list',
			cases: [
				{
					values: all,
					requests: { request: 'GET /api/v1/api_callback', answer: [CALLBACK] },
					gives: { ...CALLBACK, organisation_id: 1001 },
					errors: [403],
				},
			],
			row: readOnce(withCallback(all)),
		},
	},
	routes: {
		'GET /api/v1/api_callback': {
			// More operations 5: registrations of triggers, and their cleanup.
			asked: {},
			answers: { 200: z.array(accountShapes.callback).min(1) },
		},
		'GET /api/v1/api_callback/{id}': { asked: {}, answers: { 200: accountShapes.callback } },
		'POST /api/v1/api_callback': {
			asked: { body: z.strictObject({ url: z.url(), purpose: text }) },
			answers: { 201: empty },
		},
		'DELETE /api/v1/api_callback/{id}': { asked: {}, answers: { 200: emptyObject } },
	},
};

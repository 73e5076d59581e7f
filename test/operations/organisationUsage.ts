import { expect } from 'expect';
import * as usageShapes from '../truth/shapes/usage';
import * as z from 'zod/v4';
import { day, idList, moment } from '../truth/requests/forms';
import { readOnce } from '../unit/nodes/rows/rowTypes';
import type { Facts, WrittenCase } from './facts';
import { DAYS, FLAT_DAYS, flatMonth, perDay, period, totals, traffic } from './shared/usage';
import { EUR } from './shared/values';

/* Usage and cost of organisations. The clock of the tests is at 2026-06-15. */

const NOT_GIVEN = { not_given: 'the cost of one endpoint' };
const MAY = { currency: 'EUR', month: '2026-05-01' };
const moments = z.union([day, moment]).optional();

export const organisationUsageFacts: Facts = {
	operations: {
		'organisationUsage chart': {
			cases: [
				{
					values: { show: 'sms', of: 'endpoint', endpointId: 17, organisationId: 1002 },
					requests: { request: 'GET /api/v1/endpoint/17/stats/daily', answer: DAYS },
					gives: expect.objectContaining({
						endpoint_id: 17,
						title: 'SMS per day, endpoint 17',
					}) as object,
				},
				{
					when: 'of another organisation',
					values: { show: 'data', of: 'organisation', organisationId: 1002 },
					requests: { request: 'GET /api/v1/organisation/1002/stats/daily', answer: DAYS },
					gives: expect.objectContaining({
						title: 'Data per day',
						svg: expect.stringMatching(/^<svg [^]*<\/svg>\n$/),
						html: expect.stringContaining('<table'),
					}) as object,
					errors: [403, 404, 422],
				},
			],
			row: readOnce({ of: 'organisation', show: 'data' }),
		},
		'organisationUsage getByTag': {
			cases: [
				{
					values: { month: 'last_month' },
					requests: [
						{
							request: 'GET /api/v1/endpoint',
							query: { page: '1', per_page: '1000' },
							answer: [
								{ id: 17, status: { id: 0 }, tags: 'lab,north' },
								{ id: 18, status: { id: 0 }, tags: null },
								{ id: 19, status: { id: 2 }, tags: 'lab' },
							],
							headers: { 'X-Total-Count': '3' },
						},
						{
							request: 'GET /api/v1/endpoint/17/stats',
							answer: {
								last_month: {
									data: { volume: '2.5', cost: '0.25' },
									sms: { volume: '3.0', cost: '0.06' },
								},
							},
						},
						{
							request: 'GET /api/v1/organisation/my/stats',
							answer: {
								last_month: {
									data: { month: '2026-05-01', volume: '10', cost: 1, currency: EUR },
									sms: { volume: '4', cost: '0.08', currency: EUR },
								},
							},
						},
					],
					gives: [
						{ tag: 'lab', endpoints: 1, data_mb: 2.5, sms: 3, cost: 0.31, ...MAY },
						{ tag: 'north', endpoints: 1, data_mb: 2.5, sms: 3, cost: 0.31, ...MAY },
						{ tag: null, endpoints: null, data_mb: 7.5, sms: 1, cost: 0.77, ...MAY },
					],
					errors: [403, 422],
				},
				{
					when: 'with a cost that is not given',
					values: { month: 'last_month' },
					requests: [
						{
							request: 'GET /api/v1/endpoint',
							query: { page: '1', per_page: '1000' },
							answer: [
								{ id: 17, status: { id: 0 }, tags: 'lab' },
								{ id: 18, status: { id: 0 }, tags: 'lab,north' },
								{ id: 19, status: { id: 0 }, tags: 'south' },
							],
							headers: { 'X-Total-Count': '3' },
						},
						{
							request: 'GET /api/v1/endpoint/17/stats',
							answer: { last_month: { data: { volume: '2.5', cost: '0.25' } } },
						},
						{
							request: 'GET /api/v1/endpoint/18/stats',
							answer: { last_month: { data: { volume: '4', cost: null } } },
						},
						{ request: 'GET /api/v1/endpoint/19/stats', answer: {} },
						{
							request: 'GET /api/v1/organisation/my/stats',
							answer: {
								last_month: { data: { month: '2026-05-01', volume: '10', cost: 1, currency: EUR } },
							},
						},
					],
					gives: [
						{ tag: 'lab', endpoints: 2, data_mb: 6.5, sms: 0, cost: null, ...NOT_GIVEN, ...MAY },
						{ tag: 'north', endpoints: 1, data_mb: 4, sms: 0, cost: null, ...NOT_GIVEN, ...MAY },
						{ tag: 'south', endpoints: 1, data_mb: 0, sms: 0, cost: null, ...MAY },
						{ tag: null, endpoints: null, data_mb: 3.5, sms: 0, cost: null, ...NOT_GIVEN, ...MAY },
					],
				},
			],
			row: readOnce({ month: 'current_month' }),
		},
		'organisationUsage getDaily': {
			documented: 'GET /api/v1/organisation/{organisationId}/stats/daily read list',
			cases: [
				{
					values: {
						...perDay,
						startDate: '2026-06-01',
						endDate: '2026-06-03',
						organisationId: 1002,
					},
					requests: {
						request: 'GET /api/v1/organisation/1002/stats/daily',
						query: { start_date: '2026-06-01', end_date: '2026-06-03' },
						answer: DAYS,
					},
					gives: FLAT_DAYS.map((flat) => ({ organisation_id: 1002, ...flat })),
					errors: [403, 422],
				},
			],
			row: readOnce(totals),
		},
		'organisationUsage getHierarchyDaily': {
			documented: 'GET /api/v1/stats/daily read list',
			cases: [
				{
					values: { output: 'days', simplify: false },
					requests: { request: 'GET /api/v1/stats/daily', answer: DAYS.slice(1) },
					gives: [
						{
							date: '2026-06-01',
							data: expect.objectContaining({ volume_tx: 1, sent: 1, received: 2, currency: EUR }),
							sms: expect.objectContaining({ sent: 4, received: 2, cost: 0.24 }),
						},
					],
					errors: [403],
				},
			],
			row: readOnce(totals),
		},
		'organisationUsage getHourly': {
			documented: 'GET /api/v1/organisation/{organisationId}/stats/hourly read list',
			cases: [
				{
					values: { simplify: true, startDate: '2026-06-01' },
					requests: {
						request: 'GET /api/v1/organisation/my/stats/hourly',
						query: { start_date: '2026-06-01' },
						answer: {
							data: { rx: [['09:00', 1.5]], tx: [['09:00', 0.5]] },
							sms: { rx: [['09:00', 2]], tx: [['09:00', 3]] },
						},
					},
					// SMS that the network received were sent by devices.
					gives: [
						{
							organisation_id: 1001,
							time: '2026-06-01T09:00:00.000Z',
							hour: '09:00',
							data_sent_mb: 0.5,
							data_received_mb: 1.5,
							sms_sent: 2,
							sms_received: 3,
						},
					],
					errors: [403, 422],
				},
			],
			row: readOnce({ simplify: true }, 4),
		},
		'organisationUsage getSummary': {
			documented: 'GET /api/v1/organisation/{organisationId}/stats read list',
			cases: [
				{
					values: { simplify: true },
					requests: {
						request: 'GET /api/v1/organisation/my/stats',
						answer: { current_month: { data: traffic() }, sim: { total: '5' } },
					},
					gives: {
						organisation_id: 1001,
						sims: 5,
						sims_issued: null,
						sims_active: null,
						sims_suspended: null,
						users: null,
						service_profiles: null,
						tariff_profiles: null,
						hosting_fees: null,
						prepaid_balance: null,
						...flatMonth('last_month'),
						...flatMonth('current_month', null, true),
					},
					errors: [403, 422],
				},
			],
			row: readOnce({ simplify: true }),
		},
		'organisationUsage getWorkspacesDaily': {
			documented: 'GET /api/v2/workspace/stats/daily read list',
			cases: [
				...[
					{ when: 'with one object as the answer', many: false },
					{ when: 'with a list as the answer', many: true },
				].map(({ when, many }): WrittenCase => {
					const entry = {
						id: 1002,
						days: [
							{ date: '2026-06-01', data_volume: traffic(), sms_volume: traffic({ cost: null }) },
						],
						total: null,
					};
					return {
						when,
						values: { ...perDay, workspaceIds: [1002, 1003] },
						requests: {
							request: 'GET /api/v2/workspace/stats/daily',
							query: { workspace_ids: '1002,1003' },
							answer: many ? [entry] : entry,
						},
						gives: [
							{
								workspace_id: 1002,
								date: '2026-06-01',
								data_mb: 3,
								data_sent_mb: 1,
								data_received_mb: 2,
								data_cost: 0.15,
								sms: 3,
								sms_sent: 1,
								sms_received: 2,
								sms_cost: null,
								currency: 'EUR',
							},
						],
						errors: [403, 422],
					};
				}),
			],
			row: readOnce({ ...totals, filters: { workspaceIds: [1001, 1002] } }, 2),
		},
	},
	routes: {
		'GET /api/v1/organisation/{organisationId}/stats': {
			asked: {},
			answers: { 200: usageShapes.organisationSummary },
		},
		'GET /api/v1/organisation/{organisationId}/stats/hourly': {
			asked: { query: { start_date: moments, end_date: moments } },
			answers: { 200: usageShapes.hourly },
		},
		'GET /api/v1/stats/daily': { asked: {}, answers: { 200: usageShapes.daily } },
		'GET /api/v2/workspace/stats/daily': {
			asked: { query: { ...period, workspace_ids: idList.optional() } },
			answers: { 200: usageShapes.workspaces },
		},
	},
};

import * as profilesShapes from '../truth/shapes/profiles';
import * as z from 'zod/v4';
import { ref, some, text } from '../truth/requests/forms';
import { empty, emptyObject } from '../truth/shapes/forms';
import { each, once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { shown } from './shared/values';

/* Tariff profiles. */

const LISTED_TARIFF = {
	id: 201,
	name: 'Europe',
	description: null,
	used_count: '2',
	organisation_id: '1001',
	tariff: { id: 31, name: 'Plan', currency: { id: 1, code: 'EUR' } },
};
const SIMPLE_TARIFF = {
	id: 201,
	name: 'Europe',
	description: null,
	used_count: 2,
	tariff_id: 31,
	tariff: 'Plan',
	currency: 'EUR',
	inclusive_volume_id: null,
	inclusive_mb: null,
};
const tariff = '/api/v1/tariff_profile';
const TARIFF = { id: 201, name: 'Europe', used_count: '2', tariff: { id: 31, name: 'Plan' } };
const onZone = { tariff_profile_id: 201, ratezone_id: 4 };
const ofVolume = { tariffProfileId: 201, inclusiveVolumeId: 1 };
const onVolume = { tariff_profile_id: 201, inclusive_volume_id: 1 };
const tariffProfileId = rl(201);
const volumeForm = { tariffProfileId, inclusiveVolumeId: rl(1) };
const tariffShape = { name: text, description: z.string().optional(), tariff: ref };

export const tariffProfileFacts: Facts = {
	operations: {
		'tariffProfile addRatezone': {
			documented:
				'PUT /api/v1/tariff_profile/{tariffProfileId}/ratezone_selection/{ratezoneId} set single',
			cases: [
				{
					values: { tariffProfileId: 201, ratezoneId: 4 },
					requests: { request: `PUT ${tariff}/201/ratezone_selection/4`, status: 204 },
					gives: { ...onZone, added: true },
					errors: [403, 404, 422],
				},
			],
			row: once({ tariffProfileId, ratezoneId: '4' }, ['ratezone.added']),
		},
		'tariffProfile assignInclusiveVolume': {
			documented:
				'PUT /api/v1/tariff_profile/{tariffProfileId}/inclusive_volume/{inclusiveVolumeId} set single',
			cases: [
				{
					values: ofVolume,
					requests: { request: `PUT ${tariff}/201/inclusive_volume/1`, status: 204 },
					gives: { ...onVolume, assigned: true },
					errors: [400, 403, 404],
				},
				{
					when: 'a volume that the profile already has',
					values: ofVolume,
					requests: [
						{ request: `PUT ${tariff}/201/inclusive_volume/1`, status: 409, answer: {} },
						{ request: `GET ${tariff}/201`, answer: { ...TARIFF, inclusive_volume: { id: '1' } } },
					],
					gives: { ...onVolume, assigned: true, note: 'The profile has it already.' },
				},
			],
			row: once(volumeForm, ['profileVolume.assigned']),
		},
		'tariffProfile create': {
			documented: 'POST /api/v1/tariff_profile act single',
			harmless: 'No endpoint has it until Endpoint: Update, which is held back.',
			cases: [
				{
					values: { name: 'World', tariffId: '32' },
					requests: [
						{ request: `GET ${tariff}`, answer: [TARIFF] },
						{
							request: `POST ${tariff}`,
							body: { name: 'World', description: '', tariff: { id: 32 } },
							status: 201,
							headers: { Location: '/api/v1/tariff_profile/2101' },
						},
					],
					gives: { id: 2101, name: 'World', tariff_id: 32, created: true },
					errors: [403, 422],
				},
			],
			row: each({ name: '={{ "tariff " + $json.id }}', tariffId: '32' }, ['tariffProfile.created']),
		},
		'tariffProfile delete': {
			documented: 'DELETE /api/v1/tariff_profile/{tariffProfileId} set single',
			cases: [
				{
					values: { tariffProfileId: 201 },
					requests: [
						{ request: `GET ${tariff}/201`, answer: { ...TARIFF, used_count: '0' } },
						{ request: `DELETE ${tariff}/201`, status: 204 },
					],
					gives: { id: 201, deleted: true },
					errors: [403, 404, [409, 1407]],
				},
			],
			row: once({ tariffProfileId: rl(202) }, ['tariffProfile.deleted']),
		},
		'tariffProfile get': {
			documented: 'GET /api/v1/tariff_profile/{tariffProfileId} read single',
			cases: [
				{
					values: { tariffProfileId: 201, simplify: false },
					requests: { request: 'GET /api/v1/tariff_profile/201', answer: LISTED_TARIFF },
					gives: { ...LISTED_TARIFF, used_count: 2, organisation_id: 1001 },
					errors: [403, 404],
				},
			],
			row: readOnce({ tariffProfileId: rl(201), simplify: true }),
		},
		'tariffProfile getAll': {
			documented: 'GET /api/v1/tariff_profile read single',
			cases: [
				{
					values: shown,
					requests: { request: 'GET /api/v1/tariff_profile', answer: [LISTED_TARIFF] },
					gives: [SIMPLE_TARIFF],
					errors: [403],
				},
			],
			row: readOnce({ ...shown, returnAll: false, limit: 2 }, 2),
		},
		'tariffProfile getCoverage': {
			documented: 'GET /api/v1/tariff_profile/{tariffProfileId}/coverage read single',
			cases: [
				{
					values: { tariffProfileId: 201, ...shown },
					requests: {
						request: 'GET /api/v1/tariff_profile/201/coverage',
						answer: [{ country: { id: 74, name: 'Germany' }, redundancy_count: '3' }],
					},
					gives: [{ country_id: 74, country: 'Germany', redundancy_count: 3 }],
					errors: [403, 404],
				},
			],
			row: readOnce({ tariffProfileId: rl(201), ...shown }, 4),
		},
		'tariffProfile removeInclusiveVolume': {
			documented:
				'DELETE /api/v1/tariff_profile/{tariffProfileId}/inclusive_volume/{inclusiveVolumeId} set single',
			cases: [
				{
					values: ofVolume,
					requests: { request: `DELETE ${tariff}/201/inclusive_volume/1`, status: 204 },
					gives: { ...onVolume, removed: true },
					errors: [400, 403, 404],
				},
			],
			row: once(volumeForm, ['profileVolume.removed'], {
				after: ['tariffProfile assignInclusiveVolume'],
			}),
		},
		'tariffProfile removeRatezone': {
			documented:
				'DELETE /api/v1/tariff_profile/{tariffProfileId}/ratezone_selection/{ratezoneId} set single',
			cases: [
				{
					values: { tariffProfileId: 201, ratezoneId: 4 },
					requests: { request: `DELETE ${tariff}/201/ratezone_selection/4`, status: 204 },
					gives: { ...onZone, removed: true },
					errors: [403, 404, 422],
				},
			],
			row: once(
				{
					tariffProfileId,
					ratezoneId: '3',
				},
				['ratezone.removed'],
			),
		},
		'tariffProfile update': {
			documented: 'PATCH /api/v1/tariff_profile/{tariffProfileId} set single',
			cases: [
				{
					values: { tariffProfileId: 201, name: 'EU', tariffId: 32, removeRatezones: true },
					requests: [
						{ request: `GET ${tariff}/201`, answer: TARIFF },
						{
							request: `PATCH ${tariff}/201`,
							body: { name: 'EU', tariff: { id: 32 } },
							status: 204,
						},
					],
					gives: { id: 201, used_count: 2, dry_run: false, updated: true },
					errors: [403, 404, 422],
				},
				{
					when: 'a dry run needs no confirmation',
					values: { tariffProfileId: 201, tariffId: 32, dryRun: true },
					requests: { request: `GET ${tariff}/201`, answer: TARIFF },
					gives: {
						id: 201,
						used_count: 2,
						dry_run: true,
						updated: false,
						changes: [{ field: 'tariff', from: 31, to: 32 }],
						message: 'Dry run: nothing was changed; 2 endpoints use this tariff profile.',
					},
				},
			],
			row: once(
				{
					tariffProfileId,
					updateFields: { tariffId: '32', removeRatezones: true },
				},
				['tariffProfile.updated'],
			),
		},
	},
	routes: {
		'GET /api/v1/tariff_profile': { asked: {}, answers: { 200: profilesShapes.tariffProfiles } },
		'GET /api/v1/tariff_profile/{tariffId}': {
			asked: {},
			answers: { 200: profilesShapes.tariffProfile },
		},
		'GET /api/v1/tariff_profile/{tariffId}/coverage': {
			asked: {},
			answers: { 200: profilesShapes.coverage },
		},
		'POST /api/v1/tariff_profile': {
			asked: { body: z.strictObject(tariffShape) },
			answers: { 201: emptyObject },
		},
		'PATCH /api/v1/tariff_profile/{tariffId}': {
			asked: { body: some(z.strictObject(tariffShape).partial()) },
			answers: { 204: empty },
		},
		'DELETE /api/v1/tariff_profile/{tariffId}': { asked: {}, answers: { 204: empty } },
		'PUT /api/v1/tariff_profile/{tariffId}/ratezone_selection/{ratezoneId}': {
			asked: {},
			answers: { 204: empty },
		},
		'DELETE /api/v1/tariff_profile/{tariffId}/ratezone_selection/{ratezoneId}': {
			asked: {},
			answers: { 204: empty },
		},
		'PUT /api/v1/tariff_profile/{tariffId}/inclusive_volume/{volumeId}': {
			asked: {},
			answers: { 204: empty },
		},
		'DELETE /api/v1/tariff_profile/{tariffId}/inclusive_volume/{volumeId}': {
			asked: {},
			answers: { 204: empty },
		},
	},
};

import * as z from 'zod/v4';
import { empty, space } from '../truth/shapes/forms';
import { once, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';

/* IP address spaces. */

const spacePath = '/api/v1/ip_address_space';

export const ipAddressSpaceFacts: Facts = {
	operations: {
		'ipAddressSpace create': {
			documented: 'POST /api/v1/ip_address_space act single',
			harmless: 'It is unused until an endpoint gets an address of it.',
			cases: [
				{
					values: { space: '10.192.4.0/24' },
					requests: [
						{ request: `GET ${spacePath}`, answer: [] },
						{
							request: `POST ${spacePath}`,
							body: { ip_address_space: '10.192.4.0/24', ip_address_version: 4 },
							status: 201,
							answer: { id: '3101', ip_address_space: '10.192.4.0/24', ip_address_version: 4 },
						},
					],
					gives: { id: 3101, ip_address_space: '10.192.4.0/24', created: true },
					errors: [400, 403, 404, 409, 422],
				},
			],
			row: once({ space: '10.192.4.0/24' }, ['addressSpace.created']),
		},
		'ipAddressSpace delete': {
			documented: 'DELETE /api/v1/ip_address_space/{addressSpaceId} set single',
			cases: [
				{
					values: { addressSpaceId: 302 },
					requests: { request: `DELETE ${spacePath}/302`, status: 204 },
					gives: { id: 302, deleted: true },
					errors: [403, [404, 1401], [409, 1407]],
				},
			],
			row: once({ addressSpaceId: rl(302) }, ['addressSpace.deleted']),
		},
	},
	routes: {
		'POST /api/v1/ip_address_space': {
			asked: {
				body: z.strictObject({
					ip_address_space: z.cidrv4(),
					ip_address_version: z.literal([4, 6]),
				}),
			},
			answers: { 201: space },
		},
		'DELETE /api/v1/ip_address_space/{spaceId}': { asked: {}, answers: { 204: empty } },
	},
};

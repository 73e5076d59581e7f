import * as z from 'zod/v4';
import { empty, emptyObject } from '../truth/shapes/forms';
import { once, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';

/* Pairs of DNS servers. */

const dnsPath = '/api/v1/dns';
const PAIR = { id: 4, primary: '192.0.2.53', secondary: '192.0.2.54', ip_address_version: 4 };
const servers = { primary: '192.0.2.53', secondary: '192.0.2.54' };

export const dnsFacts: Facts = {
	operations: {
		'dns create': {
			documented: 'POST /api/v1/dns act single',
			harmless: 'Nothing uses it until a service profile does, whose change is held back.',
			cases: [
				{
					values: servers,
					requests: [
						{ request: `GET ${dnsPath}`, answer: [{ ...PAIR, id: 3 }] },
						{
							request: `POST ${dnsPath}`,
							body: { ...servers, ip_address_version: 4 },
							status: 201,
						},
						{ request: `GET ${dnsPath}`, answer: [{ ...PAIR, id: 3 }, PAIR] },
					],
					gives: { id: 4, ...servers, created: true },
				},
				{
					when: 'of version 6',
					values: { primary: '2001:db8::1', secondary: '2001:db8::2' },
					requests: [
						{ request: `GET ${dnsPath}`, answer: [] },
						{
							request: `POST ${dnsPath}`,
							body: { primary: '2001:db8::1', secondary: '2001:db8::2', ip_address_version: 6 },
							status: 201,
							headers: { Location: `${dnsPath}/9` },
						},
					],
					gives: { id: 9, primary: '2001:db8::1', secondary: '2001:db8::2', created: true },
				},
			],
			row: once({ primary: '192.0.2.53', secondary: '192.0.2.54' }, ['dns.created']),
		},
		'dns delete': {
			documented: 'DELETE /api/v1/dns/{dnsId} set single',
			cases: [
				{
					values: { dnsId: 4 },
					requests: { request: `DELETE ${dnsPath}/4`, status: 204 },
					gives: { id: 4, deleted: true },
					errors: [403, 404, [409, 1407]],
				},
			],
			row: once({ dnsId: rl(1) }, ['dns.deleted'], { after: ['dns create'] }),
		},
	},
	routes: {
		'POST /api/v1/dns': {
			asked: {
				body: z.strictObject({
					primary: z.union([z.ipv4(), z.ipv6()]),
					secondary: z.union([z.ipv4(), z.ipv6()]),
					ip_address_version: z.literal([4, 6]),
				}),
			},
			answers: { 201: emptyObject },
		},
		'DELETE /api/v1/dns/{dnsId}': { asked: {}, answers: { 204: empty } },
	},
};

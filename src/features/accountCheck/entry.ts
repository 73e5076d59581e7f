import { defineFeature, type Feature } from '../../run/feature';
import type { Operation } from '../../table/define';

/**
 * Reads one of everything; the report contains names and types, and no value of the account. `operations`
 * gives all operations of the nodes. Those that read are sent; those that depend on a difference are
 * named.
 */
export const accountCheck = (operations: () => readonly Operation[]): Feature =>
	defineFeature({
		resource: 'account',
		name: 'check',
		action: 'Check account',
		description:
			'Read one of everything, in fewer than 200 requests, and report what this account may do and where the service differs from what this package expects. The report names no device and no person.',
		request: 'GET /api/v1/endpoint',
		lane: 'single',
		errors: [],
		fields: {},
		perform: async (client) => await (await import('./check')).check(client, operations()),
	});

import { defineOperation } from '../../define';

/** Reads one of everything; the report holds names and types, and no value of the account. */
export const checkAccount = defineOperation({
	resource: 'account',
	name: 'check',
	action: 'Check an account',
	description:
		'Read one of everything, in fewer than 200 requests, and report what this account may do and where the service differs from what this package expects. The report names no device and no person.',
	request: 'GET /api/v1/endpoint',
	lane: 'single',
	errors: [],
	fields: {},
	run: async (call) => await call.check(),
});

import { readOnce } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';

/* The check of an account; test/unit/features/accountCheck has its cases. */

export const accountFacts: Facts = {
	operations: {
		'account check': {
			documented: 'GET /api/v1/endpoint read single',
			row: readOnce({}),
		},
	},
};

import { entityOf, limited, answerList } from '../../answers';
import { operationsWith } from '../../define';
import * as f from '../../fields';
import { deletesUnlessUsed, readEntry } from './callback';

/* Secrets that calls to callbacks are signed with, for cleaning up. Source: public reference. */

const define = operationsWith({ resource: 'callbackSecret', lane: 'single' });

const secretId = f.path(
	f.pick({ label: 'Callback Secret', hint: 'By Name takes the purpose' }, 'callbackSecret'),
);

export const getAllCallbackSecrets = define({
	name: 'getAll',
	action: 'Get many callback secrets',
	description: 'List the callback secrets by their purpose, without the secrets themselves',
	request: 'GET /api/v1/api_secret',
	lane: 'list',
	errors: [403],
	fields: f.listFields,
	result: (answer, input) => limited(answerList(answer), input).map(readEntry),
});

export const getCallbackSecret = define({
	name: 'get',
	action: 'Get callback secret',
	description: 'Read the purpose of one callback secret; the secret itself is never returned',
	request: 'GET /api/v1/api_secret/{secretId}',
	errors: [403, 404],
	fields: { secretId },
	result: (answer) => readEntry(entityOf(answer)),
});

export const deleteCallbackSecret = define({
	name: 'delete',
	action: 'Delete callback secret',
	description: 'Delete a callback secret that no service profile uses; each profile is read first',
	request: 'DELETE /api/v1/api_secret/{secretId}',
	notice:
		'Calls are no longer signed with it. Take it off the service profiles that use it, then delete it.',
	...deletesUnlessUsed('callback secret', ['secretId', secretId], ['api_secret']),
});

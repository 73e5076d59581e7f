import { PUBLIC_OPERATIONS } from '../../../scripts/publicOperations';
import { senders } from '../../../scripts/sentRequests';
import { operations } from '../../../src/operations';

/* docs/operations/service.md says for each public operation of the service where it is used, or why it is not offered. */

const FILE = 'scripts/publicOperations.ts';

test('each public operation is sent by the nodes, or has a reason why not', async () => {
	const { by } = await senders();
	const silent = PUBLIC_OPERATIONS.filter(
		({ request, reason, sentBy }) => !by.has(request) && !reason && !sentBy,
	);
	expect(silent.map(({ request }) => `${request}: give its reason in ${FILE}`)).toEqual([]);
	const stale = PUBLIC_OPERATIONS.filter(
		({ request, reason }) => by.has(request) && reason !== undefined,
	);
	expect(
		stale.map(({ request }) => `${request} is offered: take its reason out of ${FILE}`),
	).toEqual([]);
	console.log(
		`public operations: ${PUBLIC_OPERATIONS.length} named, ${by.size} sent by ${operations.length} operations of the nodes`,
	);
});

test('the nodes send only public operations', async () => {
	const { beside } = await senders();
	expect(beside.map((request) => `${request} is not in ${FILE}`)).toEqual([]);
});

test('no public operation is listed twice', () => {
	const forms = PUBLIC_OPERATIONS.map(({ request }) => request.replace(/\{\w+\}/g, '{}'));
	expect(new Set(forms).size).toBe(forms.length);
});

import assert from 'node:assert/strict';
import { isUnusedAddress } from '../../../../nodes/CellularIot/n8n/unusedAddress';
import type { Fact } from './stage';

/* What each file of nodes/CellularIot/n8n expects of n8n, by its name. */

interface Answered {
	status: number;
	body: unknown;
}

/** All that was seen of one n8n. */
export interface Seen {
	/** Its address. */
	url: string;
	/** What the probes have written. */
	facts: Fact[];
	/** Answers to a call that starts a run, to one that is refused, and to an address that none has. */
	started: Answered;
	refused: Answered;
	unused: Answered;
	/** The names of node types that n8n offers. */
	types: string;
	/** It protects private addresses and knows the domains of credentials: 2.30 and later. */
	guards: boolean;
	/** It has `onExecutionFinish`. */
	tellsEnds: boolean;
}

export class Absent extends Error {}

const about = (seen: Seen, name: string) => seen.facts.filter((entry) => entry.about === name);
/** A fact that the probes have written about a reliance, by one of its keys. */
function fact(seen: Seen, name: string, key: string): unknown {
	const found = about(seen, name).find((candidate) => key in candidate);
	assert.ok(found, `no probe has reported "${key}"`);
	return found[key];
}
function guarded(seen: Seen): void {
	if (!seen.guards) throw new Absent('this version neither guards addresses nor limits domains');
}

export const CHECKS: Record<string, (seen: Seen) => void> = {
	allowedDomains(seen) {
		guarded(seen);
		assert.equal(fact(seen, 'allowedDomains', 'read'), 'example.com');
		assert.match(
			String(fact(seen, 'allowedDomains', 'hint')),
			/domains that the credential allows/,
		);
	},
	binaryMode(seen) {
		assert.equal(fact(seen, 'binaryMode', 'streams'), true);
		assert.equal(fact(seen, 'binaryMode', 'text'), 'abcd');
	},
	cancelSignal(seen) {
		assert.equal(fact(seen, 'cancelSignal', 'aborted'), true);
		assert.match(String(fact(seen, 'cancelSignal', 'error')), /cancel|abort/i);
	},
	closeAtStop: (seen) => assert.equal(fact(seen, 'closeAtStop', 'closed'), true),
	credentialExpressions: (seen) =>
		assert.equal(fact(seen, 'credentialExpressions', 'varies'), false),
	customData: (seen) => assert.deepEqual(fact(seen, 'customData', 'stored'), { iccid: '8988' }),
	// Engine 2.0 itself has a leg of its own: test/real/compat/engine2.
	engine2(seen) {
		assert.equal(fact(seen, 'engine2', 'workflow'), false);
		assert.equal(fact(seen, 'engine2', 'run'), false);
	},
	errorItems(seen) {
		const item = fact(seen, 'errorItems', 'item') as Record<string, unknown>;
		const { error, details, column } = item;
		const wanted = { error: 'it failed', details: { outcome: 'refused' }, column: 1 };
		assert.deepEqual({ error, details, column }, wanted);
	},
	executionMode: (seen) => assert.equal(fact(seen, 'executionMode', 'mode'), 'regular'),
	failedRequest(seen) {
		assert.equal(fact(seen, 'failedRequest', 'cut'), true);
		assert.notEqual(fact(seen, 'failedRequest', 'unsent'), true);
	},
	firstStep: (seen) =>
		assert.deepEqual(fact(seen, 'firstStep', 'items'), [{ started: '{"a":12345678901234567890}' }]),
	guardedAddress(seen) {
		guarded(seen);
		assert.equal(fact(seen, 'guardedAddress', 'private'), true);
		assert.equal(fact(seen, 'guardedAddress', 'loopback'), false);
	},
	hooksAtStart(seen) {
		const called = about(seen, 'hooksAtStart').filter(({ activation }) => activation === 'init');
		assert.deepEqual(
			called.map(({ hook }) => hook),
			['checkExists', 'create'],
		);
	},
	modules: (seen) => assert.equal((fact(seen, 'modules', 'found') as string[]).length, 4),
	noContentType: (seen) => assert.equal(fact(seen, 'noContentType', 'type'), null),
	personOnly: () => {
		throw new Absent('the types for builders are tried with the SDK, in test/unit/nodes/builder');
	},
	pollContext(seen) {
		const polls = about(seen, 'pollContext').map(({ isPublication }) => isPublication);
		assert.ok(polls.length > 1, 'polled less than twice');
		assert.deepEqual(polls, [true, ...polls.slice(1).map(() => false)]);
	},
	processedItems(seen) {
		assert.deepEqual(fact(seen, 'processedItems', 'first'), ['mine']);
		assert.deepEqual(fact(seen, 'processedItems', 'again'), ['open']);
		assert.deepEqual(fact(seen, 'processedItems', 'other'), ['mine']);
	},
	proxies(seen) {
		if (fact(seen, 'proxies', 'status') === null) {
			throw new Absent('this version throws no status by name');
		}
		assert.equal(fact(seen, 'proxies', 'status'), 403);
	},
	rawBody(seen) {
		const texts = about(seen, 'rawBody').map(({ text }) => text);
		assert.deepEqual(texts, ['{"a":12345678901234567890}', 'not "json', 'too large', '"refuse"']);
	},
	refusals(seen) {
		guarded(seen);
		assert.match(String(fact(seen, 'refusals', 'hint')), /N8N_SSRF_ALLOWED/);
	},
	runCounts: (seen) =>
		assert.deepEqual(
			about(seen, 'runCounts')
				.map(({ tries }) => tries)
				.slice(0, 2),
			[1, 2],
		),
	runData(seen) {
		const run = about(seen, 'runData').flatMap(({ seen: count }) => count ?? []);
		assert.deepEqual(run.slice(0, 2), [1, 2]);
		if (seen.tellsEnds) assert.equal(fact(seen, 'runData', 'endedWell'), true);
	},
	staticData(seen) {
		const read = about(seen, 'staticData').map(({ read: stored }) => stored);
		assert.deepEqual(read.slice(0, 2), [{}, { node: 'saved with the run' }]);
	},
	storedSession: (seen) => assert.equal(fact(seen, 'storedSession', 'logins'), 1),
	toolNode(seen) {
		assert.match(seen.types, /"n8n-nodes-probe\.probeTool"/);
		assert.equal(fact(seen, 'toolNode', 'isTool'), false);
	},
	tracing: (seen) => assert.deepEqual(fact(seen, 'tracing', 'kept'), { 'cellular_iot.items': 1 }),
	tries: (seen) =>
		assert.deepEqual(
			about(seen, 'tries')
				.map(({ known }) => known)
				.slice(0, 2),
			[false, true],
		),
	unusedAddress: ({ unused }) => assert.ok(isUnusedAddress({ ...unused, headers: {} })),
	wait: (seen) => assert.equal(fact(seen, 'wait', 'isOver'), true),
	webhookAddress(seen) {
		assert.equal(fact(seen, 'webhookAddress', 'isTest'), false);
		assert.equal(fact(seen, 'webhookAddress', 'n8n'), seen.url);
	},
	webhookAnswer(seen) {
		const [first] = about(seen, 'webhookAnswer');
		assert.deepEqual(first, { about: 'webhookAnswer', status: 200, isSaved: true });
		assert.deepEqual(seen.refused, { status: 503, body: { message: 'later' } });
	},
	webhookBody: ({ started }) =>
		assert.deepEqual(started, { status: 200, body: { received: true } }),
};

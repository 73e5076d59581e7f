import { faultAt, runAt, simulated } from '../../support/simulator';
import { rl } from '../nodes/rows/rowTypes';

// Waits and clock run two hundred times as fast.
jest.mock('../../../src/ports', () => jest.requireActual<object>('../../support/movedPorts'));

/*
 * The outcome of a failed item that is certain although a request got no answer.
 */

const sim = simulated({ seed: { endpoints: 3, bulkDelayMs: 0 } }, 'new');

const effects = (kind: string) => sim.ledger().effects.filter((e) => e.kind === kind);

/** The details of the error of an operation on an endpoint. */
const detailsOf = async (operation: string, parameters: object) => {
	const values = { endpointId: rl('10001'), ...parameters };
	const { errors } = await runAt(sim, operation, values, { onError: 'continueErrorOutput' });
	return errors[0]?.json.details;
};

describe('reports that nothing was sent', () => {
	test('when the login got no answer', async () => {
		faultAt(sim, 'POST /authenticate$', { kind: 'errorBefore' });
		const details = await detailsOf('sms send', { payload: 'hello' });
		expect(details).toMatchObject({ outcome: 'notSent', status: 503 });
		expect(effects('sms.sent')).toHaveLength(0);
	});

	test('when looking up the endpoint got no answer', async () => {
		faultAt(sim, 'GET /endpoint', { kind: 'resetBefore' });
		const endpointId = rl('8988303000000000001', 'iccid');
		const details = await detailsOf('sms send', { endpointId, payload: 'hello' });
		expect(details).toMatchObject({ outcome: 'notSent' });
	});

	test('when reading a quota before a top-up got no answer', async () => {
		faultAt(sim, 'GET /quota/sms$', { kind: 'errorBefore' });
		const details = await detailsOf('smsQuota topUp', { add: 5 });
		expect(details).toMatchObject({ outcome: 'notSent', status: 503 });
	});
});

describe('an SMS in two parts', () => {
	const long = { payload: 'x'.repeat(200) };

	test.each([
		['refused', { kind: 'errorBefore', status: 422 }],
		['not sent', { kind: 'tooManyRequests' }],
	] as const)('is partly sent when the second part is %s', async (_, rule) => {
		faultAt(sim, 'POST /sms$', { ...rule, skip: 1 });
		const details = await detailsOf('sms send', long);
		expect(effects('sms.sent')).toHaveLength(1);
		expect(details).toMatchObject({ outcome: 'partial' });
	});

	test('is refused when the first part is refused', async () => {
		faultAt(sim, 'POST /sms$', { kind: 'errorBefore', status: 422 });
		expect(await detailsOf('sms send', long)).toMatchObject({ outcome: 'refused' });
	});
});

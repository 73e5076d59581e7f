import { type FaultRule, type SimulatorHandle, start } from '../../../simulator';
import { runNode, storeFor } from '../../support/n8n/n8n';

// Waits and clock pass two hundred times as fast.
jest.mock('../../../src/ports', () => jest.requireActual<object>('../../support/scaledPorts'));

/*
 * The words of a failed item about its effect where that is certain, though an answer never came.
 */

let sim: SimulatorHandle;
beforeEach(async () => {
	sim = await start({ port: 0, limits: false, seed: { endpoints: 3, bulkDelayMs: 0 } });
});
afterEach(async () => await sim.close());

const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value }) as never;
const fault = (method: string, path: string, rule: Omit<FaultRule, 'match'>) =>
	sim.setFaults({ rules: [{ match: { method, path }, ...rule }] });
const effects = (kind: string) => sim.ledger().effects.filter((e) => e.kind === kind);

const run = async (parameters: object) =>
	await runNode({
		credentials: storeFor(sim.url),
		parameters: parameters as never,
		onError: 'continueErrorOutput',
	});
const detailsOf = ({ errors }: Awaited<ReturnType<typeof runNode>>) =>
	errors[0]?.json.details as Record<string, unknown>;

const sms = (more: object = {}) => ({
	resource: 'sms',
	operation: 'send',
	endpointId: locator('id', '10001'),
	payload: 'hello',
	...more,
});

describe('nothing was sent', () => {
	test('when the login got no answer', async () => {
		fault('POST', '/authenticate$', { kind: 'errorBefore' });
		const details = detailsOf(await run(sms()));
		expect(details).toMatchObject({ outcome: 'notSent', status: 503 });
		expect(effects('sms.sent')).toHaveLength(0);
	});

	test('when looking up the endpoint got no answer', async () => {
		fault('GET', '/endpoint', { kind: 'resetBefore' });
		const details = detailsOf(
			await run(sms({ endpointId: locator('iccid', '8988303000000000001') })),
		);
		expect(details).toMatchObject({ outcome: 'notSent' });
	});

	test('when reading a quota before a top-up got no answer', async () => {
		fault('GET', '/quota/sms$', { kind: 'errorBefore' });
		const parameters = {
			resource: 'smsQuota',
			operation: 'topUp',
			endpointId: locator('id', '10001'),
			add: 5,
		};
		const details = detailsOf(await run(parameters));
		expect(details).toMatchObject({ outcome: 'notSent', status: 503 });
	});
});

describe('a part was sent', () => {
	const long = sms({ payload: 'x'.repeat(200) });

	test.each([
		['refused', { kind: 'errorBefore', status: 422 }],
		['not sent', { kind: 'tooManyRequests' }],
	] as const)('when the second part is %s', async (_, rule) => {
		fault('POST', '/sms$', { ...rule, skip: 1 });
		const details = detailsOf(await run(long));
		expect(effects('sms.sent')).toHaveLength(1);
		expect(details).toMatchObject({ outcome: 'partial' });
	});

	test('but none when the first one is refused', async () => {
		fault('POST', '/sms$', { kind: 'errorBefore', status: 422 });
		expect(detailsOf(await run(long))).toMatchObject({ outcome: 'refused' });
	});
});

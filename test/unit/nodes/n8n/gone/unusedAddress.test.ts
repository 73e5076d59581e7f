import { movingOn } from '../../../../support/movedPorts';
import { gone } from '../../../../support/n8n/gone';
import { answersAt, UNUSED } from '../../../triggers/copies';
import { ORIGIN, published, sim, streams } from '../../../triggers/stream/registering';

jest.mock('../../../../../src/ports', () =>
	jest.requireActual<object>('../../../../support/movedPorts'),
);
jest.mock('../../../../../src/triggers/runtime/inMemory', () =>
	jest.requireActual<object>('../../../../support/n8n/processes'),
);

// The service takes its time to delete a stream; the waits for that are jumped over.
beforeAll(() => movingOn(sim.clock));

/** What n8n might say of an address that no workflow has. */
const OTHERWISE = { ...UNUSED, body: { status: 'error', message: 'No such webhook' } };

const COPY = 'https://copy.example';

/** The streams that are left once a copy has started, where a test of the original was cut off; and its log. */
async function leftBy(page: typeof UNUSED) {
	const original = await published();
	await original.activate('manual');
	const copy = original.copiedTo(COPY);
	answersAt(ORIGIN, page);
	answersAt(COPY, copy);
	await copy.activate('trigger', 'init');
	return { names: streams().map(({ name }) => name), log: copy.log.join('\n') };
}

describe(gone('unusedAddress'), () => {
	test('as n8n answers today, the stream of a cut test is taken back', async () => {
		expect((await leftBy(UNUSED)).names).toEqual([expect.not.stringMatching(/ test /)]);
	});

	test('with another answer, it is left alone, and the log says who may have it', async () => {
		const { names, log } = await leftBy(OTHERWISE);
		expect(names).toEqual([expect.not.stringMatching(/ test /), expect.stringMatching(/ test /)]);
		expect(log).toMatch(/https:\/\/n8n\.example.*left as it is/);
	});
});

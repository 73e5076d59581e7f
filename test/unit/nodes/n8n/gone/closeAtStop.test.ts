import { gone } from '../../../../support/n8n/gone';
import { published, recordsArrived, sim, streams, use } from '../../../triggers/stream/registering';

const [RUNNING, IN_ERROR] = [1, 3];
const states = () => streams().map(({ statusId }) => statusId);
const options = { pauseWhileStopped: true };

/** A published workflow whose n8n has ended without a word, and its stream is in error since. */
async function ended() {
	const workflow = await published({ options });
	sim.streams.fail(streams()[0]!.id);
	workflow.restart();
	expect(states()).toEqual([IN_ERROR]);
	return workflow;
}

describe(gone('closeAtStop'), () => {
	test('the next start of n8n resumes the stream, and records of meanwhile arrive', async () => {
		const workflow = await ended();
		const ids = use(3);
		await workflow.activate('trigger', 'init');
		expect(states()).toEqual([RUNNING]);
		await recordsArrived(ids.length);
	});
});

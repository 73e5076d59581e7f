import { gone } from '../../../../support/n8n/gone';
import { published, sim, streams } from '../../../triggers/stream/registering';

/** The state of a stream that the service could not reach. */
const [RUNNING, IN_ERROR] = [1, 3];
const states = () => streams().map(({ statusId }) => statusId);

describe(gone('hooksAtStart'), () => {
	test('a start of n8n that calls nothing leaves a failed stream, and publishing repairs it', async () => {
		const workflow = await published();
		sim.streams.fail(streams()[0]!.id);
		workflow.restart();
		expect(states()).toEqual([IN_ERROR]);
		expect(workflow.log).toEqual([]);
		await workflow.activate();
		expect(states()).toEqual([RUNNING]);
	});
});

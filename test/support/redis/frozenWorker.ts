import { once } from 'node:events';
import { systemSleep } from '../../../src/ports';
import { redisLane } from '../../../src/request/sharedLane';
import { hold } from '../attempt';

/*
 * A process that holds a shared lane, sends at once or when it is told to by a line on its standard
 * input, and releases the lane when the service has finished; a test freezes it in the meantime.
 * Times are in milliseconds.
 */

const [url = '', key = '', sends = 'told', works = '0'] = process.argv.slice(2);

const lane = redisLane(url, { sleep: systemSleep, lockMs: 1_000, atWorkMs: 2_000 });
hold(lane, key, async (lease) => {
	console.log('held');
	if (sends === 'told') await once(process.stdin, 'data');
	await lease.confirm();
	console.log('sent');
	await systemSleep(Number(works));
	console.log('answered');
})
	.catch((error: { problem?: string }) => console.log(`not sent: ${error.problem}`))
	.finally(() => process.stdin.destroy());

import { systemSleep } from '../../../src/ports';
import { redisLane } from '../../../src/request/sharedLane';
import { hold } from '../attempt';

/*
 * A process that holds a shared lane, sends after a delay, and releases the lane when the service has
 * finished; a test freezes it in the meantime. Times are in milliseconds.
 */

const [url = '', key = '', sendsAfter = '300', works = '0'] = process.argv.slice(2);

const lane = redisLane(url, { sleep: systemSleep, lockMs: 1_000, atWorkMs: 2_000 });
hold(lane, key, async (lease) => {
	console.log('held');
	await systemSleep(Number(sendsAfter));
	await lease.confirm();
	console.log('sent');
	await systemSleep(Number(works));
	console.log('answered');
}).catch((error: { problem?: string }) => console.log(`not sent: ${error.problem}`));

import { redisLane } from '../../src/http/sharedLane';
import { systemSleep } from '../../src/ports';

/*
 * A process that holds a shared lane, sends after a while, and gives the lane back when the service has
 * worked on it; a test freezes it meanwhile. Milliseconds.
 */

const [url = '', key = '', sendsAfter = '300', works = '0'] = process.argv.slice(2);

redisLane(url, { sleep: systemSleep, lockMs: 1_000, atWorkMs: 2_000 })
	.hold(key, async (lease) => {
		console.log('held');
		await systemSleep(Number(sendsAfter));
		await lease.confirm();
		console.log('sent');
		await systemSleep(Number(works));
		console.log('answered');
	})
	.catch((error: { problem?: string }) => console.log(`not sent: ${error.problem}`));

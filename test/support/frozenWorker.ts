import { redisLane } from '../../src/http/sharedLane';
import { systemSleep } from '../../src/ports';

/* A process that holds a shared lane and would send 300 ms later; a test freezes it meanwhile. */

const [url = '', key = ''] = process.argv.slice(2);

redisLane(url, { sleep: systemSleep, lockMs: 1_000 })
	.hold(key, async (lease) => {
		console.log('held');
		await systemSleep(300);
		await lease.confirm();
		console.log('sent');
	})
	.catch((error: { problem?: string }) => console.log(`not sent: ${error.problem}`));

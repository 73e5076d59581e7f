import { createInterface } from 'node:readline';
import { ownError } from '../../../src/errors';
import type { Clock, Sleep } from '../../../src/ports';
import { systemSleep } from '../../../src/ports';
import { directTransport } from '../../support/directTransport';
import { Http } from '../../../src/request/http';
import { lanesFor } from '../../../src/request/limits/lanes';
import { redisLane } from '../../../src/request/sharedLane';

/*
 * One of several processes that share a lane under faults. Each input line is a call to make or a step
 * of the system clock; a line is printed for each outcome.
 */

const [baseUrl = '', redisUrl = '', speed = '1'] = process.argv.slice(2);
const FASTER = Number(speed);

let stepMs = 0;
const wall = Date.now.bind(Date);
Date.now = () => wall() + stepMs;

const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() * FASTER };
const sleep: Sleep = async (ms, signal) => await systemSleep(ms / FASTER, signal);

async function verdictOn(id: string): Promise<string> {
	const isSet = id.endsWith('set');
	// Each call is a separate run, because an unreachable Redis ends the whole run.
	const http = new Http({
		baseUrl,
		transport: directTransport,
		lanes: () => lanesFor(baseUrl, '1001'),
		sharedLane: redisLane(redisUrl, { sleep, clock }),
		clock,
		sleep,
		random: Math.random,
	});
	try {
		await http.request({
			method: isSet ? 'PATCH' : 'POST',
			path: '/bulk',
			effect: isSet ? 'set' : 'act',
			lane: 'sequential',
			what: 'a bulk call',
			timeoutMs: 120_000 / FASTER,
			body: { id },
		});
		return 'done';
	} catch (error) {
		const own = ownError(error);
		return `${own?.outcome ?? 'none'} ${own?.message ?? String(error)}`;
	}
}

let last: Promise<void> = Promise.resolve();
createInterface(process.stdin).on('line', (line) => {
	const [what = '', value = ''] = line.split(' ');
	if (what === 'step') stepMs += Number(value);
	if (what === 'call') {
		last = last.then(async () => {
			process.stdout.write(`${value} ${(await verdictOn(value)).replaceAll('\n', ' ')}\n`);
		});
	}
});

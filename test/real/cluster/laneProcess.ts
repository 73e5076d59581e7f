import { ownError } from '../../../src/errors';
import { systemClock, systemSleep } from '../../../src/ports';
import { directTransport } from '../../support/directTransport';
import { Http } from '../../../src/request/http';
import { lanesFor } from '../../../src/request/limits/lanes';
import { redisLane } from '../../../src/request/sharedLane';

/* One of several processes that share a lane: it sends bulk calls and prints a line for each. */

const [name = '', calls = '', baseUrl = '', token = '', redisUrl = ''] = process.argv.slice(2);

const http = new Http({
	baseUrl,
	transport: async (request) =>
		await directTransport({
			...request,
			headers: { ...request.headers, Authorization: `Bearer ${token}` },
		}),
	lanes: () => lanesFor(baseUrl, '1001'),
	// The calls take a fraction of a second.
	sharedLane: redisLane(redisUrl, { sleep: systemSleep, atWorkMs: 10_000 }),
	clock: systemClock,
	sleep: systemSleep,
	random: Math.random,
});

async function main(): Promise<void> {
	for (let i = 0; i < Number(calls); i++) {
		const endpoint = `${name}-${i}`;
		let verdict = 'done';
		try {
			await http.request({
				method: 'POST',
				path: '/api/v2/endpoint/multi',
				effect: 'act',
				lane: 'sequential',
				what: 'endpoint: createMany',
				body: {
					service_profile: { id: 101 },
					tariff_profile: { id: 201 },
					status: { id: 0 },
					endpoints: [{ name: endpoint }],
				},
			});
		} catch (error) {
			verdict = `${ownError(error)?.outcome ?? 'none'} ${String(error)}`;
		}
		process.stdout.write(`${endpoint} ${verdict}\n`);
	}
}

void main().then(() => process.exit(0));

import { Pool } from 'undici';

/*
 * The minimum time for sending: `floor.ts <url> <messages> <at a time>` only sends, and prints the
 * milliseconds it took.
 */
async function main(): Promise<void> {
	const [url = '', many, parallel] = process.argv.slice(2);
	const pool = new Pool(url, { connections: Number(parallel), pipelining: 1 });
	let next = 0;
	const work = async () => {
		while (next < Number(many)) {
			const i = next;
			next += 1;
			const { body } = await pool.request({
				method: 'POST',
				path: `/api/v1/endpoint/${i + 1}/sms`,
				headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
				body: JSON.stringify({ payload: `Message ${i}` }),
			});
			await body.json();
		}
	};
	const start = performance.now();
	await Promise.all(Array.from({ length: Number(parallel) }, work));
	process.stdout.write(String(performance.now() - start));
	await pool.close();
}

void main();

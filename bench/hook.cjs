/*
 * Loaded into n8n before itself (NODE_OPTIONS=--require): tells what the process has used, over a
 * socket, a word a line. Changes nothing of what n8n does.
 */
const crypto = require('node:crypto');
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:net');

const path = process.env.BENCH_SOCKET;

// The parents and the children of n8n inherit the option.
if (path && /bin.n8n$/.test(process.argv[1] ?? '')) {
	delete process.env.BENCH_SOCKET;
	let decryptions = 0;
	const { createDecipheriv } = crypto;
	crypto.createDecipheriv = (...args) => {
		decryptions += 1;
		return createDecipheriv(...args);
	};
	let session;
	const post = (method) =>
		new Promise((resolve, reject) =>
			session.post(method, (error, result) => (error ? reject(error) : resolve(result))),
		);
	const words = {
		/** Collects garbage. Not as a last resort: that takes compiled code too, which then is made anew. */
		rest: async () => {
			for (let i = 0; i < 3; i++) {
				globalThis.gc();
				await new Promise((resolve) => setTimeout(resolve, 50));
			}
			// The peak counts from here on: that of n8n's own start is higher than most.
			if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
		},
		profile: async () => {
			const { Session } = require('node:inspector');
			session = new Session();
			session.connect();
			await post('Profiler.enable');
			await post('Profiler.start');
		},
		profiled: async (file) => {
			writeFileSync(file, JSON.stringify((await post('Profiler.stop')).profile));
			session.disconnect();
		},
		used: async () => ({ cpuMs: cpuMs(), peakMb: peakMb(), decryptions }),
	};
	const cpuMs = () => {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1000;
	};
	/** Linux says so; elsewhere there is no such figure. */
	const peakMb = () => {
		if (process.platform !== 'linux') return NaN;
		return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1000;
	};
	rmSync(path, { force: true });
	createServer((socket) => {
		socket.on('data', async (chunk) => {
			const [word, ...rest] = String(chunk).trim().split(' ');
			const result = await words[word](...rest).catch((error) => ({ error: String(error) }));
			socket.end(`${JSON.stringify(result ?? {})}\n`);
		});
		socket.on('error', () => {});
	})
		.listen(path)
		.unref();
}

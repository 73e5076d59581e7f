/*
 * Loaded into n8n before its own code (NODE_OPTIONS=--require). Reports the resource usage of the
 * process over a socket, one command per line. It does not change n8n's behaviour.
 */
const crypto = require('node:crypto');
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:net');

const path = process.env.BENCH_SOCKET;

// The wrappers and child processes of n8n inherit the option, too.
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
		/** Collects garbage, without the last-resort mode, which would also discard compiled code. */
		rest: async () => {
			for (let i = 0; i < 3; i++) {
				globalThis.gc();
				await new Promise((resolve) => setTimeout(resolve, 50));
			}
			// Reset the peak: that of n8n's own start is higher than most.
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
	/** Only Linux provides this figure. */
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

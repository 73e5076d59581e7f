import { createRequire } from 'node:module';
import { type BuildOptions, build } from 'esbuild';
import * as n8n from 'n8n-workflow';
import config from '../../tsup.config';
import { ROOT } from './sources';

/* The build's replacements for timers and the global object: n8n's check forbids Node's own. */

const { esbuildOptions } = config as { esbuildOptions: (options: BuildOptions) => void };

/** The exports of a source text, built like the package, for a given n8n. */
async function built<T>(contents: string, workflow: object = n8n): Promise<T> {
	const options: BuildOptions = {
		stdin: { contents, resolveDir: ROOT },
		bundle: true,
		write: false,
		format: 'cjs',
		platform: 'node',
		external: ['n8n-workflow'],
	};
	esbuildOptions(options);
	const [{ text } = { text: '' }] = (await build(options)).outputFiles ?? [];
	const find = createRequire(__filename);
	const module = { exports: {} };
	const names = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'process', 'global'];
	// Using Node's own fails.
	new Function('require', 'module', 'exports', ...names, text)(
		(name: string): unknown => (name === 'n8n-workflow' ? workflow : find(name)),
		module,
		module.exports,
	);
	return module.exports as T;
}

const TIMERS = `
	exports.run = async () => {
		const said = [];
		const say = (what) => () => said.push(what);
		setTimeout(say('later'), 20);
		setTimeout((what) => said.push(what), 1, 'soon');
		clearTimeout(setTimeout(say('cleared'), 2));
		clearTimeout(undefined);
		setImmediate(say('next'));
		await new Promise((resolve) => {
			const times = setInterval(() => {
				said.push('again');
				if (said.filter((what) => what === 'again').length < 3) return;
				clearInterval(times);
				resolve();
			}, 2);
		});
		await new Promise((resolve) => setTimeout(resolve, 30).unref());
		return said;
	}`;

const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

test.each<[string, object]>([
	['this n8n, whose `sleep` takes a signal', n8n],
	[
		'an older n8n with a separate `sleepWithAbort`',
		{
			sleep: wait,
			sleepWithAbort: async (ms: number, signal: AbortSignal) => {
				await Promise.race([
					wait(ms),
					new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('cut')))),
				]);
			},
		},
	],
	['an n8n whose `sleep` cannot be cancelled', { sleep: wait }],
])('timers work with %s', async (_, workflow) => {
	const { run } = await built<{ run: () => Promise<string[]> }>(TIMERS, workflow);
	const said = await run();
	expect([...said].sort()).toEqual(['again', 'again', 'again', 'later', 'next', 'soon']);
	expect(said.indexOf('soon')).toBeLessThan(said.indexOf('later'));
});

test('the library for one-time codes works in the bundle', async () => {
	const { code } = await built<{ code: string }>(`
		import { Secret, TOTP } from 'otpauth';
		const secret = Secret.fromBase32('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
		exports.code = new TOTP({ secret, digits: 8 }).generate({ timestamp: 59_000 });`);
	// RFC 6238, appendix B.
	expect(code).toBe('94287082');
});

test('the limiter of the sequential lane runs one job at a time, in order', async () => {
	const { order } = await built<{ order: () => Promise<number[]> }>(`
		import Bottleneck from 'bottleneck';
		const limiter = new Bottleneck({ maxConcurrent: 1 });
		const done = [];
		const job = (n) => limiter.schedule(async () => {
			await new Promise((resolve) => setTimeout(resolve, 6 - n));
			done.push(n);
		});
		exports.order = async () => { await Promise.all([1, 2, 3, 4, 5].map(job)); return done; };`);
	expect(await order()).toEqual([1, 2, 3, 4, 5]);
});

/*
 * Stand-ins that the build gives to all code that asks for one of these names, bundled libraries
 * included: n8n takes no package into its cloud that uses Node's own. Timers are n8n's wait.
 */
import * as n8n from 'n8n-workflow';

// Older versions have a second function for a part that newer ones leave to the first: a wait that
// can be ended.
const wait = n8n.sleepWithAbort ?? n8n.sleep;

/** Clearing one ends its wait. None can be kept from holding the process up, but n8n ends by itself. */
class Timer extends AbortController {
	unref = () => this;
}

/** Runs a job again and again, as long as the one before says so. */
async function run(timer, ms, job, again) {
	do {
		// Ended, also where n8n's wait does not say so.
		const woke = await wait(ms, timer.signal).then(
			() => true,
			() => false,
		);
		if (!woke || timer.signal.aborted) return;
		job();
	} while (again);
}

const begin =
	(again) =>
	(call, ms = 0, ...given) => {
		const timer = new Timer();
		void run(timer, ms, () => call(...given), again);
		return timer;
	};

const end = (timer) => timer?.abort?.();

/** By no clock: with the next round of the event loop, as Node's does. */
function soon(call, ...given) {
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = () => {
		port1.close();
		call(...given);
	};
	port2.postMessage(undefined);
}

/** The values that bundled libraries look for in it. */
const scope = { Buffer, TextEncoder, TextDecoder, crypto };

const after = begin(false);
const every = begin(true);
export {
	after as setTimeout,
	every as setInterval,
	soon as setImmediate,
	end as clearTimeout,
	end as clearInterval,
	scope as globalThis,
};

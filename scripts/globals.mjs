/*
 * Replacements that the build injects for these global names, also in bundled libraries: n8n does not
 * verify packages that use Node's own. Timers are based on n8n's wait.
 */
import { wait } from '../nodes/CellularIot/n8n/wait';

/** Clearing a timer cancels its wait. `unref` has no effect, but n8n exits explicitly. */
class Timer extends AbortController {
	unref = () => this;
}

/** Runs a job after `ms` milliseconds; with `again`, repeatedly until the timer is cleared. */
async function run(timer, ms, job, again) {
	do {
		// Cancelled, even if n8n's wait does not report it.
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

/** Runs in the next iteration of the event loop, without a clock, like Node's. */
function soon(call, ...given) {
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = () => {
		port1.close();
		call(...given);
	};
	port2.postMessage(undefined);
}

/** The values that bundled libraries read from it. */
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

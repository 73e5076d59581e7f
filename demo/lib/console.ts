const colours = process.stdout.isTTY && process.env.NO_COLOR === undefined;

const paint = (code: number) => (text: string) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);

let silent = false;

/** Prints one last line and suppresses all further output. */
export function sayLast(text: string): void {
	say(text);
	silent = true;
}

/** Prints one line; all output of the demo goes through here. */
export function say(text = ''): void {
	if (!silent) process.stdout.write(`${text}\n`);
}

/** An error whose message tells the user what to do; printed without a stack. */
export class DemoError extends Error {
	constructor(
		message: string,
		readonly advice?: string,
	) {
		super(message);
		this.name = 'DemoError';
	}
}

/** Whole seconds since `start` (a `performance.now()` value), such as `12 s`. */
function elapsed(start: number): string {
	return `${Math.round((performance.now() - start) / 1000)} s`;
}

/**
 * Runs a step and prints its title, a line every `everyMs` while it runs, and its duration. The
 * output is plain lines, the same in a terminal and in a log file.
 */
export async function step<T>(
	title: string,
	work: (progress: (detail: string) => void) => Promise<T>,
	everyMs = 10_000,
): Promise<T> {
	const start = performance.now();
	let detail = '';
	say(`• ${title} …`);
	const ticker = setInterval(() => {
		say(dim(`    ${elapsed(start)}${detail && `, ${detail}`}`));
	}, everyMs);
	try {
		const result = await work((text) => (detail = text));
		say(`  ${green('done')} in ${elapsed(start)}`);
		return result;
	} finally {
		clearInterval(ticker);
	}
}

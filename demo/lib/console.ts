const colours = process.stdout.isTTY && process.env.NO_COLOR === undefined;

const paint = (code: number) => (text: string) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);

let silent = false;

/** Says one last line, then nothing more. */
export function sayLast(text: string): void {
	say(text);
	silent = true;
}

/** One line of output; everything the demo says goes through here. */
export function say(text = ''): void {
	if (!silent) process.stdout.write(`${text}\n`);
}

/** An error that tells the person what to do; printed without a stack. */
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
 * Runs a step, saying what it is, a line every `everyMs` while it lasts, and how long it took.
 * Plain lines only, so that it reads the same in a terminal and in a log file.
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

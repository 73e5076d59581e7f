/*
 * Prints what an operation, a wait or an alert still lacks beside its code, each with the file to edit and the
 * command that shows it: `npm run missing -- sms.cancel`; without a name, for all of them.
 */

// The cases use some of jest's matchers; only their requests matter here.
const anything = new Proxy((): unknown => anything, { get: (): unknown => anything }) as unknown;
Object.assign(globalThis, { expect: anything });

async function main(): Promise<void> {
	const { lacking } = await import('../test/house/lacking');
	const lines = lacking(process.argv[2]);
	console.log(lines.length === 0 ? 'Nothing is missing.' : lines.join('\n'));
	process.exitCode = lines.length === 0 ? 0 : 1;
}

void main();

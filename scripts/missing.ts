import '../test/faults/resolve';

/*
 * Prints what an operation, a wait or an alert still lacks, each with the file to edit and the
 * command that shows it: `npm run missing -- sms.cancel`; without a name, for all of them.
 */

async function main(): Promise<void> {
	const { KNOWN_NAMES, lacking } = await import('../test/house/lacking');
	const name = process.argv[2] ?? '';
	const lines = await lacking(name);
	if (lines.length === 0 && !KNOWN_NAMES.some((known) => known.includes(name.replace('.', ' ')))) {
		lines.push(
			`There is no operation, wait or alert "${name}": write sms.cancel, await.online or alert.tunnelDown, and see that its entry is listed (npx jest test/house/entries)`,
		);
	}
	console.log(lines.length === 0 ? 'Nothing is missing.' : lines.join('\n'));
	process.exitCode = lines.length === 0 ? 0 : 1;
}

void main();

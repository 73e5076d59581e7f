/*
 * Reads what `jest --json` wrote: prints the test files that failed, and why on standard error. Ends
 * with 1 where none is named or more than three are: that is more than one starved file.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const text = readFileSync(process.argv[2], 'utf8');
const failed = text ? JSON.parse(text).testResults.filter(({ status }) => status === 'failed') : [];
for (const { name, message } of failed.slice(0, 20)) {
	console.log(relative('', name));
	console.error(`\n${message.slice(0, 1_500)}`);
}
if (failed.length === 0 || failed.length > 3) process.exitCode = 1;

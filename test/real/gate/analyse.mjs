// Runs n8n's own check of community packages on a folder and prints what it finds as JSON. A program
// of its own: the check and its ESLint are installed beside the package, not in it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const [installed, folder, leg] = process.argv.slice(2);
const scanner = join(installed, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(scanner).href);

const result = await analyzePackage(folder, leg === 'source' ? SOURCE_FILE_PATTERNS : undefined);
if (result.error) throw new Error(result.message);

// Its findings are text: the path of a file, and a line for each finding below it.
const findings = [];
let file = '';
for (const line of stripVTControlCharacters(result.details ?? '').split('\n')) {
	if (line.startsWith(folder)) file = line.slice(folder.length + 1);
	const found = /^ +(\d+):\d+ +error +(.*?) {2,}(\S+)$/.exec(line);
	if (found) findings.push({ file, line: Number(found[1]), message: found[2], rule: found[3] });
}
if (!result.passed && findings.length === 0) throw new Error(`not understood: ${result.details}`);
console.log(JSON.stringify(findings));

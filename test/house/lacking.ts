import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { panelNodes } from '../../scripts/panel';
import { PUBLIC_OPERATIONS } from '../../scripts/publicOperations';
import { operations } from '../../src/operations';
import { requestEntriesOf } from '../../src/table/chosenList';
import type { Operation } from '../../src/table/define';
import { ALERTS } from '../../src/triggers/alerts';
import { answeringRoute } from '../truth/answers';
import { templateOf } from '../truth/requests';
import { OPERATION_FACTS } from '../operations';

/* What operations, waits and alerts still lack beside their code: tests, facts, schemas, pages. */

const ROOT = join(__dirname, '..', '..');
const textsIn = (folder: string): string =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(ts|md)$/.test(file))
		.map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
		.join('\n');

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The headings of the operations, and the pages that have them. */
const panel = new Map(
	panelNodes().flatMap(({ page, resources }) =>
		resources.flatMap(({ operations: own }) =>
			own.map(({ operation, title }) => [operation, { page, title }] as const),
		),
	),
);

/** Operations whose cases are tests of their own. */
const OWN_TESTS = ['session requestCode', 'session verifyCode', 'account check'];

const formOf = (request: string) => new RegExp(`^${request.replace(/\{\w+\}/g, '[^/ ]+')}$`);
/** Either may name what the other leaves open, such as the kind of a quota. */
const isPublic = (request: string): boolean =>
	PUBLIC_OPERATIONS.some(
		({ request: known }) => formOf(known).test(request) || formOf(request).test(known),
	);

/** One thing that is lacking: what, the file to edit, and the command that shows or writes it. */
const lack = (of: string, what: string, file: string, command: string) =>
	`${of}: ${what} in ${file} (${command})`;

function lackingOf(operation: Operation): string[] {
	const { resource, name } = operation;
	const key = `${resource} ${name}`;
	const facts = OPERATION_FACTS[key] ?? {};
	const file = `test/operations/${resource}.ts`;
	const missing: string[] = [];
	const needs = (isThere: boolean, what: string, where: string, command: string) => {
		if (!isThere) missing.push(lack(key, what, where, command));
	};
	needs(
		facts.cases !== undefined || OWN_TESTS.includes(key),
		'a case with its exact request',
		file,
		`npx jest test/unit/table/requests -t '${key}'`,
	);
	needs(
		facts.row !== undefined || facts.rows !== undefined,
		'a row with its form values and effects',
		file,
		`npx jest test/unit/nodes/rows -t '${key}'`,
	);
	if (operation.effect !== 'read')
		needs(
			(operation.stakes !== undefined) !== (facts.harmless !== undefined),
			'`harmless` with a reason, or `stakes` in its entry, and not both',
			file,
			'npx jest test/unit/table/stakes',
		);
	for (const { request } of requestEntriesOf(operation)) {
		const [method = '', path = ''] = request.split(' ');
		const truth = 'npx jest test/truth';
		needs(templateOf(method, path) !== undefined, `what ${request} accepts`, file, truth);
		needs(answeringRoute(method, path) !== undefined, `what ${request} answers`, file, truth);
		needs(
			isPublic(request),
			`the public operation ${request}`,
			'scripts/publicOperations.ts',
			'npx jest test/unit/table/publicOperations',
		);
	}
	const schema = `nodes/CellularIot/__schema__/v1.0.0/${resource}/${name}.json`;
	needs(existsSync(join(ROOT, schema)), 'a schema of its output', schema, 'npm run docs');
	const own = panel.get(operation);
	const page = `docs/operations/${own?.page ?? 'README.md'}`;
	needs(
		own !== undefined && textOf(page).includes(`### ${own.title}\n`),
		'its section',
		page,
		'npm run docs',
	);
	if (resource === 'await') {
		const label = operation.action;
		needs(
			textsIn('test/unit/features/waits').includes(name),
			'a test',
			'test/unit/features/waits',
			'npx jest test/unit/features/waits',
		);
		const title = name.replace(/[A-Z]/g, ' $&').toLowerCase();
		needs(
			textOf('docs/waits.md').toLowerCase().includes(title),
			`a mention of "${label}"`,
			'docs/waits.md',
			`grep -i '${title}' docs/waits.md`,
		);
	}
	return missing;
}

function lackingOfAlerts(): string[] {
	const page = textOf('docs/alerts.md');
	const tests = textsIn('test/unit/triggers/alerts');
	return ALERTS.flatMap(({ events }) => events).flatMap(({ name, value }) => [
		...(page.includes(name)
			? []
			: [
					lack(
						`alert ${value}`,
						`a section "${name}"`,
						'docs/alerts.md',
						`grep '${name}' docs/alerts.md`,
					),
				]),
		...(tests.includes(value)
			? []
			: [
					lack(
						`alert ${value}`,
						'a test',
						'test/unit/triggers/alerts',
						'npx jest test/unit/triggers/alerts',
					),
				]),
	]);
}

/**
 * What is still lacking, a line each: `sms cancel: a case … in test/operations/sms.ts (npx jest …)`.
 * @param name a part of the name, such as `sms cancel`, `await` or `alert`; all without it
 */
export function lacking(name = ''): string[] {
	const wanted = name.replace('.', ' ');
	return [...operations.flatMap(lackingOf), ...lackingOfAlerts()].filter((line) =>
		line.split(':')[0]!.includes(wanted),
	);
}

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { panelNodes } from '../../scripts/panel';
import { PUBLIC_OPERATIONS } from '../../scripts/publicOperations';
import { CONDITIONS, type ConditionName } from '../../src/features/waits/waiting/state';
import { operations } from '../../src/operations';
import { requestEntriesOf } from '../../src/table/chosenList';
import type { Operation } from '../../src/table/define';
import { entries } from '../../src/table/entries';
import { ALERTS } from '../../src/triggers/alerts';
import { answeringRoute } from '../truth/answers';
import { templateOf } from '../truth/requests';
import { DOCUMENTED, OPERATION_FACTS } from '../operations';
import { ACTION_NODES, type ActionNode } from '../support/n8n/actionNodes';
import { excessOf } from '../unit/nodes/builder/bounds';
import { optionalValuesOf, VALUES_OF_CREATED } from '../unit/table/valuesOfCreated';
import { idleFields } from './idleFields';
import { filesIn, ROOT, sourcesIn, textOf } from './sources';

/* What operations, waits and alerts still lack: tests, facts, schemas, pages, and a request that sends each field. */

const textsOfTests = (folder: string): string => filesIn(folder, '.test.ts').map(textOf).join('\n');

/** The headings of the operations, and the pages that have them. */
const panel = new Map(
	panelNodes().flatMap(({ page, resources }) =>
		resources.flatMap(({ operations: own }) =>
			own.map(({ operation, title }) => [operation, { page, title }] as const),
		),
	),
);

const WAIT_LIST = 'src/features/waits/entries.ts';
const WAIT_FOLDER = 'src/features/waits/conditions';
const WAIT_STATE = 'src/features/waits/waiting/state.ts';
const WAIT_TESTS = 'test/unit/features/waits';
const WAIT_CALLS = `${WAIT_TESTS}/tools.test.ts`;
const ALERT_FOLDER = 'src/triggers/alerts';
const ALERT_TESTS = 'test/unit/triggers/alerts';
const ALERT_PAGE = 'docs/alerts.md';

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

function lackingOfOperation(operation: Operation): string[] {
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
	const isFeature = !entries.includes(operation);
	for (const { request } of requestEntriesOf(operation)) {
		const [method = '', path = ''] = request.split(' ');
		const truth = 'npx jest test/truth';
		needs(
			isFeature || DOCUMENTED.some((documented) => documented.request === request),
			`\`documented\`, with the effect and lane of ${request},`,
			file,
			'npx jest test/unit/table/registry',
		);
		needs(templateOf(method, path) !== undefined, `what ${request} accepts`, file, truth);
		needs(answeringRoute(method, path) !== undefined, `what ${request} answers`, file, truth);
		needs(
			isPublic(request),
			`the public operation ${request}`,
			'scripts/publicOperations.ts',
			'npx jest test/unit/table/publicOperations',
		);
	}
	for (const field of optionalValuesOf(operation)) {
		needs(
			VALUES_OF_CREATED.includes(field),
			`f.narrowing around "${field}" in its entry, if it restricts what is acted on, or else its name in VALUES_OF_CREATED`,
			'test/unit/table/valuesOfCreated.ts',
			'npx jest test/unit/table/narrowing',
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
	return missing;
}

/** Fields that nothing sends or reads; a feature is no entry of the table. */
const idleIn = async (operation: Operation): Promise<string[]> => {
	const { resource, name } = operation;
	const key = `${resource} ${name}`;
	const idle = entries.includes(operation) ? await idleFields(operation) : [];
	return idle.map((field) =>
		lack(
			key,
			`"${field}" changes no request and no result: send it in the entry's \`run\` or \`body\`, write f.aboutRun(…) around it, or give it a value that counts`,
			`a case of test/operations/${resource}.ts`,
			`npx jest test/unit/table/requests -t '${key}'`,
		),
	);
};

/** Type files that are too long, of the nodes that have some of these operations. */
const tooLongWith = (some: readonly Operation[]): string[] =>
	Object.entries(ACTION_NODES).flatMap(([node, { resources }]) => {
		const own = some.filter(({ resource }) => resource in resources);
		const excess = own.length > 0 ? excessOf(node as ActionNode) : undefined;
		const command = 'npx jest test/unit/nodes/builder/typeFiles';
		return excess === undefined ? [] : [`The type file of ${node} has ${excess} (${command})`];
	});

/** Facts of an operation that the nodes do not have: its entry is not listed, or has another name. */
const lackingOfFacts = (): string[] =>
	Object.keys(OPERATION_FACTS)
		.filter((key) => !operations.some(({ resource, name }) => `${resource} ${name}` === key))
		.map((key) =>
			lack(
				key,
				'its entry, of which test/operations has the facts,',
				key.startsWith('await ') ? WAIT_LIST : 'src/operations.ts or src/table/entries/index.ts',
				'npx jest test/house/entries',
			),
		);

/** What a condition of Await lacks beside what every operation needs. */
function lackingOfWait(condition: string): string[] {
	const key = `await ${condition}`;
	const label = CONDITIONS[condition as ConditionName] as string | undefined;
	const missing: string[] = [];
	if (label === undefined) {
		missing.push(lack(key, 'its name and words in CONDITIONS', WAIT_STATE, 'npm run typecheck'));
	}
	const isListed = operations.some(
		({ resource, name }) => resource === 'await' && name === condition,
	);
	if (!isListed && !(key in OPERATION_FACTS)) {
		missing.push(lack(key, 'its entry', WAIT_LIST, 'npx jest test/house/entries'));
	}
	// Run by its name, or judged by its own functions.
	const isTested = new RegExp(
		`await_\\(\\s*'${condition}'|'await ${condition}'|/waits/conditions/${condition}'`,
	).test(textsOfTests(WAIT_TESTS));
	if (!isTested) missing.push(lack(key, 'a test', WAIT_TESTS, `npx jest ${WAIT_TESTS}`));
	if (!textOf(WAIT_CALLS).includes(`\t'await ${condition}': `)) {
		missing.push(
			lack(key, "form values of an agent's call in WAITS", WAIT_CALLS, `npx jest ${WAIT_CALLS}`),
		);
	}
	if (
		label !== undefined &&
		!new RegExp(`^\\| \\*\\*${label}\\*\\* +\\|`, 'm').test(textOf('docs/waits.md'))
	) {
		missing.push(
			lack(
				key,
				`a row "**${label}**" in the table of conditions`,
				'docs/waits.md',
				`grep -F '| **${label}**' docs/waits.md`,
			),
		);
	}
	return missing;
}

/** The alerts that sections of their page are about: `## Device Silent and Device Back` is about two. */
const alertSections = (page: string): string[] =>
	[...page.matchAll(/^## (.+)$/gm)].flatMap(([, title]) => title!.split(/ and |, /).concat(title!));

function lackingOfAlert(name: string, value: string): string[] {
	const of = `alert ${value}`;
	const page = textOf(ALERT_PAGE);
	const missing: string[] = [];
	if (!alertSections(page).includes(name)) {
		missing.push(lack(of, `a section "${name}"`, ALERT_PAGE, `grep '^## .*${name}' ${ALERT_PAGE}`));
	}
	if (!new RegExp(`^\\| ${name} +\\|`, 'm').test(page)) {
		missing.push(
			lack(of, `a row "${name}" in the first table`, ALERT_PAGE, `grep '^| ${name}' ${ALERT_PAGE}`),
		);
	}
	if (!textsOfTests(ALERT_TESTS).includes(`'${value}'`)) {
		missing.push(
			lack(of, `a test that expects '${value}'`, ALERT_TESTS, `npx jest ${ALERT_TESTS}`),
		);
	}
	return missing;
}

/** Rules that a file defines and the list of rules does not name. */
function unlistedAlerts(): string[] {
	const index = `${ALERT_FOLDER}/index.ts`;
	const list = textOf(index);
	return sourcesIn(ALERT_FOLDER).flatMap((file) =>
		[...textOf(file).matchAll(/^export const (\w+) = defineAlert\(/gm)]
			.filter(([, rule]) => !list.includes(`\t${rule},\n`))
			.map(([, rule]) =>
				lack(`alert ${rule}`, `the rule of ${file}`, index, `npx jest ${ALERT_TESTS}`),
			),
	);
}

/** Further operations that the file of a listed condition defines and the list of waits does not name. */
function unlistedWaits(): string[] {
	const list = textOf(WAIT_LIST);
	const isListed = (file: string) =>
		operations.some((o) => o.resource === 'await' && o.name === basename(file, '.ts'));
	return sourcesIn(WAIT_FOLDER)
		.filter(isListed)
		.flatMap((file) =>
			[...textOf(file).matchAll(/^export const (\w+) = waitEntry\(/gm)]
				.filter(([, entry]) => !list.includes(`\t${entry},\n`))
				.map(([, entry]) =>
					lack(`await ${entry}`, `the entry of ${file}`, WAIT_LIST, 'npx jest test/house/entries'),
				),
		);
}

/** The names that `lacking` knows. */
export const KNOWN_NAMES: readonly string[] = [
	...operations.map(({ resource, name }) => `${resource} ${name}`),
	...ALERTS.flatMap(({ events }) => events.map(({ value }) => `alert ${value}`)),
];

/**
 * What is still lacking, a line each: `sms cancel: a case … in test/operations/sms.ts (npx jest …)`.
 * @param name a part of the name, such as `sms cancel`, `await` or `alert`; all without it
 */
export async function lacking(name = ''): Promise<string[]> {
	const files = sourcesIn(WAIT_FOLDER).map((file) => basename(file, '.ts'));
	const conditions = [...new Set([...Object.keys(CONDITIONS), ...files])];
	const events = ALERTS.flatMap((rule) => rule.events);
	const lines = [
		...operations.flatMap(lackingOfOperation),
		...lackingOfFacts(),
		...conditions.flatMap(lackingOfWait),
		...unlistedWaits(),
		...events.flatMap((event) => lackingOfAlert(event.name, event.value)),
		...unlistedAlerts(),
	];
	const wanted = name.replace('.', ' ');
	const own = operations.filter((one) => `${one.resource} ${one.name}`.includes(wanted));
	for (const operation of own) lines.push(...(await idleIn(operation)));
	return [...lines.filter((line) => line.split(':')[0]!.includes(wanted)), ...tooLongWith(own)];
}

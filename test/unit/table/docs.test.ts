import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { currentPages, leftOver } from '../../../scripts/generate-docs';
import { panelNodes } from '../../../scripts/panel';
import { operations } from '../../../src/operations';
import { actionNodes } from '../../support/n8n/actionNodes';
import { ROOT } from '../../house/sources';

const named = (paths: string[]) =>
	paths.map((path) => `${relative(ROOT, path)}: run "npm run docs"`);

test('the pages in docs/operations are up to date with the table', async () => {
	const pages = await currentPages();
	const outdated = Object.keys(pages).filter(
		(path) => !existsSync(path) || readFileSync(path, 'utf8') !== pages[path],
	);
	expect(named([...outdated, ...leftOver(pages)])).toEqual([]);
});

test('each action node has a page under its name, and each operation is in one of them', () => {
	const nodes = panelNodes();
	const names = actionNodes().map(({ description }) => description.displayName);
	expect(nodes.map(({ name }) => name).sort()).toEqual(names.sort());
	const shown = nodes.flatMap(({ resources }) => resources.flatMap((r) => r.operations));
	const unshown = operations.filter((own) => !shown.some(({ operation }) => operation === own));
	expect(
		unshown.map(
			({ resource, name }) =>
				`${resource} ${name}: no node has it; name its resource in src/table/resources.ts`,
		),
	).toEqual([]);
	const links = shown.map(({ link }) => link);
	const twice = shown.filter(({ link }, i) => links.indexOf(link) !== i);
	expect(
		twice.map(
			({ link, operation: { resource, name } }) =>
				`${resource} ${name}: another operation has the heading ${link}; give it another action`,
		),
	).toEqual([]);
	expect(shown).toHaveLength(operations.length);
});

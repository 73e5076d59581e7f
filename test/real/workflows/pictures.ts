import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { rootDir } from '../../../demo/lib/paths';
import { readWorkflow } from '../../../demo/lib/workflows';
import { exactly, type Figure } from '../../faults/figures';
import { boxOf, type CanvasNode } from '../../house/canvas';
import { launchBrowser } from '../e2e/chromium';
import { Editor } from '../e2e/editor';
import type { Stage } from './stage';

/* Each example on the canvas of a real n8n: screenshots for docs/examples.md, and layout checks. */

const WIDTH = 1280;
const MARGIN = 190;
/** Values for other nodes, so that none is marked as incomplete. */
const OTHERS = {
	n8nApi: { apiKey: 'none', baseUrl: 'http://127.0.0.1/api/v1' },
	openAiApi: { apiKey: 'sk-none' },
	httpBasicAuth: { user: 'fleet', password: '0'.repeat(32) },
	postgres: {
		host: '127.0.0.1',
		database: 'crm',
		user: 'fleet',
		password: '0'.repeat(32),
		port: 5432,
	},
	smtp: { user: 'fleet', password: '0'.repeat(32), host: '127.0.0.1', port: 25, secure: false },
};
/** The data table that a person picks after the import. */
const TABLE = { dataTableId: { __rl: true, mode: 'id', value: '1' } };
/** Parameters of examples that are incomplete without them. */
const PICKED: Record<string, Record<string, Record<string, unknown>>> = {
	'agent-evaluation': { 'When fetching a dataset row': TABLE, 'Keep the answer': TABLE },
};
/** The editor's own buttons cover the canvas. */
const ONLY_THE_CANVAS = `
	.vue-flow__panel, [data-test-id="canvas-controls"],
	[data-test-id^="execute-workflow-button"],
	[class*="executionButtons"] { display: none !important }`;

/** Window height that fits a workflow. */
function heightFor(nodes: CanvasNode[]): number {
	const boxes = nodes.map((node) => boxOf(node, false));
	const of = (read: (box: (typeof boxes)[0]) => number) => boxes.map(read);
	const wide = Math.max(...of(({ right }) => right)) - Math.min(...of(({ left }) => left));
	const high = Math.max(...of(({ bottom }) => bottom)) - Math.min(...of(({ top }) => top));
	return Math.round(Math.min(820, Math.max(340, (high / wide) * (WIDTH - 200) + MARGIN)));
}

/** Names of nodes whose boxes or names overlap in the browser. */
async function overlapsOn(page: Page): Promise<string[]> {
	return (await page.evaluate(`(() => {
		const parts = [...document.querySelectorAll('.vue-flow__node:not(:has([data-test-id="sticky"]))')]
			.map((node) => ({
				name: node.querySelector('[data-test-id="canvas-node"]')?.dataset.nodeName ?? node.id,
				boxes: [...node.querySelectorAll('[class*="label"], [class*="subtitle"], [class*="node_"]')]
					.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0),
			}));
		const hit = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
			a.top < b.bottom - 1 && b.top < a.bottom - 1;
		return parts.flatMap((one, i) => parts.slice(i + 1)
			.filter((other) => one.boxes.some((a) => other.boxes.some((b) => hit(a, b))))
			.map((other) => one.name + ' and ' + other.name));
	})()`)) as string[];
}

const FRAME = 16;
/** The area of the workflow in the window, with a margin. */
async function boundsOf(page: Page) {
	const boxes = await page.locator('.vue-flow__node').evaluateAll((nodes) =>
		nodes.map((node) => {
			const { left, top, right, bottom } = node.getBoundingClientRect();
			return { left, top, right, bottom };
		}),
	);
	const x = Math.min(...boxes.map(({ left }) => left)) - FRAME;
	const y = Math.min(...boxes.map(({ top }) => top)) - FRAME;
	const width = Math.max(...boxes.map(({ right }) => right)) + FRAME - x;
	// The name is below the node.
	const height = Math.max(...boxes.map(({ bottom }) => bottom)) + 3 * FRAME - y;
	return { x, y, width, height };
}

/** Names of the examples. */
export const exampleNames = (): string[] =>
	readdirSync(join(rootDir, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', ''));

/** Examples as seen after an import. */
export async function pictures(
	{ create, n8nUrl, owner }: Stage,
	names: readonly string[],
): Promise<Figure[]> {
	const folder = join(rootDir, 'docs', 'images', 'examples');
	mkdirSync(folder, { recursive: true });
	const browser = await launchBrowser();
	const figures: Figure[] = [];
	try {
		const viewport = { width: WIDTH, height: 600 };
		const editor = await Editor.open(browser, n8nUrl, owner, { viewport, colorScheme: 'light' });
		for (const name of names) {
			const { nodes } = readWorkflow(name);
			const parameters = PICKED[name] ?? {};
			const id = await create(name, { user: 'trial', others: OTHERS, parameters });
			// eslint-disable-next-line no-restricted-syntax -- the file of a workflow has no type of its nodes
			const height = heightFor(nodes as unknown as CanvasNode[]);
			await editor.page.setViewportSize({ width: WIDTH, height });
			await editor.page.goto(`${editor.url}/workflow/${id}`);
			await editor.page.getByTestId('canvas-node').first().waitFor();
			await editor.page.waitForTimeout(1000);
			await editor.page.getByTestId('zoom-to-fit').click();
			await editor.page.waitForTimeout(1000); // the canvas moves smoothly
			const over = await overlapsOn(editor.page);
			figures.push(exactly(`canvas of ${name}: nodes over each other`, '', over.join(', ')));
			await editor.page.mouse.move(4, 4);
			await editor.page.addStyleTag({ content: ONLY_THE_CANVAS });
			const clip = await boundsOf(editor.page);
			await editor.page.screenshot({ path: join(folder, `${name}.png`), clip });
		}
	} finally {
		await browser.close();
	}
	return figures;
}

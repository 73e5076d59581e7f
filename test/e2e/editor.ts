import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { N8nApi, WorkflowJson, WorkflowNode } from '../../demo/lib/api';
import type { Owner } from '../../demo/lib/n8n';

/** The type names of the package's nodes, as a workflow holds them. */
export const typeOf = (name: string) => `n8n-nodes-cellular-iot.${name}`;

/** A node for a workflow made by the test. */
export const node = (
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode => ({
	id: randomUUID(),
	name,
	type: type.includes('.') ? type : typeOf(type),
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...more,
});

/** n8n's editor in a browser, in the words of a person. Counts that person's clicks. */
export class Editor {
	/** Clicks since `countFrom`; typing is none. */
	clicks = 0;

	private constructor(
		readonly page: Page,
		readonly url: string,
	) {}

	static async open(
		browser: Browser,
		url: string,
		owner: Owner,
		options: BrowserContextOptions = {},
	): Promise<Editor> {
		const viewport = { width: 1440, height: 900 };
		const context = await browser.newContext({ viewport, ...options });
		context.setDefaultTimeout(15_000);
		const page = await context.newPage();
		const login = { emailOrLdapLoginId: owner.email, password: owner.password };
		// The page sends an id of its own with every call; a login without it counts for nobody.
		await page.goto(`${url}/signin`);
		await page.fill('input[name="emailOrLdapLoginId"]', login.emailOrLdapLoginId);
		await page.fill('input[name="password"]', login.password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL((at) => !at.pathname.startsWith('/signin'));
		return new Editor(page, url);
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}

	/** Counts clicks from here. */
	countFrom(): void {
		this.clicks = 0;
	}

	async click(what: Locator): Promise<void> {
		await what.click();
		this.clicks += 1;
	}

	/** An empty canvas. */
	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** Stores a workflow of nodes in a row, the first one a manual trigger unless it is a trigger. */
	async workflowOf(api: N8nApi, name: string, nodes: WorkflowNode[]): Promise<string> {
		const all = /trigger/i.test(nodes[0]?.type ?? '')
			? nodes
			: [node('Start', 'n8n-nodes-base.manualTrigger'), ...nodes];
		all.forEach((one, i) => (one.position = [i * 240, 0]));
		const connections = Object.fromEntries(
			all
				.slice(0, -1)
				.map((one, i) => [
					one.name,
					{ main: [[{ node: all[i + 1]!.name, type: 'main', index: 0 }]] },
				]),
		);
		return await api.createWorkflow({ name, nodes: all, connections } as WorkflowJson);
	}

	/** Opens a stored workflow at the form of one of its nodes. */
	async openNode(workflowId: string, { id }: WorkflowNode): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}/${String(id)}`);
		await this.page.getByTestId('ndv').waitFor();
		await this.page.getByTestId('parameter-item').first().waitFor();
	}

	/** Labels of the form that is open, from top to bottom. */
	async labels(): Promise<string[]> {
		const texts = await this.page
			.getByTestId('ndv')
			.locator(
				'[data-test-id="parameter-item"] label, [data-test-id="parameter-item"] [class*="inputLabel"]',
			)
			.allInnerTexts();
		return texts.map((text) => text.trim()).filter((text) => text !== '');
	}

	/** The field of the form with a name of its own (that of the parameter). */
	field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}
}

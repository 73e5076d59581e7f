import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { N8nApi, WorkflowJson, WorkflowNode } from '../../../demo/lib/api';
import type { Owner } from '../../../demo/lib/n8n';
import { actionNodeOf } from '../../support/n8n/actionNodes';

/** The type names of the package's nodes, as a workflow holds them. */
const typeOf = (name: string) => `n8n-nodes-cellular-iot.${name}`;

/** A node for a workflow made by the test; `cellularIot` is the action node that has the operation. */
export const node = (
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode => ({
	id: randomUUID(),
	name,
	type: type.includes('.')
		? type
		: typeOf(type === 'cellularIot' ? actionNodeOf(parameters) : type),
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...more,
});

/** Where n8n keeps its credentials, below its own address. */
const CREDENTIALS = ['home', 'credentials'].join('/');

/** n8n's editor in a browser, in the words of a person. Counts that person's clicks. */
export class Editor {
	/** Clicks since `countFrom`, a press of the mouse each; typing and keys are none. */
	clicks = 0;
	/** Keys that are no text, such as Enter, since then. */
	keys = 0;

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
		context.setDefaultTimeout(60_000);
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

	/** A picture of what is there, for README and docs. */
	async picture(folder: string, name: string): Promise<void> {
		mkdirSync(folder, { recursive: true });
		for (const close of await this.page.locator('.el-notification__closeBtn:visible').all()) {
			await close.click();
		}
		await this.page.mouse.move(4, 4);
		await this.page.waitForTimeout(600); // what moves has come to rest
		await this.page.screenshot({ path: join(folder, `${name}.png`) });
	}

	/** Counts clicks from here. */
	countFrom(): void {
		this.clicks = 0;
		this.keys = 0;
	}

	/** Fails when more clicks than these were needed. */
	within(most: number): void {
		if (this.clicks > most) throw new Error(`${this.clicks} clicks, more than ${most}`);
	}

	async click(what: Locator): Promise<void> {
		await what.click();
		this.clicks += 1;
	}

	async press(...keys: string[]): Promise<void> {
		for (const key of keys) {
			await this.page.waitForTimeout(300); // what the key before has opened is there
			await this.page.keyboard.press(key);
			this.keys += 1;
		}
	}

	/** Opens the panel of nodes by its key, and takes the first that words find; then words inside it. */
	async take(...words: string[]): Promise<void> {
		await this.press('n');
		await this.page.getByTestId('node-creator-search-bar').waitFor();
		for (const word of words) {
			await this.page.keyboard.type(word);
			await this.page
				.getByTestId('node-creator-item-name')
				.first()
				.filter({ hasText: new RegExp(word, 'i') })
				.waitFor();
			await this.page.waitForTimeout(700); // the first of what was found is the chosen one
			await this.press('Enter');
		}
	}

	/** Takes what the page of an app in that panel lists. */
	async takeAction(action: string): Promise<void> {
		const panel = this.page.getByTestId('node-creator');
		await this.click(panel.getByText(action, { exact: true }).first());
		await this.formIsThere();
	}

	/** Waits for the form of a node. */
	async formIsThere(): Promise<void> {
		await this.page.getByTestId('ndv').waitFor();
		await this.page.getByTestId('parameter-item').first().waitFor();
	}

	/** Chooses an entry of a list by typing and Enter. */
	async chooseByKeys(name: string, entry: string): Promise<void> {
		await this.click(this.field(name).locator('input').first());
		await this.page.keyboard.type(entry);
		const found = this.page.locator('.el-select-dropdown__item:visible').getByText(entry);
		await found.first().waitFor();
		await this.press('ArrowDown', 'Enter');
		await this.page.waitForTimeout(500);
		// A choice of several stays open for the next one.
		if (await found.first().isVisible()) await this.press('Escape');
		await found.first().waitFor({ state: 'hidden' });
	}

	/** Chooses the first entry that a picker finds, by typing and Enter. */
	async pickByKeys(name: string, entry: string): Promise<void> {
		const [first] = await this.search(name, entry);
		if (first !== entry) throw new Error(`${name}: "${entry}" finds ${first} first`);
		await this.press('ArrowDown', 'Enter');
		await this.page.getByTestId('rlc-search').waitFor({ state: 'hidden' });
	}

	/** Drags a field of the input into a field of the form: a press of the mouse. */
	async drag(inputField: string, name: string): Promise<void> {
		const input = this.page.getByTestId('ndv-input-panel');
		const found = input.getByText(inputField, { exact: true });
		await found.first().waitFor();
		await this.page.waitForTimeout(500); // the lines come one by one
		// The list uses its lines again: their order in the page is not that on the screen.
		const tops = await found.evaluateAll((all) =>
			all.map((one) => one.getBoundingClientRect().top),
		);
		const from = found.nth(tops.indexOf(Math.min(...tops)));
		const to = this.field(name).getByTestId('rlc-input').first();
		const { mouse } = this.page;
		await from.hover(); // waits until it stands still
		const [start, end] = await Promise.all([from, to].map((place) => place.boundingBox()));
		await mouse.down();
		await mouse.move(start!.x + 60, start!.y + 20, { steps: 4 });
		await mouse.move(end!.x + end!.width / 2, end!.y + end!.height / 2, { steps: 8 });
		await this.page.waitForTimeout(500); // n8n has seen where it is
		await mouse.up();
		this.clicks += 1;
		await this.field(name)
			.filter({ hasText: `$json.${inputField}` })
			.waitFor();
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

	/** Everything the form says, on one line. */
	async text(): Promise<string> {
		return (await this.page.getByTestId('node-parameters').innerText()).replace(/\s+/g, ' ');
	}

	/** The value that a choice shows as chosen. */
	async valueOf(name: string): Promise<string> {
		return await this.field(name).locator('input').first().inputValue();
	}

	private addButton(placeholder: string): Locator {
		const add = this.page.getByTestId('collection-parameter-add');
		return add.filter({ has: this.page.getByPlaceholder(placeholder) });
	}

	/** The entries of the collection that is open: those of another one may still fade away. */
	private async openCollection(button: string): Promise<Locator> {
		const options = this.page.locator('[data-test-id="collection-parameter-option"]:visible');
		await options.first().waitFor({ state: 'hidden' });
		await this.click(this.addButton(button));
		await options.first().waitFor();
		return options;
	}

	/** The options that a collection offers to add. */
	async offeredBy(button: string): Promise<string[]> {
		const offered = await (await this.openCollection(button)).allInnerTexts();
		await this.page.keyboard.press('Escape');
		return offered.map((text) => text.trim());
	}

	/** Adds an entry to a collection. */
	async addTo(button: string, entry: string): Promise<void> {
		await this.click((await this.openCollection(button)).getByText(entry, { exact: true }));
	}

	/** Opens a picker, types, and gives what it lists. */
	async search(name: string, text: string): Promise<string[]> {
		const box = this.page.getByTestId('rlc-search');
		if (!(await box.isVisible())) {
			await this.click(this.field(name).getByTestId('rlc-input').first());
			await box.waitFor();
		}
		const answered = this.page.waitForResponse(
			(answer) =>
				answer.url().includes('resource-locator-results') &&
				(answer.request().postDataJSON() as { filter?: string }).filter === text,
		);
		await box.locator('input').or(box).last().fill(text);
		await answered;
		await this.page.waitForTimeout(300); // the list is drawn
		const items = await this.page.getByTestId('rlc-item').allInnerTexts();
		return items.map((item) => item.trim());
	}

	/** Takes an entry of the picker that is open. */
	async pick(entry: string): Promise<void> {
		await this.click(this.page.getByTestId('rlc-item').getByText(entry, { exact: true }));
	}

	/** The entry that a picker shows as chosen. */
	async chosenIn(name: string): Promise<string> {
		return await this.field(name)
			.locator('[data-test-id="rlc-input"] input, input[data-test-id="rlc-input"]')
			.first()
			.inputValue();
	}

	/** Chooses an entry of a list of fixed choices. */
	async choose(name: string, entry: string): Promise<void> {
		await this.click(this.field(name).locator('input').first());
		await this.click(
			this.page
				.locator('.el-select-dropdown__item:visible')
				.getByText(entry, { exact: true })
				.first(),
		);
	}

	/** Clicks into a field of text and types. */
	async typeIn(name: string, text: string): Promise<void> {
		await this.click(this.field(name).locator('textarea, input').first());
		await this.page.keyboard.type(text);
	}

	/** Runs the node whose form is open, and waits until it has ended. */
	async execute(): Promise<void> {
		const started = this.page.waitForResponse((answer) => /workflows\/\w+\/run/.test(answer.url()));
		await Promise.all([started, this.click(this.page.getByTestId('node-execute-button'))]);
		await this.page.waitForTimeout(400);
		await this.page
			.locator('[data-test-id="node-execute-button"]')
			.filter({ hasText: /Execute step|Test step|Fetch/ })
			.waitFor({ timeout: 60_000 });
	}

	/** Has the trigger whose form is open wait for an event, and sees it say so. */
	async listen(words: RegExp): Promise<void> {
		await this.click(this.page.getByTestId('node-execute-button'));
		await this.page.getByText(words).first().waitFor();
	}

	/** Waits until what came out holds this. */
	async output(pattern: RegExp): Promise<void> {
		await this.page.getByTestId('output-panel').filter({ hasText: pattern }).waitFor();
	}

	/** Another view of what came out. */
	async show(view: 'table' | 'json' | 'schema'): Promise<void> {
		await this.page.getByTestId('output-panel').getByTestId(`radio-button-${view}`).click();
	}

	/** The words of the output panel about a failed run. */
	async error(): Promise<{ title: string; text: string }> {
		const panel = this.page.getByTestId('output-panel');
		const title = panel.getByTestId('node-error-message');
		await title.first().waitFor();
		return {
			title: (await title.first().innerText()).trim(),
			text: (await panel.innerText()).replace(/\s+/g, ' '),
		};
	}

	/** Waits until n8n has stored the workflow, which it does by itself. */
	async saved(): Promise<void> {
		await this.page.waitForResponse(
			(answer) => answer.request().method() === 'PATCH' && /\/workflows\//.test(answer.url()),
		);
	}

	/** Back to the canvas. */
	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
	}

	/** Publishes the workflow on the canvas. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
	}

	/** The notification that says this. */
	async toast(pattern: RegExp): Promise<string> {
		const toast = this.page.locator('.el-notification').filter({ hasText: pattern });
		await toast.first().waitFor({ timeout: 60_000 });
		return (await toast.first().innerText()).replace(/\s+/g, ' ');
	}

	/** Opens the panel in which nodes are found. */
	async openCreator(): Promise<void> {
		await this.page.getByTestId('canvas-add-button').first().click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	/** Names of what a word finds there. */
	async findNodes(word: string): Promise<string[]> {
		await this.page.getByTestId('node-creator-search-bar').fill(word);
		await this.page.waitForTimeout(700);
		return await this.page.getByTestId('node-creator-item-name').allInnerTexts();
	}

	/**
	 * From a canvas with a start to the form of a node: opens the panel, types, takes the app, takes what
	 * it shall do.
	 */
	async addNode(api: N8nApi, word: string, action: string, app = 'Cellular IoT'): Promise<void> {
		const start = node('Start', 'n8n-nodes-base.manualTrigger');
		await this.page.goto(`${this.url}/workflow/${await this.workflowOf(api, action, [start])}`);
		await this.onCanvas('Start').waitFor();
		this.countFrom();
		await this.click(this.page.getByTestId('node-creator-plus-button').first());
		await this.page.getByTestId('node-creator-search-bar').waitFor();
		await this.findNodes(word);
		const panel = this.page.getByTestId('node-creator');
		await this.click(panel.getByText(app, { exact: true }).first());
		await this.click(panel.getByText(action, { exact: true }).first());
		await this.page.getByTestId('ndv').waitFor();
		await this.page.getByTestId('parameter-item').first().waitFor();
	}

	/** A node on the canvas; notes that name it lie below it. */
	onCanvas(name: string): Locator {
		const label = this.page.getByText(name, { exact: true });
		return this.page.getByTestId('canvas-node').filter({ has: label }).last();
	}

	/** The names of a node's outputs on the canvas, from top to bottom; after a run, what came out. */
	async outputsOf(name: string): Promise<string[]> {
		await this.onCanvas(name).waitFor();
		const drawn = this.page.locator('.vue-flow__node').filter({ has: this.onCanvas(name) });
		const outputs = drawn.getByTestId('canvas-node-output-handle');
		await outputs.first().waitFor();
		return (await outputs.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
	}

	/** The other ways in which a picker takes a value: "By Name". */
	async mode(name: string, mode: string): Promise<void> {
		await this.click(this.field(name).getByTestId('rlc-mode-selector').first());
		await this.click(
			this.page.locator('[data-test-id^="mode-"]:visible').getByText(mode, { exact: true }),
		);
	}

	/** Gives a value to a field of text, such as a picker's that is not a list. */
	async fillIn(name: string, text: string): Promise<void> {
		const input = this.field(name).getByTestId('rlc-input');
		await this.click(input.locator('input').or(input).last());
		await this.page.keyboard.type(text);
		await this.page.waitForTimeout(800); // n8n takes over what was typed when typing has paused
	}

	/** A new credential of a type, as its list names it. */
	async newCredential(type: string): Promise<void> {
		await this.page.goto(`${this.url}/${CREDENTIALS}/create`);
		await this.page.getByTestId('new-credential-type-select').click();
		await this.page.keyboard.type(type);
		await this.page.getByText(type, { exact: true }).last().click();
		await this.page.getByTestId('new-credential-type-button').click();
		await this.page.getByTestId('editCredential-modal').waitFor();
	}

	/** A stored credential; n8n tests it as it opens. */
	async openCredential(id: string): Promise<void> {
		await this.page.goto(`${this.url}/${CREDENTIALS}/${id}`);
		await this.page.getByTestId('editCredential-modal').waitFor();
		await this.page.getByTestId('parameter-input-baseUrl').waitFor();
	}

	async credentialText(): Promise<string> {
		const modal = this.page.getByTestId('editCredential-modal');
		return (await modal.innerText()).replace(/\s+/g, ' ');
	}

	/** Types into a field of the credential that is open. */
	async type(field: string, text: string): Promise<void> {
		const input = this.page.getByTestId(`parameter-input-${field}`).locator('input, textarea');
		await input.first().fill(text);
	}

	async saveCredential(): Promise<void> {
		const tested = this.page.waitForResponse((answer) =>
			answer.url().endsWith('/credentials/test'),
		);
		await this.page.getByTestId('credential-save-button').click();
		await tested;
	}

	/** Why the credential did not connect: what "More details" shows. */
	async refusal(): Promise<string> {
		const modal = this.page.getByTestId('editCredential-modal');
		await modal.getByText('Couldn’t connect with these settings').waitFor({ timeout: 60_000 });
		await modal.getByText('More details').click();
		await this.page.waitForTimeout(300);
		return (await modal.innerText()).replace(/\s+/g, ' ');
	}

	async connected(): Promise<void> {
		await this.page
			.getByTestId('credentials-config-container-test-success')
			.filter({ visible: true })
			.waitFor({ timeout: 60_000 });
	}
}

import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { N8nApi, WorkflowNode } from '../../../demo/lib/api';
import { say } from '../../../demo/lib/console';
import type { Owner } from '../../../demo/lib/n8n';
import { workflowOf } from '../stage/workflows';
import { actionNodeOf } from '../../support/n8n/actionNodes';

/** The type names of the package's nodes in workflows. */
const typeOf = (name: string) => `n8n-nodes-cellular-iot.${name}`;

/** A node for a test workflow; `cellularIot` is the action node with the operation. */
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
	parameters,
	...more,
});

/** A node of an operation that uses an application token. */
export const ours = (
	token: { id: string; name: string },
	name: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode =>
	node(name, 'cellularIot', parameters, {
		credentials: { cellularIotTokenApi: token },
		...more,
	});

/** Where n8n keeps its credentials, below its own address. */
const CREDENTIALS = ['home', 'credentials'].join('/');

/** n8n's editor in a browser, in terms of user actions. Counts clicks. */
export class Editor {
	/** Mouse clicks since `countFrom`, without typing and keys. */
	clicks = 0;
	/** Non-text keys, such as Enter, since then. */
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
		const editor = new Editor(await context.newPage(), url);
		await editor.signIn(owner);
		return editor;
	}

	/** Signs in, also again: a new start of n8n ends the sessions of the one before. */
	async signIn({ email, password }: Owner): Promise<void> {
		const { page } = this;
		await page.context().clearCookies();
		// The page sends its own id with every call; n8n ignores a login without it.
		await page.goto(`${this.url}/signin`);
		await page.fill('input[name="emailOrLdapLoginId"]', email);
		await page.fill('input[name="password"]', password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL((at) => !at.pathname.startsWith('/signin'));
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}

	/** A screenshot for README and docs. */
	async picture(folder: string, name: string): Promise<void> {
		mkdirSync(folder, { recursive: true });
		for (const close of await this.page.locator('.el-notification__closeBtn:visible').all()) {
			await close.click();
		}
		await this.page.mouse.move(4, 4);
		await this.page.waitForTimeout(600); // animations have finished
		await this.page.screenshot({ path: join(folder, `${name}.png`) });
	}

	/** Counts clicks from here. */
	countFrom(): void {
		this.clicks = 0;
		this.keys = 0;
	}

	/** Prints the clicks that a job took, and fails when they are more than these. */
	within(most: number): void {
		say(`    ${this.clicks} clicks, of at most ${most}`);
		if (this.clicks > most) throw new Error(`${this.clicks} clicks, more than ${most}`);
	}

	async click(what: Locator): Promise<void> {
		await what.click();
		this.clicks += 1;
	}

	async press(...keys: string[]): Promise<void> {
		for (const key of keys) {
			await this.page.waitForTimeout(300); // the effect of the previous key is visible
			await this.page.keyboard.press(key);
			this.keys += 1;
		}
	}

	/** Opens the nodes panel by its key, and takes the first search result; then searches inside it. */
	async take(...words: string[]): Promise<void> {
		await this.press('n');
		await this.page.getByTestId('node-creator-search-bar').waitFor();
		for (const word of words) {
			await this.page.keyboard.type(word);
			const shown = new RegExp(word, 'i');
			const first = this.page.getByTestId('node-creator-item-name').first();
			await first.filter({ hasText: shown }).waitFor();
			await this.page.waitForTimeout(700); // the first result is selected
			// The list before the search may begin with the same entry and have another one selected.
			const items = this.page.getByTestId('item-iterator-item');
			const selected = items.and(this.page.locator('[class*="active"]'));
			await selected.filter({ hasText: shown }).waitFor();
			await this.press('Enter');
		}
	}

	/** Takes an entry of an app's page in that panel. */
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
		// A multiple choice stays open for the next entry.
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
		await this.page.waitForTimeout(500); // the rows appear one by one
		// The list recycles its rows: their DOM order differs from the order on the screen.
		const tops = await found.evaluateAll((all) =>
			all.map((element) => element.getBoundingClientRect().top),
		);
		const from = found.nth(tops.indexOf(Math.min(...tops)));
		const to = this.field(name).getByTestId('rlc-input').first();
		const { mouse } = this.page;
		await from.hover(); // waits until it is stable
		const [start, end] = await Promise.all([from, to].map((place) => place.boundingBox()));
		await mouse.down();
		await mouse.move(start!.x + 60, start!.y + 20, { steps: 4 });
		await mouse.move(end!.x + end!.width / 2, end!.y + end!.height / 2, { steps: 8 });
		await this.page.waitForTimeout(500); // n8n has tracked the position
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

	/** Stores a workflow and opens the form of its last node. @returns the workflow's id */
	async openLast(api: N8nApi, name: string, ...nodes: WorkflowNode[]): Promise<string> {
		const id = await this.workflowOf(api, name, nodes);
		await this.openNode(id, nodes.at(-1)!);
		return id;
	}

	/** Stores a workflow of chained nodes, after a manual trigger unless the first is a trigger. */
	async workflowOf(api: N8nApi, name: string, nodes: WorkflowNode[]): Promise<string> {
		const all = /trigger/i.test(nodes[0]?.type ?? '')
			? nodes
			: [node('Start', 'n8n-nodes-base.manualTrigger'), ...nodes];
		return await api.createWorkflow(workflowOf(name, all));
	}

	/** Opens a stored workflow at the form of one of its nodes. */
	async openNode(workflowId: string, { id }: WorkflowNode): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}/${String(id)}`);
		await this.formIsThere();
	}

	/** Labels of the open form, from top to bottom. */
	async labels(): Promise<string[]> {
		const texts = await this.page
			.getByTestId('ndv')
			.locator(
				'[data-test-id="parameter-item"] label, [data-test-id="parameter-item"] [class*="inputLabel"]',
			)
			.allInnerTexts();
		return texts.map((text) => text.trim()).filter((text) => text !== '');
	}

	/** The field of the form with the given parameter name. */
	field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** The same with its label and its issues; one in a collection stands in the item of that. */
	itemOf(name: string): Locator {
		return this.page
			.getByTestId('parameter-item')
			.filter({ has: this.field(name) })
			.last();
	}

	/** The text of the form, on one line. */
	async text(): Promise<string> {
		return (await this.page.getByTestId('node-parameters').innerText()).replace(/\s+/g, ' ');
	}

	/** The selected value of a choice. */
	async valueOf(name: string): Promise<string> {
		return await this.field(name).locator('input').first().inputValue();
	}

	private addButton(placeholder: string): Locator {
		const add = this.page.getByTestId('collection-parameter-add');
		// Safety Options, which stand below Options, have a button of the same name.
		return add.filter({ has: this.page.getByPlaceholder(placeholder) }).first();
	}

	/** The entries of the open collection; those of another may still be fading out. */
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

	/** Opens a picker, types, and returns its entries. */
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

	/** Selects an entry of the open picker. */
	async pick(entry: string): Promise<void> {
		await this.click(this.page.getByTestId('rlc-item').getByText(entry, { exact: true }));
	}

	/** The selected entry of a picker. */
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

	/** Runs the node of the open form, and waits for its end. */
	async execute(): Promise<void> {
		const started = this.page.waitForResponse((answer) => /workflows\/\w+\/run/.test(answer.url()));
		await Promise.all([started, this.click(this.page.getByTestId('node-execute-button'))]);
		await this.page.waitForTimeout(400);
		await this.page
			.locator('[data-test-id="node-execute-button"]')
			.filter({ hasText: /Execute step|Test step|Fetch/ })
			.waitFor({ timeout: 60_000 });
	}

	/** Lets the trigger of the open form listen for an event, and checks that it says so. */
	async listen(words: RegExp): Promise<void> {
		await this.click(this.page.getByTestId('node-execute-button'));
		await this.page.getByText(words).first().waitFor();
	}

	/** Waits until the output contains a text; in milliseconds, how long at most. */
	async output(pattern: RegExp, timeout = 60_000): Promise<void> {
		await this.page.getByTestId('output-panel').filter({ hasText: pattern }).waitFor({ timeout });
	}

	/** Switches the view of the output. */
	async show(view: 'table' | 'json' | 'schema'): Promise<void> {
		await this.page.getByTestId('output-panel').getByTestId(`radio-button-${view}`).click();
	}

	/** Opens the first file of the output in n8n's own view. */
	async seeFile(): Promise<void> {
		const output = this.page.getByTestId('output-panel');
		await this.click(output.getByTestId('radio-button-binary'));
		await this.click(output.getByTestId('ndv-view-binary-data').first());
	}

	/** The output panel's text about a failed run. */
	async error(): Promise<{ title: string; text: string }> {
		const panel = this.page.getByTestId('output-panel');
		const title = panel.getByTestId('node-error-message');
		await title.first().waitFor();
		return {
			title: (await title.first().innerText()).trim(),
			text: (await panel.innerText()).replace(/\s+/g, ' '),
		};
	}

	/** The values in the fields of the open form. */
	async values(): Promise<string[]> {
		const inputs = this.page.getByTestId('node-parameters').locator('input, textarea');
		return await Promise.all((await inputs.all()).map(async (input) => await input.inputValue()));
	}

	/** Runs the node of the open form. @returns what n8n says when it does not start the run, or the run fails */
	async refusedRun(): Promise<string> {
		await this.page.waitForTimeout(800); // n8n applies input when typing has paused
		await this.click(this.page.getByTestId('node-execute-button'));
		const notStarted = this.page
			.locator('.el-notification')
			.filter({ hasText: 'Workflow execution cannot start' });
		const failed = this.page.getByTestId('output-panel').getByTestId('node-error-message');
		await notStarted.or(failed).first().waitFor();
		if (await notStarted.first().isVisible()) {
			return (await notStarted.first().innerText()).replace(/\s+/g, ' ');
		}
		const { title, text } = await this.error();
		return `${title} | ${text}`;
	}

	/** Waits until n8n has auto-saved the workflow. */
	async saved(): Promise<void> {
		await this.page.waitForResponse(
			(answer) => answer.request().method() === 'PATCH' && /\/workflows\//.test(answer.url()),
		);
	}

	/** Back to the canvas. */
	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
	}

	/** On the canvas: opens a node that edits fields, sets one of them to true, and closes it. */
	async setTrue(name: string, field: string): Promise<void> {
		await this.onCanvas(name).dblclick();
		this.clicks += 1;
		await this.formIsThere();
		const names = this.page.getByTestId('assignment-name').locator('input');
		await names.last().waitFor();
		const all = await Promise.all(
			(await names.all()).map(async (input) => await input.inputValue()),
		);
		const own = this.page.getByTestId('assignment-value').nth(all.indexOf(field));
		await this.click(own.locator('input').first());
		const entries = this.page.locator('.el-select-dropdown__item:visible');
		await this.click(entries.getByText('true', { exact: true }));
		await entries.first().waitFor({ state: 'hidden' });
		await this.click(this.page.getByTestId('ndv-close-button'));
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** Publishes the workflow on the canvas. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
	}

	/** The notification with a text. */
	async toast(pattern: RegExp): Promise<string> {
		const toast = this.page.locator('.el-notification').filter({ hasText: pattern });
		await toast.first().waitFor({ timeout: 60_000 });
		return (await toast.first().innerText()).replace(/\s+/g, ' ');
	}

	/** Opens the nodes panel. */
	async openCreator(): Promise<void> {
		await this.page.getByTestId('canvas-add-button').first().click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	/** Names of the search results there. */
	async findNodes(word: string): Promise<string[]> {
		await this.page.getByTestId('node-creator-search-bar').fill(word);
		await this.page.waitForTimeout(700);
		return await this.page.getByTestId('node-creator-item-name').allInnerTexts();
	}

	/** The actions that the panel lists for a node among the search results. */
	async actionsOf(name: string): Promise<string[]> {
		const panel = this.page.getByTestId('node-creator');
		await panel.getByText(name, { exact: true }).first().click();
		await this.page.waitForTimeout(700);
		// A node that belongs to an app with triggers has them first, and its actions folded.
		const folded = panel
			.locator('[data-category-collapsed="true"]')
			.getByTestId('node-creator-category-item')
			.filter({ hasText: /^Actions/ });
		if (await folded.isVisible()) await folded.click();
		const names = this.page.getByTestId('node-creator-item-name');
		await names.first().waitFor();
		// The panel adds a few rows of a long list at a time.
		let drawn = 0;
		for (let now = await names.count(); now > drawn; now = await names.count()) {
			drawn = now;
			await this.page.waitForTimeout(1_000);
		}
		return (await names.allInnerTexts()).map((text) => text.trim());
	}

	/**
	 * From a canvas with a trigger to the form of a node: opens the panel, types, selects the app, selects
	 * the action.
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
		await this.formIsThere();
	}

	/** A node on the canvas; notes that name it lie below it. */
	onCanvas(name: string): Locator {
		const label = this.page.getByText(name, { exact: true });
		return this.page.getByTestId('canvas-node').filter({ has: label }).last();
	}

	/** The names of a node's outputs on the canvas, from top to bottom; after a run, the item counts. */
	async outputsOf(name: string): Promise<string[]> {
		await this.onCanvas(name).waitFor();
		const drawn = this.page.locator('.vue-flow__node').filter({ has: this.onCanvas(name) });
		const outputs = drawn.getByTestId('canvas-node-output-handle');
		await outputs.first().waitFor();
		return (await outputs.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
	}

	/** Switches the mode of a picker: "By Name". */
	async mode(name: string, mode: string): Promise<void> {
		await this.click(this.field(name).getByTestId('rlc-mode-selector').first());
		await this.click(
			this.page.locator('[data-test-id^="mode-"]:visible').getByText(mode, { exact: true }),
		);
	}

	/** Sets a text field, such as that of a picker without a list. */
	async fillIn(name: string, text: string): Promise<void> {
		const input = this.field(name).getByTestId('rlc-input');
		await this.click(input.locator('input').or(input).last());
		// n8n keeps what stood in a picker when its mode is changed.
		await this.page.keyboard.press('ControlOrMeta+a');
		await this.page.keyboard.type(text);
		await this.page.waitForTimeout(800); // n8n applies input when typing has paused
	}

	/** Switches a field to an expression, and types it. */
	async fillExpression(name: string, expression: string): Promise<void> {
		const field = this.itemOf(name);
		await field.hover();
		await this.click(field.getByTestId('radio-button-expression'));
		await this.click(field.locator('.cm-content'));
		await this.page.keyboard.press('ControlOrMeta+a');
		await this.page.keyboard.insertText(expression);
		await this.page.waitForTimeout(800); // n8n applies input when typing has paused
	}

	/** Creates a credential of a type, by its name in the list. */
	async newCredential(type: string): Promise<void> {
		await this.page.goto(`${this.url}/${CREDENTIALS}/create`);
		await this.page.getByTestId('new-credential-type-select').click();
		await this.page.keyboard.type(type);
		await this.page.getByText(type, { exact: true }).last().click();
		await this.page.getByTestId('new-credential-type-button').click();
		await this.page.getByTestId('editCredential-modal').waitFor();
	}

	/** Opens a stored credential, which n8n then tests; `field` is one of its fields. */
	async openCredential(id: string, field = 'baseUrl'): Promise<void> {
		await this.page.goto(`${this.url}/${CREDENTIALS}/${id}`);
		await this.page.getByTestId('editCredential-modal').waitFor();
		await this.page.getByTestId(`parameter-input-${field}`).waitFor();
	}

	async credentialText(): Promise<string> {
		const modal = this.page.getByTestId('editCredential-modal');
		return (await modal.innerText()).replace(/\s+/g, ' ');
	}

	/** Types into a field of the open credential. */
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

	/** Types a new credential with an application token, and saves it. */
	async saveToken(baseUrl: string, applicationToken: string): Promise<void> {
		await this.newCredential('Cellular IoT Application Token API');
		await this.type('baseUrl', baseUrl);
		await this.type('applicationToken', applicationToken);
		await this.saveCredential();
	}

	/** The reason of a failed connection, from "More details". */
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

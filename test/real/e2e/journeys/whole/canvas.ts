import { until } from '../../../../support/until';
import type { Editor } from '../../editor';
import type { Stage } from '../../stage';

/* A workflow on the canvas that is run as a whole, and the mails that it sends to people. */

/** Opens a stored workflow, of which a node is named. */
export async function openCanvas(editor: Editor, id: string, node: string): Promise<void> {
	await editor.page.goto(`${editor.url}/workflow/${id}`);
	await editor.onCanvas(node).waitFor();
}

/** Executes the workflow by the button beside one of its triggers, which shows when the mouse is over it. */
export async function executeFrom(editor: Editor, trigger: string): Promise<void> {
	const button = editor.page.getByTestId(`execute-workflow-button-${trigger}`);
	await editor.onCanvas(trigger).hover();
	await button.waitFor();
	await editor.click(button);
}

/** Waits until the newest execution of a workflow is in a state. @returns its id */
export async function reached(
	{ api }: Stage,
	id: string,
	number: number,
	...states: string[]
): Promise<string> {
	return await until(
		`execution ${number} is ${states.join(' or ')}`,
		async () => {
			const all = await api.listExecutions(id);
			return all.length >= number && states.includes(all[0]!.status) && all[0]!.id;
		},
		300,
		300,
	);
}

/** A mail program is another one than n8n's browser, which n8n takes for a program that follows links by itself. */
const MAIL_PROGRAM =
	'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Thunderbird/140.0';

/** Somebody opens an email and clicks a button of it. @returns the page that it opens */
export async function clickInMail(
	{ browser }: Stage,
	editor: Editor,
	mail: string,
	button: string,
): Promise<string> {
	const [html] = /<!DOCTYPE html[^]*<\/html>/i.exec(mail) ?? [];
	if (html === undefined) throw new Error(`no page in ${mail}`);
	const context = await browser.newContext({ userAgent: MAIL_PROGRAM });
	try {
		const page = await context.newPage();
		await page.setContent(html, { waitUntil: 'domcontentloaded' });
		const link = page.getByRole('link', { name: button, exact: true });
		const [answer] = await Promise.all([context.waitForEvent('page'), editor.click(link)]);
		await answer.waitForLoadState();
		return (await answer.locator('body').innerText()).replace(/\s+/g, ' ').trim();
	} finally {
		await context.close();
	}
}

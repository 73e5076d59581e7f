import { Editor } from './editor';
import type { Stage } from './stage';

/** A user's path through n8n. Fails by throwing. */
export interface Journey {
	name: string;
	run: (stage: Stage, editor: Editor) => Promise<void>;
}

/** Runs journeys in turn in one window; a failure saves a screenshot. */
export async function walkAll(
	stage: Stage,
	journeys: Journey[],
	told: (name: string, ms: number, error?: Error) => void,
): Promise<void> {
	const open = async () => await Editor.open(stage.browser, stage.n8n.url, stage.owner);
	let editor = await open();
	for (const { name, run } of journeys) {
		const start = performance.now();
		let failed: Error | undefined;
		try {
			editor.clicks = 0;
			await run(stage, editor);
		} catch (error) {
			failed = error as Error;
			const path = `${stage.folder}/failed-${name.replace(/\W+/g, '-')}.png`;
			await editor.page.screenshot({ path }).catch(() => undefined);
			await editor.close();
			editor = await open();
		}
		told(name, performance.now() - start, failed);
	}
	await editor.close();
}

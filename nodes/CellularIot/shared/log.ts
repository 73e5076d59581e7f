import type { FunctionsBase } from 'n8n-workflow';
import { oneLine } from '../../../src/foreignText';

/* n8n's log: every line of the package is written here, so that no text of others breaks a line. */

/** How a line is written: as a warning unless it says otherwise. */
type Level = 'error' | 'warn' | 'info' | 'debug';

/** Writes a line to n8n's log. */
export const logLine = (
	{ logger }: Pick<FunctionsBase, 'logger'>,
	text: string,
	level: Level = 'warn',
): void => logger[level](oneLine(text));

/** Writes a line about a node to n8n's log. */
export const logAbout = (
	context: Pick<FunctionsBase, 'logger' | 'getNode'>,
	text: string,
	level?: Level,
): void => logLine(context, `"${context.getNode().name}": ${text}`, level);

/** Writes a sentence to n8n's log that begins with a node. */
export const logThat = (
	context: Pick<FunctionsBase, 'logger' | 'getNode'>,
	does: string,
	level?: Level,
): void => logLine(context, `"${context.getNode().name}" ${does}`, level);

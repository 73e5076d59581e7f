import { operationsOf } from '../../../src/operations';
import type { Resource } from '../../../src/table/resources';

/* The names of operations as people read them. */

/** Operations that people know by another name. */
const TITLES: Record<string, string> = {
	applyTable: 'Apply a Table',
	getAll: 'Get Many',
	awaitReply: 'Send and Await Reply',
	getConnectivityInfo: 'Ask Visited Network',
};

/** Words of names that do not simply begin with a capital. */
const WORDS: Record<string, string> = {
	And: 'and',
	By: 'by',
	Dns: 'DNS',
	Esim: 'eSIM',
	From: 'from',
	Ip: 'IP',
	Rat: 'RAT',
	Ratezone: 'Rate Zone',
	Sim: 'SIM',
	Sms: 'SMS',
	To: 'to',
};

/** The name of an operation in Title Case: `topUp` is "Top Up". */
export const titleOf = (name: string): string =>
	TITLES[name] ??
	(name[0]!.toUpperCase() + name.slice(1))
		.split(/(?=[A-Z])/)
		.map((word) => WORDS[word] ?? word)
		.join(' ');

/** Below a node on the canvas: "Get Many: SMS Quota", made by n8n from the parameters. */
export function subtitleFor(resources: Record<string, Resource>): string {
	const titles = operationsOf(resources).map(({ name }) => [name, titleOf(name)]);
	const names = Object.entries(resources).map(([value, { name }]) => [value, name]);
	const named = (pairs: string[][], parameter: string) =>
		`(${JSON.stringify(Object.fromEntries(pairs))})[$parameter["${parameter}"]]`;
	return `={{ ${named(titles, 'operation')} + ": " + ${named(names, 'resource')} }}`;
}

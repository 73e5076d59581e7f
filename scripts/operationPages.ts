import { operations } from '../src/operations';
import type { Operation } from '../src/table/define';
import { LANES, sectionOf } from './operationSection';
import { anchorOf, type PanelNode, panelNodes, type PanelOperation } from './panel';
import { PUBLIC_OPERATIONS } from './publicOperations';
import { senders } from './sentRequests';

/* The reference of all operations, made from the table: a page for each node, and what holds for all. */

const MADE =
	'<!-- Made from the operation table by scripts/generate-docs.ts; do not edit it by hand. -->';

/** The page that says for each operation of the service which operations of the nodes send it. */
const SERVICE_PAGE = 'service.md';

const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const operationsIn = ({ resources }: PanelNode): PanelOperation[] =>
	resources.flatMap((resource) => resource.operations);

/** Links to operations, from another page than their own. */
function linkedFrom(nodes: readonly PanelNode[]): (operation: Operation) => string {
	const all = nodes.flatMap(operationsIn);
	return (operation) => {
		const found = all.find((shown) => shown.operation === operation);
		if (!found) throw new Error(`No node has ${operation.resource} ${operation.name}`);
		return `[${found.title}](${found.link})`;
	};
}

/** Where the same resource has operations in other nodes. */
function elsewhere(resource: string, node: PanelNode, nodes: readonly PanelNode[]): string[] {
	const links = nodes
		.filter((other) => other !== node)
		.flatMap((other) =>
			other.resources
				.filter(({ name }) => name === resource)
				.map(({ operations: own }) => {
					const names = own.map(({ name, link }) => `[${name}](${link})`);
					return `In the node _${other.name}_: ${names.join(', ')}.`;
				}),
		);
	return links;
}

/** The page of a node: its operations by resource, first as a list, then each in full. */
async function nodePage(node: PanelNode, nodes: readonly PanelNode[]): Promise<string> {
	const contents = node.resources.map(({ name, operations: own }) => {
		const links = own.map((shown) => `[${shown.name}](#${shown.link.split('#')[1]})`);
		return `- **[${name}](#${anchorOf(name)})**: ${links.join(', ')}`;
	});
	const parts = [
		`# ${node.name}: operations`,
		MADE,
		node.purpose,
		`What holds for all operations, such as retries, errors and options that every operation has, is in [Operations](README.md). Field names in \`code\` are those of a saved workflow.`,
		contents.join('\n'),
	];
	for (const { name, description, operations: own } of node.resources) {
		parts.push(`## ${name}`, `${description}.`, ...elsewhere(name, node, nodes));
		for (const shown of own) parts.push(await sectionOf(shown));
	}
	return parts.join('\n\n') + '\n';
}

/** The operation for each of the service's operations, or the reason why there is none. */
async function servicePage(nodes: readonly PanelNode[]): Promise<string> {
	const { by } = await senders();
	const linkTo = linkedFrom(nodes);
	const rows = PUBLIC_OPERATIONS.map(({ request, sentBy, reason }) => {
		const links = (by.get(request) ?? []).map(linkTo);
		const where = [...links, ...(sentBy === undefined ? [] : [sentBy])];
		return [`\`${request}\``, where.length > 0 ? where.join(', ') : `– ${reason ?? ''}`];
	});
	const offered = PUBLIC_OPERATIONS.filter(({ request }) => by.has(request)).length;
	return [
		"# The service's own operations",
		MADE,
		`The specification and the public reference of the service name ${PUBLIC_OPERATIONS.length} operations, including those of older editions and of its list of limits. The [operations of the nodes](README.md) send ${offered} of them. The table shows what else sends the others, or why nothing does.`,
		table(['Operation of the service', 'Where it is, or why not'], rows),
		'',
	].join('\n\n');
}

/** What holds for all operations, and the list of nodes. */
function overviewPage(nodes: readonly PanelNode[]): string {
	const linkTo = linkedFrom(nodes);
	const all = (which: readonly Operation[]) => which.map(linkTo).join(', ');
	const rows = nodes.map((node) => [
		`[${node.name}](${node.page})`,
		node.purpose,
		node.resources.map(({ name }) => name).join(', '),
		String(operationsIn(node).length),
	]);
	return `# Operations

${MADE}

The action nodes have ${operations.length} operations. Each node has a page, which lists them by resource under the
words of n8n's panel. To start from a task instead: [I want to …](../README.md).

${table(['Node', 'What it is for', 'Resources', 'Operations'], rows)}

Which of the service's own operations they send: [the service's own operations](${SERVICE_PAGE}).

## How a section reads

Below the heading stands the request, and

- whether the operation **reads**, **sets** or **acts**. Repeating one that sets leaves the same state; one that acts
  happens twice when it is sent twice.
- its **lane**, which says how often its requests may start: ${Object.values(LANES).join('; ')}.
- its **source**: the service's specification, or its public reference.

Field names in \`code\` are those of a saved workflow; the collection that holds a field is named behind it. In the
examples, a picked value is shown as its plain ID.

## When a request gets no answer

An operation that only reads or sets is sent again. An operation that acts (creates, sends, resets, transfers) is never
sent again: its error says that the outcome is unknown. n8n's _Retry On Fail_ runs the whole node again, without the
items that were or may have been sent. A workflow that is started again sends them again, unless they have an
_Idempotency Key_.

## Options that many operations have

- **Safety Options** (\`mode\`: \`acceptRenamed\`, \`allowSamples\`), for operations that change something: they allow what is
  otherwise refused ([Reliability](../reliability.md#picked-in-another-organisation)).
- **Workspace** (\`workspaceId\`), for a user login; read operations accept several workspaces
  ([Many workspaces](../account.md#many-workspaces)).
- **Stop When More Than … % Fail** (\`stopAbove\`, 0 to 99), for operations that change something, except those for one-time
  setup and those that need a user login. With _On Error_ set to _Continue_, nothing more is sent once at least 20 items
  of a run are done and more than this share of them has failed; the remaining items are \`notSent\`.
- **Waves**: _Wave Size_ (\`waveSize\`, 1 or more), _Double Every Wave_ (\`waveDoubles\`) and _Pause (Seconds)_
  (\`wavePause\`, 0 to 86,400). The share of failures is judged at the end of each wave, too
  ([Waves](../jobs.md#waves)). ${all(operations.filter(({ waves }) => waves))} have them.
- **Idempotency Key** (\`idempotencyKey\`, 1 to 255 characters), for operations that act, except the login: a request that
  was done under a key is not sent again, not even by a later run ([Jobs](../jobs.md)).

## Errors of an item

On the error output, or with _Continue_, \`error\` is the message, and \`details\` holds \`outcome\` (\`refused\`, \`notSent\`,
\`unknown\` or \`partial\`), \`hint\` (what to do), \`status\`, and the \`error_code\`, \`error_token\` and list of \`errors\` of the
service; for refused input \`field\` and \`rule\`. Any operation can also get 401 (the session is renewed once), 429 (the
request waits) and 5xx. [Errors](../errors.md) lists common ones.
`;
}

/** The pages of the reference by their names in docs/operations. */
export async function operationPages(): Promise<Record<string, string>> {
	const nodes = panelNodes();
	const pages: Record<string, string> = { 'README.md': overviewPage(nodes) };
	for (const node of nodes) pages[node.page] = await nodePage(node, nodes);
	pages[SERVICE_PAGE] = await servicePage(nodes);
	return pages;
}

import {
	type ChatMessage,
	type ChatRequest,
	completion,
	toolAnswers,
	toolCall,
} from '../../support/n8n/chatModel';
import type { Task } from './tasks';

/* A model stub that calls a tool and corrects its call only from the text of the answer. */

/** Names with their ids, as listed in an answer. */
const offered = (text: string) =>
	[...text.matchAll(/([^\s:,;][^:;,()]*) \(ID (\d+)(?:, ICCID (\d+))?\)/g)].map(
		([, name = '', id = '', iccid]) => ({ name, id, iccid }),
	);

const same = (spelt: string, otherwise: string) => {
	const signs = (name: string) =>
		[...name.toLowerCase().replace(/[^a-z\d]|(?<!\d)0+(?=\d)/g, '')].sort().join('');
	return signs(spelt) === signs(otherwise);
};

/** The id of the intended object, if the answer is unambiguous. */
function chosen(text: string, { name, iccid }: Task['meant']): string | undefined {
	const all = offered(text);
	const named = all.filter(
		(endpoint) => same(endpoint.name, name) || same(endpoint.name, iccid ?? name),
	);
	const [only] = named.length > 1 ? named.filter((endpoint) => endpoint.iccid === iccid) : named;
	return only?.id;
}

function say(request: ChatRequest): ChatMessage {
	const task = JSON.parse(String(request.messages[0]!.content)) as Task;
	const { tool, said, slip, meant } = task;
	const answers = toolAnswers(request);
	const last = answers.at(-1);
	if (last === undefined)
		return toolCall(tool, slip ? { ...said, [slip.field]: slip.value } : said);
	const isFound = !/"outcome":"notSent"/.test(last) && !/"total":0/.test(last);
	if (isFound || answers.length > 2 || !slip) return { content: last };
	// The user knows the name; if it has several matches, only the answer can distinguish them.
	const isTold = slip.kind === 'empty' || slip.kind === 'invented';
	if (isTold && answers.length === 1) return toolCall(tool, said);
	const id = chosen(last, meant);
	if (id === undefined) return { content: `Which one is meant? ${last}` };
	if (tool === 'Find_devices') return toolCall(tool, { ...said, [slip.field]: meant.name });
	return toolCall(tool, { ...said, [slip.field]: id });
}

export const answer = (request: ChatRequest) => completion(say(request));

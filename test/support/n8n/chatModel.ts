/* A scripted chat model on loopback with the API of OpenAI. */

export interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{
		function: { name: string; description?: string; parameters: { properties?: object } };
	}>;
}

export interface ChatMessage {
	content: string | null;
	tool_calls?: Array<{
		id: string;
		type: 'function';
		function: { name: string; arguments: string };
	}>;
}

let calls = 0;

/** A message of the model that calls a tool. */
export const toolCall = (name: string, args: object): ChatMessage => ({
	content: null,
	tool_calls: [
		{
			id: `call_${(calls += 1)}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(args) },
		},
	],
});

/** The answers of the tools so far. */
export const toolAnswers = ({ messages }: ChatRequest): string[] =>
	messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));

/** The response of the API with this message. */
export function completion(message: ChatMessage) {
	const finish_reason = message.tool_calls ? 'tool_calls' : 'stop';
	const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }];
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	return { id: 'chat', object: 'chat.completion', created: 0, model: 'stub', choices, usage };
}

import nock from '../../support/nock';
import type { WebhookWorkflow } from '../../support/n8n/triggers';

/* Two n8n on one account: what answers at their addresses. */

// Only the simulator is reached as it is.
beforeAll(() => nock.enableNetConnect('127.0.0.1'));

/** A page that stands in the way to a workflow, or in its place. */
interface Page {
	status: number;
	body: string | object;
}

const isPage = (what: WebhookWorkflow | Page): what is Page => 'status' in what;

/** The challenges that came to an origin, as their headers. */
export type Asked = Array<Record<string, unknown>>;

/** Has a workflow, or a page, answer at an origin. Gives the headers of the requests that came. */
export function answersAt(origin: string, what: WebhookWorkflow | Page): Asked {
	const asked: Asked = [];
	nock(origin)
		.persist()
		.post(/.*/)
		.reply(async function (_uri, body) {
			const headers = this.req.headers as Record<string, string>;
			asked.push(headers);
			if (isPage(what)) return [what.status, what.body];
			const answer = await what.deliver({ body, headers });
			if (answer.items) throw new Error('a challenge has started a run');
			return [answer.status, answer.body];
		});
	return asked;
}

/** An origin at which no connection can be made. */
export function nobodyAt(origin: string): void {
	const refused = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
	nock(origin).persist().post(/.*/).replyWithError(refused);
}

/** The answer of an n8n in which no workflow has the address. Source: n8n 2.40.7. */
export const UNUSED: Page = {
	status: 404,
	body: {
		code: 404,
		message: 'The requested webhook "POST hook/stream" is not registered.',
		hint: 'The workflow must be active for a production URL to run successfully.',
	},
};

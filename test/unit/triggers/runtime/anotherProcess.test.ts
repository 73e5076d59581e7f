import {
	anotherProcessAnswers,
	CHALLENGE_HEADER,
	challengeAnswer,
	type HostAddresses,
	whoAnswers,
} from '../../../../src/triggers/runtime/whose';
import { PublishedAddress } from '../../../../src/triggers/runtime/publishedAddress';
import type { Answer, WireRequest } from '../../../../src/wire';

/* A process of n8n that stops asks its own address whether another one answers there already. */

const own = { url: 'https://n8n.example/webhook/hook/stream', run: 'this run' };
type Answering = (request: WireRequest) => Answer;

const ourselves: Answering = ({ headers }) => ({
	status: 200,
	headers: {},
	body: challengeAnswer(String(headers[CHALLENGE_HEADER]), own),
});
const next: Answering = () => ({
	status: 200,
	headers: {},
	body: { cellularIotTrigger: { process: 'another', n8n: 'another' } },
});
const page: Answering = () => ({ status: 502, headers: {}, body: 'Bad Gateway' });
const refused: Answering = () => {
	throw Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
};

const addressesAt = (answering: Answering): HostAddresses => ({
	transport: async (request) => answering(request),
	isUnused: () => false,
	n8nOf: (url) => url,
});

/** Asks an address at which these answer in turn; gives the verdict and the number of questions. */
async function ask(...answers: Answering[]): Promise<{ isAnother: boolean; asks: number }> {
	let asks = 0;
	const addresses = addressesAt((request) => {
		const answering = answers[Math.min(asks, answers.length - 1)]!;
		asks += 1;
		return answering(request);
	});
	const isAnother = await anotherProcessAnswers(own, addresses, async () => {});
	return { isAnother, asks };
}

test.each([
	['the next process', [next], true, 1],
	['the next process once the proxy has changed', [page, next], true, 2],
	['both processes in turn', [ourselves, ourselves, next], true, 3],
	['this process alone', [ourselves], false, 3],
	['a page alone', [page], false, 3],
	['nobody', [refused], false, 1],
] satisfies Array<[string, Answering[], boolean, number]>)(
	'where %s answers',
	async (_who, answers, isAnother, asks) => {
		expect(await ask(...answers)).toEqual({ isAnother, asks });
	},
);

test('another run of the same n8n, with the same stored identity, is another process', async () => {
	const { challengeAnswer: answerOfAnother } = await new Promise<{
		challengeAnswer: typeof challengeAnswer;
	}>((resolve) => {
		jest.isolateModules(() =>
			resolve(jest.requireActual('../../../../src/triggers/runtime/whose')),
		);
	});
	const sibling: Answering = ({ headers }) => ({
		status: 200,
		headers: {},
		body: answerOfAnother(String(headers[CHALLENGE_HEADER]), own),
	});
	expect(await ask(sibling)).toEqual({ isAnother: true, asks: 1 });
});

describe('the answerer at an address of a registration', () => {
	test('is the n8n that is back a moment after no connection could be made', async () => {
		let isBack = false;
		const restarting = addressesAt((request) => (isBack ? next : refused)(request));
		const sleep = async () => void (isBack = true);
		expect(await whoAnswers(own.url, own, restarting, sleep)).toBe('other');
	});

	test('is another where neither n8n has stored a run', async () => {
		const unstored = { ...own, run: '' };
		const alike: Answering = () => ({
			status: 200,
			headers: {},
			body: { cellularIotTrigger: { process: 'another' } },
		});
		const answerer = await whoAnswers(own.url, unstored, addressesAt(alike), async () => {});
		expect(answerer).toBe('other');
	});
});

describe('the address of a published workflow', () => {
	test('is waited for, by all who ask before it is noted', async () => {
		const address = new PublishedAddress();
		const asked = [address.known(60_000), address.known(60_000)];
		address.note(own.url);
		expect(await Promise.all(asked)).toEqual([own.url, own.url]);
		expect(await address.known(0)).toBe(own.url);
	});

	test('is not waited for after the end of the workflow', async () => {
		const end = new AbortController();
		const asked = new PublishedAddress().known(60_000, end.signal);
		end.abort();
		expect(await asked).toBeUndefined();
	});

	test('is unknown after the longest wait', async () => {
		expect(await new PublishedAddress().known(0)).toBeUndefined();
	});
});

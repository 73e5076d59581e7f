import { useBench } from './support';

/* eUICCs that poll, sleep, fail and lose their network, in both vocabularies. */

const { bench, call } = useBench({ seed: { authTokenMinutes: 1_000_000 } });
const FIRST = 5;
const CARD = `/api/v1/euicc/${FIRST}`;
const DAY = 86_400;

const get = async (path: string) => (await call('GET', path)).body;
const pass = (seconds: number) => bench.sim.clock.advance(seconds * 1000);
const add = (body: object = {}) => call('POST', '/_sim/cards', { count: 1, ...body });
const act = (body: object) => call('POST', '/_sim/cards/act', { cardIds: [FIRST], ...body });
const state = async () => (await get('/_sim/cards')).at(-1);

interface Named {
	id: number;
	description: string;
}
const vocabulary = async (words: RegExp) => {
	const all = (await get('/api/v1/euicc/operation/action')) as Named[];
	return all.find(({ description }) => words.test(description))!.id;
};
const iccids = async () => {
	const { profile } = await get(CARD);
	return profile.map(({ iccid_with_luhn: iccid }: { iccid_with_luhn: string }) => iccid);
};
const order = async (words: RegExp, more: object = {}) => {
	const action = { id: await vocabulary(words) };
	const made = await call('POST', `${CARD}/operation`, [{ action, ...more }]);
	expect(made.status).toBe(201);
	expect(made.headers.get('link')).toContain(`${CARD}/operation/${made.body[0].id}>; rel="item"`);
	return made.body[0].id as string;
};
const enable = async (more: object = {}) =>
	order(/^enable/i, { iccid_with_luhn: (await iccids())[1], ...more });
const outcome = (id: string) => get(`${CARD}/operation/${id}`);

describe.each(['plain', 'coded'] as const)('%s', (esimVocabulary) => {
	beforeEach(() => bench.sim.seed({ esimVocabulary }));
	const words = {
		plain: { done: 'Finished', failed: 'Failed', expired: 'Expired', on: 'Enabled' },
		coded: { done: 'COMPLETED', failed: 'ERROR', expired: 'VALIDITY_ENDED', on: 'Active' },
	}[esimVocabulary];

	it('a card takes an order at its poll, and the new profile has its endpoint online', async () => {
		await add();
		const id = await enable();
		const [first, second] = (await state()).profiles;
		pass(DAY - 60);
		pass(240);
		const done = await outcome(id);
		expect(done).toMatchObject({ status: { description: words.done } });
		expect(done.finalization_date).toBeDefined();
		expect((await get(CARD)).profile[1].status.description).toBe(words.on);
		const at = async (endpointId: number) =>
			(await get(`/api/v1/endpoint/${endpointId}/connectivity`)).status.description;
		expect(await at(first.endpointId)).toBe('OFFLINE');
		expect(await at(second.endpointId)).toBe('ONLINE');
	});

	it('a restart polls at once, and lists show the profile after a full minute at most', async () => {
		await add();
		const id = await enable();
		await act({ do: 'restart' });
		pass(30 + 20 + 1);
		expect((await outcome(id)).status.description).toBe(words.done);
		pass(60);
		const { profile, last_synced: synced } = await get(CARD);
		expect(profile[1].status.description).toBe(words.on);
		expect(Date.parse(synced)).toBeGreaterThan(bench.sim.clock.now() - 61_000);
	});

	it('an order expires on a card that sleeps, and a later one is done', async () => {
		await add({ kind: 'asleep', sleepSeconds: 30 * 3600 });
		const id = await enable({ validity_period: DAY });
		pass(DAY + 60);
		const expired = await outcome(id);
		expect(expired.status.description).toBe(words.expired);
		expect('finalization_date' in expired).toBe(esimVocabulary === 'plain');
		const again = await enable();
		pass(6 * 3600 + 240);
		expect((await outcome(again)).status.description).toBe(words.done);
	});

	it('an order fails with the error of the card', async () => {
		await add({ kind: 'failing', errorReason: 8, errorMessage: 'no room', failTimes: 1 });
		const id = await enable();
		await act({ do: 'restart' });
		pass(60);
		expect(await outcome(id)).toMatchObject({
			status: { description: words.failed },
			error: { reason: 8, message: 'no room' },
		});
		const again = await enable();
		await act({ do: 'restart' });
		pass(60);
		expect((await outcome(again)).status.description).toBe(words.done);
	});

	it('a profile without a network is undone after seven minutes', async () => {
		await add({ kind: 'noNetwork' });
		const id = await enable({ rollback: true });
		const [first] = await iccids();
		await act({ do: 'restart' });
		pass(60);
		expect((await state()).isInReach).toBe(false);
		pass(300);
		expect((await state()).enabled.iccid).not.toBe(first);
		pass(240);
		expect((await state()).enabled.iccid).toBe(first);
		// What the order says afterwards is not documented: the vocabularies differ.
		const ended = await outcome(id);
		expect(ended.status.description).toBe(esimVocabulary === 'plain' ? words.done : words.failed);
	});

	it('a device without a network switches to the fallback by itself, without an order', async () => {
		await add();
		const [first] = await iccids();
		await enable();
		await act({ do: 'restart' });
		pass(240);
		await act({ do: 'loseNetwork' });
		pass(590);
		expect((await state()).isInReach).toBe(false);
		pass(60);
		expect((await state()).enabled.iccid).toBe(first);
		expect(await get(`${CARD}/operation`)).toHaveLength(1);
	});

	it('a device is out of reach where the only profile is disabled, and never polls again', async () => {
		await add({ hasFallback: false });
		const [first] = await iccids();
		await order(/^disable/i, { iccid_with_luhn: first });
		await act({ do: 'restart' });
		pass(60);
		const { lastPolled } = await state();
		pass(10 * DAY);
		expect(await state()).toMatchObject({ isInReach: false, enabled: null, lastPolled });
	});

	it('profiles that are enabled, preloaded or the fallback are not deleted', async () => {
		await add();
		const [first, second] = await iccids();
		const ofFirst = await order(/^delete/i, { iccid_with_luhn: first });
		const ofSecond = await order(/^delete/i, { iccid_with_luhn: second });
		await act({ do: 'restart' });
		pass(240);
		expect((await outcome(ofFirst)).error.message).toBe('The profile is enabled');
		expect((await outcome(ofSecond)).status.description).toBe(words.done);
		expect(await iccids()).toEqual([first]);
	});
});

test('cards are exact shares by the seed, and lists filter, sort and page', async () => {
	const { body } = await add({ count: 20, mix: { asleep: 0.1, failing: 0.05, noNetwork: 0.05 } });
	const kinds = body.map(({ kind }: { kind: string }) => kind);
	expect(kinds.filter((kind: string) => kind === 'polling')).toHaveLength(16);
	expect(kinds.filter((kind: string) => kind === 'asleep')).toHaveLength(2);
	expect(await get('/api/v1/euicc')).toHaveLength(23);
	expect(await get('/api/v1/euicc?page=2&per_page=20')).toHaveLength(3);
	expect(await get(`/api/v1/euicc?q=id:${FIRST}`)).toHaveLength(1);
	expect((await get('/api/v1/euicc?sort=-id'))[0].id).toBe(24);
	expect((await call('GET', '/api/v1/euicc?q=colour:red')).status).toBe(400);
	const enterprise = await bench.app('enterprise');
	expect((await enterprise('GET', '/api/v1/euicc')).body).toEqual([]);
	expect((await enterprise('GET', CARD)).status).toBe(404);
});

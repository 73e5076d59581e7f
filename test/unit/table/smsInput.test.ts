import { alphabetOf } from '../../../src/table/entries/sms/smsText';
import nock from '../../support/nock';
import { BASE_URL, outcomeOf } from './support';

/* The contents of an SMS: values of expressions, and every data coding scheme. */

async function send(values: object) {
	const bodies: Array<Record<string, unknown>> = [];
	nock(BASE_URL)
		.persist()
		.post('/api/v1/endpoint/17/sms')
		.reply(201, (_, body) => void bodies.push(body as Record<string, unknown>));
	const outcome = await outcomeOf('sms send', { endpointId: 17, ...values });
	nock.cleanAll();
	return { outcome, bodies };
}

test.each([
	[4711, '4711'],
	[21.5, '21.5'],
	[-3, '-3'],
	[0, '0'],
	[true, 'true'],
	[false, 'false'],
])('%j from an expression is sent as text', async (payload, text) => {
	expect((await send({ payload })).bodies).toEqual([{ payload: text, dcs: 0 }]);
});

test.each([[{ a: 1 }], [['a']], [NaN], [2 ** 60]])('%j is refused as the text', async (payload) => {
	const { outcome, bodies } = await send({ payload });
	expect(outcome).toMatchObject({ error: { field: 'payload', outcome: 'notSent' } });
	expect(bodies).toEqual([]);
});

test('every data coding scheme from 0 to 255 is sent unchanged', async () => {
	for (let dcs = 0; dcs <= 255; dcs++) {
		const { bodies } = await send({ payload: 'hello', dcs });
		expect(bodies).toEqual([{ payload: 'hello', dcs }]);
	}
});

test.each([-1, 256, 1.5, 'x'])('%j is refused as a data coding scheme', async (dcs) => {
	const { outcome, bodies } = await send({ payload: 'hello', dcs });
	expect(outcome).toMatchObject({ error: { field: 'dcs' } });
	expect(bodies).toEqual([]);
});

test.each([
	['GSM-7', [0, 16, 17, 19, 0xc0, 0xd8, 240, 241]],
	['UCS-2', [8, 24, 0xe0]],
	['8-bit', [4, 20, 0x20, 0x80, 245, 246]],
])('%s is the alphabet of the data coding schemes %j', (alphabet, schemes) => {
	for (const dcs of schemes) expect(alphabetOf(dcs)).toBe(alphabet);
});

test('long texts are split by the alphabet of the scheme, and every part has the scheme', async () => {
	const flash = await send({ payload: 'a'.repeat(200), dcs: 16 });
	expect(flash.bodies.map(({ dcs }) => dcs)).toEqual([16, 16]);
	const wide = await send({ payload: 'a'.repeat(100), dcs: 24 });
	expect(wide.bodies.map(({ dcs }) => dcs)).toEqual([24, 24]);
});

test('8-bit data is not split, and may have at most 160 characters', async () => {
	expect((await send({ payload: 'a'.repeat(160), dcs: 246 })).bodies).toHaveLength(1);
	const { outcome, bodies } = await send({ payload: 'a'.repeat(161), dcs: 246 });
	expect(outcome).toMatchObject({
		error: { field: 'payload', rule: expect.stringMatching(/at most 160/) },
	});
	expect(bodies).toEqual([]);
});

test.each([
	['without an option, of 5 parts', {}, 5],
	['with Maximum Parts, of as many', { mostParts: 2 }, 2],
])('a text %s is sent, and one more character is refused', async (_, options, parts) => {
	const longest = 'a'.repeat(parts * 153);
	expect((await send({ payload: longest, ...options })).bodies).toHaveLength(parts);
	const { outcome, bodies } = await send({ payload: `${longest}a`, ...options });
	const rule = expect.stringMatching(`must fit into ${parts} parts, it needs ${parts + 1}`);
	expect(outcome).toMatchObject({ error: { field: 'payload', rule, outcome: 'notSent' } });
	expect(bodies).toEqual([]);
});

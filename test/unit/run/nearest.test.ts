import { similarity } from '../../../src/run/names/nearest';
import nock from '../../support/nock';
import { answersAlways, BASE_URL, clientFor, outcomesOf } from '../table/support';

/* Suggestions for a name that no object has or that several have. */

let asked: string[] = [];
beforeEach(() => void (asked = []));

const FLEET = [
	{ id: 7, name: 'pump-007', sim: { iccid: '8988303000000000017' } },
	{ id: 8, name: 'pump-008', sim: null },
	{ id: 9, name: 'twin', sim: { iccid: '8988303000000000025' } },
	{ id: 10, name: 'twin' },
];

/** A service that filters endpoints by parts of names and returns other lists in full. */
function serve(status = 200): void {
	nock(BASE_URL)
		.persist()
		.get('/api/v1/endpoint')
		.query(true)
		.reply((uri) => {
			const q = new URL(uri, BASE_URL).searchParams.get('q') ?? '';
			asked.push(q);
			const [, text = ''] = q.split(':');
			if (status !== 200 && text.includes('*')) return [status, {}];
			const holds = ({ name, id }: { name: string; id: number }) =>
				text.includes('*')
					? name.includes(text.replaceAll('*', ''))
					: [name, String(id)].includes(text);
			return [
				200,
				q.startsWith('name:') || q.startsWith('id:') || q === ''
					? FLEET.filter((e) => q === '' || holds(e))
					: [],
			];
		});
	answersAlways('GET /api/v1/tariff_profile', 200, [
		{ id: 1, name: 'Europe 50 MB' },
		{ id: 2, name: 'World' },
	]);
}

const errorFor = async (row: string, ...items: Array<Record<string, unknown>>) => {
	const outcomes = await outcomesOf(clientFor(), row, items);
	return outcomes.map((outcome) =>
		'error' in outcome ? (outcome.error as Error).message : 'done',
	);
};
const byName = (value: string) => ({ by: 'name', value });

test.each([
	['pump 7', 'near it: pump-007 (ID 7, ICCID 8988303000000000017)'],
	['Pump-07', 'near it: pump-007 (ID 7, ICCID 8988303000000000017)'],
	['zzz', 'there is, for example: pump-007 (ID 7'],
])('suggests for the endpoint name %s: %s', async (name, near) => {
	serve();
	const [message] = await errorFor('endpoint get', { endpointId: byName(name), simplify: true });
	expect(message).toContain(`none has the name "${name}"; ${near}`);
});

test('shows what nobody sees in a name that nothing has', async () => {
	serve();
	const row = { endpointId: byName('pump\u200B 7'), simplify: true };
	const [message] = await errorFor('endpoint get', row);
	expect(message).toContain('none has the name "pump\\u200b 7"');
});

test('lists the ids and ICCIDs of endpoints with the same name', async () => {
	serve();
	const [message] = await errorFor('endpoint get', { endpointId: byName('twin'), simplify: true });
	expect(message).toContain(
		'2 have the name "twin": twin (ID 9, ICCID 8988303000000000025), twin (ID 10)',
	);
});

test('suggests a name from a short list', async () => {
	serve();
	const [message] = await errorFor('tariffProfile get', {
		tariffProfileId: byName('europe 50mb'),
		simplify: true,
	});
	expect(message).toContain('none has the name "europe 50mb"; near it: Europe 50 MB (ID 1)');
});

test('reports the unknown name without suggestions when the role may not search', async () => {
	serve(403);
	const [message] = await errorFor('endpoint get', {
		endpointId: byName('pump 7'),
		simplify: true,
	});
	expect(message).toMatch(/none has the name "pump 7"$/);
});

test('looks up suggestions for three unknown names at most', async () => {
	serve();
	const items = Array.from({ length: 6 }, (_, i) => ({ endpointId: byName(`pump ${i + 100}`) }));
	const messages = await errorFor('endpoint deleteMany', ...items);
	expect(messages).toHaveLength(6);
	expect(messages.filter((message) => message.includes('near it: '))).toHaveLength(3);
});

test.each([
	['pump-017', 'Pump 17', 1],
	['Zürich', 'zurich', 1],
	['pump', 'valve', 0],
	['', '', 1],
])('the similarity of %s and %s is %d', (name, otherName, like) =>
	expect(similarity(name, otherName)).toBe(like),
);

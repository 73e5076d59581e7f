import { stub } from '../../../support/stub';
import { schemaOf } from '../../../../src/table/checks';
import type { Json } from '../../../../src/table/define';
import { placeNotWanted } from '../../../../src/triggers/alerts/place';
import { deviceAt, eventOf, FR, HOUR, START, visits, Watcher } from './alerts';

const a = deviceAt(1);
/** Size of the fleet in SIMs; `npm run test:faults` uses ten times as many. */
const SIZE = 1_000;

describe('the alert for an unwanted country or network', () => {
	const inFrance = (at: number, more = {}) => eventOf(a, at, { country: FR, ...more });
	const inGermany = (at: number) => eventOf(a, at);
	const allowing = (places: string[], placeKind = 'country') =>
		new Watcher(placeNotWanted, { placeKind, placeList: 'allowed', places });

	test.each([
		['country', 'allowed', 'Germany'],
		['country', 'allowed', 'de, AT'],
		['country', 'allowed', '262'],
		['country', 'forbidden', 'france'],
		['network', 'allowed', 'Germany Mobile'],
		['network', 'forbidden', '670'],
		['network', 'forbidden', '20801'],
	])(
		'is raised for a visit to France with this list (%s, %s): %s',
		async (placeKind, placeList, text) => {
			const list = schemaOf(placeNotWanted.fields.places!).parse(text);
			const watcher = new Watcher(placeNotWanted, { placeKind, placeList, places: list });
			const french = inFrance(START + 1000);
			(french.detail as { mnc?: unknown }).mnc = [{ id: 1, mnc: '01' }];
			expect(await watcher.poll(START, [inGermany(START)])).toEqual([]);
			expect(await watcher.poll(START, [french])).toMatchObject([
				{
					event: 'placeNotWanted',
					at: START + 1000,
					fields: { sim_id: a.id, country: 'France', operator: 'France Mobile' },
				},
			]);
		},
	);

	test('is raised once per visit, and not for late events', async () => {
		const watcher = allowing(['de']);
		const second = (n: number) => START + n * 1000;
		await watcher.poll(START, [inGermany(second(0))]);
		expect(await watcher.poll(START, [inFrance(second(1)), inFrance(second(2))])).toHaveLength(1);
		expect(await watcher.poll(START, [inFrance(second(9))])).toEqual([]);
		expect(await watcher.poll(START, [inGermany(second(3))])).toEqual([]);
		expect(await watcher.poll(START, [inGermany(second(10))])).toEqual([]);
		expect(await watcher.poll(START, [inFrance(second(4))])).toEqual([]);
		expect(await watcher.poll(START, [inFrance(second(11))])).toHaveLength(1);
		// The end of a session names the place where the session began.
		expect(await watcher.poll(START, [eventOf(a, second(12), { type: 5 })])).toEqual([]);
		expect(await watcher.poll(START, [inFrance(second(13))])).toEqual([]);
	});

	test('is not raised by a refused session, and is raised again when the list is changed', async () => {
		const watcher = allowing(['de', 'fr']);
		const refused = { ...inFrance(START), detail: undefined };
		expect(await watcher.poll(START, [inFrance(START), stub(refused)])).toEqual([]);
		watcher.input.places = ['de'];
		expect(await watcher.poll(START, [inFrance(START + HOUR)])).toHaveLength(1);
	});

	test('is not raised for a fleet that is already abroad, but for its next visit', async () => {
		const watcher = allowing(['de']);
		const fleet = Array.from({ length: 50 }, (_, i) => deviceAt(i));
		const round = async (hours: number, country?: object) => {
			const events = fleet.map((device) =>
				eventOf(device, START + hours * HOUR, country && { country: stub(country) }),
			);
			return (await watcher.poll(START + hours * HOUR, events)).length;
		};
		const rounds = [FR, FR, undefined, FR];
		const told = [];
		for (const [hours, country] of rounds.entries()) told.push(await round(hours, country));
		expect(told).toEqual([0, 0, 0, 50]);
	});

	test.each(['country', 'network'])(
		'treats a %s without an id or in another case as the same',
		async (placeKind) => {
			const watcher = allowing(['de', 'germany mobile'], placeKind);
			const forms = [
				(detail: Json) => detail,
				(detail: Json) => ({ ...detail, id: undefined, country: { ...FR, id: undefined } }),
				(detail: Json) => ({ ...detail, id: null, country: { ...FR, id: null } }),
				({ name, ...detail }: Json) => ({
					...detail,
					name: String(name).toUpperCase(),
					country: { ...FR, name: 'FRANCE' },
				}),
			];
			await watcher.poll(START, [inGermany(START)]);
			let told = 0;
			for (const [i, form] of [...forms, ...forms].entries()) {
				const event = inFrance(START + (i + 1) * HOUR);
				const found = await watcher.poll(START, [{ ...event, detail: form(event.detail as Json) }]);
				told += found.length;
			}
			expect(told).toBe(1);
		},
	);

	test('treats networks with the same name in two countries as different', async () => {
		const watcher = allowing(['none of them'], 'network');
		const at = (second: number, country: Json) => {
			const event = eventOf(a, START + second * 1000, { country });
			return { ...event, detail: { name: 'Vodafone', country } };
		};
		const DE = { id: 74, name: 'Germany' };
		expect(await watcher.poll(START, [at(1, DE), at(2, FR), at(3, FR), at(4, DE)])).toHaveLength(2);
	});

	test('accepts names with spaces, and refuses an empty list', () => {
		const schema = schemaOf(placeNotWanted.fields.places!);
		expect(schema.parse('United States, DE;de\n Viet Nam ')).toEqual([
			'united states',
			'de',
			'viet nam',
		]);
		expect(schema.safeParse(' , ').error?.issues[0]?.message).toBe(
			'must be names, separated by commas, got none',
		);
	});

	test(`is raised 80 times for ${SIZE} SIMs, of which 40 make two visits`, async () => {
		const { told } = await visits(SIZE, 40);
		expect([told.length, new Set(told).size]).toEqual([80, 40]);
	});
});

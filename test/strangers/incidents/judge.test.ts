import { fleetWithIncidents } from './incidents';
import { judged } from './judge';
import { optionsOf, rightTold } from './cases';
import { MINUTE } from './world';

/* The judge finds each answer that is wrong on purpose, and nothing in one that is right. */

const planted = fleetWithIncidents({ devices: 2_000, seed: 1 });
const options = optionsOf();
const right = rightTold(planted, options);
const counts = (told: typeof right, of = planted) => {
	const {
		found,
		right: causes,
		lost,
		falseIncidents,
		overTold,
		doubled,
		wrong,
	} = judged(of, told, options);
	return {
		found,
		causes,
		lost,
		falseIncidents,
		overTold,
		doubled: doubled.length,
		wrong: wrong.length,
	};
};
const ALL_RIGHT = {
	found: 40,
	causes: 40,
	lost: 0,
	falseIncidents: 0,
	overTold: 0,
	doubled: 0,
	wrong: 0,
};
/** The telling of one incident. */
const tellingOf = (word: string) => {
	const incident = planted.incidents.find(({ name }) => name.startsWith(word))!;
	const told = right.find(({ item }) => item.incident_id === `incident-${incident.number}`)!;
	return { incident, told, others: right.filter((each) => each !== told) };
};

it('finds nothing in what is right', () => {
	expect(counts(right)).toEqual(ALL_RIGHT);
});

it('finds nothing in what is right where two incidents affect the same devices one after the other', () => {
	const twice = fleetWithIncidents({ devices: 2_000, seed: 103 });
	expect(counts(rightTold(twice, options), twice)).toEqual(ALL_RIGHT);
});

it('finds an incident that was not told', () => {
	const { others } = tellingOf('operator Orbit in France');
	expect(counts(others)).toEqual({ ...ALL_RIGHT, found: 39, causes: 39, lost: 1 });
});

it('finds one that was told two hours late', () => {
	const { told, others } = tellingOf('3G');
	const late = { ...told, at: told.at + 120 * MINUTE };
	expect(counts([...others, late])).toMatchObject({ found: 39, causes: 40, lost: 0 });
});

it.each([
	['another operator', [{ factor: 'operator', value: '1302' }]],
	['its country', [{ factor: 'country', value: 'fr' }]],
	['what all devices have', [{ factor: 'tag', value: 'fleet' }]],
	[
		'a pair that is too small',
		[
			{ factor: 'operator', value: '1301' },
			{ factor: 'serviceProfile', value: '801' },
		],
	],
] as const)('finds a wrong cause: %s', (_, cause) => {
	const { told, others } = tellingOf('operator Orbit in France');
	const wrong = { ...told, item: { ...told.item, cause: [...cause] } };
	expect(counts([...others, wrong])).toEqual({ ...ALL_RIGHT, causes: 39 });
});

it('takes a cause in other words: an operator with its country', () => {
	const { told, others } = tellingOf('operator Orbit in France');
	const cause = [...told.item.cause, { factor: 'country' as const, value: 'FR' }];
	expect(counts([...others, { ...told, item: { ...told.item, cause } }])).toEqual(ALL_RIGHT);
});

it('finds a cause in deaths that have none', () => {
	const { incident } = { incident: planted.incidents.find(({ cause }) => cause.length === 0)! };
	const due = incident.known.slice(0, 12);
	const told = {
		at: due.at(-1)!.due + 10 * MINUTE,
		item: {
			event: 'silent' as const,
			incident_id: 'none',
			cause: [{ factor: 'tag' as const, value: 'gateways' }],
			affected: due.length,
			sharing: 400,
			endpoint_ids: due.map(({ device }) => device.id),
			since: new Date(due[0]!.last).toISOString(),
		},
	};
	const result = counts([...right, told]);
	expect(result).toMatchObject({ causes: 39, falseIncidents: 1 });
});

it('finds what is told twice: the same item, or one incident under two ids', () => {
	const { told } = tellingOf('power cut of one site');
	const again = { ...told, at: told.at + 5 * MINUTE };
	expect(counts([...right, again])).toMatchObject({ doubled: 1, found: 40 });
	const other = { ...again, item: { ...told.item, incident_id: 'another' } };
	expect(counts([...right, other])).toMatchObject({ doubled: 2, found: 40 });
});

it('takes an update with news, and finds the third run of an incident', () => {
	const { incident, told } = tellingOf('a slow one over six hours: a site');
	const { known } = incident;
	const upTo = (count: number) => {
		const due = known.slice(0, count);
		const item = {
			...told.item,
			affected: count,
			endpoint_ids: due.map(({ device }) => device.id),
			since: new Date(Math.min(...due.map(({ last }) => last))).toISOString(),
		};
		return { at: due.at(-1)!.due + 10 * MINUTE, item };
	};
	const first = told.item.endpoint_ids.length;
	const second = upTo(Math.round((first + known.length) / 2));
	expect(counts([...right, second])).toEqual(ALL_RIGHT);
	expect(counts([...right, second, upTo(known.length)])).toEqual({ ...ALL_RIGHT, overTold: 1 });
});

it('finds a false incident, devices that are well, and a time before they were last heard', () => {
	const { told, others } = tellingOf('3G');
	const well = planted.fleet.devices.filter(({ rat }) => rat === 6).slice(0, 30);
	const falseOne = { ...told.item, incident_id: 'false', endpoint_ids: well.map(({ id }) => id) };
	expect(counts([...right, { at: told.at, item: falseOne }])).toMatchObject({
		falseIncidents: 1,
		wrong: 1,
	});
	const since = { ...told.item, since: '2026-01-01T00:00:00.000Z' };
	expect(counts([...others, { at: told.at, item: since }])).toEqual({ ...ALL_RIGHT, wrong: 1 });
});

it('finds a device told back that is silent', () => {
	const { told } = tellingOf('3G');
	const back = { at: told.at + 15 * MINUTE, item: { ...told.item, event: 'back' as const } };
	expect(counts([...right, back])).toMatchObject({ wrong: 1 });
});

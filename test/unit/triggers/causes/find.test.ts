import fc from 'fast-check';
import { type Compared, findCauses } from '../../../../src/triggers/causes/find';
import { causeInWords, type Factor, type Share } from '../../../../src/triggers/causes/shares';

/* The smallest cause that explains, in planted fleets. */

type Kit = Partial<Record<Factor, string | string[]>>;

const share = (factor: Factor, name: string): Share => ({
	factor,
	value: name.toLowerCase(),
	name,
});
const device = (simId: number, kit: Kit): Compared => ({
	simId,
	shares: Object.entries(kit).flatMap(([factor, names]) =>
		[names].flat().map((name) => share(factor as Factor, name)),
	),
});

/** A number from 0 to 1 that looks random and is the same in each run. */
const mixed = (i: number, salt: number): number => {
	const x = Math.sin(i * 12.9898 + salt * 78.233) * 43_758.5453;
	return x - Math.floor(x);
};
const oneOf = <T>(all: readonly T[], i: number, salt: number): T =>
	all[Math.floor(mixed(i, salt) * all.length)]!;

const OPERATORS = ['North', 'North', 'West', 'South', 'Rural'];
const COUNTRIES = ['Germany', 'Germany', 'France', 'Austria'];

/** A fleet with factors that do not depend on each other. */
const kitOf = (i: number): Kit => ({
	operator: oneOf(OPERATORS, i, 1),
	country: oneOf(COUNTRIES, i, 2),
	rat: oneOf(['2G', '4G', 'LTE-M'], i, 3),
	model: oneOf(['35000001', '35000002', '35000003', '35000004'], i, 4),
	serviceProfile: oneOf(['standard', 'meters'], i, 5),
	tariffProfile: 'all of Europe',
	workspace: 'one',
	tag: ['everywhere', oneOf(['site 1', 'site 2', 'site 3', 'site 4', 'site 5', 'site 6'], i, 6)],
});

/** What is found where devices are affected by `isHit`, each with this probability, and others by chance. */
function planted(size: number, isHit: (kit: Kit, i: number) => boolean, hit = 0.96, noise = 0.002) {
	const affected: Compared[] = [];
	const others: Compared[] = [];
	for (let i = 0; i < size; i += 1) {
		const kit = kitOf(i);
		const chance = isHit(kit, i) ? hit : noise;
		(mixed(i, 9) < chance ? affected : others).push(device(i, kit));
	}
	return { affected, others, ...findCauses(affected, () => [others]) };
}
const words = ({ causes }: ReturnType<typeof findCauses>): string[] =>
	causes.map(({ cause }) => causeInWords(cause));

const isOn = (kit: Kit, operator: string, country?: string) =>
	kit.operator === operator && (country === undefined || kit.country === country);

test.each<[string, (kit: Kit, i: number) => boolean]>([
	['on operator Rural', (kit) => isOn(kit, 'Rural')],
	['on operator North in country Germany', (kit) => isOn(kit, 'North', 'Germany')],
	['in country France', (kit) => kit.country === 'France'],
	['by 2G', (kit) => kit.rat === '2G'],
	['of model 35000002', (kit) => kit.model === '35000002'],
	['with service profile meters', (kit) => kit.serviceProfile === 'meters'],
	['with tag site 3', (kit) => kit.tag?.includes('site 3') === true],
	['by LTE-M of model 35000004', (kit) => kit.rat === 'LTE-M' && kit.model === '35000004'],
])('of 2,000 devices those %s are found, and nothing else', (expected, isHit) => {
	expect(words(planted(2_000, isHit))).toEqual([expected]);
});

test('two causes at once are found, the stronger first, and the rest shares nothing', () => {
	const found = planted(
		2_000,
		(kit) => isOn(kit, 'Rural') || kit.tag?.includes('site 3') === true,
		0.9,
	);
	expect(words(found).sort()).toEqual(['on operator Rural', 'with tag site 3']);
	const explained = found.causes.flatMap(({ affected }) => affected);
	expect(explained.length + found.alone.length).toBe(found.affected.length);
	expect(new Set(explained).size).toBe(explained.length);
});

test('thirty devices that fall by chance share nothing', () => {
	const found = planted(10_000, () => false, 0, 0.003);
	expect(found.affected.length).toBeGreaterThan(20);
	expect(words(found)).toEqual([]);
	expect(found.alone).toHaveLength(found.affected.length);
});

test('what all devices have explains nothing, even if all of them are affected', () => {
	const all = Array.from({ length: 40 }, (_, i) =>
		device(i, { tag: 'everywhere', operator: 'only' }),
	);
	expect(findCauses(all, () => [[]]).causes).toEqual([]);
	expect(findCauses(all.slice(0, 20), () => [all.slice(20)]).causes).toEqual([]);
});

test('four devices are no storm, however alike they are', () => {
	const others = Array.from({ length: 1_000 }, (_, i) => device(i + 10, { operator: 'other' }));
	const alike = Array.from({ length: 5 }, (_, i) => device(i, { operator: 'same' }));
	expect(findCauses(alike.slice(0, 4), () => [others]).causes).toEqual([]);
	expect(findCauses(alike, () => [others]).causes).toHaveLength(1);
});

test('two things that many have are no cause of a few devices, where one of them adds nothing', () => {
	const kit = (i: number): Kit => ({
		operator: i % 10 < 3 ? 'Rural' : 'North',
		rat: i % 20 < 10 ? '2G' : '4G',
	});
	const fleet = Array.from({ length: 1_000 }, (_, i) => device(i, kit(i)));
	const isBoth = ({ simId }: Compared) => simId % 20 < 3;
	const affected = fleet.filter(isBoth).slice(0, 6);
	const others = fleet.filter((one) => !affected.includes(one));
	expect(findCauses(affected, () => [others]).causes).toEqual([]);
});

test.each([
	[5, []],
	[6, ['by 2G of model A']],
])(
	'%i devices that share two things, each of which many have, are told by them: %j',
	(count, expected) => {
		const kit = (i: number): Kit => ({
			rat: i % 5 < 2 ? '2G' : '4G',
			model: i % 4 < 1 ? 'A' : 'B',
		});
		const fleet = Array.from({ length: 1_000 }, (_, i) => device(i, kit(i)));
		const isBoth = ({ simId }: Compared) => simId % 20 === 0 || simId % 20 === 16;
		const affected = fleet.filter(isBoth).slice(0, count);
		const others = fleet.filter((one) => !affected.includes(one));
		expect(words(findCauses(affected, () => [others]))).toEqual(expected);
	},
);

test('what exactly the same devices share is named beside the cause', () => {
	const kit = { operator: 'Rural', tag: ['valley'] };
	const affected = Array.from({ length: 30 }, (_, i) => device(i, kit));
	const others = Array.from({ length: 500 }, (_, i) => device(i + 100, { operator: 'North' }));
	const [found] = findCauses(affected, () => [others]).causes;
	expect(causeInWords(found!.cause)).toBe('on operator Rural');
	expect(found!.alike).toEqual([share('tag', 'valley')]);
});

describe('a cause that is at work already', () => {
	const rural = [share('operator', 'Rural')];
	const known = [{ cause: rural, since: 0, joined: [] }];
	const fleet = (count: number, kit: (i: number) => Kit, from: number) =>
		Array.from({ length: count }, (_, i) => device(from + i, kit(i)));

	test('takes the devices that it explains, where few are new', () => {
		const later = fleet(5, () => ({ operator: 'Rural', rat: '2G' }), 0);
		const others = [
			...fleet(20, (i) => ({ operator: 'Rural', rat: i < 10 ? '2G' : '4G' }), 100),
			...fleet(1_000, (i) => ({ operator: 'North', rat: i < 500 ? '2G' : '4G' }), 1_000),
		];
		const [found] = findCauses(later, () => [others], known).causes;
		expect(found?.cause).toEqual(rural);
	});

	test('takes the few that happen to share more than it, and no closer cause is made of them', () => {
		const later = [
			...fleet(5, () => ({ operator: 'Rural', serviceProfile: 'meters' }), 0),
			...fleet(3, (i) => ({ operator: 'North', serviceProfile: `p${i}` }), 50),
		];
		const others = [
			...fleet(90, (i) => ({ operator: 'Rural', serviceProfile: i < 30 ? 'meters' : 'p0' }), 100),
			...fleet(1_000, (i) => ({ operator: 'North', serviceProfile: `p${i % 9}` }), 1_000),
		];
		const causes = findCauses(later, () => [others], known).causes.map(({ cause }) => cause);
		expect(causes).toEqual([rural]);
		const [alone] = findCauses(later, () => [others]).causes;
		expect(alone?.cause).toEqual([share('serviceProfile', 'meters')]);
	});

	test('does not take those that fall for another reason among its own devices', () => {
		const site = fleet(40, () => ({ operator: 'Rural', tag: 'site 9' }), 0);
		const others = [
			...fleet(300, () => ({ operator: 'Rural', tag: 'other' }), 100),
			...fleet(1_000, () => ({ operator: 'North', tag: 'other' }), 1_000),
		];
		const [found] = findCauses(site, () => [others], known).causes;
		expect(found?.cause).toEqual([share('tag', 'site 9')]);
	});
});

test('whatever the fleet is, each affected device is explained once or shares nothing', () => {
	const kit = fc.record({
		operator: fc.constantFrom('a', 'b', 'c'),
		model: fc.constantFrom('1', '2'),
		tag: fc.subarray(['x', 'y', 'z']),
		isAffected: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(kit, { maxLength: 120 }), (kits) => {
			const all = kits.map(({ isAffected, ...own }, i) => ({ isAffected, at: device(i, own) }));
			const affected = all.filter(({ isAffected }) => isAffected).map(({ at }) => at);
			const others = all.filter(({ isAffected }) => !isAffected).map(({ at }) => at);
			const { causes, alone } = findCauses(affected, () => [others]);
			const told = [...causes.flatMap((found) => found.affected), ...alone];
			expect(told.map(({ simId }) => simId).sort((a, b) => a - b)).toEqual(
				affected.map(({ simId }) => simId),
			);
			for (const found of causes) {
				expect(found.affected.length).toBeGreaterThanOrEqual(5);
				for (const { shares } of found.affected)
					expect(shares).toEqual(expect.arrayContaining([...found.cause]));
			}
			// The order in which devices come decides nothing.
			const reversed = findCauses([...affected].reverse(), () => [[...others].reverse()]);
			expect(reversed.causes.map(({ cause }) => cause)).toEqual(causes.map(({ cause }) => cause));
		}),
		{ numRuns: 60 },
	);
});

test('in fleets whose devices are affected by chance, none of a hundred is explained', () => {
	const explained = Array.from({ length: 100 }, (_, world) => {
		const affected: Compared[] = [];
		const others: Compared[] = [];
		for (let i = 0; i < 300; i += 1) {
			const isAffected = mixed(i, 100 + world) < 0.1;
			(isAffected ? affected : others).push(device(i, kitOf(i)));
		}
		return findCauses(affected, () => [others]).causes.length;
	});
	expect(explained.filter((count) => count > 0)).toEqual([]);
});

import { type Simulation, isReferenceGeneration } from '../context';
import { listRoute, type Route } from '../http/route';
import { RAT_TYPES } from './entities';

/** Operators, the countries they are in, and radio access types. */
export function operatorRoutes(sim: Simulation): Route[] {
	return [
		listRoute('operator', '/api/v1/operator', 'List operators', () =>
			[...sim.store.operators.values()].map((operator) => sim.forms.operator(operator)),
		),
		listRoute('operator', '/api/v1/country', 'List countries', () =>
			countriesOf(sim).map(({ country: { id, name, country_code: code, mcc, iso_code } }) => ({
				id,
				name,
				iso_code,
				// Numbers in the older sample, strings in the newest schema.
				country_code: isReferenceGeneration(sim) ? code : Number(code),
				mcc: isReferenceGeneration(sim) ? mcc : Number(mcc),
			})),
		),
		listRoute('operator', '/api/v1/rat_type', 'List radio access types', () => RAT_TYPES),
	];
}

/** Each country once, with its number of operators. */
export function countriesOf({ store }: Simulation) {
	// ANY is not a country, though some operators carry it as theirs.
	const all = [...store.operators.values()].map(({ country }) => country);
	const real = all.filter(({ mcc }) => mcc !== '');
	const own = new Map(real.map((country) => [country.id, country]));
	return [...own.values()].map((country) => ({
		country,
		operators: real.filter(({ id }) => id === country.id).length,
	}));
}

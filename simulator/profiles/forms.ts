import type { Operator } from './entities';

/** The codes of an operator, each with its own id. */
const codes = (operatorId: number, texts: string[], form: (text: string) => object) =>
	texts.map((text, index) => ({ id: operatorId * 10 + index, ...form(text) }));

/** An operator in the list, as recorded. */
export const recordedOperator = ({ id, name, country, tapcodes, mncs }: Operator) => ({
	id,
	name,
	country_name: country.name,
	name_and_country: `${country.name} / ${name}`,
	inbound_roamers_allowed: '1',
	country,
	mnc: codes(id, mncs, (mnc) => ({ mnc, operator_id: String(id) })),
	tapcode: codes(id, tapcodes, (tapcode) => ({ tapcode, operator_id: String(id) })),
});

/** An operator in the list, as in the references. */
export const referenceOperator = ({ id, name, country }: Operator) => ({
	id,
	name,
	country: { name: country.name, mcc: Number(country.mcc) },
});

/** An operator that an endpoint may not use; `code` formats network and country codes. */
export const blacklistEntry =
	(code: (text: string) => unknown) =>
	({ id, name, country, tapcodes, mncs }: Operator) => ({
		id,
		name,
		country: {
			id: country.id,
			name: country.name,
			country_code: code(country.country_code),
			mcc: code(country.mcc),
			iso_code: country.iso_code,
		},
		tapcode: codes(id, tapcodes, (tapcode) => ({ tapcode })),
		mnc: codes(id, mncs, (mnc) => ({ mnc: code(mnc) })),
	});

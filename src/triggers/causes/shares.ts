/* What devices may have in common, and how that is named. */

/**
 * The factors, the narrower of two that fit alike first: a network that is alone in its country is named, and not the
 * country.
 */
export const FACTORS = [
	'operator',
	'country',
	'cloudConnect',
	'addressSpace',
	'rat',
	'model',
	'serviceProfile',
	'tariffProfile',
	'tag',
	'workspace',
] as const;
export type Factor = (typeof FACTORS)[number];

/** One thing that devices share. */
export interface Share {
	factor: Factor;
	/** By which it is recognised: an ID, or a name in small letters. */
	value: string;
	/** As a person knows it. */
	name: string;
}

/** One thing that devices share, or two of different factors in the order of the factors. */
export type Cause = readonly Share[];

/** The text by which a share is compared. */
export const shareKey = ({ factor, value }: Share): string => `${factor} ${value}`;

/** The text by which a cause is compared. */
export const causeKey = (cause: Cause): string => cause.map(shareKey).join(' + ');

/** A share by the name that a person knows; undefined for none. */
export function shareNamed(factor: Factor, name: unknown, id?: unknown): Share | undefined {
	const text = name === null || name === undefined ? '' : String(name).trim();
	const number = id === null || id === undefined ? '' : String(id).trim();
	if (text === '' && number === '') return undefined;
	return {
		factor,
		value: number === '' ? text.toLowerCase() : number,
		name: text === '' ? `ID ${number}` : text,
	};
}

const WORDS: Record<Factor, (name: string) => string> = {
	operator: (name) => `on operator ${name}`,
	country: (name) => `in country ${name}`,
	cloudConnect: (name) => `on cloud connect ${name}`,
	addressSpace: (name) => `in IP address space ${name}`,
	rat: (name) => `by ${name}`,
	model: (name) => `of model ${name}`,
	serviceProfile: (name) => `with service profile ${name}`,
	tariffProfile: (name) => `with tariff profile ${name}`,
	tag: (name) => `with tag ${name}`,
	workspace: (name) => `in workspace ${name}`,
};

/** "on operator X in country Y". */
export const causeInWords = (cause: Cause): string =>
	cause.map(({ factor, name }) => WORDS[factor](name)).join(' ');

const FIELD_NAMES: Record<Factor, string> = {
	operator: 'operator',
	country: 'country',
	cloudConnect: 'cloud_connect',
	addressSpace: 'ip_address_space',
	rat: 'rat',
	model: 'model_tac',
	serviceProfile: 'service_profile',
	tariffProfile: 'tariff_profile',
	tag: 'tag',
	workspace: 'workspace',
};
/** Factors whose value is an ID of the service. */
const WITH_ID: readonly Factor[] = ['addressSpace', 'serviceProfile', 'tariffProfile', 'workspace'];

/** The cause as an object of an item. */
export const causeFields = (cause: Cause): Record<string, string | number> =>
	Object.fromEntries(
		cause.flatMap(({ factor, value, name }) => [
			[FIELD_NAMES[factor], name],
			...(WITH_ID.includes(factor) && /^\d+$/.test(value)
				? [[`${FIELD_NAMES[factor]}_id`, Number(value)]]
				: []),
		]),
	) as Record<string, string | number>;

import * as z from 'zod/v4';
import { jsonBody, requiredMessages, reference, required, unknown } from '../http/body';
import { isObject } from '../http/route';
import type { Endpoint } from './entities';

/* Endpoints in the bodies of create and update, single and bulk (specification). */

/** Endpoints per bulk call (specification for create, public reference for the others). */
const BULK_MOST = 2000;

/** The message for an object the organisation does not have; without an id for an invalid id. */
export const foreign = (name: string, id: number | '' = '') =>
	`${name} ${id} does not belong to the organisation`;

/** The message for an organisation the caller may not act in. */
export const foreignOrganisation = (id: number | '' = '') =>
	`organisation ${id} does not belong to the calling organisation`;

const IMEI = 'imei must be a string of 16 digits';
const ASSIGNMENTS = 'tag_assignments must be a list of integers';
const ENDPOINT_STATUS_RULE = 'status.id must be 0 (Enabled) or 1 (Disabled)';
const ID_REQUIRED = required('id is required and must be an integer');
const SIM_ID = required('sim.id is required');

/** Fields of a single endpoint, common to create and update. */
const OWN_FIELDS = {
	name: z.string('name must be a string').optional(),
	imei: z
		.string(IMEI)
		.regex(/^\d{16}$/, IMEI)
		.optional(),
	imei_lock: z.boolean('imei_lock must be a boolean').optional(),
	tag_assignments: z
		.array(z.int(ASSIGNMENTS), ASSIGNMENTS)
		.optional()
		.describe('ids of existing tags; not with tags'),
	// A value that is not a string cannot be an address of the space.
	ip_address: z.string().optional().catch('').describe('needs ip_address_space'),
};
/** The fields of an endpoint that are copied from an input unchanged. */
export const ownFields = ({
	name,
	imei,
	imei_lock: imeiLock,
}: New | EndpointChange): Partial<Endpoint> => definedFields({ name, imei, imeiLock });

/** The entries that are not undefined. */
const definedFields = <T extends object>(fields: T) =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const TAGS_TEXT = z.string('tags must be a string');
const TAGS_DESCRIPTION = 'deprecated: names, comma-separated; not with tag_assignments';
const SPACE = { ip_address_space: reference('ip_address_space.id must be an integer').optional() };

/** Fields that a create requires; a bulk create has them once for all items. */
const CREATE_FIELDS = {
	organisation: reference(foreignOrganisation()).optional().describe('for resellers'),
	service_profile: reference(foreign('service_profile'), {
		missing: 'service_profile is required',
	}),
	tariff_profile: reference(foreign('tariff_profile'), { missing: 'tariff_profile is required' }),
	status: reference(ENDPOINT_STATUS_RULE, { among: [0, 1], missing: 'status is required' }),
};
const NEW = {
	...OWN_FIELDS,
	tags: TAGS_TEXT.optional().describe(TAGS_DESCRIPTION),
	sim: z
		.object(
			{
				id: z.int(requiredMessages('sim.id is required', unknown(foreign('sim')))),
				activate: z.boolean('sim.activate must be a boolean').optional().describe('default true'),
				status: reference('sim.status.id must be 1 or 4', { among: [1, 4] }).optional(),
			},
			SIM_ID,
		)
		.optional(),
};
const CHANGES = {
	...OWN_FIELDS,
	...SPACE,
	tags: TAGS_TEXT.nullish().describe(`${TAGS_DESCRIPTION}; null leaves them`),
	service_profile: reference(foreign('service_profile')).optional(),
	tariff_profile: reference(foreign('tariff_profile')).optional(),
	status: reference(ENDPOINT_STATUS_RULE, { among: [0, 1] }).optional(),
	sim: z
		.object(
			{
				id: z
					.int(unknown(foreign('sim')))
					.nullish()
					.describe('null unassigns'),
				status: reference('sim.status.id must be 1 or 5', { among: [1, 5] }).optional(),
			},
			'sim must be an object',
		)
		.optional(),
};

/** The rules between fields, checked whatever else is wrong. */
const withFieldRules = <S extends z.ZodObject>(schema: S): S =>
	schema
		.refine(({ tags, tag_assignments }) => tags === undefined || tag_assignments === undefined, {
			error: 'tags and tag_assignments are mutually exclusive',
			path: ['tags'],
			when: ({ value }) => isObject(value),
		})
		.refine(
			({ ip_address, ip_address_space }) =>
				ip_address === undefined || ip_address_space !== undefined,
			{
				error: required('ip_address_space is required when ip_address is given'),
				path: ['ip_address_space'],
				when: ({ value, issues }) =>
					isObject(value) && issues.every(({ path }) => path?.[0] !== 'ip_address_space'),
			},
		);

const bodyList = <S extends z.ZodType>(name: string, item: S) =>
	z
		.array(item, required(`${name} must be a list`))
		.min(1, `${name} must not be empty`)
		.max(BULK_MOST, {
			error: ({ input }) =>
				`${name} holds ${(input as unknown[]).length} items, at most ${BULK_MOST} are allowed`,
		});

/** An item of a bulk create with the call's address space. */
export const NEW_ITEM = withFieldRules(z.object({ ...NEW, ...SPACE }, 'must be an object'));
export const NEW_ENDPOINT = withFieldRules(jsonBody({ ...CREATE_FIELDS, ...NEW, ...SPACE }));
export const BULK_CREATE = jsonBody({
	...CREATE_FIELDS,
	...SPACE,
	endpoints: bodyList('endpoints', z.object(NEW)),
});
/** Fields of a bulk create that apply to all its items. */
export const BULK_SHARED = jsonBody(CREATE_FIELDS);

export const ENDPOINT_CHANGE = withFieldRules(jsonBody(CHANGES));
/** An item of a bulk call on existing endpoints. */
export const WITH_ID = z.object({ id: z.int(ID_REQUIRED) }, ID_REQUIRED);
export const UPDATE_ITEM = withFieldRules(z.object({ ...WITH_ID.shape, ...CHANGES }, ID_REQUIRED));
export const BULK_UPDATE = bodyList('The body', UPDATE_ITEM);
export const BULK_DELETE = bodyList('The body', WITH_ID);

/** The valid fields of an input. */
export type Shared = Partial<z.output<typeof BULK_SHARED>>;
export type New = Partial<z.output<typeof NEW_ITEM>>;
export type EndpointChange = Partial<z.output<typeof ENDPOINT_CHANGE>>;

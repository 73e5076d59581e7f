import * as z from 'zod/v4';
import { anyTime, described, id, named, ref, text } from './forms';

/* Application tokens, users, memberships. Source: more operations 6. Nothing was recorded. */

/** `expiry_date` and `ip` are absent when they are not set. */
export const applicationTokens = z.array(
	z.strictObject({
		id,
		description: text.nullish(),
		created: anyTime,
		status: described.extend({ id: z.literal([0, 1]) }),
		expiry_date: anyTime.optional(),
		ip: text.optional(),
		// Not documented for a token that was created with a token.
		creator: z.strictObject({ id, name: text, username: text }).optional(),
	}),
);
/** Shown once, without an id. */
export const newToken = z.strictObject({ application_token: text });

const mfa = z.array(z.looseObject({ id }));
const user = {
	id,
	username: z.email(),
	name: text,
	created: anyTime,
	status: described.extend({ id: z.literal([0, 1, 2, 3]) }),
	organisation: named,
	mfa: mfa.optional(),
};
export const users = z.array(z.strictObject(user));
export const oneUser = z.strictObject({ ...user, roles: z.array(named) });
export const invited = z.strictObject({
	id,
	username: z.email(),
	name: text,
	organisation: ref,
	roles: z.array(named),
});
/** `{id, description}` like other lists of choices, or with a name. */
export const roles = z.array(z.union([described, named])).min(1);
const permissions = z.strictObject({
	role: z.union([text, z.looseObject({ id })]),
	permissions: z.array(z.strictObject({ method: text, uri: text, description: text.optional() })),
});
/** A list in the older edition, one object in the newest. */
export const permissionsOfRole = z.union([permissions, z.array(permissions)]);

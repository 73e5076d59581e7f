import * as z from 'zod/v4';
import {
	type ByGeneration,
	described,
	id,
	idText,
	isoTime,
	named,
	offsetTime,
	text,
} from './forms';

/* Logins, MFA, workspaces, callbacks. Sources: specification, public reference, corrections 1. */

const token = z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/);
export const session = z.strictObject({ auth_token: token });
export const userSession = z.strictObject({ auth_token: token, refresh_token: text });
export const challenge = z.strictObject({ mfa_token: text });

const moment = z.union([isoTime, offsetTime]);
export const mfaKey = z.strictObject({
	id,
	status: described,
	type: described,
	secret_key: z.string().regex(/^[A-Z2-7]+$/),
	otpauth: z.string().startsWith('otpauth://totp/'),
	creation_date: moment,
	activation_date: moment.optional(),
});
const trustedDevicesWith = (name: z.ZodType) =>
	z.array(z.strictObject({ id, operating_system: name, browser: name, activation_date: moment }));
/** The schema has no null. */
export const trustedDevices: ByGeneration<z.ZodType> = {
	recorded: trustedDevicesWith(text.nullable()),
	reference: trustedDevicesWith(text.optional()),
};
const workspacesWith = (status: z.ZodType) =>
	z
		.array(
			z.strictObject({
				id,
				name: text,
				status,
				roles: z.array(named),
				owner: z.boolean(),
				default_workspace: z.boolean(),
			}),
		)
		.min(1);
/** The schema nests the status once more. */
export const workspaces: ByGeneration<z.ZodType> = {
	recorded: workspacesWith(described),
	reference: workspacesWith(z.strictObject({ status: described })),
};

export const callback = z.strictObject({
	id,
	url: z.url(),
	purpose: text,
	created: z.union([moment, text]),
	organisation_id: idText,
});
/** The secret is never returned. */
export const secret = z.strictObject({ id, purpose: text, organisation_id: idText });

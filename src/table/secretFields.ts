/** Fields of results that hold secrets; no model reads them, and no store keeps them. */
export const SECRET_FIELDS = ['secret_key', 'otpauth', 'application_token'];

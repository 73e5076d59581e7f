import type { IExecuteFunctions, IHttpRequestOptions, INodeType } from 'n8n-workflow';
import { reliances } from '../../../scripts/reliances';

/* n8n without one of the insides that nodes/CellularIot/n8n relies on. */

/**
 * The title of the tests of a reliance that is gone: what its head says then.
 * @throws Error for a name that no file of the folder has
 */
export function gone(name: string): string {
	const found = reliances().find((reliance) => reliance.name === name);
	if (!found) throw new Error(`nodes/CellularIot/n8n/${name}.ts does not exist`);
	return `${name} is gone: ${found.parts.Gone}`;
}

/** The same node in an n8n whose contexts `change` has changed. */
export const inContext = (
	type: INodeType,
	change: (context: IExecuteFunctions) => void,
): INodeType =>
	Object.create(type, {
		execute: {
			value(this: IExecuteFunctions) {
				change(this);
				return type.execute!.call(this);
			},
		},
	}) as INodeType;

/** Replaces a property of a context, which n8n may have made read-only. */
export const replace = (of: object, name: string, value: unknown): void =>
	void Object.defineProperty(of, name, { value, configurable: true, writable: true });

/** Has `send` stand in for n8n's helpers; it gets the request, and n8n's own way to send it. */
export function sendBy(
	context: IExecuteFunctions,
	send: (options: IHttpRequestOptions, own: () => Promise<unknown>) => Promise<unknown>,
): void {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	replace(context, 'helpers', {
		...context.helpers,
		httpRequest: async (options: IHttpRequestOptions) =>
			await send(options, async () => (await httpRequest(options)) as unknown),
		httpRequestWithAuthentication: async (
			type: string,
			options: IHttpRequestOptions,
			more: object,
		) =>
			await send(
				options,
				async () =>
					(await httpRequestWithAuthentication.call(context, type, options, more)) as unknown,
			),
	});
}

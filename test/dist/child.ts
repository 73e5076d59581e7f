import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { CredentialStore } from '../support/credentials';
import { requestContext } from '../support/n8n/credentialTest';
import { runNode } from '../support/n8n/n8n';

/*
 * Runs in a separate process, outside jest, so that files are required as in n8n. It loads the built
 * package with n8n-core's loader, logs in through the credential file, runs the node file, and prints
 * the results. Arguments: the addresses of the service and, if available, of a Redis.
 */

const NAME = 'cellularIotTokenApi';
const [, , baseUrl = '', redisUrl = ''] = process.argv;
const root = resolve(__dirname, '../..');

/** Files of an icon as n8n resolves them: `icons/<package>/<path in the package>`. */
const iconFiles = (icon: unknown): Record<string, boolean> => {
	const { light, dark } = icon as { light: string; dark: string };
	return Object.fromEntries(
		[light, dark].map((path) => [
			path,
			existsSync(resolve(root, path.split('/').slice(2).join('/'))),
		]),
	);
};

async function main() {
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	const atStart = Object.keys(require.cache)
		.filter((file) => file.startsWith(resolve(root, 'dist')))
		.map((file) => relative(resolve(root, 'dist'), file));
	const nodes = loader.types.nodes.map((node) => ({
		name: node.name,
		displayName: node.displayName,
		icons: iconFiles(node.iconUrl),
		categories: node.codex?.categories,
		documentation: node.codex?.resources?.primaryDocumentation?.map(({ url }) => url),
		credentials: node.credentials?.map(({ name }) => name),
	}));
	const credentials = loader.types.credentials.map((type) => ({
		name: type.name,
		displayName: type.displayName,
		icons: iconFiles(type.iconUrl),
		supportedNodes: type.supportedNodes,
	}));

	const types = Object.values(loader.credentialTypes).map(({ type }) => type);
	const account = { baseUrl, applicationToken: 'app-token-reseller-000000000001' };
	const store = new CredentialStore(types);
	store.set(NAME, account);
	const context = requestContext(store, NAME);
	await context.helpers.httpRequestWithAuthentication.call(context, NAME, {
		url: `${baseUrl}/api/v1/endpoint?per_page=1`,
	});
	// The store is empty: the node can get the session only from the credential's file.
	store.set(NAME, account);
	const node = loader.getNode('cellularIot').type;
	const out = await runNode({
		credentials: store,
		type: 'nodeVersions' in node ? undefined : node,
		parameters: { resource: 'endpoint', operation: 'getAll' },
	});
	const items = out.items.length;
	const type = 'nodeVersions' in node ? undefined : node;
	const shared = redisUrl === '' ? undefined : await create(types, type, { redisUrl });
	const now = Date.now;
	Date.now = () => now() - 3_600_000;
	const setBack = await create(types, type);
	Date.now = now;
	console.log(
		JSON.stringify({
			atStart,
			nodes,
			credentials,
			items,
			shared,
			setBack,
			error: out.error?.message,
		}),
	);
}

/** A bulk call; with shared limits, it also covers code that the build loads only then. */
async function create(
	types: ConstructorParameters<typeof CredentialStore>[0],
	type: INodeType | undefined,
	shared?: { redisUrl: string },
) {
	const store = new CredentialStore(types);
	const applicationToken = 'app-token-reseller-000000000001';
	store.set(NAME, { baseUrl, applicationToken, ...(shared && { shareLimits: true, ...shared }) });
	const byId = (value: number) => ({ __rl: true, mode: 'id', value });
	const { items, error } = await runNode({
		credentials: store,
		type,
		parameters: {
			resource: 'endpoint',
			operation: 'createMany',
			serviceProfileId: byId(101),
			tariffProfileId: byId(201),
			valuesFrom: 'fields',
			identity: { name: 'made in turn' },
		},
	});
	return { created: items.length, error: error?.message };
}

void main();

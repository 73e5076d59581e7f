import '../../faults/resolve';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { createInterface } from 'node:readline';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { accountFrom } from '../../../src/account';
import { systemSleep } from '../../../src/ports';
import { directTransport } from '../../support/directTransport';
import { Logins } from '../../../src/session/login';
import { Session } from '../../../src/session/session';
import { sharedLogins } from '../../../src/session/sharedLogins';
import { parseStored } from '../../../src/session/tokens';
import { act, counts, outcomeOf } from '../../faults/runs';
import { FolderStore } from './folderStore';

/* One of several processes that log in. Each input line is a job; the result is printed. */

interface Place {
	/** Folder of the credentials. */
	folder: string;
	credential: string;
}

/** Concurrent executions of the action node. */
export interface Executions extends Place {
	parameters: INodeParameters;
	items: IDataObject[];
	executions: number;
}

/** A login with accelerated time from a common start. */
export interface OneLogin extends Place {
	began: number;
	faster: number;
}

export interface Result {
	/** Number of items by outcome. */
	said: Record<string, number>;
	/** Distinct messages of failed items. */
	messages: string[];
	/** Number of authenticate calls sent by this process. */
	logins: number;
}

let logins = 0;
subscribe('http.client.request.start', (message) => {
	const { request } = message as { request: ClientRequest };
	if (request.path.startsWith('/api/v1/authenticate')) logins += 1;
});

async function execute({ folder, credential, parameters, items, executions }: Executions) {
	const store = new FolderStore(folder);
	const outputs = await Promise.all(
		Array.from(
			{ length: executions },
			async () => await act(store, parameters, items, { credential }),
		),
	);
	const failed = outputs.flatMap(({ errors }) => errors);
	const done = outputs.flatMap((output) => output.items.map(() => 'done'));
	const broken = outputs.flatMap(({ error }) => (error ? [error.message] : []));
	return {
		said: [...done, ...failed.map(outcomeOf), ...broken.map(() => 'broken')],
		messages: [...failed.map(({ json }) => String(json.error)), ...broken],
	};
}

async function login({ folder, credential, began, faster }: OneLogin) {
	const store = new FolderStore(folder);
	const fields = store.get(credential);
	const account = accountFrom('user', fields);
	const session = new Session(account);
	const given = new Logins(account, {
		transport: directTransport,
		clock: {
			now: () => began + (Date.now() - began) * faster,
			monotonic: () => performance.now() * faster,
		},
		sleep: async (ms, signal) => await systemSleep(ms / faster, signal),
		reload: async () => store.get(credential).sessionState,
		...sharedLogins(fields),
	});
	session.adopt(parseStored(fields.sessionState), given.now);
	const message = await session.token(given).then(() => undefined, String);
	const sessionState = JSON.stringify(session.stored(account));
	store.data.set(credential, { ...store.get(credential), sessionState });
	return { said: [message === undefined ? 'done' : 'failed'], messages: message ? [message] : [] };
}

async function work(job: Executions | OneLogin): Promise<Result> {
	const before = logins;
	const { said, messages } = await ('executions' in job ? execute(job) : login(job));
	return {
		said: Object.fromEntries(counts(said)),
		messages: [...new Set(messages)],
		logins: logins - before,
	};
}

createInterface(process.stdin).on('line', (line) => {
	void work(JSON.parse(line) as Executions | OneLogin).then((result) => {
		process.stdout.write(`result ${JSON.stringify(result)}\n`);
	});
});

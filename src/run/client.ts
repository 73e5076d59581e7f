import { randomInt } from 'node:crypto';
import type { LoginCall } from '../account';
import { beforeSending, InputError, ownError } from '../errors';
import { Http, type HttpPorts } from '../http/http';
import type { Call, Input, Json, LookupName, Operation } from '../operations/define';
import { everywhere } from '../operations/fields';
import { askBy, performBy } from './ask';
import { exclusively } from './exclusive';
import type { Lists } from './lists';
import { resolve } from './resolve';
import { explained } from './refusals';
import { foundById } from './search';
import { readingBack } from './verify';

export interface ClientPorts extends HttpPorts {
	/** An application token cannot do what needs a person's login. */
	accountKind: 'user' | 'token';
	warn?: (message: string) => void;
	/** Receives the number of entries that a list in pages has. */
	counted?: (total: number) => void;
	/** The login behind the account, for the operations that are about it. */
	login: LoginCall;
	/** Ports that act in another workspace of the user; absent for an application token. */
	inWorkspace?: (workspaceId: number) => ClientPorts;
}

let reference = randomInt(256);

/** Performs operations of the table for one account. */
export class Client {
	readonly http: Http;
	private readonly workspaces = new Map<number, Client>();
	private readonly lists: Lists = new Map();

	constructor(readonly ports: ClientPorts) {
		this.http = new Http(ports);
	}

	get env() {
		return { now: this.ports.clock.now() };
	}

	/** The client that acts in the workspace an item names; this one when it names none. */
	async in({ workspaceId }: Input): Promise<Client> {
		if (workspaceId === undefined) return this;
		const { inWorkspace } = this.ports;
		if (!inWorkspace) throw noWorkspace();
		const call = this.listing('workspace');
		const [named] = await resolve({ fields: everywhere }, [{ workspaceId }], call, this.lists);
		if (!named || named instanceof Error) throw named;
		const id = named.workspaceId as number;
		let client = this.workspaces.get(id);
		if (!client) this.workspaces.set(id, (client = new Client(inWorkspace(id))));
		return client;
	}

	/** Inputs with ids instead of references, or the errors of resolving: see {@link resolve}. */
	async resolve(operation: Operation, inputs: Input[], call: Call, goOn?: boolean) {
		return await resolve(operation, inputs, call, this.lists, goOn);
	}

	/** Performs an entry that is not bulk for checked input; gives its result or results. */
	async perform(operation: Operation, checked: Input): Promise<Json | Json[]> {
		const { workspaceId, ...here } = checked;
		if (workspaceId !== undefined) return await (await this.in(checked)).perform(operation, here);
		this.checkLogin(operation);
		const call = this.callFor(operation);
		const [input] = await this.resolve(operation, [checked], call);
		if (!input || input instanceof Error) throw input;
		return await performBy(call, operation, input);
	}

	/** Checks that the login can do the operation there. @throws InputError before any request. */
	checkLogin({ userLoginOnly }: Pick<Operation, 'userLoginOnly'>, { workspaceId }: Input = {}) {
		if (this.ports.accountKind !== 'token') return;
		if (userLoginOnly) throw needsUserLogin();
		if (workspaceId !== undefined) throw noWorkspace();
	}

	/** Runs jobs of one name one after the other in this process, for one organisation of the service. */
	async exclusively<T>(name: string, job: () => Promise<T>): Promise<T> {
		const { baseUrl, lanes } = this.ports;
		let organisation = '';
		try {
			organisation = (await lanes()).key;
		} catch {
			// Nobody can log in: the first request of the job says why.
		}
		return await exclusively(`${baseUrl} ${organisation} ${name}`, job);
	}

	/** The call that reads the list of a picker, or looks a name up in it. */
	listing(lookup: LookupName): Call {
		return this.callFor({ resource: lookup, name: 'list', effect: 'read', lane: 'list' });
	}

	/** The call a `run` works with: requests in the entry's lane and under its effect. */
	callFor(operation: Caller): Call {
		const { success, byItem, isAnswer401, isFinal, done } = operation;
		const ownRules = { success, byItem, isAnswer401, isFinal, done };
		const send: Call['send'] = async (parts) => {
			// A lookup, or another request beside the entry's own, has answers of its own kind.
			const isOwn = parts.effect === undefined;
			try {
				return await this.http.request({
					...(isOwn && ownRules),
					effect: operation.effect,
					lane: operation.lane,
					what: `${operation.resource}: ${operation.name}`,
					...parts,
				});
			} catch (error) {
				const told = explained(operation, error);
				// A lookup by ICCID, or the read before a top-up; reading back asks for no outcome.
				const prepares = parts.effect === 'read' && operation.effect !== 'read';
				const thrown = prepares ? beforeSending(told) : told;
				const own = ownError(thrown);
				if (own) own.request ??= `${parts.method} ${parts.path}`;
				throw thrown;
			}
		};
		const asking = askBy(operation as Operation, send, {
			warn: this.ports.warn,
			counted: this.ports.counted,
		});
		const call: Call = {
			env: this.env,
			login: this.ports.login,
			send,
			...asking,
			own: (input, ...how) =>
				isReadBack(operation, input)
					? readingBack(this.ports, call, operation as Operation, input, ...how)
					: asking.own(input, ...how),
			endpoints: async (ids) => await foundById(call, 'endpoint', ids),
			sims: async (ids) => await foundById(call, 'sim', ids),
			wait: async (ms) => await this.ports.sleep(ms, this.ports.signal),
			messageReference: () => (reference = (reference + 1) % 256),
			exclusively: async (name, job) => await this.exclusively(name, job),
		};
		return call;
	}
}

/** The properties of an entry that its call needs. */
type Caller = Pick<Operation, 'resource' | 'name' | 'effect' | 'lane'> & Partial<Operation>;

/** Where the form leaves it open, the input says whether to read back. */
const isReadBack = ({ readBack, fields = {} }: Caller, input: Input): boolean =>
	readBack !== undefined && (!('verifyUnknown' in fields) || input.verifyUnknown === true);

const needsUserLogin = () =>
	new InputError(
		'authentication',
		'must be a "User Login": the service does not accept an application token here',
		'Credential',
	);

const noWorkspace = () =>
	new InputError(
		'workspaceId',
		'must be empty with an application token, which acts in its own organisation: choose a "User Login" under "Credential" to work in another workspace',
		'Workspace',
	);

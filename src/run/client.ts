import { randomBytes, randomInt } from 'node:crypto';
import { beforeSending, InputError, ownError } from '../errors';
import { Http } from '../request/http';
import type { Call, Input, Json, LookupName, Operation } from '../table/define';
import { chosenList } from '../table/chosenList';
import { everywhere } from '../table/fields';
import { askBy, performBy } from './ask';
import type { ClientPorts } from './clientPorts';
import { exclusively } from './exclusive';
import { filterNames, performFiltered } from './names/filterNames';
import { RunFindings } from './names/findings';
import { wholeList } from './names/lists';
import { partedTags } from './names/parted';
import { resolve } from './names/resolve';
import { findByValue, foundById } from './names/search';
import { calledAsGiven, explained } from './refusals';
import { readingBack } from './verify';

/** A feature that is performed for one input at a time; see feature.ts. */
export interface SingleFeature<I = Input> {
	/**
	 * Performs the feature for one checked input, whose names are replaced by ids; gives its result or results.
	 * `client` acts in the workspace of the input. `call` sends under the effect and in the lane of the
	 * feature's entry.
	 */
	perform(client: Client, input: I, call: Call): Promise<Json | Json[]>;
	/**
	 * For a feature of a paged list: whether it chooses its results from the entries after reading them.
	 * Their number is known only once all entries are read, and is not what the service counts.
	 */
	chooses?(input: I): boolean;
}

let smsReference = randomInt(256);

/** Performs operations of the table for one account. */
export class Client {
	private readonly http: Http;
	private readonly workspaces = new Map<number, Client>();
	/** IDs of the workspaces that items have named, by what they named. */
	private readonly workspaceIds = new Map<string, number>();
	private readonly findings = new RunFindings();
	/** The shared jobs of the run, by what they do. */
	private readonly jobs = new Map<string, Promise<unknown>>();

	constructor(readonly ports: ClientPorts) {
		const { kept } = ports;
		this.http = new Http({
			...ports,
			...(kept && { beforeEffect: async () => await kept.confirm() }),
		});
	}

	get env() {
		return { now: this.ports.clock.now() };
	}

	/**
	 * The client that acts in the workspace an item names; this one when it names none.
	 * @throws an error that says that nothing was sent for the item.
	 */
	async in({ workspaceId }: Input): Promise<Client> {
		if (workspaceId === undefined) return this;
		const { inWorkspace } = this.ports;
		if (!inWorkspace) throw noWorkspace();
		const call = this.listing('workspace');
		const [named] = await resolve({ fields: everywhere }, [{ workspaceId }], call, this.findings);
		if (!named || named instanceof Error) throw beforeSending(named);
		const id = named.workspaceId as number;
		this.workspaceIds.set(JSON.stringify(workspaceId), id);
		let client = this.workspaces.get(id);
		if (!client) this.workspaces.set(id, (client = new Client(inWorkspace(id))));
		return client;
	}

	/** The ID of the workspace that an item names, once the item has acted in it: see {@link in}. */
	workspaceIdOf({ workspaceId }: Input): number | undefined {
		return workspaceId === undefined
			? undefined
			: this.workspaceIds.get(JSON.stringify(workspaceId));
	}

	/** Inputs with ids instead of references, or the errors of resolving: see {@link resolve}. */
	async resolve(operation: Operation, inputs: Input[], call: Call, continueOnFail?: boolean) {
		return await resolve(operation, inputs, call, this.findings, continueOnFail);
	}

	/** Inputs whose cells of tags name each tag by itself: see {@link partedTags}. */
	async partedTags(operation: Operation, inputs: Input[], call: Call): Promise<Input[]> {
		return await partedTags(operation, inputs, call, this.findings);
	}

	/** Forgets what was looked up, so that things made since are found. */
	forgetNames(): void {
		this.findings.clear();
	}

	/**
	 * Performs an entry that is not bulk, or a feature, for checked input; gives its result or results.
	 * `confirm` is as in {@link callFor}.
	 */
	async perform(
		given: Operation & Partial<SingleFeature>,
		checked: Input,
		confirm?: () => Promise<void>,
	): Promise<Json | Json[]> {
		const operation: typeof given = chosenList(given, checked);
		const { workspaceId, ...here } = checked;
		if (workspaceId !== undefined) {
			return await (await this.in(checked)).perform(operation, here, confirm);
		}
		this.checkLogin(operation);
		const call = this.callFor(operation, confirm);
		const [input] = await this.resolve(operation, [checked], call);
		if (!input || input instanceof Error) throw input;
		try {
			const { fields } = operation;
			const perform = async () =>
				operation.perform
					? await operation.perform(this, input, call)
					: await performBy(call, operation, input);
			const names = filterNames(fields, input);
			if (names.length === 0) return await perform();
			return await performFiltered(call, names, { fields, input }, perform);
		} finally {
			this.findings.changedBy(operation);
		}
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
			// The login failed. The first request of the job reports the reason.
		}
		return await exclusively(`${baseUrl} ${organisation} ${name}`, job);
	}

	private async once<T>(what: string, job: () => Promise<T>): Promise<T> {
		const known = this.jobs.get(what);
		if (known) return (await known) as T;
		const done = job();
		this.jobs.set(what, done);
		done.catch(() => this.jobs.delete(what));
		return await done;
	}

	/** The call that reads the list of a picker, or looks a name up in it. */
	listing(lookup: LookupName): Call {
		return this.callFor({ resource: lookup, name: 'list', effect: 'read', lane: 'list' });
	}

	/**
	 * The call a `run` works with: requests in the entry's lane and under its effect. `confirm` is awaited
	 * right before each attempt of the first request that changes something; if it throws, the request is
	 * not sent. A call that has begun is not abandoned halfway.
	 */
	callFor(operation: CallableEntry, confirm?: () => Promise<void>): Call {
		const { success, isEmptySuccess, byItem, isAnswer401, isFinal, done } = operation;
		const ownRules = { success, isEmptySuccess, byItem, isAnswer401, isFinal, done };
		let hasBegun = false;
		const send: Call['send'] = async (parts) => {
			// The entry's rules for answers do not apply to a lookup, or to another request beside its own.
			const isOwn = parts.effect === undefined;
			const isRead = (parts.effect ?? operation.effect) === 'read';
			const confirmed = async () => {
				if (!isRead && !hasBegun) await confirm?.();
				await parts.confirm?.();
			};
			try {
				const answer = await this.http.request({
					...(isOwn && ownRules),
					effect: operation.effect,
					lane: operation.lane,
					what: `${operation.resource}: ${operation.name}`,
					...parts,
					confirm: confirmed,
				});
				if (!isRead) hasBegun = true;
				return answer;
			} catch (error) {
				const worded = calledAsGiven(explained(operation, error), this.findings.called);
				// The outcome of a preparing read, such as a lookup by ICCID, is that nothing was sent.
				const prepares = parts.effect === 'read' && operation.effect !== 'read';
				const thrown = prepares ? beforeSending(worded) : worded;
				const own = ownError(thrown);
				if (own) own.request ??= `${parts.method} ${parts.path}`;
				throw thrown;
			}
		};
		const asking = askBy(operation as Operation, send, this.ports);
		const call: Call = {
			env: this.env,
			login: this.ports.login,
			send,
			...asking,
			own: (input, ...how) =>
				isReadBack(operation, input)
					? readingBack(this.ports, call, operation as Operation, input, ...how)
					: asking.own(input, ...how),
			entries: async (lookup) => await wholeList(this.listing(lookup), lookup, this.findings.lists),
			once: async (what, job) => await this.once(what, job),
			find: async (kind, filter, values) => await findByValue(call, kind, filter, values),
			endpoints: async (ids) => await foundById(call, 'endpoint', ids),
			sims: async (ids) => await foundById(call, 'sim', ids),
			wait: async (ms) => await this.ports.sleep(ms, this.ports.signal),
			suffix: () => randomBytes(4).toString('hex'),
			messageReference: () => (smsReference = (smsReference + 1) % 256),
			exclusively: async (name, job) => await this.exclusively(name, job),
			note: (sentence) => this.ports.report?.note(sentence),
		};
		return call;
	}
}

/** The properties of an entry that its call needs. */
type CallableEntry = Pick<Operation, 'resource' | 'name' | 'effect' | 'lane'> & Partial<Operation>;

/** Where the form offers the choice, the input says whether to read back. */
const isReadBack = ({ readBack, fields = {} }: CallableEntry, input: Input): boolean =>
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
		'must be left out with an application token, which acts in its own organisation: choose a "User Login" under "Credential" to work in another workspace',
		'Workspace',
	);

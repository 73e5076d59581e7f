import type { LoginCall } from '../account';
import type { KeyLedger } from '../keys/ledger';
import type { HttpPorts } from '../request/http';
import type { AskPorts } from './ask';

/* What a host gives to a client. */

export interface ClientPorts extends HttpPorts, Pick<AskPorts, 'files'> {
	/** An application token cannot do what needs a person's login. */
	accountKind: 'user' | 'token';
	/** Where idempotency keys of this run are written down; absent where nothing outlives a run. */
	keys?: KeyLedger | undefined;
	/** The login behind the account, for the operations that are about it. */
	login: LoginCall;
	/** The lists of earlier runs, to compare with; absent where there are no runs. */
	markers?: Markers;
	/** Ports that act in another workspace of the user; absent for an application token. */
	inWorkspace?: (workspaceId: number) => ClientPorts;
}

/** The markers of lists, for a workflow and node. */
export interface Markers {
	/** Undefined if there is none. @throws if the marker cannot be read: that must not count as none. */
	read(list: string): Promise<string | undefined>;
	store(list: string, marker: string): void;
}

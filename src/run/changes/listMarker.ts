import { createHash } from 'node:crypto';
import { InputError } from '../../errors';
import type { Client } from '../client';

/** How a list was when it was last read, kept from run to run for a workflow and node. */
interface Marker {
	/** Undefined where the list was not read before. */
	before: string | undefined;
	/** Stores a new marker once the run has ended well. */
	store(marker: string): void;
}

/**
 * The marker of a list, as this organisation sees it, from the last run of this node that ended well.
 * @throws InputError where there are no runs
 */
export async function markerOf({ ports }: Client, list: string): Promise<Marker> {
	const { baseUrl, lanes, markers } = ports;
	if (!markers) throw noRun();
	const organisation = (await lanes()).key;
	const key = createHash('sha256').update([baseUrl, organisation, list].join('\n'));
	const name = key.digest('base64url').slice(0, 16);
	return {
		before: await markers.read(name),
		store: (marker) => markers.store(name, marker),
	};
}

const noRun = () =>
	new InputError(
		'onlyChanged',
		'must not be given to a tool: an agent has no run to compare with',
		'Only What Changed',
	);

import { listIn } from './answers';
import type { Call, Json } from './define';
import { getUserEvents } from './eventLists';
import { wasRefused } from './reading';
import { toId } from './values';

/**
 * Id of the user of the login: from the session where it names one, else from the user's own events,
 * which can be read as `my`. Recorded tokens hold no user. Undefined when neither tells.
 * Source: public reference.
 */
export async function ownUserId(call: Call): Promise<number | undefined> {
	const named = toId((await call.login.identity()).userId);
	if (named !== undefined) return named;
	try {
		const query = { sort: '-id', page: 1, per_page: 10 };
		const { body } = await call.other(getUserEvents, {}, { query });
		const ids = (listIn(body) ?? []).map((e) => (e.user as Json | null | undefined)?.id);
		return ids.map(toId).find((id) => id !== undefined);
	} catch (error) {
		// A service without this feed, or a role that may not read it.
		if ([400, 403, 404, 422].some((status) => wasRefused(error, status))) return undefined;
		throw error;
	}
}

import { idOfRole } from '../account/roles';
import type { Store } from '../store';
import { ORGANISATIONS, USERS } from './data';
import { addServiceProfile, addSim, addSpace, addTariffProfile } from './seed';

/** First id of the objects in further workspaces, well above all others. */
const FIRST = 50_001;

/**
 * Adds enterprises below the reseller, each a workspace of the Administrator with one profile of
 * each kind, an address space, a tag `workspace` and a free SIM. Their ids start at 50001.
 */
export function addWorkspaces(store: Store, count: number): void {
	const administrator = store.users.get(USERS.totp.id)!;
	const { country } = store.organisations.get(ORGANISATIONS.reseller)!;
	store.startAt('workspace', FIRST);
	for (let i = 0; i < count; i += 1) {
		const id = store.nextId('workspace');
		const number = id - FIRST + 1;
		const of = { id, organisationId: id };
		store.organisations.set(id, {
			id,
			name: `Workspace ${String(number).padStart(2, '0')}`,
			type: 'enterprise',
			parentId: ORGANISATIONS.reseller,
			ftm: false,
			smsPerMonth: null,
			country,
		});
		administrator.members.set(id, {
			roleIds: new Set([idOfRole('Administrator')]),
			statusId: 1,
		});
		addServiceProfile(store, id, id, 'Standard');
		addTariffProfile(store, id, id, 'Europe');
		addSpace(store, id, id, `10.7.${number}.0/24`);
		store.tags.set(id, { ...of, name: 'workspace', colorId: 1 });
		addSim(store, id);
	}
}

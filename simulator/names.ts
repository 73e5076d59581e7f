import { FACTORY_TEST_ON_UPDATE, SimStatus, type Endpoint, type Sim } from './entities';
import { luhnDigit } from './numbers';
import type { Store } from './store';

/** Names of endpoint status ids (specification). */
export const ENDPOINT_STATUS_NAMES = ['Enabled', 'Disabled', 'Deleted'] as const;

/** Names of SIM status ids (specification; Issued and Deleted from the public reference). */
export const SIM_STATUS_NAMES = [
	'Issued',
	'Activated',
	'Suspended',
	'Deleted',
	'Factory Test',
] as const;

/** Names of quota status ids (specification). */
export const QUOTA_STATUS_NAMES: Record<number, string> = {
	1: 'ACTIVE',
	2: 'EXHAUSTED',
	3: 'EXPIRED',
};

/** `{id, description}` of an endpoint status. */
export const endpointStatus = (id: number) => ({ id, description: ENDPOINT_STATUS_NAMES[id] });

/** `{id, description}` of a SIM status. */
export const simStatus = (id: number) => ({ id, description: SIM_STATUS_NAMES[id] });

/** The tags of an endpoint as the deprecated text, comma-separated; empty when there are none. */
export const tagText = (store: Store, endpoint: Endpoint) =>
	endpoint.tagIds.flatMap((id) => store.tags.get(id)?.name ?? []).join(',');

/** Id on update → id that is stored: bulk update calls Factory Test 5, everything else 4. */
export const simStatusOnUpdate = (id: number) =>
	id === FACTORY_TEST_ON_UPDATE ? SimStatus.FactoryTest : id;

/** The SIM's ICCID with its Luhn digit, 20 digits. */
export const iccidWithLuhn = (sim: Sim) => sim.iccid + luhnDigit(sim.iccid);

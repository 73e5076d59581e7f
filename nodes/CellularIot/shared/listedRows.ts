import type { Operation } from '../../../src/table/define';
import { isEmpty } from '../../../src/table/values';
import { namesSubject } from './columns';

/*
 * Rows that a list of endpoints has written. They hold more than an operation writes, and some of it twice: an ID
 * beside a name. What is passed over is said.
 */

/** Only a list writes both. */
const OF_LISTS = ['created', 'last_updated'];

/** Columns that say the same as another one, each with the column whose value is exact. */
const BESIDE = [
	['service_profile_name', 'service_profile_id'],
	['tariff_profile_name', 'tariff_profile_id'],
] as const;
/** Those of the SIM that an endpoint is created with. */
const BESIDE_SIM = [
	['iccid', 'sim_id'],
	['sim_iccid', 'sim_id'],
] as const;

const OF_SIM =
	'what a list shows of a SIM is not written again. "Apply a Table" of Cellular IoT Jobs compares the SIM, and changes what differs';
const WITHOUT_SPACE = 'an address is only written with its ip_address_space_id';

/** Says that a column was passed over. */
export const passedOver = (name: string, why: string): string =>
	`The column ${name} was passed over: ${why}`;

/**
 * Columns of such a row, by their IDs, that an operation does not write, each with why; undefined for any other row,
 * and for a table that is compared with the fleet.
 */
export function notWritten(
	cellAt: (id: string) => unknown,
	operation: Operation,
): ReadonlyMap<string, string> | undefined {
	const has = (id: string) => !isEmpty(cellAt(id));
	if (operation.itemsAreRows || !OF_LISTS.every(has)) return undefined;
	const passed = new Map<string, string>();
	const isUpdate = namesSubject(operation);
	for (const [id, exact] of isUpdate ? BESIDE : [...BESIDE, ...BESIDE_SIM]) {
		if (has(exact)) passed.set(id, `${exact} says which`);
	}
	for (const id of isUpdate ? ['sim_id', 'sim_iccid', 'sim_status'] : ['sim_status']) {
		passed.set(id, OF_SIM);
	}
	if (!has('ip_address_space_id')) passed.set('ip_address', WITHOUT_SPACE);
	return passed;
}

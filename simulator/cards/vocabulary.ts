/*
 * The ids and most of the words of actions and statuses are not documented. Both vocabularies are
 * invented, so that a client which works with both relies on neither. Only `Scheduled` and the
 * profile status 1 `Available` are documented.
 */

export const ACTIONS = [
	'download',
	'enable',
	'disable',
	'delete',
	'setFallback',
	'unsetFallback',
	'audit',
] as const;
export type Action = (typeof ACTIONS)[number];
export type OrderState = 'scheduled' | 'running' | 'done' | 'failed' | 'expired';
export type ProfileState = 'enabled' | 'disabled' | 'available';

interface Named {
	id: number;
	description: string;
}

export interface Vocabulary {
	actions: Record<Action, Named>;
	orders: Record<OrderState, Named>;
	profiles: Record<ProfileState, Named>;
	/** Whether an order that expires gets a `finalization_date`. */
	isExpiryFinal: boolean;
	/** Whether an enabled profile without a network is undone only where the order has `rollback`. */
	isRollbackByFlag: boolean;
}

const named = (id: number, description: string): Named => ({ id, description });

/** `plain`: an order is done as soon as the card has carried it out, whatever follows. */
const plain: Vocabulary = {
	actions: {
		download: named(1, 'Download profile'),
		enable: named(2, 'Enable profile'),
		disable: named(3, 'Disable profile'),
		audit: named(4, 'Audit'),
		delete: named(5, 'Delete profile'),
		setFallback: named(6, 'Set fallback'),
		unsetFallback: named(7, 'Unset fallback'),
	},
	orders: {
		scheduled: named(0, 'Scheduled'),
		done: named(1, 'Finished'),
		failed: named(2, 'Failed'),
		running: named(3, 'In progress'),
		expired: named(4, 'Expired'),
	},
	profiles: {
		disabled: named(0, 'Disabled'),
		available: named(1, 'Available'),
		enabled: named(2, 'Enabled'),
	},
	isExpiryFinal: true,
	isRollbackByFlag: false,
};

/** `coded`: an order with `rollback` runs on until the new profile has its network or is undone. */
const coded: Vocabulary = {
	actions: {
		audit: named(11, 'audit'),
		download: named(12, 'download_profile'),
		enable: named(21, 'enable_profile'),
		disable: named(22, 'disable_profile'),
		delete: named(23, 'delete_profile'),
		setFallback: named(31, 'set_fallback'),
		unsetFallback: named(32, 'unset_fallback'),
	},
	orders: {
		scheduled: named(10, 'SCHEDULED'),
		running: named(20, 'DELIVERED_TO_CARD'),
		done: named(30, 'COMPLETED'),
		failed: named(40, 'ERROR'),
		expired: named(50, 'VALIDITY_ENDED'),
	},
	profiles: {
		available: named(1, 'Available'),
		enabled: named(7, 'Active'),
		disabled: named(8, 'Inactive'),
	},
	isExpiryFinal: false,
	isRollbackByFlag: true,
};

export const VOCABULARIES = { plain, coded };
export type VocabularyName = keyof typeof VOCABULARIES;

/** The entries of a lookup, in the order of their ids. */
export const lookupOf = (words: Record<string, Named>): Named[] =>
	Object.values(words).sort((a, b) => a.id - b.id);

import { createHash } from 'node:crypto';
import type { RowPlan } from './rowPlans';
import type { Endpoint } from '../../fleet/endpoint';

/* The values of endpoints that a wave changes, and can put back. */

const VALUE_FIELDS = [
	'name',
	'status',
	'tags',
	'serviceProfileId',
	'tariffProfileId',
	'imei',
	'imeiLock',
] as const;
export type ValueField = (typeof VALUE_FIELDS)[number];
export type Values = Partial<Record<ValueField, unknown>>;

/** The columns of these fields, for a person. */
export const FIELD_COLUMNS: Record<ValueField, string> = {
	name: 'name',
	status: 'status',
	tags: 'tags',
	serviceProfileId: 'service_profile',
	tariffProfileId: 'tariff_profile',
	imei: 'imei',
	imeiLock: 'imei_lock',
};

/** An endpoint that a wave changes: its values before, and those that the wave gives it. */
export interface Moved {
	id: number;
	was: Values;
	is: Values;
}

/** The values of an endpoint. */
export const valuesOf = (state: Endpoint): Record<ValueField, unknown> => ({
	name: state.name,
	status: state.status,
	tags: state.tags && [...state.tags].sort(),
	serviceProfileId: state.profiles.serviceProfileId.id,
	tariffProfileId: state.profiles.tariffProfileId.id,
	imei: state.imei,
	imeiLock: state.imeiLock,
});

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isValueField = (name: string): name is ValueField =>
	VALUE_FIELDS.some((field) => field === name);

/** What a row is about to change of an endpoint that is there. */
export function movedBy({ state, changes }: RowPlan): Moved {
	const before = valuesOf(state!);
	const was: Values = {};
	const is: Values = {};
	for (const { set = {}, tags } of changes) {
		if (tags) {
			was.tags = before.tags;
			is.tags = [...tags].sort();
		}
		for (const [name, value] of Object.entries(set)) {
			if (!isValueField(name)) continue;
			was[name] = before[name];
			is[name] = value;
		}
	}
	return { id: state!.id, was, is };
}

/** Whether an endpoint has any of the values that a wave has given it. */
export function isMoved({ is }: Moved, state: Endpoint): boolean {
	const now = valuesOf(state);
	return Object.entries(is).some(([field, value]) => isSame(now[field as ValueField], value));
}

/** Stands for what a row wants, so that another wish of a later table is known as such. */
export const digestOf = ({ is }: Pick<Moved, 'is'>): string =>
	createHash('sha256')
		.update(JSON.stringify(Object.entries(is).sort(([a], [b]) => a.localeCompare(b))))
		.digest('base64url')
		.slice(0, 6);

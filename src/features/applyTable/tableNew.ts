import {
	assignment,
	type ColumnChange,
	imeiOf,
	type PlannedChange,
	STATUS_NAMES,
	usual,
} from './tableCompare';
import { tableError, tableFields, type TableOptions } from './tableFields';
import type { Directory } from './tableNames';
import { trimmedName } from '../../readings/name';
import type { RowPart } from './rowPlans';
import type { Row } from './tableRows';
import { PROFILE_FIELDS, type ProfileField, type Sim } from '../../fleet/endpoint';
import type { IdOrReference } from './tableState';

/* Endpoints that a table creates. */

/** The profiles of endpoints that are created, where their rows name none. */
export function profilesOfNew({
	newServiceProfileId: service,
	newTariffProfileId: tariff,
}: TableOptions): Partial<Record<ProfileField, IdOrReference>> {
	return {
		...(service !== undefined && { serviceProfileId: service }),
		...(tariff !== undefined && { tariffProfileId: tariff }),
	};
}

/** The fields of a new endpoint, and its changes as they are shown. */
export function newEndpoint(
	{ wants, key }: Row,
	sim: Sim | undefined,
	directory: Directory,
	options: TableOptions,
): RowPart {
	const { simActivate = true } = options;
	const changes: PlannedChange[] = [];
	const shown = (field: string, after: unknown, more: Partial<ColumnChange> = {}) => {
		if (after === undefined) return;
		changes.push({ field, before: null, after, ...usual, ...more });
	};
	const given = { ...profilesOfNew(options), ...wants };
	const [missing, ...others] = PROFILE_FIELDS.filter((field) => given[field] === undefined);
	if (missing !== undefined) {
		const also = others.map((field) => `, and so must ${tableFields[field].label}`).join('');
		throw tableError(
			missing,
			`must be given for an endpoint that is created${also}: in a column, or below "Create What Is Missing"`,
		);
	}
	const profile = (field: ProfileField) => directory.profile(field, given[field]!);
	const service = profile('serviceProfileId');
	const tariff = profile('tariffProfileId');
	const name = wants.name ?? (key.by === 'name' ? trimmedName(key.value) : undefined);
	const namedImei = wants.imei ?? (key.by === 'imei' ? key.value : undefined);
	const imei = namedImei === undefined ? undefined : imeiOf(namedImei, '');
	const status = wants.status ?? 0;
	const tags = directory.tagNames(wants.tagAssignments ?? []);
	shown('name', name);
	shown('status', STATUS_NAMES[status]);
	shown('tags', tags.length > 0 ? tags : undefined);
	if (sim) changes.push(assignment(sim, null, simActivate));
	shown('service_profile', service.name ?? service.id);
	shown('tariff_profile', tariff.name ?? tariff.id);
	shown('imei', imei);
	shown('imei_lock', wants.imeiLock);
	const creates = {
		tags,
		input: {
			serviceProfileId: service.id,
			tariffProfileId: tariff.id,
			status,
			...(name !== undefined && { name }),
			...(imei !== undefined && { imei }),
			...(wants.imeiLock !== undefined && { imeiLock: wants.imeiLock }),
			...(sim && { simId: sim.id, simActivate }),
		},
	};
	return { changes, creates };
}

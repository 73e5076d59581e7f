import type { FieldGroup } from './field';

/** Collections as the form calls them. */
export const GROUP_LABELS: Record<FieldGroup, string> = {
	identity: 'Name and SIM',
	newEndpoints: 'New Endpoints',
	updateFields: 'Update Fields',
	filters: 'Filters',
	waves: 'Waves',
	options: 'Options',
};

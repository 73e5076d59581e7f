import type { Field, Json } from '../../define';
import * as f from '../../fields';

/* Shared by operations on eSIMs, which the service calls a preview. Source: public reference. */

/** Shown above each of them. */
export const PREVIEW = 'Preview: the service may still change this.';

export const operationId = f.path(
	f.text(
		{
			label: 'Operation ID',
			hint: 'ID of the operation',
			placeholder: '00000000-0000-4000-8000-000000000017',
		},
		'must be a UUID',
		(v) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(v),
	),
);

/** Cards as the targets that a request names. */
export const targets = <T>(field: Field<T[]>, targetOf: (value: T) => Json): Field<Json[]> =>
	f.body(
		'target',
		f.becoming(field, (all) => all.map(targetOf)),
	);

/** EIDs as the targets that a request names. */
export const eidTargets = (showWhen?: Record<string, unknown[]>): Field<Json[]> =>
	targets(
		f.list(
			{
				label: 'EIDs',
				hint: 'EIDs of 32 digits separated by commas, or a list',
				example: '89033023000000000000000000001724',
				...(showWhen && { showWhen }),
			},
			'must be a list of EIDs of 32 digits',
			(s) => s.eidSchema,
		),
		(eid) => ({ eid }),
	);

/** An action by the service's own list; which ids there are is not documented. */
export const actionField = (lookup: 'simOperationAction' | 'euiccAction') =>
	f.pick(
		{ label: 'Action', hint: 'What to do, from the list of the service' },
		lookup,
		f.ID_OR_ZERO,
	);

import { SimStatus } from '../fleet/statuses';
import type { Field } from './field';
import { choiceList, type FieldOptions, flag, list, text } from './fieldKinds';
import { body, path } from './inRequest';
import { pick } from './pickers';
import { describeValue, toId } from './values';

/* Fields that several operations have. */

/** The endpoint an operation is about: from the list, by id, ICCID, IMEI or name. */
export const endpointId: Field<number> = path(
	pick(
		{
			label: 'Endpoint',
			hint: 'ICCID, IMEI or name must match exactly one',
			saidOnce: true,
			example: 10001,
		},
		'endpoint',
	),
);

/** A SIM: from the list, by id or ICCID. */
export const pickSim = (look: FieldOptions): Field<number> => pick(look, 'sim');

const SIM_STATUSES = {
	Activated: SimStatus.Activated,
	Deleted: SimStatus.Deleted,
	'Factory Test': SimStatus.FactoryTest,
	Issued: SimStatus.Issued,
	Suspended: SimStatus.Suspended,
};

/** Statuses of a SIM to choose from. Source: public reference. */
export const simStatuses = (...ids: number[]) =>
	choiceList<number>(SIM_STATUSES).filter(({ value }) => ids.includes(value));

/** Several SIMs by their ids. */
export const simIds = (showWhen: Record<string, unknown[]>): Field<number[]> =>
	list(
		{
			label: 'SIM IDs',
			hint: 'IDs separated by commas, or a list',
			placeholder: '17, 18',
			showWhen,
		},
		'must be a list of SIM ids',
		(s) => s.idSchema,
	);

/** The SIM an operation is about. */
export const simId: Field<number> = path(
	pickSim({ label: 'SIM', hint: 'An ICCID must match exactly one', saidOnce: true }),
);

/** The operator an operation is about. */
export const operatorId: Field<number> = path(
	pick({ label: 'Operator', hint: 'The mobile network operator', saidOnce: true }, 'operator'),
);

/** The name of something, which must not be empty. */
export const nameOf = (hint: string): Field<string> =>
	body(
		'name',
		text({ label: 'Name', hint }, 'must not be empty', (v) => v.trim() !== ''),
	);

const ORGANISATION_RULE = 'must be a whole number of 1 or more, or "my" for that of the login';

/** An organisation by its id, or `my` for that of the login. */
export const organisationId = (look: FieldOptions): Field<number | 'my'> => ({
	default: '',
	...look,
	control: { kind: 'text' },
	schema: (s) =>
		s.readSchema<number | 'my'>((v, refuse) =>
			v === 'my' ? v : (toId(v) ?? refuse(`${ORGANISATION_RULE}, got ${describeValue(v)}`)),
		),
	rule: ORGANISATION_RULE,
});

/** Shows what would be done, unless it is switched off; `hint` says what is shown. */
export const dryRunFlag = (hint: string) => flag({ label: 'Dry Run', hint, default: true });

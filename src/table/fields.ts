/* Builders of fields. An entry imports them all by one name: `import * as f from '../../fields'`. */

export {
	dryRunFlag,
	endpointId,
	nameOf,
	operatorId,
	organisationId,
	pickSim,
	simId,
	simIds,
	simStatuses,
} from './commonFields';
export { everywhere, everywhereOf } from './everywhere';
export {
	choice,
	choiceList,
	type Choices,
	choices,
	dateTime,
	flag,
	givenText,
	list,
	number,
	text,
} from './fieldKinds';
export {
	aboutRun,
	becoming,
	checkedBy,
	inGroup,
	narrowing,
	orNone,
	shared,
	unchosen,
} from './fieldVariants';
export { rows } from './fieldRows';
export { body, filter, path, query } from './inRequest';
export { listFields, many, single, simplify } from './listFields';
export {
	ID_OR_ZERO,
	id,
	idsOfText,
	pick,
	pickName,
	pickNames,
	picks,
	picksByName,
} from './pickers';

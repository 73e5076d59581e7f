import type { AlertRule } from './alert';
import { automationRun } from './automationRun';
import { fleetChanged } from './fleetChanged';
import { loops } from './loops';
import { otherDevice } from './otherDevice';
import { placeNotWanted } from './place';
import { refusals } from './refusals';
import { roamingDays } from './roamingDays';
import { silence } from './silence';
import { tunnelDown } from './tunnel';

/** The rules, each with events of its own. */
export const ALERTS: readonly AlertRule[] = [
	automationRun,
	fleetChanged,
	loops,
	otherDevice,
	placeNotWanted,
	refusals,
	roamingDays,
	silence,
	tunnelDown,
];

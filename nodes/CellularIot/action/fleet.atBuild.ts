import { FLEET_RESOURCES } from '../../../src/table/resources';
import { fleetHints } from '../shared/builderHints';
import { subtitleFor } from '../shared/operationTitles';
import { actionForm } from './actionForm';

/* The form of the action node for the fleet. */

export const fleetForm = actionForm(FLEET_RESOURCES, fleetHints);

export const fleetSubtitle = subtitleFor(FLEET_RESOURCES);

import { AUTOMATION_RESOURCES } from '../../../src/table/resources';
import { automationHints } from '../shared/builderHints';
import { subtitleFor } from '../shared/operationTitles';
import { actionForm } from './actionForm';

/* The form of the action node for the service's own automation. */

export const automationForm = actionForm(AUTOMATION_RESOURCES, automationHints);

export const automationSubtitle = subtitleFor(AUTOMATION_RESOURCES);

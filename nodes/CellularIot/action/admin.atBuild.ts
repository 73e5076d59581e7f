import { ADMIN_RESOURCES } from '../../../src/table/resources';
import { adminHints } from '../shared/builderHints';
import { subtitleFor } from '../shared/operationTitles';
import { actionForm } from './actionForm';

/* The form of the action node for what is set up once. */

export const adminForm = actionForm(ADMIN_RESOURCES, adminHints);

export const adminSubtitle = subtitleFor(ADMIN_RESOURCES);
